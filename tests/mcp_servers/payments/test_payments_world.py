"""Generated worlds: sound, repeatable, small to read, with names that need a look."""

from __future__ import annotations

from collections import Counter
from statistics import mean

import pytest
from payments_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.tools import to_text
from mcp_servers.core.worlds import World
from mcp_servers.payments.state import PaymentsState
from mcp_servers.payments.tools import server
from mcp_servers.payments.world import make_world

SEEDS = range(0, 1100, 20)


@pytest.fixture(scope="module")
def worlds() -> list[PaymentsState]:
    return [make_world(World(seed, "payments")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)
        now = state.now.isoformat(timespec="minutes")
        rows = (*state.payments, *state.refunds)
        assert all(row.created_at <= now for row in rows)
        assert all(row.at <= now for row in (*state.events, *state.attempts))
        assert all(d.next_retry_at > now for d in state.deliveries.where(status="pending"))
        assert all(p.settles_at > now for p in state.payments.where(status="processing"))


def test_payments_come_after_their_invoices(worlds):
    for state in worlds:
        for payment in state.payments:
            invoice = state.invoices.require(payment.invoice_id)
            assert invoice.created_on <= payment.created_at[:10]
        for refund in state.refunds:
            assert state.payments.require(refund.payment_id).created_at < refund.created_at


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "payments"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        assert len(state.customers) == 24
        assert len(state.invoices) >= 40
        assert len(state.payments) >= 12
        assert len(state.deliveries) >= 15


def test_look_ups_are_short(worlds):
    pages = []
    for state in worlds:
        for name in ("get_balance", "list_webhook_deliveries"):
            pages.append(len(to_text(server.tool(name).call(state, {}))))
        pages.append(len(to_text(server.tool("search_customers").call(state, {"query": "e"}))))
        for customer in state.customers:
            page = server.tool("list_invoices").call(state, {"customer_id": customer.id})
            pages.append(len(to_text(page)))
        invoice_id = state.invoices.ids()[0]
        pages.append(
            len(to_text(server.tool("get_invoice").call(state, {"invoice_id": invoice_id})))
        )
    assert mean(pages) <= 450
    assert max(pages) <= 850


def test_first_customer_is_sound_and_has_an_invoice_of_each_kind(worlds):
    for state in worlds:
        first = next(iter(state.customers))
        assert (first.status, first.method, first.card_declines) == ("active", "card", False)
        assert first.email is not None
        assert first.card_expires >= state.now.strftime("%Y-%m")
        kinds = {i.status for i in state.invoices.where(customer_id=first.id)}
        assert kinds >= {"draft", "open", "paid"}


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        words = [set(c.name.split()) for c in state.customers]
        alike = sum(len(a & b) > 0 for i, a in enumerate(words) for b in words[:i])
        assert alike >= 5
        assert len({c.name for c in state.customers}) == len(state.customers)


def test_invoices_of_a_customer_are_told_apart_by_their_total(worlds):
    unclear = 0
    for state in worlds:
        named = Counter((i.customer_id, i.total_cents) for i in state.invoices)
        unclear += sum(count > 1 for count in named.values())
    assert unclear <= len(worlds) / 5


def test_deliveries_are_told_apart_by_event_customer_and_endpoint(worlds):
    for state in worlds:
        events = [(e.type, e.customer_id) for e in state.events]
        assert len(set(events)) == len(events)


def test_troubles_are_common(worlds):
    for find in (
        lambda s: s.payments.where(status="disputed"),
        lambda s: s.payments.where(status="processing"),
        lambda s: s.deliveries.where(status="pending"),
        lambda s: s.deliveries.where(status="failed"),
        lambda s: s.invoices.where(status="void"),
        lambda s: s.customers.where(status="blocked"),
        lambda s: s.refunds,
    ):
        assert sum(bool(len(find(state))) for state in worlds) / len(worlds) > 0.8
    low = sum(state.balance_cents < 400_00 for state in worlds) / len(worlds)
    assert 0.2 < low < 0.8


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = {name for kind in ("first_name", "last_name") for name in pool(kind)}
    for seed in range(1000, 1030):
        state = make_world(World(seed, "payments", everything_new=True))
        check_invariants(state)
        words = {word for customer in state.customers for word in customer.name.split()}
        assert not words & seen
