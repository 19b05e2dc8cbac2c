"""Names that worlds draw from, a fifth of them held out.

The lists are Faker's static ones, read as data: nothing here is random. What is held out is
decided by a hash of the name itself, so that a name added later moves no other one. Companies,
cities and streets are named after people, on the same side of the split.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache

from faker.providers.address.en_US import Provider as Address
from faker.providers.color.en_US import Provider as Color
from faker.providers.job.en_US import Provider as Job
from faker.providers.lorem.en_US import Provider as Lorem
from faker.providers.person.en_US import Provider as Person

_HELD_OUT_ONE_IN = 5


@cache
def pool(kind: str, held_out: bool = False) -> tuple[str, ...]:
    """Returns the names of a kind, sorted: the training ones, or the held-out ones.

    Raises:
        ValueError: for a kind that does not exist, naming those that do.
    """
    if kind in _LISTED:
        names = sorted(set(_LISTED[kind]()))
        return tuple(name for name in names if is_held_out(name) == held_out)
    if kind in _DERIVED:
        return tuple(_DERIVED[kind](name) for name in pool("last_name", held_out))
    raise ValueError(f"no pool {kind!r}; there are: {', '.join(sorted({*_LISTED, *_DERIVED}))}")


def is_held_out(name: str) -> bool:
    """Tells whether a name is among the fifth that only everything-new worlds use."""
    return _number(name) % _HELD_OUT_ONE_IN == 0


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _pick(options: Iterable[str], key: str) -> str:
    listed = sorted(set(options))
    return listed[_number(f"pick {key}") % len(listed)]


def _company(name: str) -> str:
    return f"{name} {_pick(('Group', 'Inc', 'LLC', 'Ltd', 'Partners', 'and Sons'), name)}"


def _city(name: str) -> str:
    return f"{name}{_pick(Address.city_suffixes, name)}"


def _street(name: str) -> str:
    return f"{name} {_pick(('Avenue', 'Court', 'Drive', 'Lane', 'Road', 'Street', 'Way'), name)}"


_LISTED: dict[str, Callable[[], Iterable[str]]] = {
    "first_name": lambda: Person.first_names,
    "last_name": lambda: Person.last_names,
    "job": lambda: (job for job in Job.jobs if "," not in job and "/" not in job),
    "state": lambda: Address.states,
    "country": lambda: Address.countries,
    "color": lambda: Color.all_colors,
    "word": lambda: Lorem.word_list,
}

_DERIVED: dict[str, Callable[[str], str]] = {
    "company": _company,
    "city": _city,
    "street": _street,
}
