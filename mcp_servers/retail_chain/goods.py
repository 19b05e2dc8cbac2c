"""What the chain sells: models of brands, each in a few variants."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_servers.retail_chain.state import Category


@dataclass(frozen=True, slots=True)
class Model:
    """A model; its variants are each colour in each size."""

    name: str
    category: Category
    price_cents: int
    colours: tuple[str, str]
    sizes: tuple[str, str]


MODELS = (
    Model("Trail Jacket", "jackets", 129_00, ("Navy", "Olive"), ("M", "L")),
    Model("Rain Jacket", "jackets", 89_00, ("Yellow", "Navy"), ("S", "M")),
    Model("Down Vest", "jackets", 99_00, ("Black", "Rust"), ("M", "XL")),
    Model("Hiking Boots", "shoes", 149_00, ("Brown", "Black"), ("Size 40", "Size 43")),
    Model("Running Shoes", "shoes", 109_00, ("White", "Blue"), ("Size 39", "Size 42")),
    Model("Canvas Backpack", "bags", 74_00, ("Grey", "Green"), ("20 L", "30 L")),
    Model("Travel Duffel", "bags", 84_00, ("Black", "Red"), ("40 L", "60 L")),
    Model("Desk Lamp", "lamps", 49_00, ("White", "Brass"), ("Short", "Tall")),
    Model("Floor Lamp", "lamps", 119_00, ("Black", "Copper"), ("Slim", "Wide")),
    Model("Frying Pan", "cookware", 44_00, ("Steel", "Cast Iron"), ("24 cm", "28 cm")),
    Model("Stock Pot", "cookware", 69_00, ("Steel", "Enamel"), ("5 Litre", "8 Litre")),
)
"""All of the models that there are; a world has `MODELS_SOLD` of them."""

MODELS_SOLD = 9
PLACES = ("Mall", "Station", "Harbour", "Old Town")
CITIES, STORES_A_CITY = 6, 2
