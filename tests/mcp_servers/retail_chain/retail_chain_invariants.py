"""The invariants that the state of the chain declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter
from datetime import date

from mcp_servers.retail_chain import hours
from mcp_servers.retail_chain.state import MOST_HOLDS, MOST_UNITS, ChainState


def check_invariants(state: ChainState) -> None:
    """Asserts every invariant of mcp_servers/retail_chain/state.py that one state can show."""
    _reservations_are_of_holds_and_requests(state)
    _holds_fit(state)
    _transfers_make_sense(state)
    assert len(state.stock) == len(state.stores) * len(state.products)
    assert not state.stores.require(state.store_id).shut


def units(state: ChainState, collected: bool = True) -> Counter[str]:
    """Returns the units of each product that are anywhere, or were collected or lost."""
    count: Counter[str] = Counter()
    for row in state.stock:
        count[row.product_id] += row.on_hand
    for transfer in state.transfers:
        if transfer.status in ("in_transit", "arrived"):
            count[transfer.product_id] += transfer.quantity
        elif transfer.status == "received":
            count[transfer.product_id] += transfer.quantity - (transfer.received or 0)
    for hold in state.holds.where(status="collected") if collected else ():
        count[hold.product_id] += hold.quantity
    return count


def _reservations_are_of_holds_and_requests(state: ChainState) -> None:
    reserved: Counter[str] = Counter()
    for hold in state.holds.where(status="waiting"):
        reserved[f"{hold.store_id}/{hold.product_id}"] += hold.quantity
    for transfer in state.transfers.where(status="requested"):
        reserved[f"{transfer.from_store_id}/{transfer.product_id}"] += transfer.quantity
    for row in state.stock:
        assert row.reserved == reserved[row.id]
        assert 0 <= row.reserved <= row.on_hand


def _holds_fit(state: ChainState) -> None:
    waiting = state.holds.where(status="waiting")
    of_customers, on_shelves = Counter[str](), Counter[str]()
    for hold in waiting:
        assert 1 <= hold.quantity <= MOST_UNITS
        assert hold.customer_id in state.customers
        assert state.products.require(hold.product_id).holdable
        assert hold.until >= state.now.date().isoformat()
        store = state.stores.require(hold.store_id)
        assert hours.hours_on(state, store, date.fromisoformat(hold.until))
        of_customers[hold.customer_id] += 1
        on_shelves[hold.store_id] += hold.quantity
    assert max(of_customers.values(), default=0) <= MOST_HOLDS
    for store_id, quantity in on_shelves.items():
        assert quantity <= state.stores.require(store_id).shelf


def _transfers_make_sense(state: ChainState) -> None:
    requests: Counter[tuple[str, str, str]] = Counter()
    for transfer in state.transfers:
        source = state.stores.require(transfer.from_store_id)
        target = state.stores.require(transfer.to_store_id)
        assert source.id != target.id
        assert source.region == target.region
        assert transfer.product_id in state.products
        assert transfer.requested_on <= state.now.date().isoformat()
        assert (transfer.expected_on is not None) == (transfer.status == "in_transit")
        assert (transfer.received is not None) == (transfer.status == "received")
        assert 0 <= (transfer.received or 0) <= transfer.quantity
        if transfer.status == "requested":
            requests[transfer.product_id, source.id, target.id] += 1
    assert max(requests.values(), default=0) <= 1
