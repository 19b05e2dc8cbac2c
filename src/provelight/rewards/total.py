"""The reward of PROVE: its five terms and their weighted sum (PROVE §3.3, eq. 5)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from provelight.records import GroundTruthCall, RewardBreakdown, Rollout, Task
from provelight.rewards.abstention import abstention
from provelight.rewards.alignment import align
from provelight.rewards.argument import argument
from provelight.rewards.calls import Schema, ScoredCall, offered_tools
from provelight.rewards.coverage import coverage
from provelight.rewards.efficiency import efficiency
from provelight.rewards.name import name
from provelight.rewards.rollouts import case_of, is_success
from provelight.rewards.terms import Case, Terms, check_terms, weighted_terms
from provelight.rewards.validity import validity


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the five terms in eq. 5; the paper's by default."""

    w_val: float = 0.5
    w_cov: float = 0.5
    w_eff: float = 0.15
    w_name: float = 0.2
    w_arg: float = 0.1


def total(
    validity: float,
    coverage: float,
    efficiency: float,
    name: float,
    argument: float,
    weights: Weights,
) -> float:
    """Returns R, the weighted sum of the five terms (PROVE §3.3, eq. 5)."""
    return math.fsum(
        (
            weights.w_val * validity,
            weights.w_cov * coverage,
            weights.w_eff * efficiency,
            weights.w_name * name,
            weights.w_arg * argument,
        )
    )


class ProveReward:
    """Scores the calls of a rollout against the ground truth of its task (PROVE §3.3).

    Args:
        w_val, w_cov, w_eff, w_name, w_arg: weights of validity, coverage, efficiency, name and
            argument; 0 leaves a term out of the total (it is still reported).
        alpha: what a whole budget of calls too many costs (eq. 2).
        beta: calls that cost nothing beyond the due ones, as a share of them (eq. 2); 0 is the
            paper's flat variant.
        extra_terms: name -> term of the user's own, added to the total.

    Attributes:
        greedy_alignments: how many cases were too large for the exact alignment so far.

    Raises:
        ValueError: naming a weight that is negative or not finite, or a term that is none.

    Example:
        >>> calls = [ScoredCall("bank__pay", {"cents": 5}, ok=True)]
        >>> due = [GroundTruthCall("a", "bank__pay", {"cents": 5})]
        >>> pay = {"type": "function", "function": {"name": "bank__pay"}}
        >>> ProveReward()(calls, due, [pay]).total
        1.3
    """

    def __init__(
        self,
        w_val: float = 0.5,
        w_cov: float = 0.5,
        w_eff: float = 0.15,
        w_name: float = 0.2,
        w_arg: float = 0.1,
        alpha: float = 0.5,
        beta: float = 0.5,
        extra_terms: Terms | None = None,
    ) -> None:
        self.weights, self.alpha, self.beta = (
            Weights(w_val, w_cov, w_eff, w_name, w_arg),
            alpha,
            beta,
        )
        _check_numbers({**asdict(self.weights), "alpha": alpha, "beta": beta})
        self.extra_terms = dict(extra_terms or {})
        check_terms(self.extra_terms)
        self.greedy_alignments = 0

    def __call__(
        self,
        calls: Sequence[ScoredCall],
        ground_truth: Sequence[GroundTruthCall],
        tools: Sequence[Schema],
    ) -> RewardBreakdown:
        """Returns the reward of `calls`, all calls of the model over the whole conversation.

        Args:
            calls: in order, those that could not be read included.
            ground_truth: the due calls over all user turns; empty where the model should abstain.
            tools: the OpenAI schemas that were on offer.

        Raises:
            ValueError: naming what is wrong with the ground truth or a schema.
        """
        return self.score(Case(calls, ground_truth, tools))

    def score(self, case: Case) -> RewardBreakdown:
        """Returns the reward of `case`; as `__call__`, with more for the user's terms to see."""
        if not case.ground_truth:
            return self._abstaining(case)
        breakdown = self._of_calls(case)
        if not case.calls:  # nobody is paid for doing nothing, by no term
            return replace(breakdown, extra=dict.fromkeys(self.extra_terms, 0.0))
        return self._with_terms(breakdown, case)

    def score_rollout(self, rollout: Rollout, task: Task) -> Rollout:
        """Returns `rollout` with `reward` and `success` filled.

        Both are None where the rollout is excluded: our infrastructure failed, not the model.

        Raises:
            ValueError: where `rollout` is not one of `task`, or as `__call__`.
        """
        case = case_of(rollout, task)
        if rollout.excluded:
            return replace(rollout, reward=None, success=None)
        reward = self.score(case)
        return replace(rollout, reward=reward, success=is_success(rollout, task, reward.coverage))

    def _of_calls(self, case: Case) -> RewardBreakdown:
        calls, due, offered = case.calls, case.ground_truth, offered_tools(case.tools)
        alignment = align(calls, due, offered)
        self.greedy_alignments += not alignment.exact
        terms = (
            validity(calls, offered),
            coverage(due, alignment.positions),
            efficiency(len(calls), len(due), self.alpha, self.beta),
            name(calls, due),
            argument(calls, due, alignment.positions, offered),
        )
        return RewardBreakdown(*terms, total=total(*terms, weights=self.weights))

    def _abstaining(self, case: Case) -> RewardBreakdown:
        reward = RewardBreakdown(None, None, None, None, None, total=abstention(case.calls))
        return self._with_terms(reward, case)

    def _with_terms(self, breakdown: RewardBreakdown, case: Case) -> RewardBreakdown:
        extra = weighted_terms(self.extra_terms, case)
        return replace(breakdown, total=math.fsum((breakdown.total, *extra.values())), extra=extra)


def _check_numbers(settings: Mapping[str, float]) -> None:
    for key, value in settings.items():
        if not isinstance(value, int | float) or not 0 <= value < math.inf:
            raise ValueError(f"reward.{key} must be a finite number of at least 0, got {value!r}")
