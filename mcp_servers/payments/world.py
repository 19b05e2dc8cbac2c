"""Seeded worlds of the processor: one merchant with some two dozen customers.

Every world has names that need a look to tell apart (two customers of one family name), and rows on
which calls fail: a blocked customer, cards that expired or decline, customers without address or
card, invoices in every status, payments that are disputed, in process, old or refunded, webhooks
that were not delivered. In half of the worlds the balance is low. The first customer is sound.
"""

from __future__ import annotations

import random
from dataclasses import replace

from mcp_servers.core.worlds import World
from mcp_servers.payments.history import History
from mcp_servers.payments.state import Customer, Endpoint, EventType, PaymentsState

TRADES = (
    "Dental",
    "Design",
    "Bakery",
    "Logistics",
    "Studio",
    "Fitness",
    "Gardens",
    "Legal",
    "Interiors",
    "Catering",
)
FAMILIES = 5
SINGLES = 8
PEOPLE = 6
TAXES_BPS = (0, 700, 825, 1_900)
EVENTS: tuple[EventType, ...] = ("invoice.sent", "payment.succeeded", "refund.created")
ENDPOINTS = ("Shop Backend", "Accounting", "Accounting Archive", "Warehouse", "Mailing List", "CRM")
_OK, _DOWN = 200, 503


def make_world(world: World) -> PaymentsState:
    """Returns what the processor knows of one merchant, the same for the same world."""
    state = PaymentsState(now=world.now)
    _add_customers(state, world)
    _add_endpoints(state, world.rng)
    History(state, world.rng).write()
    _set_balance(state, world.rng)
    return state


def _add_customers(state: PaymentsState, world: World) -> None:
    """Adds companies and people, each in its own way able to pay or not."""
    rng = world.rng
    names = _names(world)
    rng.shuffle(names)
    for name in names:
        state.customers.insert(_customer(state, rng, name))
    others = state.customers.ids()[1:]
    expired, declined, unpaid, silent, blocked, debited, debited_too = rng.sample(others, 7)
    state.customers.update(expired, card_expires=_month(state, -rng.randrange(1, 9)))
    state.customers.update(declined, card_declines=True)
    state.customers.update(silent, email=None)
    state.customers.update(blocked, status="blocked")
    for id in (unpaid, debited, debited_too):
        method = None if id == unpaid else "bank_debit"
        state.customers.update(id, method=method, card_ending=None, card_expires=None)


def _names(world: World) -> list[str]:
    rng = world.rng
    last = world.sample("last_name", FAMILIES + SINGLES)
    names = [f"{family} {t}" for family in last[:FAMILIES] for t in rng.sample(TRADES, 2)]
    names += [f"{name} {rng.choice(TRADES)}" for name in last[FAMILIES:]]
    return names + world.people(PEOPLE)


def _customer(state: PaymentsState, rng: random.Random, name: str) -> Customer:
    words = "".join(c if c.isalnum() and c.isascii() else " " for c in name.lower()).split()
    return Customer(
        id=state.new_id("customers"),
        name=name,
        email=f"{rng.choice(('billing', 'office', 'mail'))}@{'-'.join(words)}.example",
        tax_bps=rng.choice(TAXES_BPS),
        method="card",
        card_ending=f"{rng.randrange(1_000, 10_000)}",
        card_expires=_month(state, rng.randrange(1, 40)),
    )


def _month(state: PaymentsState, ahead: int) -> str:
    year, month = divmod(12 * state.now.year + state.now.month - 1 + ahead, 12)
    return f"{year}-{month + 1:02d}"


def _add_endpoints(state: PaymentsState, rng: random.Random) -> None:
    """Adds four: two that answer, one that is down, one that is disabled."""
    answers = [_OK, _OK, _DOWN, _DOWN]
    rng.shuffle(answers)
    disabled = rng.choice([i for i, code in enumerate(answers) if code == _DOWN])
    names = rng.sample(ENDPOINTS, len(answers))
    for i, (name, code) in enumerate(zip(names, answers, strict=True)):
        wanted = EVENTS if code == _OK else rng.sample(EVENTS, 2)
        endpoint = Endpoint(
            id=state.new_id("endpoints"), name=name, events=frozenset(wanted), answers=code
        )
        state.endpoints.insert(replace(endpoint, status="disabled") if i == disabled else endpoint)


def _set_balance(state: PaymentsState, rng: random.Random) -> None:
    """Chooses the opening balance so that what is left is much, or little after a payout."""
    low = rng.random() < 0.5
    aim = rng.randrange(40_00, 400_00) if low else rng.randrange(5_000_00, 20_000_00)
    state.opening_cents = aim - state.balance_cents
    state.balance_cents = aim
