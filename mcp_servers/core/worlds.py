"""Worlds: seeded, the same on every machine, split into training, development and held-out."""

from __future__ import annotations

import hashlib
import random
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from mcp_servers.core.pools import pool

if TYPE_CHECKING:
    from mcp_servers.core.state import State
    from mcp_servers.core.tools import ToolServer

Split = Literal["train", "development", "heldout"]

SPLITS: dict[Split, range] = {
    "train": range(900),
    "development": range(900, 1000),
    "heldout": range(1000, 1100),
}

_FIRST_DAY = datetime(2026, 1, 5)
_DAYS = 700


def split_of(seed: int) -> Split:
    """Returns the split that a world seed belongs to.

    Raises:
        ValueError: naming the ranges.
    """
    for split, seeds in SPLITS.items():
        if seed in seeds:
            return split
    ranges = ", ".join(f"{name} {r.start}-{r.stop - 1}" for name, r in SPLITS.items())
    raise ValueError(f"no world has the seed {seed}; there are: {ranges}")


class World:
    """What a server makes its state from.

    Args:
        seed: 0 to 1099, see `SPLITS`.
        server: the server's name: servers of one seed draw independently.
        everything_new: True where names come from the held-out pools; held-out seeds only, so
            that nobody tunes on those names.

    Attributes:
        rng: the only source of chance.
        now: date and time of the world, at a full quarter of an hour of a working day; the same
            for all servers of one seed.

    Raises:
        ValueError: for a seed out of range, or `everything_new` with another split.
    """

    def __init__(self, seed: int, server: str, everything_new: bool = False) -> None:
        if everything_new and split_of(seed) != "heldout":
            held_out = SPLITS["heldout"]
            raise ValueError(
                f"everything_new needs a held-out world ({held_out.start}-{held_out.stop - 1}),"
                f" got seed {seed} ({split_of(seed)})"
            )
        self.seed = seed
        self.server = server
        self.split = split_of(seed)
        self.everything_new = everything_new
        self.rng = keyed_random("world", server, seed)
        self.now = _now(seed)

    def pool(self, kind: str) -> tuple[str, ...]:
        """Returns the names of a kind that this world may use (pools.py lists the kinds)."""
        return pool(kind, held_out=self.everything_new)

    def sample(self, kind: str, count: int) -> list[str]:
        """Returns `count` different names of a kind."""
        return self.rng.sample(self.pool(kind), count)

    def people(self, count: int) -> list[str]:
        """Returns `count` full names; no two share a first name or a last name."""
        first, last = self.sample("first_name", count), self.sample("last_name", count)
        return [f"{a} {b}" for a, b in zip(first, last, strict=True)]


def keyed_random(*key: object) -> random.Random:
    """Returns a generator that is the same in every process for the same key."""
    digest = hashlib.sha256(repr(key).encode()).digest()
    return random.Random(int.from_bytes(digest[:16], "big"))


@lru_cache(maxsize=512)
def made_world(server: ToolServer, seed: int, everything_new: bool = False) -> State:
    """Returns the state that a world starts from. It is shared: copy before changing it.

    Raises:
        TypeError: where the server made a state of another type, or one that cannot be shared.
    """
    state = server.make_world(World(seed, server.name, everything_new))
    if not isinstance(state, server.state):
        raise TypeError(f"{server.name}: make_world gave {state!r}, not a {server.state.__name__}")
    state.require_immutable()
    return state


def _now(seed: int) -> datetime:
    rng = keyed_random("now", seed)
    day = _FIRST_DAY + timedelta(days=rng.randrange(_DAYS))
    weekend = max(0, day.weekday() - 4)
    return day + timedelta(days=-weekend, hours=rng.randrange(8, 18), minutes=15 * rng.randrange(4))
