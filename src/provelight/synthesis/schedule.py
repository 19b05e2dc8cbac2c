"""How long a conversation gets: a turn-decay schedule (PROVE §3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long a conversation gets.

    Attributes:
        min_turns: the fewest user turns.
        max_turns: the most.
        decay: beyond the fewest, the n-th further turn comes with probability decay ** n.
        min_calls: the fewest different tools that the whole conversation needs.
        attempts: how many goals are tried before it is given up or ended.
    """

    min_turns: int = 2
    max_turns: int = 3
    decay: float = 0.5
    min_calls: int = 2
    attempts: int = 24

    def __post_init__(self) -> None:
        if not 1 <= self.min_turns <= self.max_turns:
            raise ValueError(
                f"min_turns={self.min_turns}, max_turns={self.max_turns}: "
                "give 1 <= min_turns <= max_turns"
            )
        if not 0 <= self.decay <= 1:
            raise ValueError(f"decay={self.decay} is a probability: give 0 to 1")

    def goes_on(self, turns: int, rng: Random) -> bool:
        """Draws whether another turn follows, once there are `min_turns` or more."""
        return turns < self.max_turns and rng.random() < self.decay ** (turns - self.min_turns + 1)
