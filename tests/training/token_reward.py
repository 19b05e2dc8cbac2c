"""A reward that a random model can earn: the share of small token ids in what it wrote."""

from __future__ import annotations

from dataclasses import replace

from provelight.records import RewardBreakdown, Rollout, Source, Task
from provelight.rewards.total import ProveReward


class TokenReward(ProveReward):
    def score_rollout(self, rollout: Rollout, task: Task) -> Rollout:
        del task
        sources = zip(rollout.ids, rollout.sources, strict=True)
        written = [token for token, source in sources if source == Source.MODEL]
        total = sum(i < 256 for i in written) / max(len(written), 1)
        reward = RewardBreakdown(0.0, 0.0, 0.0, 0.0, 0.0, total)
        return replace(rollout, reward=reward, success=False)
