"""Whatever is called, in whatever store, and however the days pass: the invariants hold."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine
from retail_chain_invariants import check_invariants, units

from mcp_servers.retail_chain.state import ChainState
from mcp_servers.retail_chain.tools import server
from provelight.records import Json

PICK = st.integers(0, 2_000)
PATH = ("requested", "in_transit", "arrived", "received")


class ClerkMachine(ServerMachine):
    """Holds and moves goods, works here and there, and lets days pass."""

    server = server

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: Any, result: Json, before: ChainState) -> None:
        assert units(before) == units(self.state)
        for old in before.holds:
            new = self.state.holds.require(old.id)
            assert old.status in ("waiting", new.status)
        for transfer in before.transfers:
            status = self.state.transfers.require(transfer.id).status
            assert _may_become(transfer.status, status, tool)
        moved = before.store_id != self.state.store_id
        assert moved == (tool == "switch_store")
        if tool == "close_hold":
            hold = self.state.holds.require(arguments["hold_id"])
            assert hold.store_id == self.state.store_id
            assert hold.status == result["status"] == arguments["outcome"]

    @rule(product=PICK, customer=PICK, store=PICK, days=st.integers(-1, 15), n=st.integers(1, 6))
    def hold(self, product: int, customer: int, store: int, days: int, n: int) -> None:
        self.call(
            "place_hold",
            product_id=self.id_of("products", product),
            customer_id=self.id_of("customers", customer),
            store_id=self.id_of("stores", store),
            until=(self.state.now + timedelta(days=days)).date().isoformat(),
            quantity=n,
        )

    @rule(pick=PICK, outcome=st.sampled_from(["collected", "released"]), at_home=st.booleans())
    def end_hold(self, pick: int, outcome: str, at_home: bool) -> None:
        waiting = self.state.holds.where(status="waiting")
        if at_home:
            waiting = [hold for hold in waiting if hold.store_id == self.state.store_id]
        if waiting:
            hold_id = waiting[pick % len(waiting)].id
            self.call("close_hold", hold_id=hold_id, outcome=outcome)

    @rule(product=PICK, store=PICK, n=st.integers(1, 9))
    def request(self, product: int, store: int, n: int) -> None:
        self.call(
            "request_transfer",
            product_id=self.id_of("products", product),
            from_store_id=self.id_of("stores", store),
            quantity=n,
        )

    @rule(pick=PICK, step=st.sampled_from(["ship", "receive", "cancel"]), short=st.integers(-1, 2))
    def go_on(self, pick: int, step: str, short: int) -> None:
        here = self.state.store_id
        mine = [t for t in self.state.transfers if here in (t.from_store_id, t.to_store_id)]
        if mine:
            transfer = mine[pick % len(mine)]
            quantity = max(0, transfer.quantity - short)
            self.call("update_transfer", transfer_id=transfer.id, step=step, quantity=quantity)

    @rule(pick=PICK)
    def move(self, pick: int) -> None:
        self.call("switch_store", store_id=self.id_of("stores", pick))

    @rule(minutes=st.one_of(st.integers(1, 300), st.integers(1, 9_000)))
    def wait(self, minutes: int) -> None:
        self.call("advance_clock", minutes=minutes)


def _may_become(old: str, new: str, tool: str) -> bool:
    """Tells whether a transfer may change so; days may take it several steps, a call only one."""
    if old == new:
        return True
    if old not in PATH or new == "cancelled":
        return old == "requested"
    steps = PATH.index(new) - PATH.index(old)
    return steps > 0 if tool == "advance_clock" else steps == 1 and tool == "update_transfer"


TestClerk = ClerkMachine.TestCase
TestClerk.settings = MACHINE_SETTINGS
