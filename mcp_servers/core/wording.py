"""How errors and results word sums and times, the same on every server."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime


def dollars(cents: int) -> str:
    """Returns an amount as people write it: 123456 -> `$1,234.56`."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def minute(moment: datetime) -> str:
    """Returns a time as rows and results hold it: `2026-03-18T10:30`."""
    return moment.isoformat(timespec="minutes")


def listed(names: Iterable[str], most: int = 5) -> str:
    """Returns names for a message, the first `most` of them: `Hall, Attic and 3 more`."""
    names = list(names)
    shown, more = names[:most], len(names) - most
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return ", ".join(shown) if shown else "none"
