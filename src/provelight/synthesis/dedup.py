"""Deduplication of a data set: exact Jaccard similarity of what conversations call.

Compared are the sets of (tool, argument, value) of two tasks of the same servers and kind. On tool
names alone a server of ten tools could not give hundreds of different conversations.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict

from provelight.records import Task

Item = tuple[str, str, str]


class Deduplicator:
    """Keeps what has been accepted, and refuses what is too much like any of it.

    Args:
        threshold: Jaccard similarity from which on two tasks count as the same.

    Raises:
        ValueError: for a threshold outside (0, 1].
    """

    def __init__(self, threshold: float = 0.70) -> None:
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold={threshold}: a similarity is more than 0 and at most 1")
        self._threshold = threshold
        self._sizes: list[int] = []
        self._holders: dict[tuple[object, Item], list[int]] = defaultdict(list)

    def accept(self, task: Task) -> bool:
        """Takes a task in; False, and nothing is changed, where one like it is there already."""
        items = items_of(task)
        group = (task.servers, task.kind)
        shared: Counter[int] = Counter()
        for item in items:
            shared.update(self._holders[group, item])
        for other, common in shared.items():
            union = len(items) + self._sizes[other] - common
            if common >= self._threshold * union:
                return False
        for item in items:
            self._holders[group, item].append(len(self._sizes))
        self._sizes.append(len(items))
        return True


def items_of(task: Task) -> frozenset[Item]:
    """Returns the (tool, argument, value) items of the due calls; without arguments, the tool."""
    return frozenset(
        (call.name, argument, json.dumps(value, sort_keys=True))
        for call in task.ground_truth
        for argument, value in (call.arguments or {"": None}).items()
    )
