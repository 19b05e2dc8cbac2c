"""What the shop could sell: kinds of goods with their models, options, prices and weights."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_servers.shopping.state import Category

_COLOURS = ("Black", "Olive", "Navy", "Rust", "Sand")
_SIZES = ("size S", "size M", "size L", "size XL")
_SHOE_SIZES = ("size 38", "size 40", "size 42", "size 44")
_WOODS = ("Oak", "Walnut", "Ash")


@dataclass(frozen=True, slots=True)
class Kind:
    """Goods of one noun; two models of one brand need a look to tell apart.

    Attributes:
        models: how its products differ.
        options: how the variants of a product differ.
        dollars: lowest and highest price.
        grams: weight of one.
        about: what there is to say of it.
    """

    noun: str
    category: Category
    models: tuple[str, ...]
    options: tuple[str, ...]
    dollars: tuple[int, int]
    grams: int
    about: str
    final_sale: bool = False


KINDS = (
    Kind(
        "Backpack",
        "bags",
        ("20 L", "30 L", "45 L"),
        _COLOURS,
        (49, 129),
        1_100,
        "Water-repellent, padded straps",
    ),
    Kind(
        "Duffel Bag",
        "bags",
        ("40 L", "60 L"),
        _COLOURS,
        (59, 119),
        1_400,
        "Folds flat, carries like a rucksack",
    ),
    Kind(
        "Rain Jacket",
        "clothing",
        ("Light", "Lined"),
        _SIZES,
        (69, 179),
        450,
        "Taped seams, hood packs away",
    ),
    Kind(
        "Wool Sweater",
        "clothing",
        ("Crew Neck", "Roll Neck"),
        _SIZES,
        (49, 99),
        520,
        "Merino, machine washable",
    ),
    Kind(
        "Running Shoes",
        "shoes",
        ("Road", "Trail"),
        _SHOE_SIZES,
        (79, 149),
        640,
        "Cushioned, runs slightly small",
    ),
    Kind(
        "Hiking Boots",
        "shoes",
        ("Low", "High"),
        _SHOE_SIZES,
        (99, 199),
        1_300,
        "Leather, can be resoled",
    ),
    Kind(
        "Headphones",
        "electronics",
        ("On-Ear", "Over-Ear"),
        ("Black", "White", "Sand"),
        (59, 249),
        290,
        "Noise cancelling, 30 hours",
    ),
    Kind(
        "Speaker",
        "electronics",
        ("Mini", "Max"),
        ("Black", "White", "Rust"),
        (39, 199),
        900,
        "Battery powered, pairs in twos",
    ),
    Kind(
        "Kettle",
        "kitchen",
        ("1.0 L", "1.7 L"),
        ("Steel", "White", "Black"),
        (29, 89),
        1_200,
        "Stops by itself, keeps warm",
    ),
    Kind(
        "Frying Pan",
        "kitchen",
        ("24 cm", "28 cm"),
        ("Ceramic", "Cast Iron", "Steel"),
        (25, 79),
        1_900,
        "For all hobs, ovenproof",
    ),
    Kind(
        "Desk Lamp",
        "lighting",
        ("Clamp", "Stand"),
        ("Brass", "White", "Black"),
        (35, 99),
        1_500,
        "Dimmable, warm white",
    ),
    Kind(
        "Floor Lamp",
        "lighting",
        ("Arc", "Tripod"),
        ("Brass", "White", "Black"),
        (79, 189),
        6_500,
        "Linen shade, foot switch",
    ),
    Kind(
        "Bookcase",
        "furniture",
        ("3 Shelves", "5 Shelves"),
        _WOODS,
        (119, 349),
        24_000,
        "Flat-packed, wall fixing included",
    ),
    Kind(
        "Office Chair",
        "furniture",
        ("Mesh", "Padded"),
        ("Black", "Navy", "Sand"),
        (139, 329),
        15_500,
        "Height and arms adjustable",
    ),
    Kind(
        "Electric Shaver",
        "care",
        ("S3", "S5"),
        ("Black", "White"),
        (49, 149),
        380,
        "Wet and dry, hygiene article",
        final_sale=True,
    ),
    Kind(
        "Toothbrush",
        "care",
        ("Sonic", "Travel"),
        ("Mint", "White", "Black"),
        (19, 99),
        210,
        "Two heads, hygiene article",
        final_sale=True,
    ),
)

OPINIONS = {
    1: ("Broke after a week.", "Not as pictured, sent it back.", "Would not buy it again."),
    2: ("Feels cheaper than it looks.", "Too small for me.", "Arrived with a scratch."),
    3: ("Does what it should.", "Good, but not at that price.", "Took a while to get used to."),
    4: ("Very happy, the colour is a bit darker.", "Solid and well made.", "Nearly perfect."),
    5: ("Use it every day.", "Best one I have had.", "Bought a second one for my sister."),
}
