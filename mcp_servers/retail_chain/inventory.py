"""Stock: finding it, reserving it, and what to say where there is too little."""

from __future__ import annotations

from mcp_servers.core.wording import listed
from mcp_servers.retail_chain.failures import InsufficientStock
from mcp_servers.retail_chain.state import ChainState, Product, Stock, Store


def stock_of(state: ChainState, store_id: str, product_id: str) -> Stock:
    """Returns what a store has of a product; every store has a row for each."""
    return state.stock.require(f"{store_id}/{product_id}")


def change(
    state: ChainState, store_id: str, product_id: str, *, on_hand: int = 0, reserved: int = 0
) -> Stock:
    """Adds to what is on hand and reserved, negative numbers included, and returns the row."""
    row = stock_of(state, store_id, product_id)
    return state.stock.update(
        row.id, on_hand=row.on_hand + on_hand, reserved=row.reserved + reserved
    )


def require_available(
    state: ChainState, store: Store, product: Product, quantity: int, kept: int = 0
) -> None:
    """Checks that a store can spare units of a product, with `kept` of them left.

    Raises:
        InsufficientStock: naming what it can spare, and stores that have enough.
    """
    row = stock_of(state, store.id, product.id)
    spare = max(0, row.available - kept)
    if quantity > spare:
        others = [
            f"{other.name} ({other.id})"
            for other in state.stores
            if other.id != store.id
            and not other.shut
            and stock_of(state, other.id, product.id).available - kept >= quantity
        ]
        stays = f" and keeps {kept} of them" if kept else ""
        raise InsufficientStock(
            f"{store.name} has {row.available} of {product.name} ({product.id}) available{stays}, "
            f"so {spare} can be had there, not {quantity}. Stores with enough: {listed(others)}."
        )


def incoming(state: ChainState, store_id: str, product_id: str) -> int:
    """Returns how many units are on their way to a store, or lie there unpacked."""
    rows = state.transfers.where(to_store_id=store_id, product_id=product_id)
    return sum(row.quantity for row in rows if row.status in ("in_transit", "arrived"))


def distance_m(one: Store, other: Store) -> int:
    """Returns how far two stores are apart, along the roads of a grid."""
    return abs(one.east_m - other.east_m) + abs(one.north_m - other.north_m)
