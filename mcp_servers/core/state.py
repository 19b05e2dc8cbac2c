"""The state of one session of one server: tables, counters, the clock of its world."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Self

from mcp_servers.core.tables import CURSOR, Table


@dataclass
class State:
    """Base of every server's state; subclasses add tables and immutable scalars, with defaults.

    Attributes:
        now: local time of the world, without zone; moves only where a tool moves it.
        counters: table -> how many ids it has given out, deleted rows included.
    """

    now: datetime
    counters: dict[str, int] = field(default_factory=dict)

    def new_id(self, table: str) -> str:
        """Returns the next id of a table, such as `ACC-0001`, and counts it.

        Raises:
            ValueError: for a table without prefix, whose ids are given.
        """
        prefix = self._table(table).prefix
        if prefix is None:
            raise ValueError(f"table {table!r} has no prefix: ids of its rows are given")
        number = self.counters[table] = self.counters.get(table, 0) + 1
        return f"{prefix}-{number:04d}"

    def tables(self) -> Iterator[tuple[str, Table[Any]]]:
        """Yields name and table, in the order of declaration."""
        return ((name, value) for name, value in vars(self).items() if isinstance(value, Table))

    def scalars(self) -> dict[str, Any]:
        """Returns every field that is neither a table nor the counters."""
        hidden = (Table, dict)
        return {name: v for name, v in vars(self).items() if not isinstance(v, hidden)}

    @classmethod
    def cursors(cls) -> frozenset[str]:
        """Returns the names of scalar fields that the effect hash leaves out."""
        return frozenset(f.name for f in fields(cls) if CURSOR in f.metadata)

    def copy(self) -> Self:
        """Returns a state that shares rows and nothing else: later changes do not cross over."""
        clone = object.__new__(type(self))
        vars(clone).update(
            (name, value.copy() if isinstance(value, Table | dict) else value)
            for name, value in vars(self).items()
        )
        return clone

    def require_immutable(self) -> None:
        """Checks that rows and scalars can be shared between copies.

        Raises:
            TypeError: naming the first row or scalar that holds something mutable.
        """
        for name, value in self.scalars().items():
            _require_hashable(value, f"{type(self).__name__}.{name}")
        for name, rows in self.tables():
            for row in rows:
                _require_hashable(row, f"{name}[{row.id!r}]")

    def _table(self, name: str) -> Table[Any]:
        found = getattr(self, name, None)
        if not isinstance(found, Table):
            tables = ", ".join(n for n, _ in self.tables())
            raise ValueError(f"{type(self).__name__} has no table {name!r}; it has: {tables}")
        return found


def _require_hashable(value: object, where: str) -> None:
    try:
        hash(value)
    except TypeError as error:
        raise TypeError(
            f"{where} is not immutable ({error}); use tuples, frozensets and frozen dataclasses"
        ) from error
