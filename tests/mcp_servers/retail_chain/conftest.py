"""Three stores made by hand, and calls on the chain's system."""

from __future__ import annotations

from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.retail_chain.state import (
    ChainState,
    Customer,
    Opening,
    Product,
    SpecialDay,
    Stock,
    Store,
)
from mcp_servers.retail_chain.tools import server

NOW = datetime(2026, 3, 18, 12, 0)  # a Wednesday
WEEK = tuple(Opening(day, "09:00", "19:00") for day in range(6))  # closed on Sundays


@pytest.fixture
def chain() -> ChainState:
    """Two stores in the north and one in the south; the user works in the first.

    Each has ten boots; the first has none of the lamps, the others three.
    """
    state = ChainState(now=NOW, store_id="STO-0001")
    for name, region in (("Ashton Mall", "north"), ("Ashton Station", "north"), ("Bury", "south")):
        state.stores.insert(
            Store(
                id=state.new_id("stores"),
                name=name,
                city=name.split()[0],
                street="1 Mill Road",
                region=region,
                east_m=100 * len(state.stores),
                north_m=0,
                hours=WEEK,
                trucks=(2, 4),  # Wednesdays and Fridays
                shelf=8,
            )
        )
    for name, holdable in (("Reed Boots Brown", True), ("Reed Lamp Tall", True), ("Vest", False)):
        state.products.insert(
            Product(
                id=state.new_id("products"),
                name=name,
                category="shoes",
                price_cents=50_00,
                holdable=holdable,
            )
        )
    for store in state.stores:
        for product, count in zip(state.products, (10, 3, 5), strict=True):
            missing = (store.id, product.id) == ("STO-0001", "PRD-0002")
            state.stock.insert(
                Stock(
                    id=f"{store.id}/{product.id}",
                    store_id=store.id,
                    product_id=product.id,
                    on_hand=0 if missing else count,
                )
            )
    for name in ("Ana Cruz", "Ben Cruz"):
        row = {"id": state.new_id("customers"), "name": name, "phone": "555-0101"}
        state.customers.insert(Customer(**row))
    for ahead, closes in (("2026-03-20", None), ("2026-03-21", "14:00")):
        row = {"id": state.new_id("special_days"), "store_id": "STO-0001", "date": ahead}
        state.special_days.insert(SpecialDay(closes=closes, **row))
    return state


@pytest.fixture
def call(chain: ChainState) -> Call:
    """Calls a tool, the clock's included, and returns its result."""
    return caller(server, chain)


@pytest.fixture
def refused(chain: ChainState) -> Refused:
    """Makes a call that must be refused, and returns the message."""
    return refuser(server, chain)


@pytest.fixture
def held(call: Call):
    """Holds boots for Ana Cruz until tomorrow and returns the id of the hold."""

    def hold(**changes: object) -> str:
        arguments = {"product_id": "PRD-0001", "customer_id": "CUS-0001", "until": "2026-03-19"}
        return str(call("place_hold", **(arguments | changes))["hold_id"])

    return hold


@pytest.fixture
def requested(call: Call):
    """Requests two boots from Ashton Station and returns the id of the transfer."""

    def request(**changes: object) -> str:
        arguments = {"product_id": "PRD-0001", "from_store_id": "STO-0002", "quantity": 2}
        return str(call("request_transfer", **(arguments | changes))["transfer_id"])

    return request
