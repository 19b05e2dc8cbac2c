"""What issues are about: titles that need a look to tell apart, and texts under them.

The parts of the products that titles name are split like the names of people: a fifth of them
occurs only in worlds where everything is new.
"""

from __future__ import annotations

from random import Random

from mcp_servers.core.pools import is_held_out
from mcp_servers.issue_tracker.state import IssueType

FEATURES = (
    "Checkout",
    "Login page",
    "Invoice export",
    "Search box",
    "Notification center",
    "Password reset",
    "Profile page",
    "Dashboard",
    "Report builder",
    "File upload",
    "Calendar sync",
    "Payment form",
    "Address book",
    "Order history",
    "Shopping cart",
    "Tax calculation",
    "Audit log",
    "Team settings",
    "Onboarding tour",
    "Help center",
    "Live chat",
    "Image gallery",
    "Data import",
    "Sales chart",
    "Sign-up form",
    "Session timeout",
    "Currency switch",
    "Gift cards",
    "Discount codes",
    "Stock alerts",
    "Product filter",
    "Review form",
    "Wish list",
    "Map view",
    "Booking flow",
    "Refund form",
    "Message inbox",
    "Activity feed",
    "User roles",
    "Access tokens",
    "Event log",
    "Email templates",
    "Print view",
    "Dark mode",
    "Offline mode",
    "Autosave",
    "Undo history",
    "Spell check",
    "Tag manager",
    "Contact form",
    "Newsletter editor",
    "Cookie banner",
    "Video player",
    "Voice search",
    "Barcode scanner",
    "Receipt printer",
    "Loyalty points",
    "Delivery slots",
    "Store locator",
    "Price list",
    "Shift planner",
    "Expense form",
    "Photo editor",
    "Seat map",
    "Vote counter",
    "Translation memory",
    "Backup job",
    "Usage meter",
)
_PROBLEMS = (
    "crashes",
    "is slow",
    "shows an error",
    "freezes",
    "loses input",
    "ignores the time zone",
    "shows old data",
    "asks for the password twice",
)
_PLACES = ("on Safari", "on Firefox", "on Android", "on iPhone", "on tablets", "behind a proxy")
_WISHES = (
    "{} should remember filters",
    "{} for visitors without account",
    "{} should work by keyboard",
    "{} in French",
    "{} for large teams",
    "{} should explain each step",
)
_CHORES = (
    "Write tests for {}",
    "Document {}",
    "Measure response times of {}",
    "Remove dead code from {}",
    "Move {} to the new framework",
)
COMMENTS = (
    "I can see this as well.",
    "Does it still happen with the latest build?",
    "Screenshots are in the shared folder.",
    "Let's talk about it in the stand-up.",
    "A customer has asked for this again.",
    "I have a first draft, review welcome.",
    "This needs a decision from design.",
    "Works for me; which version is it?",
    "The fix is smaller than we thought.",
    "Not before the release, please.",
)
_ABOUT = {
    "bug": "Reported by support; happens for some users, not for all.",
    "story": "As asked for in the last interviews with customers.",
    "task": "Housekeeping; nothing that users will see.",
    "epic": "Gathers everything for the next version.",
}
LABELS = ("regression", "security", "customer", "flaky", "docs", "mobile", "billing", "quick-win")


def features(everything_new: bool) -> list[str]:
    """Returns the parts of products that a world may name."""
    return [name for name in FEATURES if is_held_out(name) == everything_new]


def titles(feature: str, rng: Random) -> list[tuple[IssueType, str]]:
    """Returns type and title of some issues on one part of a product.

    The first two differ only in where it happens, the third only in what happens.
    """
    first, other = rng.sample(_PROBLEMS, 2)
    here, there = rng.sample(_PLACES, 2)
    return [
        ("bug", f"{feature} {first} {here}"),
        ("bug", f"{feature} {first} {there}"),
        ("bug", f"{feature} {other} {here}"),
        ("story", rng.choice(_WISHES).format(feature)),
        ("task", rng.choice(_CHORES).format(feature)),
    ]


def about(type: IssueType) -> str:
    """Returns a sentence or two on an issue."""
    return _ABOUT[type]
