"""When stores are open: by weekday, but for special days."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import groupby

from mcp_servers.retail_chain.state import ChainState, Store

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_WEEK = 7


def hours_on(state: ChainState, store: Store, day: date) -> tuple[str, str] | None:
    """Returns opening and closing time on a day, None where the store is closed."""
    usual = next((o for o in store.hours if o.weekday == day.weekday()), None)
    if store.shut or usual is None:
        return None
    for special in state.special_days.where(store_id=store.id, date=day.isoformat()):
        return (usual.opens, special.closes) if special.closes else None
    return usual.opens, usual.closes


def is_open(state: ChainState, store: Store) -> bool:
    """Tells whether the store is open now; at the minute of closing it is not."""
    today = hours_on(state, store, state.now.date())
    return today is not None and today[0] <= state.now.strftime("%H:%M") < today[1]


def opens_next(state: ChainState, store: Store) -> str:
    """Returns when the store opens next, for a message."""
    for ahead in range(2 * _WEEK):
        day = state.now.date() + timedelta(days=ahead)
        hours = hours_on(state, store, day)
        if hours and datetime.fromisoformat(f"{day}T{hours[0]}") > state.now:
            return f"it opens next at {day}T{hours[0]}"
    return "it does not open in the next two weeks"


def open_days(state: ChainState, store: Store, first: date, count: int) -> list[str]:
    """Returns which of `count` days from `first` on the store is open."""
    days = [first + timedelta(days=ahead) for ahead in range(count)]
    return [day.isoformat() for day in days if hours_on(state, store, day)]


def worded(hours: tuple[str, str] | None) -> str:
    """Returns the hours of a day: `09:00-20:00` or `closed`."""
    return f"{hours[0]}-{hours[1]}" if hours else "closed"


def week(store: Store) -> str:
    """Returns the usual hours: `Mon-Fri 09:00-20:00, Sat 10:00-18:00, Sun closed`."""
    usual = {opening.weekday: (opening.opens, opening.closes) for opening in store.hours}
    days = [(weekday, worded(usual.get(weekday))) for weekday in range(_WEEK)]
    spans = []
    for hours, group in groupby(days, key=lambda pair: pair[1]):
        names = [_DAYS[weekday] for weekday, _ in group]
        spans.append(f"{'-'.join(dict.fromkeys((names[0], names[-1])))} {hours}")
    return ", ".join(spans)


def next_truck(store: Store, after: date) -> date:
    """Returns the first day after a day on which a truck comes to the store."""
    return next(
        day
        for ahead in range(1, _WEEK + 1)
        if (day := after + timedelta(days=ahead)).weekday() in store.trucks
    )
