"""Whatever is called, in whatever order, and however time passes: the invariants hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

from food_delivery_invariants import check_invariants
from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine

from mcp_servers.food_delivery import menus
from mcp_servers.food_delivery.state import FoodState
from mcp_servers.food_delivery.tools import server
from provelight.records import Json

PICK = st.integers(0, 500)


class CustomerMachine(ServerMachine):
    """Fills baskets, orders, complains, and lets time pass."""

    server = server

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: Any, result: Json, before: FoodState) -> None:
        lost = _lost_portions(before, self.state)
        assert +lost == _ordered_since(before, self.state)
        if tool == "cancel_order":
            assert -lost == _given_back(before, arguments["order_id"])
        else:
            assert not -lost
        for old in before.orders:
            new = self.state.orders.require(old.id)
            moved = old.status != new.status
            assert not moved or tool in ("advance_clock", "cancel_order")
            assert old.subtotal_cents == new.subtotal_cents
        if tool == "place_order":
            assert not len(self.state.lines)
            assert result["total_cents"] == result["card_cents"] + result["credit_cents"]

    @rule(pick=PICK, option=PICK, quantity=st.integers(1, 6), over=st.booleans())
    def add(self, pick: int, option: int, quantity: int, over: bool) -> None:
        dish = self.state.dishes.require(self.id_of("dishes", pick))
        choices = menus.choices_of(self.state, dish)
        chosen = {"choice_id": choices[option % len(choices)].id} if choices else {}
        self.call("add_to_basket", dish_id=dish.id, quantity=quantity, start_over=over, **chosen)

    @rule(tip=st.integers(0, 30_00), credit=st.booleans())
    def order(self, tip: int, credit: bool) -> None:
        self.call("place_order", tip_cents=tip, use_credit=credit)

    @rule(pick=PICK)
    def discount(self, pick: int) -> None:
        self.call("apply_promotion", promotion_id=self.id_of("promotions", pick))

    @rule(pick=PICK, over=st.booleans())
    def again(self, pick: int, over: bool) -> None:
        self.call("reorder", order_id=self.id_of("orders", pick), start_over=over)

    @rule(pick=PICK)
    def call_off(self, pick: int) -> None:
        open_ids = [o.id for o in self.state.orders if o.due_at is not None]
        if open_ids:
            self.call("cancel_order", order_id=open_ids[pick % len(open_ids)])

    @rule(pick=PICK, reason=st.sampled_from(["missing", "cold"]), quantity=st.integers(1, 3))
    def complain(self, pick: int, reason: str, quantity: int) -> None:
        newest = self.state.items.ids()[-6:]
        item_id = newest[pick % len(newest)]
        self.call("request_refund", item_id=item_id, reason=reason, quantity=quantity)

    @rule(minutes=st.one_of(st.integers(1, 40), st.integers(1, 3_000)))
    def wait(self, minutes: int) -> None:
        self.call("advance_clock", minutes=minutes)


def _lost_portions(before: FoodState, after: FoodState) -> Counter[str]:
    lost: Counter[str] = Counter()
    for old in before.dishes:
        new: Any = after.dishes.require(old.id)
        assert (old.portions is None) == (new.portions is None)
        lost[old.id] = (old.portions or 0) - (new.portions or 0)
    return lost


def _ordered_since(before: FoodState, after: FoodState) -> Counter[str]:
    """Returns the portions of counted dishes that new orders have."""
    taken: Counter[str] = Counter()
    for item in after.items:
        if item.id not in before.items and after.dishes.require(item.dish_id).portions is not None:
            taken[item.dish_id] += item.quantity
    return taken


def _given_back(before: FoodState, order_id: str) -> Counter[str]:
    """Returns the portions of counted dishes in an order that the kitchen had not begun."""
    back: Counter[str] = Counter()
    if before.orders.require(order_id).status != "preparing":
        for item in before.items.where(order_id=order_id):
            if before.dishes.require(item.dish_id).portions is not None:
                back[item.dish_id] += item.quantity
    return back


TestCustomer = CustomerMachine.TestCase
TestCustomer.settings = MACHINE_SETTINGS
