"""When restaurants are open: some over lunch and dinner, some past midnight."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from itertools import groupby

from mcp_servers.core.wording import minute
from mcp_servers.food_delivery.state import Opening, Restaurant

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_WEEK = 7


def is_open(restaurant: Restaurant, moment: datetime) -> bool:
    """Tells whether the kitchen works at a moment; at the minute of closing it does not."""
    today, clock = moment.weekday(), moment.strftime("%H:%M")
    yesterday = (today - 1) % _WEEK
    return any(
        (o.weekday == today and o.opens <= clock and (clock < o.closes or _overnight(o)))
        or (o.weekday == yesterday and _overnight(o) and clock < o.closes)
        for o in restaurant.hours
    )


def next_opening(restaurant: Restaurant, moment: datetime) -> datetime | None:
    """Returns when it opens next after a moment; None where it never does."""
    starts = [
        datetime.combine(moment.date() + timedelta(days=ahead), time.fromisoformat(o.opens))
        for o in restaurant.hours
        for ahead in ((o.weekday - moment.weekday()) % _WEEK, _WEEK)
        if (moment.weekday() + ahead) % _WEEK == o.weekday
    ]
    return min((start for start in starts if start > moment), default=None)


def opens_next(restaurant: Restaurant, moment: datetime) -> str:
    """Returns the same for a message."""
    opening = next_opening(restaurant, moment)
    return f"opens next at {minute(opening)}" if opening else "does not open any more"


def by_days(restaurant: Restaurant) -> list[tuple[str, str]]:
    """Returns the week as people write it: `Mon-Fri`, `11:00-14:30, 17:00-22:00`."""
    week = [_day(restaurant, weekday) for weekday in range(_WEEK)]
    spans = [
        (hours, [day for day, _ in days])
        for hours, days in groupby(enumerate(week), key=lambda pair: pair[1])
    ]
    return [
        (_DAYS[days[0]] if len(days) == 1 else f"{_DAYS[days[0]]}-{_DAYS[days[-1]]}", hours)
        for hours, days in spans
    ]


def _day(restaurant: Restaurant, weekday: int) -> str:
    openings = sorted((o.opens, o.closes) for o in restaurant.hours if o.weekday == weekday)
    return ", ".join(f"{opens}-{closes}" for opens, closes in openings) or "closed"


def _overnight(opening: Opening) -> bool:
    return opening.closes <= opening.opens
