"""From the rollouts of a group to one packed row: the prompt once, then each rollout's tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from provelight.grpo.logps import token_logps
from provelight.models.attention import CausalPattern, SharedPrefixPattern, pattern_attention
from provelight.models.heads import base_model, hidden_states
from provelight.records import Rollout, Source


@dataclass(frozen=True, slots=True)
class Branch:
    """What one rollout adds to its prompt, cut behind its last sampled token.

    Attributes:
        ids: tokens after the prompt.
        trained: offsets into `ids` of the sampled tokens, the only ones with a loss (T4).
        sampled_logps: their log-probabilities when sampled.
        advantage: of the rollout.
    """

    ids: tuple[int, ...]
    trained: tuple[int, ...]
    sampled_logps: tuple[float, ...]
    advantage: float = 0.0


@dataclass(frozen=True, slots=True)
class PackedGroup:
    """Branches that share a prompt."""

    prompt: tuple[int, ...]
    branches: tuple[Branch, ...]

    @property
    def trained_tokens(self) -> int:
        """How many tokens have a loss."""
        return sum(len(branch.trained) for branch in self.branches)

    @property
    def forward_tokens(self) -> int:
        """How many tokens the forward computes."""
        return len(self.prompt) + sum(len(branch.ids) for branch in self.branches)


def branch_of(rollout: Rollout, advantage: float = 0.0) -> Branch:
    """Returns the branch of a rollout; empty where nothing was sampled."""
    start = rollout.prompt_length
    trained = [i - start for i, s in enumerate(rollout.sources) if s == Source.MODEL]
    end = start + (trained[-1] + 1 if trained else 0)
    return Branch(
        ids=tuple(rollout.ids[start:end]),
        trained=tuple(trained),
        sampled_logps=tuple(rollout.logps[start + i] for i in trained),
        advantage=advantage,
    )


def pack(rollouts: Sequence[Rollout], advantages: Sequence[float]) -> PackedGroup:
    """Packs rollouts of one group.

    Raises:
        ValueError: where the rollouts do not share their prompt.
    """
    prompts = {rollout.ids[: rollout.prompt_length] for rollout in rollouts}
    if len(prompts) != 1:
        raise ValueError(
            f"the rollouts of a group have {len(prompts)} prompts; they must share one"
        )
    branches = [branch_of(r, a) for r, a in zip(rollouts, advantages, strict=True)]
    return PackedGroup(prompts.pop(), tuple(b for b in branches if b.ids))


def split(group: PackedGroup, rows: int) -> list[PackedGroup]:
    """Returns micro-batches of at most `rows` branches that share the prompt again."""
    return [
        PackedGroup(group.prompt, group.branches[i : i + rows])
        for i in range(0, len(group.branches), rows)
    ]


def packed_logps(
    model: Any, group: PackedGroup, temperature: float, chunk_size: int = 256
) -> tuple[Tensor, Tensor]:
    """Returns log-probabilities and entropies of the trained tokens, the prompt computed once.

    Returns:
        Two (N,) float32 tensors, branch by branch; the first with gradient.
    """
    device = base_model(model).device
    pattern = SharedPrefixPattern(
        len(group.prompt), [len(branch.ids) for branch in group.branches], device
    )
    ids = torch.tensor(
        [[*group.prompt, *(i for b in group.branches for i in b.ids)]], device=device
    )
    with pattern_attention(base_model(model)):
        hidden = hidden_states(
            model, input_ids=ids, position_ids=pattern.position_ids, attention_pattern=pattern
        )[0]
        targets, predictors = _targets(group)
        states = hidden[torch.tensor(predictors, device=device)]
        return token_logps(model, states, ids[0, targets], temperature, chunk_size)


def plain_logps(model: Any, group: PackedGroup, temperature: float) -> Tensor:
    """Returns what `packed_logps` does, computed row by row: the twin for tests and odd models."""
    rows = []
    for branch in group.branches:
        ids = torch.tensor([[*group.prompt, *branch.ids]], device=base_model(model).device)
        with pattern_attention(base_model(model)):
            hidden = hidden_states(model, input_ids=ids, attention_pattern=CausalPattern())[0]
            targets = torch.tensor(branch.trained) + len(group.prompt)
            rows.append(token_logps(model, hidden[targets - 1], ids[0, targets], temperature)[0])
    return torch.cat(rows)


def _targets(group: PackedGroup) -> tuple[list[int], list[int]]:
    """Returns positions in the packed row of the trained tokens and of their predictors."""
    start = len(group.prompt)
    targets, predictors = [], []
    for branch in group.branches:
        for offset in branch.trained:
            targets.append(start + offset)
            predictors.append(start + offset - 1 if offset else len(group.prompt) - 1)
        start += len(branch.ids)
    return targets, predictors
