"""Who occurs in a seeded world: words for companies and jobs, addresses, and who owns what."""

from __future__ import annotations

from random import Random

from mcp_servers.core.worlds import World
from mcp_servers.crm.state import CrmState

TRADES = (
    "Freight",
    "Foods",
    "Robotics",
    "Optics",
    "Textiles",
    "Hotels",
    "Clinics",
    "Cycles",
    "Timber",
    "Printing",
    "Ceramics",
    "Tools",
)
JOBS = (
    "Head of Purchasing",
    "Operations Manager",
    "Plant Manager",
    "Finance Director",
    "IT Manager",
    "Managing Director",
    "Office Manager",
)
_YOURS = 0.55


def people(world: World) -> list[str]:
    """Returns names to take from the end; now and then two share a first or a last name."""
    first, last = world.sample("first_name", 130), world.sample("last_name", 150)
    chosen = [f"{a} {world.rng.choice(last)}" for a in first]
    return chosen + [f"{world.rng.choice(first)} {b}" for b in world.rng.sample(last, 10)]


def draw_owner(state: CrmState, rng: Random) -> str:
    """Returns who owns a new record: you, or more rarely some colleague."""
    others = [user.id for user in state.users if user.id != state.me_id]
    return state.me_id if rng.random() < _YOURS else rng.choice(others)


def address(name: str, company: str) -> str:
    """Returns the e-mail address of somebody at a company."""
    parts = ["".join(c for c in text.lower() if c.isalnum()) for text in (name, company)]
    return f"{parts[0]}@{parts[1]}.example"
