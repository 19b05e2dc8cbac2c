"""What restaurants of each cuisine are called and what they cook."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_servers.food_delivery.state import Category, Cuisine


@dataclass(frozen=True, slots=True)
class Recipe:
    """A dish that a kitchen may have; `options` is True where choice and extras go with it."""

    name: str
    category: Category
    price_cents: int
    vegetarian: bool = False
    options: bool = False


@dataclass(frozen=True, slots=True)
class Kitchen:
    """A cuisine: names of places, dishes, the special of the chef, what mains come in and with."""

    places: tuple[str, ...]
    recipes: tuple[Recipe, ...]
    special: str
    choice: str
    choices: tuple[tuple[str, int], ...]
    extras: tuple[tuple[str, int], ...]


_SPICE = ("spice level", (("Mild", 0), ("Medium Hot", 0), ("Extra Hot", 50)))
_SIZE = ("size", (("Small", 0), ("Regular", 1_50), ("Family Size", 5_00)))

KITCHENS: dict[Cuisine, Kitchen] = {
    "american": Kitchen(
        ("Diner", "Grill", "Burgers"),
        (
            Recipe("Chicken Wings", "starter", 8_50),
            Recipe("Onion Rings", "starter", 5_90, True),
            Recipe("Cheese Burger", "main", 11_50, False, True),
            Recipe("Bacon Burger", "main", 12_90, False, True),
            Recipe("Black Bean Burger", "main", 11_90, True, True),
            Recipe("Pulled Pork Sandwich", "main", 13_40),
            Recipe("French Fries", "side", 4_20, True),
            Recipe("Sweet Potato Fries", "side", 4_90, True),
            Recipe("Apple Pie", "dessert", 5_50, True),
            Recipe("Root Beer", "drink", 2_90, True),
        ),
        "Burger",
        *_SIZE,
        (("Pickles", 50), ("Fried Egg", 1_50), ("Jalapenos", 80), ("Avocado", 2_00)),
    ),
    "indian": Kitchen(
        ("Tandoor", "Curry House", "Spice Kitchen"),
        (
            Recipe("Vegetable Samosas", "starter", 5_80, True),
            Recipe("Lamb Samosas", "starter", 6_80),
            Recipe("Chicken Tikka Masala", "main", 14_50, False, True),
            Recipe("Paneer Tikka Masala", "main", 13_50, True, True),
            Recipe("Lamb Rogan Josh", "main", 15_90, False, True),
            Recipe("Lentil Dal", "main", 10_90, True, True),
            Recipe("Garlic Naan", "side", 3_50, True),
            Recipe("Butter Naan", "side", 3_20, True),
            Recipe("Mango Kulfi", "dessert", 4_80, True),
            Recipe("Mango Lassi", "drink", 4_20, True),
        ),
        "Curry",
        *_SPICE,
        (("Raita", 1_80), ("Mango Chutney", 1_20), ("Extra Rice", 2_50), ("Papadam", 1_00)),
    ),
    "italian": Kitchen(
        ("Pizzeria", "Trattoria", "Pasta Bar"),
        (
            Recipe("Tomato Bruschetta", "starter", 6_40, True),
            Recipe("Caprese Salad", "starter", 8_20, True),
            Recipe("Margherita Pizza", "main", 11_00, True, True),
            Recipe("Marinara Pizza", "main", 10_20, True, True),
            Recipe("Salami Pizza", "main", 12_60, False, True),
            Recipe("Lasagne Bolognese", "main", 13_80),
            Recipe("Garlic Bread", "side", 4_50, True),
            Recipe("Rosemary Focaccia", "side", 4_90, True),
            Recipe("Coffee Tiramisu", "dessert", 6_20, True),
            Recipe("Blood Orange Soda", "drink", 3_20, True),
        ),
        "Pizza",
        *_SIZE,
        (("Olives", 1_20), ("Mushrooms", 1_50), ("Anchovies", 1_90), ("Parmesan", 1_40)),
    ),
    "japanese": Kitchen(
        ("Sushi", "Ramen Bar", "Izakaya"),
        (
            Recipe("Salted Edamame", "starter", 4_80, True),
            Recipe("Pork Gyoza", "starter", 7_20),
            Recipe("Shoyu Ramen", "main", 14_20, False, True),
            Recipe("Miso Ramen", "main", 13_90, True, True),
            Recipe("Salmon Sushi Set", "main", 18_50),
            Recipe("Vegetable Sushi Set", "main", 14_90, True),
            Recipe("Seaweed Salad", "side", 5_20, True),
            Recipe("Miso Soup", "side", 3_80, True),
            Recipe("Matcha Mochi", "dessert", 5_40, True),
            Recipe("Green Tea", "drink", 2_80, True),
        ),
        "Ramen",
        "noodles",
        (("Thin Noodles", 0), ("Thick Noodles", 0), ("Rice Noodles", 1_00)),
        (("Soft Egg", 1_80), ("Bamboo Shoots", 1_20), ("Corn", 90), ("Roast Pork", 3_50)),
    ),
    "mexican": Kitchen(
        ("Taqueria", "Cantina", "Burritos"),
        (
            Recipe("Guacamole with Chips", "starter", 7_50, True),
            Recipe("Cheese Quesadilla", "starter", 6_90, True),
            Recipe("Beef Burrito", "main", 12_40, False, True),
            Recipe("Bean Burrito", "main", 10_80, True, True),
            Recipe("Chicken Tacos", "main", 11_90, False, True),
            Recipe("Fish Tacos", "main", 13_20, False, True),
            Recipe("Refried Beans", "side", 3_90, True),
            Recipe("Cilantro Rice", "side", 3_50, True),
            Recipe("Cinnamon Churros", "dessert", 5_20, True),
            Recipe("Hibiscus Tea", "drink", 3_10, True),
        ),
        "Burrito",
        *_SPICE,
        (("Sour Cream", 90), ("Pico de Gallo", 1_20), ("Queso", 1_80), ("Grilled Corn", 1_50)),
    ),
    "thai": Kitchen(
        ("Thai Kitchen", "Wok", "Noodles"),
        (
            Recipe("Vegetable Spring Rolls", "starter", 5_90, True),
            Recipe("Chicken Satay", "starter", 7_40),
            Recipe("Pad Thai with Tofu", "main", 12_50, True, True),
            Recipe("Pad Thai with Shrimp", "main", 14_50, False, True),
            Recipe("Green Curry", "main", 13_20, False, True),
            Recipe("Red Curry", "main", 13_20, False, True),
            Recipe("Jasmine Rice", "side", 2_90, True),
            Recipe("Papaya Salad", "side", 7_80, True),
            Recipe("Mango Sticky Rice", "dessert", 6_50, True),
            Recipe("Thai Iced Tea", "drink", 3_90, True),
        ),
        "Curry",
        *_SPICE,
        (("Roast Peanuts", 80), ("Extra Tofu", 2_00), ("Thai Basil", 60), ("Fried Shallots", 90)),
    ),
}
