"""Recurrence rules (RFC 5545, 3.3.10) of series, expanded by dateutil on the clock of their zone.

Expansion takes local times, so that a series keeps its hour over a change of the clocks. It is a
function of immutable values, and therefore kept.
"""

from __future__ import annotations

from bisect import bisect_left
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any

from dateutil.rrule import DAILY, FR, MO, MONTHLY, TH, TU, WE, WEEKLY, YEARLY, rrule, weekday

from mcp_servers.calendar.state import HORIZON_DAYS, CalendarState, Event, Repeat
from mcp_servers.calendar.zones import instant
from mcp_servers.core.wording import minute

_WORKDAYS = (MO, TU, WE, TH, FR)
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FREQUENCIES: dict[Repeat, tuple[int, str, str]] = {
    "daily": (DAILY, "DAILY", "day"),
    "weekdays": (WEEKLY, "WEEKLY", "week"),
    "weekly": (WEEKLY, "WEEKLY", "week"),
    "monthly_by_date": (MONTHLY, "MONTHLY", "month"),
    "monthly_by_weekday": (MONTHLY, "MONTHLY", "month"),
    "yearly": (YEARLY, "YEARLY", "year"),
}

Timeline = tuple[tuple[datetime, str], ...]
"""Instant and local date of every occurrence that a rule gives, in order; one a day at most."""


def timeline(state: CalendarState, event: Event) -> Timeline:
    """Returns what the rule of an event gives up to the horizon; of a single event its start."""
    return expanded(event, horizon(state))


def horizon(state: CalendarState) -> str:
    """Returns the last day on which occurrences are shown."""
    return (state.now.date() + timedelta(days=HORIZON_DAYS)).isoformat()


def expanded(event: Event, last: str) -> Timeline:
    """Returns what the rule of an event gives until a day."""
    return _timeline(event.start, event.repeat, event.every, event.until, event.time_zone, last)


def is_at(state: CalendarState, event: Event, original: str) -> bool:
    """True where the rule of a series has an occurrence on this local date."""
    line = timeline(state, event)
    place = bisect_left(line, original, key=lambda pair: pair[1])
    return event.repeat is not None and place < len(line) and line[place][1] == original


def on_pattern(start: str, repeat: Repeat | None) -> bool:
    """True where a time lies on a day of its own pattern: only weekdays leave days out."""
    return repeat != "weekdays" or date.fromisoformat(start[:10]).weekday() < len(_WORKDAYS)


def rrule_text(event: Event) -> str | None:
    """Returns the rule as RFC 5545 writes it, its end in UTC; None for a single event."""
    if event.repeat is None:
        return None
    parts = [f"FREQ={_FREQUENCIES[event.repeat][1]}"]
    if event.every > 1:
        parts.append(f"INTERVAL={event.every}")
    parts += _by_text(event.repeat, date.fromisoformat(event.start[:10]))
    if event.until is not None:
        ends = instant(f"{event.until}T23:59", event.time_zone)
        parts.append(f"UNTIL={ends:%Y%m%dT%H%M}59Z")
    return ";".join(parts)


def in_words(event: Event) -> str | None:
    """Returns how people would say the rule: `every 2 weeks on Tuesday`; None for a single one."""
    if event.repeat is None:
        return None
    day = date.fromisoformat(event.start[:10])
    unit = _FREQUENCIES[event.repeat][2]
    often = f"every {unit}" if event.every == 1 else f"every {event.every} {unit}s"
    on = {
        "daily": "",
        "weekdays": " from Monday to Friday",
        "weekly": f" on {_DAYS[day.weekday()]}",
        "monthly_by_date": f" on day {day.day}",
        "monthly_by_weekday": f" on {_DAYS[day.weekday()]} number {_number(day)}",
        "yearly": f" on {day:%B} {day.day}",
    }[event.repeat]
    return f"{often}{on}" + (f" until {event.until}" if event.until else "")


@lru_cache(maxsize=1 << 13)
def _timeline(
    start: str, repeat: Repeat | None, every: int, until: str | None, zone: str, last: str
) -> Timeline:
    if repeat is None:
        return ((instant(start, zone), start[:10]),)
    first = datetime.fromisoformat(start)
    ends = datetime.fromisoformat(f"{min(until or last, last)}T23:59")
    rule = rrule(
        _FREQUENCIES[repeat][0], first, interval=every, until=ends, **_by(repeat, first.date())
    )
    return tuple((instant(local, zone), local[:10]) for local in map(minute, rule))


def _by(repeat: Repeat, day: date) -> dict[str, Any]:
    match repeat:
        case "weekdays":
            return {"byweekday": _WORKDAYS}
        case "weekly":
            return {"byweekday": day.weekday()}
        case "monthly_by_date":
            return {"bymonthday": day.day}
        case "monthly_by_weekday":
            return {"byweekday": weekday(day.weekday(), _number(day))}
        case _:
            return {}


def _by_text(repeat: Repeat, day: date) -> list[str]:
    match repeat:
        case "weekdays":
            return [f"BYDAY={','.join(_CODES[:5])}"]
        case "weekly":
            return [f"BYDAY={_CODES[day.weekday()]}"]
        case "monthly_by_date":
            return [f"BYMONTHDAY={day.day}"]
        case "monthly_by_weekday":
            return [f"BYDAY={_number(day)}{_CODES[day.weekday()]}"]
        case _:
            return []


def _number(day: date) -> int:
    """Returns which one of its weekday a day is in its month, from 1."""
    return (day.day - 1) // 7 + 1
