"""Tools on the wish list."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.shopping.cart import VariantId
from mcp_servers.shopping.catalogue import called
from mcp_servers.shopping.failures import AlreadyWished, WishListFull
from mcp_servers.shopping.state import MOST_WISHES, ShopState, Wish


class WishRow(Output):
    """An entry of the wish list."""

    wish_id: Annotated[str, out("Id of the entry.", entity="wish")]
    variant_id: Annotated[str, out("Id of the variant.", entity="variant")]
    item: Annotated[str, out("Name of the product.", label_of="wish")]
    option: Annotated[str, out("Colour or size.", label_of="variant")]
    price_cents: Annotated[int, out("Price now.", format="money")]
    stock: Annotated[int, out("How many are left.")]


class Wishes(Page):
    """Result of list_wish_list."""

    wishes: Annotated[list[WishRow], out("Newest first.")]


class WishReport(Output):
    """Result of a tool that changes the wish list."""

    wish_id: Annotated[str, out("Id of the entry.", entity="wish")]
    entry: Annotated[str, out("What it is.", label_of="wish")]
    entries: Annotated[int, out("How many there are now.")]


def list_wish_list(
    state: ShopState,
    in_stock: Annotated[bool | None, arg("true leaves out what is sold out.")] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Wishes:
    """Lists what the customer wants to buy some day, with prices and stock as they are now."""
    found = sorted(state.wishes, key=lambda wish: (wish.added_on, wish.id), reverse=True)
    if in_stock:
        found = [wish for wish in found if state.variants.require(wish.variant_id).stock]
    rows, next_offset = page(found, offset, limit)
    return Wishes(wishes=[_row(state, w) for w in rows], total=len(found), next_offset=next_offset)


def add_to_wish_list(state: ShopState, variant_id: VariantId) -> WishReport:
    """Keeps a variant for later, sold out or not."""
    variant = state.variants.require(variant_id)
    name = called(state, variant)
    if state.wishes.where(variant_id=variant_id):
        raise AlreadyWished(f"{name} is on the wish list already; choose another variant.")
    if len(state.wishes) >= MOST_WISHES:
        raise WishListFull(
            f"The wish list has {MOST_WISHES} entries, the most it may; remove one before you add "
            f"{name}."
        )
    wish = state.wishes.insert(
        Wish(
            id=state.new_id("wishes"),
            variant_id=variant_id,
            added_on=state.now.date().isoformat(),
        )
    )
    return WishReport(wish_id=wish.id, entry=name, entries=len(state.wishes))


def remove_from_wish_list(
    state: ShopState,
    wish_id: Annotated[str, arg("Id of the entry, from list_wish_list.", entity="wish")],
) -> WishReport:
    """Takes an entry off the wish list."""
    wish = state.wishes.delete(wish_id)
    name = called(state, state.variants.require(wish.variant_id))
    return WishReport(wish_id=wish.id, entry=name, entries=len(state.wishes))


def _row(state: ShopState, wish: Wish) -> WishRow:
    variant = state.variants.require(wish.variant_id)
    return WishRow(
        wish_id=wish.id,
        variant_id=variant.id,
        item=state.products.require(variant.product_id).name,
        option=variant.option,
        price_cents=variant.price_cents,
        stock=variant.stock,
    )
