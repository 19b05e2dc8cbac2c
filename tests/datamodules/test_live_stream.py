"""The live stream: what stands at a place depends on nothing but the place."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from provelight.datamodules.live import ATTEMPTS, NoTaskError, Split, live_rollout_data, task_at
from provelight.records import Task, Turn


@dataclass(frozen=True)
class Refused:
    reason: str


class Source:
    """Accepts the fourth and the tenth candidate of each place."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def candidate(self, index: int, seed: int, split: Split) -> Task | Refused:
        self.asked.append(index)
        if index % ATTEMPTS not in (3, 9):
            return Refused("dull" if index % 2 else "too long")
        return Task(
            id=f"{seed}-{split}-{index}",
            kind="multi_turn",
            servers=("mock",),
            world_seed=0,
            now="2026-03-03T10:00:00",
            persona="plain",
            chain=(),
            tools=(),
            turns=(Turn("Do it."),),
            initial_state_hash="s",
            final_state_hash="s",
            final_effect_hash="e",
        )


class Barren:
    def candidate(self, index: int, seed: int, split: Split) -> Refused:  # noqa: ARG002
        return Refused("dull" if index % 4 else "too long")


def test_a_task_is_a_function_of_its_place() -> None:
    source = Source()
    backwards = [task_at(source, place, 7, "train").id for place in (5, 0, 2)]
    assert backwards == [f"7-train-{place * ATTEMPTS + 3}" for place in (5, 0, 2)]
    assert task_at(Source(), 2, 7, "train").id == backwards[2]
    assert source.asked[:4] == [5 * ATTEMPTS + i for i in range(4)]


def test_a_task_that_does_not_fit_gives_way_to_the_next_of_its_place() -> None:
    first = f"7-train-{ATTEMPTS + 3}"
    found = task_at(Source(), 1, 7, "train", lambda task: task.id != first)
    assert found.id == f"7-train-{ATTEMPTS + 9}"


def test_no_task_is_told_with_the_place_and_the_counted_reasons() -> None:
    with pytest.raises(NoTaskError) as raised:
        task_at(Barren(), 4, 7, "development")
    assert str(raised.value) == (
        "no task at place 4 of seed 7, split development, in 256 candidates: "
        "192 x dull; 64 x too long"
    )
    with pytest.raises(NoTaskError, match="2 x does not fit the limits"):
        task_at(Source(), 4, 7, "train", lambda _: False)


def test_batches_take_the_places_of_their_step_and_development_its_own_split() -> None:
    data = live_rollout_data(Source(), 7, prompts_per_step=2, development_tasks=3)
    batch = data.stream.make(4)
    assert [t.id for t in batch.tasks] == [f"7-train-{p * ATTEMPTS + 3}" for p in (8, 9)]
    assert batch.seconds["synthesis"] >= 0
    [validation] = list(data.val_dataloader())
    assert [t.id for t in validation.tasks] == [
        f"7-development-{p * ATTEMPTS + 3}" for p in (0, 1, 2)
    ]
