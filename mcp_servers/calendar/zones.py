"""From the clock on a wall to the instant, and back: every comparison is made in UTC.

An instant is a naive datetime in UTC. A time that a clock skips in spring counts as RFC 5545
(3.3.5) says, with the offset before the gap; one that it shows twice in autumn is the first.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from mcp_servers.calendar.state import CalendarState
from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.wording import minute

ZONES = (
    "America/Los_Angeles",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Sydney",
)


@lru_cache(maxsize=1 << 16)
def instant(local: str, zone: str) -> datetime:
    """Returns the instant at which the clocks of a zone show a time."""
    aware = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))
    return aware.astimezone(UTC).replace(tzinfo=None)


@lru_cache(maxsize=1 << 16)
def local_time(moment: datetime, zone: str) -> str:
    """Returns what the clocks of a zone show at an instant."""
    aware = moment.replace(tzinfo=UTC).astimezone(ZoneInfo(zone))
    return minute(aware.replace(tzinfo=None))


def at_home(state: CalendarState, moment: datetime) -> str:
    """Returns what the clocks at home show at an instant."""
    return local_time(moment, state.home_zone)


def present(state: CalendarState) -> datetime:
    """Returns the instant of the world's clock."""
    return instant(minute(state.now), state.home_zone)


def day_at_home(state: CalendarState, day: date, days: int = 1) -> tuple[datetime, datetime]:
    """Returns the instants at which a day begins at home, and the last of so many ends."""
    begins, ends = f"{day}T00:00", f"{day + timedelta(days=days)}T00:00"
    return instant(begins, state.home_zone), instant(ends, state.home_zone)


def require_zone(name: str) -> str:
    """Returns the name of a time zone.

    Raises:
        InvalidArguments: where the IANA database has none of that name.
    """
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError) as error:
        raise InvalidArguments(
            f"'time_zone' must be a name of the IANA database such as {', '.join(ZONES[2:6])}, "
            f"got {name!r}"
        ) from error
