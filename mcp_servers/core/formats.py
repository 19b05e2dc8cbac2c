"""Dates and times in arguments, checked and brought into one form each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time


def one_date(text: str) -> str:
    """Returns `YYYY-MM-DD`.

    Raises:
        ValueError: for anything that is not a date of the calendar in that form.
    """
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise ValueError(f"not a date as YYYY-MM-DD: {text!r} ({error})") from error


def one_time(text: str) -> str:
    """Returns `HH:MM`, with seconds only where they are not 0.

    Raises:
        ValueError: for anything else, a time with a zone included.
    """
    try:
        moment = time.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"not a time as HH:MM: {text!r}") from error
    _refuse_zone(moment, text)
    return moment.isoformat("seconds" if moment.second else "minutes")


def one_datetime(text: str) -> str:
    """Returns `YYYY-MM-DDTHH:MM`, with seconds only where they are not 0.

    Raises:
        ValueError: for anything else; a date alone, or a zone, included.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"not a date and time as YYYY-MM-DDTHH:MM: {text!r} ({error})") from error
    if len(text) <= len("YYYY-MM-DD"):
        raise ValueError(f"the time of day is missing: {text!r}; write YYYY-MM-DDTHH:MM")
    _refuse_zone(moment, text)
    return moment.isoformat(timespec="seconds" if moment.second else "minutes")


CANONICAL: dict[str, Callable[[str], str]] = {
    "date": one_date,
    "time": one_time,
    "datetime": one_datetime,
}
"""Format name -> function that brings a value into its one form, or raises ValueError."""


def _refuse_zone(moment: time | datetime, text: str) -> None:
    if moment.tzinfo is not None:
        raise ValueError(f"{text!r} has a time zone; give local time without one")
