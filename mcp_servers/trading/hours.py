"""When the exchange is open: half past nine to four on weekdays, but for holidays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from mcp_servers.trading.state import TradingState

OPENS = time(9, 30)
CLOSES = time(16, 0)
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class TradingSession:
    """The hours of one day; open from `opens` on, no longer at `closes`."""

    opens: datetime
    closes: datetime


def session_of(state: TradingState, day: date) -> TradingSession | None:
    """Returns the hours of a day, None for a weekend or a day off."""
    holiday = state.holidays.get(day.isoformat())
    if day.weekday() >= _SATURDAY or (holiday is not None and holiday.closes_at is None):
        return None
    early = time.fromisoformat(holiday.closes_at) if holiday and holiday.closes_at else CLOSES
    return TradingSession(datetime.combine(day, OPENS), datetime.combine(day, early))


def current_or_next(state: TradingState) -> TradingSession:
    """Returns the session that is under way, or else the next one."""
    day = state.now.date()
    while True:
        session = session_of(state, day)
        if session is not None and state.now < session.closes:
            return session
        day += timedelta(days=1)


def is_open(state: TradingState) -> bool:
    """True while orders are matched."""
    return current_or_next(state).opens <= state.now


def next_change(state: TradingState) -> datetime:
    """Returns when the exchange closes or, where it is closed, opens."""
    session = current_or_next(state)
    return session.closes if session.opens <= state.now else session.opens
