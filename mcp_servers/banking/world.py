"""Seeded worlds of the bank: one customer with some three months of history.

Every world has names that need a look to tell apart (Travel Fund and Travel Savings, two payees of
one family name, two cards alike but for the make), and rows on which calls fail: a frozen card, an
inactive payee, a paid bill, purchases too old to dispute; many have a frozen account, a blocked
card, used-up withdrawals, a payment in process. The first row of each list is sound.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from mcp_servers.banking.history import History
from mcp_servers.banking.state import (
    Account,
    AccountKind,
    BankState,
    Bill,
    Card,
    CardStatus,
    Frequency,
    Payee,
    ScheduledPayment,
)
from mcp_servers.core.worlds import World

CHECKING = ("Everyday", "Household", "Joint", "Salary", "Main", "Family")
NEAR_SAVINGS = (
    ("Travel Fund", "Travel Savings"),
    ("Rainy Day Fund", "Rainy Day Savings"),
    ("Home Savings", "Home Repair Fund"),
    ("Wedding Fund", "Wedding Savings"),
    ("{first}'s Savings", "{first}'s College Fund"),
    ("{city} Trip Fund", "{city} Trip Savings"),
)
OTHER_SAVINGS = ("Emergency Fund", "Car Fund", "Holiday Savings", "{last} Family Savings")
CARD_STEMS = ("Travel", "Rewards", "Online", "Gold", "Everyday", "Family")
CARD_MAKES = ("Visa", "Mastercard", "Debit")
COMPANY_PAYEES = ("{last} Property", "{last} Dental", "{last} Child Care", "{city} Sports Club")
BILLERS = ("{last} Insurance", "{last} Internet", "{last} Mobile", "{city} Gas")
FREQUENCIES: tuple[Frequency, ...] = ("weekly", "monthly", "quarterly")


def make_world(world: World) -> BankState:
    """Returns the bank of one customer, the same for the same world."""
    state = BankState(now=world.now)
    _add_accounts(state, world)
    _add_cards(state, world)
    _add_payees(state, world)
    _add_scheduled_payments(state, world.rng)
    _add_bills(state, world)
    History(state, world).write()
    return state


def _fill(world: World, template: str) -> str:
    """Fills the names of a template; `{first}`, `{last}` and `{city}` are drawn afresh."""
    first, last, city = (world.sample(kind, 1)[0] for kind in ("first_name", "last_name", "city"))
    return template.format(first=first, last=last, city=city)


def _add_accounts(state: BankState, world: World) -> None:
    rng = world.rng
    first, second = (f"{name} Checking" for name in rng.sample(CHECKING, 2))
    near = _fill(world, "|".join(rng.choice(NEAR_SAVINGS))).split("|")
    more = [_fill(world, name) for name in rng.sample(OTHER_SAVINGS, rng.randrange(3))]
    _add_account(state, rng, first, "checking", rng.randrange(1_500_00, 6_000_00))
    rest = [(second, rng.randrange(40_00, 250_00))]
    rest += [(name, rng.randrange(500_00, 9_000_00)) for name in near + more]
    rng.shuffle(rest)
    for name, aim_cents in rest:
        _add_account(state, rng, name, "checking" if name == second else "savings", aim_cents)
    if rng.random() < 0.5:
        frozen = rng.choice(list(state.accounts)[1:])
        state.accounts.update(frozen.id, status="frozen")


def _add_account(
    state: BankState, rng: random.Random, name: str, kind: AccountKind, aim_cents: int
) -> None:
    """Adds an account; its opening balance holds what the history is to come out at."""
    state.accounts.insert(
        Account(
            id=state.new_id("accounts"),
            name=name,
            kind=kind,
            opening_cents=aim_cents,
            balance_cents=0,
            overdraft_cents=rng.choice((0, 200_00, 500_00)) if kind == "checking" else 0,
            daily_limit_cents=rng.choice((500_00, 1_000_00, 1_500_00)),
            alert_below_cents=rng.choice((50_00, 100_00, 200_00)),
        )
    )


def _add_cards(state: BankState, world: World) -> None:
    """Adds three or four cards: the first sound, one frozen, and two alike but for the make."""
    rng = world.rng
    stem, *stems = rng.sample(CARD_STEMS, 3)
    names = [f"{stem} {make}" for make in rng.sample(CARD_MAKES, 2)]
    names += [f"{s} {rng.choice(CARD_MAKES)}" for s in stems[: rng.randrange(1, 3)]]
    statuses: list[CardStatus] = ["frozen", rng.choice(("active", "blocked")), "active"]
    statuses = ["active", *rng.sample(statuses[: len(names) - 1], len(names) - 1)]
    endings = rng.sample(range(1_000, 10_000), len(names))
    checking = state.accounts.where(kind="checking")
    rng.shuffle(names)
    for i, (name, status, ending) in enumerate(zip(names, statuses, endings, strict=True)):
        state.cards.insert(
            Card(
                id=state.new_id("cards"),
                name=name,
                ending=str(ending),
                account_id=checking[i % 2].id,
                security_code=f"{rng.randrange(1_000):03d}",
                daily_limit_cents=rng.choice((500_00, 800_00) if i % 2 == 0 else (150_00, 400_00)),
                status=status,
            )
        )


def _add_payees(state: BankState, world: World) -> None:
    """Adds five to seven payees: the first sound, one inactive, two of one family name."""
    rng = world.rng
    people = world.people(rng.randrange(3, 5))
    relative = next(n for n in world.sample("first_name", 2) if n != people[0].split()[0])
    people.append(f"{relative} {people[0].split()[1]}")
    companies = [_fill(world, name) for name in rng.sample(COMPANY_PAYEES, rng.randrange(1, 3))]
    names = people + companies
    rng.shuffle(names)
    inactive = rng.randrange(1, len(names))
    for i, name in enumerate(names):
        payee = Payee(id=state.new_id("payees"), name=name)
        state.payees.insert(replace(payee, status="inactive") if i == inactive else payee)


def _add_scheduled_payments(state: BankState, rng: random.Random) -> None:
    """Adds three or four; no two to one payee are equally often."""
    payees = rng.sample(state.payees.where(status="active"), 3)
    plans = [(payee, rng.choice(FREQUENCIES)) for payee in payees]
    if rng.random() < 0.5:
        payee, frequency = plans[0]
        plans.append((payee, rng.choice([f for f in FREQUENCIES if f != frequency])))
    in_process = rng.choice((None, 1, 2))
    for i, (payee, frequency) in enumerate(plans):
        days = 0 if i == in_process else rng.randrange(2, 28)
        state.schedules.insert(
            ScheduledPayment(
                id=state.new_id("schedules"),
                account_id=next(iter(state.accounts)).id,
                payee_id=payee.id,
                amount_cents=500 * rng.randrange(4, 90),
                frequency=frequency,
                next_date=(state.now.date() + timedelta(days=days)).isoformat(),
            )
        )


def _add_bills(state: BankState, world: World) -> None:
    """Adds three or four open bills, two of one city's services, and a paid one of last month."""
    rng = world.rng
    billers = _fill(world, "{city} Water|{city} Power").split("|")
    billers += [_fill(world, name) for name in rng.sample(BILLERS, rng.randrange(1, 3))]
    rng.shuffle(billers)
    days_ahead = [rng.randrange(-28, -5), *rng.sample(range(2, 25), len(billers))]
    for days, biller in zip(days_ahead, [billers[0], *billers], strict=True):
        state.bills.insert(
            Bill(
                id=state.new_id("bills"),
                biller=biller,
                amount_cents=rng.randrange(18_00, 260_00),
                due_date=(state.now.date() + timedelta(days=days)).isoformat(),
                status="paid" if days < 0 else "open",
            )
        )
