"""Look-ups on products, and on where they are in stock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, TypeVar

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.retail_chain import inventory
from mcp_servers.retail_chain.state import ChainState, Product, Store

ProductId = Annotated[str, arg("Id of the product.", entity="product")]
RowT = TypeVar("RowT")


class ProductRow(Output):
    """A product in a list."""

    product_id: Annotated[str, out("Id of the product.", entity="product")]
    name: Annotated[str, out("Name with variant.", label_of="product")]
    price_cents: Annotated[int, out("Price.", format="money")]
    here: Annotated[int, out("Units available in your store.")]
    clearance: Annotated[bool | None, out("true where it is not held for anybody.")] = None


class Products(Page):
    """Result of search_products."""

    products: Annotated[list[ProductRow], out("Best match first.")]


class StockRow(Output):
    """What a store has of a product."""

    store_id: Annotated[str, out("Id of the store.", entity="store")]
    store: Annotated[str, out("Name of the store.", label_of="store")]
    available: Annotated[int, out("Units that can be sold, held or sent.")]
    reserved: Annotated[int, out("Units on hand that are spoken for.")]
    incoming: Annotated[int | None, out("Units on their way there.")] = None
    distance_m: Annotated[int, out("Metres from your store.")]


class StockReport(Page):
    """Result of check_stock."""

    product: Annotated[str, out("Name of the product.")]
    stores: Annotated[list[StockRow], out("In the order asked for.")]


def search_products(
    state: ChainState,
    query: Annotated[
        str,
        arg(
            "Words of the name or category.",
            min_length=1,
            examples=("jackets", "shoes", "bags", "lamps", "cookware"),
        ),
    ],
    most_cents: Annotated[int | None, arg("Highest price.", format="money", ge=1_00)] = None,
    sort_by: Annotated[Literal["match", "price"], arg("Order.")] = "match",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Products:
    """Finds products; variants differ in colour and size."""
    found = ranked(state.products, query, lambda product: f"{product.name} {product.category}")
    rows = [product for product in found if most_cents is None or product.price_cents <= most_cents]
    if sort_by == "price":
        rows.sort(key=lambda product: (product.price_cents, product.name))
    shown, next_offset = page(rows, offset, limit)
    return Products(
        products=[_row(state, product) for product in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def check_stock(
    state: ChainState,
    product_id: ProductId,
    sort_by: Annotated[Literal["available", "distance"], arg("Order.")] = "available",
    offset: Offset = 0,
    limit: Limit = 6,
) -> StockReport:
    """Gets how many units of a product each store has."""
    product = state.products.require(product_id)
    here = state.stores.require(state.store_id)
    rows = [_stock(state, store, product, here) for store in state.stores if not store.shut]
    if sort_by == "available":
        rows.sort(key=lambda row: (-row.available, row.store))
    else:
        rows.sort(key=lambda row: (row.distance_m, row.store))
    shown, next_offset = page(rows, offset, limit)
    return StockReport(product=product.name, stores=shown, total=len(rows), next_offset=next_offset)


def ranked(rows: Iterable[RowT], query: str, text: Callable[[RowT], str]) -> list[RowT]:
    """Returns the rows that have at least half of the words of a query, those with more first."""
    words = query.casefold().split()
    hits = []
    for row in rows:
        content = text(row).casefold()
        count = sum(word in content for word in words)
        if 2 * count >= len(words):
            hits.append((-count, content, row))
    return [row for _, _, row in sorted(hits, key=lambda hit: hit[:2])]


def _row(state: ChainState, product: Product) -> ProductRow:
    return ProductRow(
        product_id=product.id,
        name=product.name,
        price_cents=product.price_cents,
        here=inventory.stock_of(state, state.store_id, product.id).available,
        clearance=None if product.holdable else True,
    )


def _stock(state: ChainState, store: Store, product: Product, here: Store) -> StockRow:
    row = inventory.stock_of(state, store.id, product.id)
    return StockRow(
        store_id=store.id,
        store=store.name,
        available=row.available,
        reserved=row.reserved,
        incoming=inventory.incoming(state, store.id, product.id) or None,
        distance_m=inventory.distance_m(store, here),
    )
