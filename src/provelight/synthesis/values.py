"""Plain values that a person would ask for: amounts, dates, numbers, choices, short texts.

A value fits its schema; whether it makes sense in a world, execution decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random

from provelight.records import Json
from provelight.synthesis.signatures import Param

_ROUND_DOLLARS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 400, 500)
_PLENTY = 10**9
_WEEKS_DAYS = 60  # birthdays and expiry dates lie further away
_SMALL_IN_NAMES = frozenset(("a", "and", "by", "de", "for", "la", "of", "on", "the", "van", "von"))
_NOTES = (
    "thank you",
    "for dinner",
    "rent",
    "birthday present",
    "see you soon",
    "as agreed",
    "concert tickets",
    "groceries",
    "for the weekend trip",
    "our share",
    "school fees",
    "repair",
)


class NoValue(ValueError):
    """The schema does not say enough to draw a value that makes sense."""


def draw(
    param: Param, is_read: bool, now: datetime, rng: Random, shown: Sequence[str] = ()
) -> Json:
    """Returns a value for a parameter that is no id.

    Args:
        param: the parameter.
        is_read: True for a tool that only reads: its dates are those that were shown, or lie
            behind; those of a write lie ahead.
        now: the reference time of the world.
        rng: the source of chance.
        shown: dates or datetimes, in the format of the parameter, that look-ups have shown.

    Raises:
        NoValue: where the schema has neither enum, examples nor a format to go by.
    """
    schema = param.schema
    choices: Sequence[Json] = schema.get("enum") or schema.get("examples") or ()
    if not param.required:
        # Who asks for the default may as well leave it out: the call would not be determined.
        choices = [choice for choice in choices if choice != schema.get("default")]
    if param.format == "money":
        return _money(param, rng)
    if param.format in ("date", "datetime"):
        near = _near(shown, param, now) if is_read else []
        return rng.choice(near) if near else _moment(param.format, is_read, now, rng)
    if choices:
        return rng.choice(choices)
    if param.format == "text":
        return rng.choice([n for n in _NOTES if len(n) <= schema.get("maxLength", _PLENTY)])
    if schema.get("type") == "integer":
        return _integer(param, rng)
    raise NoValue(
        f"parameter {param.name!r} has neither enum nor examples nor a format that can be drawn; "
        "give its `arg(...)` examples"
    )


def search_words(texts: Sequence[str], rng: Random) -> str:
    """Returns words to search for, taken from one of the texts that a search would look through.

    A name in the text where there is one: of "Call Ann Lee about rent" `Ann Lee`. A text that is a
    name altogether, as "Ashton Mall", stays whole.

    Raises:
        NoValue: where there are no texts.
    """
    if not texts:
        raise NoValue("there is nothing yet that a search could find")
    text = rng.choice(texts)
    if _is_name(text):
        return text
    names = re.findall(r"(?<=\s)[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*", text)
    return rng.choice(names) if names else text


def _is_name(text: str) -> bool:
    """True where no word of a text begins small, but for those that stand small in names."""
    return not any(word[0].islower() and word not in _SMALL_IN_NAMES for word in text.split())


def _money(param: Param, rng: Random) -> int:
    low, high = _bounds(param, 1)
    cents = 100 * rng.choice(_ROUND_DOLLARS)
    if rng.random() < 0.3:
        cents += rng.choice((25, 50, 75, 95, 99, rng.randrange(1, 100)))
    return min(max(cents, low), high)


def _near(moments: Sequence[str], param: Param, now: datetime) -> list[str]:
    """Returns the moments within some weeks; not today's where today may as well be left out."""
    days = [(m, (date.fromisoformat(m[:10]) - now.date()).days) for m in moments]
    return [m for m, away in days if abs(away) <= _WEEKS_DAYS and (away or param.required)]


def _moment(format: str, is_read: bool, now: datetime, rng: Random) -> str:
    days = rng.choice((rng.randint(1, 7), rng.randint(1, 45)))
    day = now.date() + timedelta(days=-days if is_read else days)
    if format == "date":
        return day.isoformat()
    return f"{day.isoformat()}T{rng.randint(8, 18):02d}:{rng.choice((0, 0, 30)):02d}"


def _integer(param: Param, rng: Random) -> int:
    low, high = _bounds(param, 1)
    return rng.randint(low, min(high, low + 9))


def _bounds(param: Param, default_low: int) -> tuple[int, int]:
    schema = param.schema
    low = schema.get("minimum", schema.get("exclusiveMinimum", default_low - 1) + 1)
    high = schema.get("maximum", schema.get("exclusiveMaximum", _PLENTY + 1) - 1)
    return int(low), int(high)
