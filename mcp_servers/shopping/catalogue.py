"""Look-ups on products: search, one product with its variants, reviews."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.shopping.state import (
    OTHER_RETURN_DAYS,
    RETURN_DAYS,
    Category,
    Product,
    Review,
    ShopState,
    Variant,
)

ProductId = Annotated[str, arg("Id of the product.", entity="product")]
Key = Callable[[tuple[Product, list[Variant]]], tuple[int, str]]


class ProductRow(Output):
    """A product in a list."""

    product_id: Annotated[str, out("Id of the product.", entity="product")]
    name: Annotated[str, out("Name of the product.", label_of="product")]
    category: Annotated[str, out("What kind of goods.")]
    from_cents: Annotated[int, out("Price of the cheapest variant.", format="money")]
    in_stock: Annotated[bool, out("false where every variant is sold out.")]


class Products(Page):
    """Result of search_products."""

    products: Annotated[list[ProductRow], out("Those that fit.")]


class VariantRow(Output):
    """A variant of a product."""

    variant_id: Annotated[str, out("Id of the variant.", entity="variant")]
    option: Annotated[str, out("Colour or size.", label_of="variant")]
    price_cents: Annotated[int, out("Price in cents.", format="money")]
    was_cents: Annotated[int | None, out("Price before the sale.", format="money")] = None
    stock: Annotated[int, out("How many are left.")]


class ProductDetails(Output):
    """Result of get_product."""

    product_id: Annotated[str, out("Id of the product.", entity="product")]
    name: Annotated[str, out("Name of the product.", label_of="product")]
    category: Annotated[str, out("What kind of goods.")]
    about: Annotated[str, out("What it is like.")]
    most_per_order: Annotated[int, out("How many of a variant an order may hold.")]
    weight_grams: Annotated[int, out("Weight of one; over 10000 is oversized.")]
    returns: Annotated[str, out("Whether and for how long it can be returned.")]
    reviews: Annotated[int, out("How many reviews there are.")]
    variants: Annotated[list[VariantRow], out("What can be bought.")]


class ReviewRow(Output):
    """A review."""

    author: Annotated[str, out("Who wrote it.")]
    stars: Annotated[int, out("One to five.")]
    text: Annotated[str, out("What they wrote.")]
    written_on: Annotated[str, out("When.", format="date")]


class Reviews(Page):
    """Result of list_reviews."""

    average_stars: Annotated[str | None, out("Average of all reviews, such as 4.2.")] = None
    reviews: Annotated[list[ReviewRow], out("Those that fit.")]


def search_products(
    state: ShopState,
    query: Annotated[
        str,
        arg(
            "Words of the name, or parts of them; all must fit.",
            examples=("backpack", "jacket", "lamp", "kettle", "chair"),
            min_length=1,
        ),
    ],
    category: Annotated[Category | None, arg("Only these goods.")] = None,
    max_price_cents: Annotated[int | None, arg("At most this.", format="money", ge=1)] = None,
    in_stock: Annotated[bool | None, arg("true leaves out what is sold out.")] = None,
    sort: Annotated[Literal["name", "cheapest", "dearest"], arg("Order.")] = "name",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Products:
    """Finds products by words of their name; tells their ids and lowest prices."""
    words = query.casefold().split()
    variants: dict[str, list[Variant]] = {}
    for variant in state.variants:
        variants.setdefault(variant.product_id, []).append(variant)
    found = [
        (product, variants[product.id])
        for product in state.products
        if category in (None, product.category)
        and all(word in product.name.casefold() for word in words)
    ]
    if max_price_cents is not None:
        found = [pair for pair in found if _lowest(pair[1]) <= max_price_cents]
    if in_stock:
        found = [pair for pair in found if _any_left(pair[1])]
    found.sort(key=_KEYS[sort])
    rows, next_offset = page(found, offset, limit)
    return Products(
        products=[_row(*pair) for pair in rows], total=len(found), next_offset=next_offset
    )


def get_product(state: ShopState, product_id: ProductId) -> ProductDetails:
    """Gets one product: its variants with ids, prices and stock, and whether it can be returned."""
    product = state.products.require(product_id)
    return ProductDetails(
        product_id=product.id,
        name=product.name,
        category=product.category,
        about=product.about,
        most_per_order=product.most_per_order,
        weight_grams=product.grams,
        returns=_policy(product),
        reviews=len(state.reviews.where(product_id=product.id)),
        variants=[_variant(v) for v in state.variants.where(product_id=product.id)],
    )


def list_reviews(
    state: ShopState,
    product_id: ProductId,
    stars: Annotated[int | None, arg("Only those with so many stars.", ge=1, le=5)] = None,
    sort: Annotated[Literal["newest", "best", "worst"], arg("Order.")] = "newest",
    offset: Offset = 0,
    limit: Limit = 4,
) -> Reviews:
    """Shows what customers think of a product."""
    state.products.require(product_id)
    every = state.reviews.where(product_id=product_id)
    found = [review for review in every if stars in (None, review.stars)]
    found.sort(key=lambda review: (review.written_on, review.id), reverse=True)
    if sort != "newest":
        found.sort(key=lambda review: review.stars, reverse=sort == "best")
    rows, next_offset = page(found, offset, limit)
    average = f"{sum(r.stars for r in every) / len(every):.1f}" if every else None
    return Reviews(
        average_stars=average,
        reviews=[_review(review) for review in rows],
        total=len(found),
        next_offset=next_offset,
    )


def return_days(product: Product) -> int:
    """Returns for how many days after delivery a product can be returned."""
    return RETURN_DAYS.get(product.category, OTHER_RETURN_DAYS)


def called(state: ShopState, variant: Variant) -> str:
    """Returns a variant as messages call it: `Meyer Backpack 30 L in Olive`."""
    return f"{state.products.require(variant.product_id).name} in {variant.option}"


def _policy(product: Product) -> str:
    within = f"within {return_days(product)} days of delivery"
    return f"final sale, if faulty {within}" if product.final_sale else within


def _lowest(variants: list[Variant]) -> int:
    return min(variant.price_cents for variant in variants)


def _any_left(variants: list[Variant]) -> bool:
    return any(variant.stock for variant in variants)


_KEYS: dict[str, Key] = {
    "name": lambda pair: (0, pair[0].name),
    "cheapest": lambda pair: (_lowest(pair[1]), pair[0].name),
    "dearest": lambda pair: (-_lowest(pair[1]), pair[0].name),
}


def _row(product: Product, variants: list[Variant]) -> ProductRow:
    return ProductRow(
        product_id=product.id,
        name=product.name,
        category=product.category,
        from_cents=_lowest(variants),
        in_stock=_any_left(variants),
    )


def _variant(variant: Variant) -> VariantRow:
    return VariantRow(
        variant_id=variant.id,
        option=variant.option,
        price_cents=variant.price_cents,
        was_cents=variant.list_price_cents,
        stock=variant.stock,
    )


def _review(review: Review) -> ReviewRow:
    return ReviewRow(
        author=review.author, stars=review.stars, text=review.text, written_on=review.written_on
    )
