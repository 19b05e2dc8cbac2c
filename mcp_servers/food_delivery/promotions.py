"""Promotions: which there are, and applying one to the basket."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.food_delivery import pricing
from mcp_servers.food_delivery.failures import PromotionApplied
from mcp_servers.food_delivery.state import FoodState, Promotion


class PromotionRow(Output):
    """A promotion in a list."""

    promotion_id: Annotated[str, out("Id of the promotion.", entity="promotion")]
    title: Annotated[str, out("Name of the promotion.", label_of="promotion")]
    offer: Annotated[str, out("What it gives.")]
    good_for: Annotated[str, out("Where it can be used.")]
    minimum_cents: Annotated[int, out("Least price of the dishes.", format="money")]
    ends_on: Annotated[str, out("Last day.", format="date")]
    uses_left: Annotated[int, out("How often it can still be used.")]


class Promotions(Page):
    """Result of list_promotions."""

    promotions: Annotated[list[PromotionRow], out("Running ones first, by their last day.")]


class PromotionReport(Output):
    """Result of apply_promotion."""

    title: Annotated[str, out("Name of the promotion.")]
    offer: Annotated[str, out("What it gives.")]
    discount_cents: Annotated[int, out("What it takes off the dishes.", format="money")]
    total_cents: Annotated[int, out("What the basket costs now, tip left out.", format="money")]


def list_promotions(
    state: FoodState,
    running_only: Annotated[bool, arg("Only those of today.")] = False,
    offset: Offset = 0,
    limit: Limit = 5,
) -> Promotions:
    """Lists promotions with what they give, where, and from what price of the dishes."""
    rows = [p for p in state.promotions if pricing.is_running(state, p) or not running_only]
    rows.sort(key=lambda p: (not pricing.is_running(state, p), p.ends_on, p.title))
    shown, next_offset = page(rows, offset, limit)
    return Promotions(
        promotions=[_row(state, promotion) for promotion in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def apply_promotion(
    state: FoodState,
    promotion_id: Annotated[str, arg("Id of the promotion.", entity="promotion")],
) -> PromotionReport:
    """Applies a promotion to the basket, in place of the one that it has, if any."""
    promotion = state.promotions.require(promotion_id)
    if state.promotion_id == promotion.id:
        raise PromotionApplied(
            f"{promotion.title} ({promotion.id}) is applied already; place_order uses it."
        )
    if (error := pricing.misfit(state, promotion)) is not None:
        raise error
    state.promotion_id = promotion.id
    restaurant = pricing.basket_restaurant(state)
    assert restaurant is not None  # an empty basket is a misfit
    price = pricing.quote(state, restaurant)
    return PromotionReport(
        title=promotion.title,
        offer=pricing.offer(promotion),
        discount_cents=price.discount_cents,
        total_cents=price.total_cents,
    )


def _row(state: FoodState, promotion: Promotion) -> PromotionRow:
    return PromotionRow(
        promotion_id=promotion.id,
        title=promotion.title,
        offer=pricing.offer(promotion),
        good_for=pricing.good_for(state, promotion),
        minimum_cents=promotion.minimum_cents,
        ends_on=promotion.ends_on,
        uses_left=pricing.uses_left(state, promotion),
    )
