"""The batch of one step: tasks from the datamodule, filled by the callbacks before the step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from provelight.records import RewardBreakdown, Rollout, Task


@dataclass
class RolloutBatch:
    """Tasks of one step and, once the callbacks ran, their rollouts and rewards.

    Attributes:
        step: index of the step in the run, from 0; keys the random numbers.
        tasks: one per group.
        groups: for each task its rollouts; empty until `RolloutCallback` fills it.
        seconds: wall-clock time by phase: synthesis, rollout, tools, reward, update.
    """

    step: int
    tasks: list[Task]
    groups: list[list[Rollout]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def rollouts(self) -> Iterator[Rollout]:
        """All rollouts, group by group."""
        return (rollout for group in self.groups for rollout in group)

    @property
    def counted(self) -> list[Rollout]:
        """The rollouts that our infrastructure did not break."""
        return [rollout for rollout in self.rollouts if not rollout.excluded]

    @property
    def rewards(self) -> list[RewardBreakdown]:
        """The rewards of the counted rollouts.

        Raises:
            ValueError: where the batch has not been scored.
        """
        rewards = [rollout.reward for rollout in self.counted]
        if any(reward is None for reward in rewards):
            raise ValueError("the batch has rollouts without reward: add RewardCallback")
        return [reward for reward in rewards if reward is not None]
