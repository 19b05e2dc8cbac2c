"""The exact search for the best assignment of model calls to due calls: A* over the calls.

Going through the model's calls in order, a due call placed now is in order exactly when all that
it depends on has been placed already. So (calls seen, due calls placed) is all there is to know,
and an optimistic bound on what is still to be won leads straight to the best assignment.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from provelight.rewards.gains import Gains

Placed: TypeAlias = "tuple[int, int, Placed] | None"
"""(due call, position, those placed before): a linked list, so that states share their past."""


def best_assignment(
    worth: Gains, before: Sequence[Sequence[int]], names: Sequence[str], work: int
) -> tuple[int | None, ...] | None:
    """Returns for each due call its position, None where it has none, in the best assignment.

    Args:
        worth: of the pairs; no two assignments are worth the same, so the best is unique.
        before: for each due call those that it depends on.
        names: of the due calls; only those of one name compete for a call.
        work: how many states may be opened.

    Returns None where `work` did not suffice.
    """
    return _Search(worth, before, names).run(work)


class _Search:
    """One search: sets of due calls are bit masks, a column is a call that matches anything."""

    def __init__(self, worth: Gains, before: Sequence[Sequence[int]], names: Sequence[str]) -> None:
        self.worth, self.before = worth, before
        self.needs = [sum(1 << one for one in set(ones)) for ones in before]
        self.columns = sorted({at for pairs in worth.pairs for at in pairs})
        self.takers = [
            [g for g, pairs in enumerate(worth.pairs) if c in pairs] for c in self.columns
        ]
        self.hopes = [self._hopes_of(due) for due in range(len(names))]
        groups = {
            name: _Group([due for due, other in enumerate(names) if other == name], self)
            for name in dict.fromkeys(names)
        }
        self.groups = list(groups.values())
        self.group_of = [groups[names[takers[0]]] for takers in self.takers]

    def run(self, work: int) -> tuple[int | None, ...] | None:
        opened, end = 1, len(self.columns)
        most = sum(group.bound(0, 0) for group in self.groups)
        # Ordered by the bound, then the depth; the count keeps the rest from being compared.
        heap: list[tuple[int, int, int, int, Placed]] = [(-most, 0, 0, 0, None)]
        seen: set[tuple[int, int]] = set()
        while opened <= work:
            bound, depth, _, mask, placed = heappop(heap)
            column = -depth
            if column == end:
                return _positions(placed, len(self.before))
            if (column, mask) not in seen:
                seen.add((column, mask))
                for loss, next_mask, next_placed in self._steps(column, mask, placed):
                    opened += 1
                    heappush(heap, (bound + loss, depth - 1, opened, next_mask, next_placed))
        return None

    def _steps(self, column: int, mask: int, placed: Placed) -> Iterator[tuple[int, int, Placed]]:
        """Yields (how far the bound falls, due calls placed, assignment) of each way on."""
        at, group = self.columns[column], self.group_of[column]
        hoped = group.bound(column, mask)
        yield hoped - group.bound(column + 1, mask), mask, placed
        for due in self.takers[column]:
            after = mask | 1 << due
            if after != mask:
                in_order = self.needs[due] & mask == self.needs[due]
                gain = self.worth.pairs[due][at] + (self.worth.cover if in_order else 0)
                yield hoped - gain - group.bound(column + 1, after), after, (due, at, placed)

    def _hopes_of(self, due: int) -> list[int]:
        """Returns for each column the most that `due` can be worth from there on, 0 at the end."""
        pairs = self.worth.pairs
        # In order it can only be where each of those before it has some call earlier.
        first = (min(pairs[one], default=math.inf) for one in self.before[due])
        ready = max(first, default=-1)
        hopes = [0]
        for at in reversed(self.columns):
            here = pairs[due].get(at, 0)
            cover = self.worth.cover if here and at > ready else 0
            hopes.append(max(hopes[-1], here + cover))
        return hopes[::-1]


class _Group:
    """The due calls of one name: together they cannot win more than they have calls left."""

    def __init__(self, members: Sequence[int], search: _Search) -> None:
        self.members, self.hopes = members, search.hopes
        self.mask = sum(1 << due for due in members)
        takes = [takers[0] in members for takers in search.takers]
        self.left = [sum(takes[column:]) for column in range(len(takes) + 1)]
        self.bounds: dict[tuple[int, int], int] = {}

    def bound(self, column: int, mask: int) -> int:
        """Returns the most that the members outside `mask` can still win from `column` on."""
        key = (column, mask & self.mask)
        known = self.bounds.get(key)
        if known is None:
            known = self.bounds[key] = self._bound(column, mask)
        return known

    def _bound(self, column: int, mask: int) -> int:
        hopes = [self.hopes[due][column] for due in self.members if not mask >> due & 1]
        return sum(sorted(hopes, reverse=True)[: self.left[column]])


def _positions(placed: Placed, size: int) -> tuple[int | None, ...]:
    mu: dict[int, int] = {}
    while placed is not None:
        due, at, placed = placed
        mu[due] = at
    return tuple(mu.get(due) for due in range(size))
