"""Typed tables of immutable rows.

Because rows never change in place, a shallow copy of a table is a full copy: snapshot, reset and
rollback cost one dict copy, and the text of a row is made once for all copies. This file leaves out
ids (state.py) and hashes (hashing.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from difflib import get_close_matches
from functools import partial
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar

from mcp_servers.core.errors import NotFound

CURSOR = "provelight/cursor"


class Row(Protocol):
    """A frozen, slotted dataclass with an `id`, whose values are all immutable."""

    @property
    def id(self) -> str:
        """The key of the row in its table."""
        ...


RowT = TypeVar("RowT", bound=Row)


class Table(Generic[RowT]):
    """An ordered map from id to row.

    Args:
        row_type: the dataclass of the rows.
        prefix: what generated ids begin with; None where ids are given, never generated.
        noun: what errors call a row; by default the name of the class in words.
        cursor: True where the table is left out of the effect hash.
    """

    __slots__ = ("_rows", "_texts", "cursor", "noun", "prefix", "row_type")

    def __init__(
        self,
        row_type: type[RowT],
        prefix: str | None,
        noun: str | None = None,
        cursor: bool = False,
    ) -> None:
        self.row_type = row_type
        self.prefix = prefix
        self.noun = noun or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", row_type.__name__).lower()
        self.cursor = cursor
        self._rows: dict[str, RowT] = {}
        self._texts: dict[str, tuple[RowT, str]] = {}

    def insert(self, row: RowT) -> RowT:
        """Adds a row at the end and returns it.

        Raises:
            TypeError: for a row of another type.
            ValueError: where the id is taken: a bug of the server, ids are its own.
        """
        if not isinstance(row, self.row_type):
            raise TypeError(
                f"expected a {self.row_type.__name__}, got {type(row).__name__}: {row!r}"
            )
        if row.id in self._rows:
            raise ValueError(f"{self.noun} {row.id!r} exists already; use update")
        self._rows[row.id] = row
        return row

    def update(self, id: str, /, **changes: Any) -> RowT:
        """Replaces the named fields of one row, which keeps its place, and returns the new row.

        Raises:
            NotFound: where there is no such row.
            TypeError: for a field that the row type lacks.
        """
        row: RowT = replace(self.require(id), **changes)  # type: ignore[type-var]
        if row.id != id:
            raise ValueError(f"the id of a {self.noun} cannot change: {id!r} to {row.id!r}")
        self._rows[id] = row
        return row

    def delete(self, id: str) -> RowT:
        """Removes one row and returns it.

        Raises:
            NotFound: where there is no such row.
        """
        row = self.require(id)
        del self._rows[id]
        return row

    def get(self, id: str) -> RowT | None:
        """Returns the row of this id, or None."""
        return self._rows.get(id)

    def require(self, id: str) -> RowT:
        """Returns the row of this id.

        Raises:
            NotFound: naming the noun, the id and the ids near it.
        """
        row = self._rows.get(id)
        if row is None:
            raise NotFound(self._missing(id))
        return row

    def where(self, **equals: Any) -> list[RowT]:
        """Returns, in order, the rows whose fields equal the given values."""
        if not equals:
            return list(self._rows.values())
        read, values = attrgetter(*equals), tuple(equals.values())
        wanted = values if len(values) > 1 else values[0]
        return [row for row in self._rows.values() if read(row) == wanted]

    def copy(self) -> Table[RowT]:
        """Returns a table that shares the rows and nothing else."""
        clone: Table[RowT] = object.__new__(type(self))
        clone.row_type, clone.prefix = self.row_type, self.prefix
        clone.noun, clone.cursor = self.noun, self.cursor
        clone._rows = self._rows.copy()
        clone._texts = self._texts
        return clone

    def texts(self, render: Callable[[RowT], str]) -> dict[str, str]:
        """Returns id -> text of each row, in order.

        Texts are kept, for all copies of the table together, and made anew only for rows that have
        been replaced; so `render` must be the same function each time.
        """
        kept, found = self._texts, {}
        for id, row in self._rows.items():
            known = kept.get(id)
            if known is None or known[0] is not row:
                known = kept[id] = (row, render(row))
            found[id] = known[1]
        return found

    def ids(self) -> list[str]:
        """Returns the ids in order."""
        return list(self._rows)

    def __iter__(self) -> Iterator[RowT]:
        # A list, so that a tool may delete or update while it walks the table.
        return iter(list(self._rows.values()))

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, id: object) -> bool:
        return id in self._rows

    def __repr__(self) -> str:
        return f"Table({self.row_type.__name__}, {len(self)} rows)"

    def _missing(self, id: str) -> str:
        if not self._rows:
            return f"There is no {self.noun} with the id {id!r}; there are none at all."
        near = get_close_matches(id, self._rows, n=3, cutoff=0.6)
        hint = (
            f"Close ids: {', '.join(near)}." if near else f"Ids look like {next(iter(self._rows))}."
        )
        return f"There is no {self.noun} with the id {id!r}. {hint}"


def table(
    row_type: type[Any], prefix: str | None, *, noun: str | None = None, cursor: bool = False
) -> Any:
    """Declares a table field of a `State`: `accounts: Table[Account] = table(Account, "ACC")`."""
    return field(default_factory=partial(Table, row_type, prefix, noun, cursor))


def cursor(default: Any) -> Any:
    """Declares a scalar field that the effect hash leaves out: a working directory, a login."""
    return field(default=default, metadata={CURSOR: True})
