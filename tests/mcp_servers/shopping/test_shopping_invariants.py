"""Whatever is called, in whatever order: the invariants hold."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule
from machine import MACHINE_SETTINGS, ServerMachine
from shopping_invariants import check_invariants, units

from mcp_servers.shopping.state import ShopState
from mcp_servers.shopping.tools import server
from provelight.records import Json

PICK = st.integers(0, 300)
WAYS = st.sampled_from(["standard", "express"])
REASONS = st.sampled_from(["defective", "wrong_item", "does_not_fit", "changed_mind"])


class CustomerMachine(ServerMachine):
    """Shops, orders, cancels and returns; units are counted against those of the beginning."""

    server = server
    state: ShopState

    @initialize(seed=st.integers(0, 1099))
    def open(self, seed: int) -> None:
        super().open(seed)
        self.units = units(self.state)

    def check(self) -> None:
        check_invariants(self.state)
        assert units(self.state) == self.units

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: Any) -> None:
        assert all(value is not None for value in arguments.values())
        for order in before.orders:
            now = self.state.orders.require(order.id)
            if now.status != order.status:
                assert (tool, order.status, now.status) == (
                    "cancel_order",
                    "processing",
                    "cancelled",
                )
            if now.ship_to != order.ship_to:
                assert (tool, order.status) == ("change_delivery_address", "processing")
            assert now.total_cents == order.total_cents
        if tool == "place_order":
            assert len(self.state.cart) == 0
            bought = self.state.items.where(order_id=result["order_id"])
            held = sorted((line.variant_id, line.quantity) for line in before.cart)
            assert sorted((item.variant_id, item.quantity) for item in bought) == held
        if tool not in ("place_order", "cancel_order", "return_item"):
            assert self.state.credit_cents == before.credit_cents

    @rule(variant=PICK, quantity=st.integers(1, 4))
    def buy(self, variant: int, quantity: int) -> None:
        self.call("add_to_cart", variant_id=self.id_of("variants", variant), quantity=quantity)

    @rule(line=PICK, quantity=st.integers(0, 4))
    def change(self, line: int, quantity: int) -> None:
        if len(self.state.cart) and quantity:
            self.call("set_cart_quantity", line_id=self.id_of("cart", line), quantity=quantity)
        elif len(self.state.cart):
            self.call("remove_from_cart", line_id=self.id_of("cart", line))

    @rule(coupon=PICK)
    def apply(self, coupon: int) -> None:
        self.call("apply_coupon", coupon_id=self.id_of("coupons", coupon))

    @rule(address=PICK, way=WAYS, pay=st.sampled_from(["card", "store_credit"]))
    def order(self, address: int, way: str, pay: str) -> None:
        address_id = self.id_of("addresses", address)
        told = {"options": []}
        if len(self.state.cart):
            told = self.call("get_shipping_options", address_id=address_id)
        report = self.call("place_order", address_id=address_id, shipping=way, pay_with=pay)
        if report is not None:
            (option,) = (o for o in told["options"] if o["shipping"] == way)
            assert option["total_cents"] == report["total_cents"]
            assert option["arrives_on"] == report["arrives_on"]

    @rule(order=PICK)
    def cancel(self, order: int) -> None:
        self.call("cancel_order", order_id=self.id_of("orders", order))

    @rule(order=PICK, address=PICK)
    def redirect(self, order: int, address: int) -> None:
        ids = {"order_id": self.id_of("orders", order)}
        self.call("change_delivery_address", address_id=self.id_of("addresses", address), **ids)

    @rule(item=PICK, quantity=st.integers(1, 3), reason=REASONS)
    def give_back(self, item: int, quantity: int, reason: str) -> None:
        item_id = self.id_of("items", item)
        self.call("return_item", item_id=item_id, quantity=quantity, reason=reason)

    @rule(address=PICK)
    def forget(self, address: int) -> None:
        self.call("delete_address", address_id=self.id_of("addresses", address))


TestCustomer = CustomerMachine.TestCase
TestCustomer.settings = MACHINE_SETTINGS
