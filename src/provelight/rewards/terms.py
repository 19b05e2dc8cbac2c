"""Reward terms of the user's own, added to the five of the paper.

A term is any object with a `weight` that can be called with a `Case`; a configuration names it,
and a plain function enters through `FunctionTerm`:

    reward:
      _target_: provelight.rewards.ProveReward
      _convert_: all  # else Hydra turns a term that is a dataclass into a plain mapping
      extra_terms:
        brevity:
          _target_: my_package.Brevity
          weight: 0.1
        politeness:
          _target_: provelight.rewards.FunctionTerm
          function: {_target_: hydra.utils.get_method, path: my_package.politeness}
          weight: 0.1
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from provelight.records import GroundTruthCall, RewardBreakdown, Rollout, Task
from provelight.rewards.calls import Schema, ScoredCall


@dataclass(frozen=True, slots=True)
class Case:
    """What is scored.

    Attributes:
        calls: of the model, in order, over all user turns; those that could not be read included.
        ground_truth: the due calls over all user turns.
        tools: the OpenAI schemas that were on offer.
        rollout: the whole conversation; None where only calls were recorded.
        task: what the rollout tried; None where only calls were recorded.
    """

    calls: Sequence[ScoredCall]
    ground_truth: Sequence[GroundTruthCall]
    tools: Sequence[Schema]
    rollout: Rollout | None = None
    task: Task | None = None


class RewardTerm(Protocol):
    """One more term of the reward. It must be a pure function of the case."""

    @property
    def weight(self) -> float:
        """What the value is multiplied with before it is added to the total."""

    def __call__(self, case: Case) -> float | None:
        """Returns a finite value, or None where the term does not apply to `case`.

        It is never asked about a rollout without calls on a task with ground truth, where every
        term is 0, but it is asked about tasks without ground truth.
        """


@dataclass(frozen=True, slots=True)
class FunctionTerm:
    """A reward term made of a plain function and a weight."""

    function: Callable[[Case], float | None]
    weight: float

    def __call__(self, case: Case) -> float | None:
        """Returns what the function returns."""
        return self.function(case)


Terms: TypeAlias = Mapping[str, RewardTerm]


def check_terms(terms: Terms) -> None:
    """Checks user-given terms before anything is scored.

    Raises:
        ValueError: naming the term and what it lacks.
    """
    for name, term in terms.items():
        weight = getattr(term, "weight", None)
        if name in RewardBreakdown.PARTS:
            raise ValueError(f"reward.extra_terms.{name}: the name is taken by a term of PROVE")
        if not callable(term) or not isinstance(weight, int | float) or not math.isfinite(weight):
            raise ValueError(
                f"reward.extra_terms.{name}: expected an object that can be called with a Case and "
                f"has a finite number as `weight`, got {term!r} with weight {weight!r}; "
                "a plain function enters through provelight.rewards.FunctionTerm"
            )


def weighted_terms(terms: Terms, case: Case) -> dict[str, float]:
    """Returns name -> weight * value of the terms that apply to `case`.

    Raises:
        ValueError: naming a term whose value is not a finite number.
    """
    values = {name: term(case) for name, term in terms.items()}
    for name, value in values.items():
        if value is not None and not math.isfinite(value):
            raise ValueError(f"reward term {name!r} gave {value!r}; a reward must be finite")
    return {
        name: float(terms[name].weight * value)
        for name, value in values.items()
        if value is not None
    }
