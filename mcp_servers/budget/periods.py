"""Months, and the dates on which something comes again."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from typing import Literal

from mcp_servers.budget.state import BudgetState, Every

Period = Literal["this_month", "last_month", "last_3_months", "this_year"]
_MONTHS: dict[Every, int] = {"monthly": 1, "quarterly": 3, "yearly": 12}


def today(state: BudgetState) -> date:
    """Returns the day of the world's clock."""
    return state.now.date()


def month_of(state: BudgetState, ahead: int = 0) -> str:
    """Returns the month of the world's clock, or one so many months ahead."""
    return month_after(today(state).isoformat()[:7], ahead)


def month_after(month: str, months: int = 1) -> str:
    """Returns the month so many months after another: `2026-12` and 1 is `2027-01`."""
    year, index = divmod(12 * int(month[:4]) + int(month[5:]) - 1 + months, 12)
    return f"{year}-{index + 1:02d}"


def months_of(state: BudgetState, period: Period) -> tuple[str, str]:
    """Returns the first and the last month of a period."""
    now = month_of(state)
    return {
        "this_month": (now, now),
        "last_month": (month_after(now, -1), month_after(now, -1)),
        "last_3_months": (month_after(now, -3), month_after(now, -1)),
        "this_year": (f"{now[:4]}-01", now),
    }[period]


def next_due(due: str, every: Every, day: int) -> str:
    """Returns the due date after another one.

    Args:
        due: the date before.
        every: how often.
        day: the day of the month that is kept to; in a shorter month it is the last one.
    """
    if every == "weekly":
        return (date.fromisoformat(due) + timedelta(weeks=1)).isoformat()
    return day_in(month_after(due[:7], _MONTHS[every]), day)


def day_in(month: str, day: int) -> str:
    """Returns a day of a month, its last one where it is shorter."""
    last = monthrange(int(month[:4]), int(month[5:]))[1]
    return f"{month}-{min(day, last):02d}"
