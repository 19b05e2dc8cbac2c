"""When places are open, and times of the day as minutes."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Final

from mcp_servers.maps.state import MapsState, Place

DAY_MINUTES: Final = 1_440
WEEKDAYS: Final = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)


def minutes_of(text: str) -> int:
    """Returns the minute of the day of a time such as `09:30`."""
    moment = time.fromisoformat(text)
    return 60 * moment.hour + moment.minute


def clock(minutes: int) -> str:
    """Returns a minute of the day as `09:30`; the end of the day is `24:00`."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def is_open(place: Place, day: date, start: int, end: int) -> bool:
    """True where a place is open from minute `start` to `end` of a day."""
    if place.gone or place.closed_on == day.weekday():
        return False
    return place.opens_at <= start and end <= place.closes_at


def open_now(state: MapsState, place: Place) -> bool:
    """True where a place is open at the moment."""
    return is_open(place, state.now.date(), _minute(state.now), _minute(state.now) + 1)


def hours_in_words(place: Place) -> str:
    """Returns `08:00-18:00, closed on Sunday`, or what else is the case."""
    if place.gone:
        return "closed for good"
    if (place.opens_at, place.closes_at) == (0, DAY_MINUTES):
        return "always"
    hours = f"{clock(place.opens_at)}-{clock(place.closes_at)}"
    return (
        f"{hours}, closed on {WEEKDAYS[place.closed_on]}" if place.closed_on is not None else hours
    )


def _minute(now: datetime) -> int:
    return 60 * now.hour + now.minute
