"""Values as people word them: money, dates relative to now, numbers; and phrases with them.

Every wording can be read back without doubt: a person may say "tomorrow" or "March 3", never
"next Friday", which means two different days to different people.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from random import Random

from provelight.records import Json

_RELATIVE_DAYS = {-1: "yesterday", 0: "today", 1: "tomorrow"}
_STANDS_ALONE = frozenset(_RELATIVE_DAYS.values())


def money(cents: int) -> str:
    """Returns an amount of cents in dollars: 4550 is `$45.50`, 120000 is `$1,200`."""
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}${dollars:,}" + (f".{rest:02d}" if rest else "")


def plain_date(day: date, now: datetime) -> str:
    """Returns `March 3`, with the year where it is not that of `now`."""
    text = f"{day:%B} {day.day}"
    return text if day.year == now.year else f"{text}, {day.year}"


def spoken_date(day: date, now: datetime, rng: Random) -> str:
    """Returns one of the ways to say a date; all name one day only.

    Args:
        day: the date.
        now: the reference time, from which "tomorrow" and the year follow.
        rng: chooses the way.
    """
    relative = _RELATIVE_DAYS.get((day - now.date()).days)
    if relative and rng.random() < 0.6:
        return relative
    year = "" if day.year == now.year else f", {day.year}"
    forms = (f"{day:%B} {day.day}", f"{day:%B} {_ordinal(day.day)}", f"{day:%b} {day.day}")
    return rng.choices(forms, weights=(6, 3, 1))[0] + year


def time_of_day(moment: datetime) -> str:
    """Returns `9 am` or `2:30 pm`."""
    minutes = f":{moment.minute:02d}" if moment.minute else ""
    return f"{moment.hour % 12 or 12}{minutes} {'am' if moment.hour < 12 else 'pm'}"


def spoken(value: Json, format: str | None, now: datetime, rng: Random) -> str:
    """Returns a value as somebody would say it in a request.

    Args:
        value: the JSON value.
        format: `money`, `date`, `datetime`, `time` or None, from the schema.
        now: the reference time.
        rng: chooses between wordings.
    """
    if isinstance(value, list):
        return join([spoken(item, format, now, rng) for item in value])
    if format == "money" and isinstance(value, int):
        return money(abs(value))  # "the $20 charge", though the ledger says -20
    if format == "date" and isinstance(value, str):
        return spoken_date(date.fromisoformat(value), now, rng)
    if format == "datetime" and isinstance(value, str):
        moment = datetime.fromisoformat(value)
        return f"{spoken_date(moment.date(), now, rng)} at {time_of_day(moment)}"
    return plain(value, format, now)


def plain(value: Json, format: str | None, now: datetime) -> str:
    """Returns a value in the one form that answers use.

    Args:
        value: the JSON value.
        format: as in `spoken`.
        now: the reference time, from which the year follows.
    """
    if isinstance(value, list):
        return join([plain(item, format, now) for item in value])
    if format == "money" and isinstance(value, int):
        return money(value)
    if format == "date" and isinstance(value, str):
        return plain_date(date.fromisoformat(value), now)
    if format == "datetime" and isinstance(value, str):
        moment = datetime.fromisoformat(value)
        return f"{plain_date(moment.date(), now)} at {time_of_day(moment)}"
    if format == "time" and isinstance(value, str):
        return time_of_day(datetime.fromisoformat(f"2000-01-01T{value}"))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return words(value) if isinstance(value, str) else str(value)


def words(text: str) -> str:
    """Returns an identifier such as `credit_card` as words; other text as it is."""
    return text.replace("_", " ") if re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)+", text) else text


def fill(phrase: str, texts: dict[str, str]) -> str:
    """Puts texts into the slots of a phrase and mends what then reads wrong.

    Args:
        phrase: with slots in braces.
        texts: slot, without braces -> text.

    Returns:
        The sentence: "on tomorrow" has become "tomorrow", and it begins with a capital.
    """
    parts = re.split(r"\{([^}]+)\}", phrase)
    said = "".join(texts[part] if i % 2 else part for i, part in enumerate(parts))
    said = re.sub(rf"\bon ({'|'.join(sorted(_STANDS_ALONE))})\b", r"\1", said)
    return said[:1].upper() + said[1:]


def join(items: list[str]) -> str:
    """Returns `a`, `a and b` or `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"
