"""What households have in common: accounts, categories, what recurs, and names for all of it."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_servers.budget.state import AccountKind, Every, Group
from mcp_servers.core.worlds import World


@dataclass(frozen=True, slots=True)
class AccountPlan:
    """An account: opening balance in dollars, how far below 0 it may go, withdrawals a month."""

    name: str
    kind: AccountKind
    dollars: tuple[int, int]
    below: int = 0
    withdrawals: int | None = None


@dataclass(frozen=True, slots=True)
class CategoryPlan:
    """A category: a monthly limit in dollars, purchases a month, and what its shops are called."""

    name: str
    group: Group
    limit: int
    purchases: int = 0
    shops: tuple[str, ...] = ()
    strict: bool = False
    rolls_over: bool = False


@dataclass(frozen=True, slots=True)
class RecurringPlan:
    """What recurs: payee, category, account (by place), dollars, how often, day of the month."""

    payee: str
    category: str
    account: int
    dollars: tuple[int, int]
    every: Every
    day: int


JOINT, FIRST, SECOND, VISA, MASTERCARD, EMERGENCY, HOLIDAY, WALLET, TIN, CLOSED = range(10)

ACCOUNTS = (
    AccountPlan("Joint Checking", "checking", (4_000, 7_000), below=500),
    AccountPlan("{a}'s Checking", "checking", (1_200, 2_500)),
    AccountPlan("{b}'s Checking", "checking", (900, 2_000), below=200),
    AccountPlan("{bank} Visa", "credit_card", (-900, -200), below=4_000),
    AccountPlan("{bank} Mastercard", "credit_card", (-1_460, -1_420), below=1_500),
    AccountPlan("Emergency Savings", "savings", (5_000, 9_000), withdrawals=3),
    AccountPlan("Holiday Savings", "savings", (800, 2_500), withdrawals=2),
    AccountPlan("{a}'s Wallet", "cash", (40, 160)),
    AccountPlan("Kitchen Tin", "cash", (20, 90)),
    AccountPlan("{old} Savings", "savings", (300, 900)),
)

CATEGORIES = (
    CategoryPlan("Rent", "housing", 1_650),
    CategoryPlan("Electricity", "housing", 140),
    CategoryPlan("Internet", "housing", 60),
    CategoryPlan("Home Insurance", "housing", 45),
    CategoryPlan("Home Repairs", "housing", 90, 1, ("Hardware", "Paints"), rolls_over=True),
    CategoryPlan("Groceries", "food", 640, 9, ("Market", "Foods", "Bakery")),
    CategoryPlan("Eating Out", "food", 220, 4, ("Diner", "Pizza", "Grill"), strict=True),
    CategoryPlan("Coffee", "food", 50, 5, ("Coffee", "Espresso Bar"), strict=True),
    CategoryPlan("Car Fuel", "transport", 180, 3, ("Fuel", "Petrol")),
    CategoryPlan("Car Insurance", "transport", 95),
    CategoryPlan("Car Repairs", "transport", 80, 1, ("Garage", "Tyres"), rolls_over=True),
    CategoryPlan("Public Transport", "transport", 70, 3, ("Buses", "Rail")),
    CategoryPlan("Health Insurance", "health", 240),
    CategoryPlan("Medicine", "health", 60, 2, ("Pharmacy", "Drugstore")),
    CategoryPlan("Dentist", "health", 50, 0, ("Dental",), rolls_over=True),
    CategoryPlan("{c}'s Music Lessons", "family", 130),
    CategoryPlan("{c}'s Clothes", "family", 90, 1, ("Kids", "Shoes"), strict=True, rolls_over=True),
    CategoryPlan("{d}'s Sports Club", "family", 60),
    CategoryPlan("{d}'s Clothes", "family", 80, 1, ("Kids", "Outfitters")),
    CategoryPlan("Child Care", "family", 320),
    CategoryPlan("Books", "leisure", 50, 2, ("Books", "Comics"), rolls_over=True),
    CategoryPlan("Streaming", "leisure", 45),
    CategoryPlan("Games", "leisure", 60, 2, ("Games", "Toys"), strict=True, rolls_over=True),
    CategoryPlan("Presents", "leisure", 75, 1, ("Gifts", "Flowers"), rolls_over=True),
    CategoryPlan("Garden", "leisure", 0, 1, ("Nursery",)),
    CategoryPlan("Pet Food", "leisure", 0),
)
ARCHIVED = "Pet Food"

INCOMES = ("{a}'s Salary", "{b}'s Salary", "Child Benefit", "Side Jobs", "Interest")

RECURRING = (
    RecurringPlan("{s0} Properties", "Rent", JOINT, (1_400, 1_650), "monthly", 1),
    RecurringPlan("{s1} Energy", "Electricity", JOINT, (80, 130), "monthly", 15),
    RecurringPlan("{s2} Broadband", "Internet", JOINT, (35, 60), "monthly", 31),
    RecurringPlan("{s3} Insurance", "Home Insurance", JOINT, (90, 130), "quarterly", 5),
    RecurringPlan("{s3} Motor Insurance", "Car Insurance", JOINT, (180, 260), "quarterly", 12),
    RecurringPlan("{s4} Health", "Health Insurance", JOINT, (180, 240), "monthly", 3),
    RecurringPlan("{s5} Music School", "{c}'s Music Lessons", FIRST, (20, 30), "weekly", 1),
    RecurringPlan("{s6} Athletics", "{d}'s Sports Club", FIRST, (35, 60), "monthly", 20),
    RecurringPlan("{s7} Nursery School", "Child Care", JOINT, (240, 320), "monthly", 2),
    RecurringPlan("{s8} Films", "Streaming", VISA, (9, 16), "monthly", 29),
    RecurringPlan("{s8} Sports TV", "Streaming", VISA, (11, 20), "monthly", 9),
    RecurringPlan("{s9} Review", "Books", VISA, (30, 60), "yearly", 18),
    RecurringPlan("{e0}", "{a}'s Salary", JOINT, (3_300, 4_200), "monthly", 25),
    RecurringPlan("{e1}", "{b}'s Salary", JOINT, (1_700, 2_400), "monthly", 28),
    RecurringPlan("State Benefits", "Child Benefit", JOINT, (240, 300), "monthly", 7),
)


class Cast:
    """The names of one household and its shops.

    Args:
        world: the world that they are drawn from.
    """

    def __init__(self, world: World) -> None:
        self.rng = world.rng
        people = world.sample("first_name", 4)
        last = world.sample("last_name", 13)
        self._names = dict(zip("abcd", people, strict=True))
        self._names |= {f"s{n}": name for n, name in enumerate(last[:10])}
        self._names |= {f"e{n}": name for n, name in enumerate(world.sample("company", 2))}
        self._names |= {"bank": f"{last[10]} Bank", "old": last[11]}
        self._shops = last[:10]

    def fill(self, template: str) -> str:
        """Returns a name with the household's own names in it."""
        return template.format_map(self._names)

    def shop(self, kinds: tuple[str, ...]) -> str:
        """Returns one of some shops; several kinds of shop bear one family's name."""
        kind = self.rng.choice(kinds)
        return f"{self._shops[(len(kind) + self.rng.randrange(2)) % len(self._shops)]} {kind}"
