from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import torch
from grpo_cases import random_group, rollout, tiny_policy

from provelight.grpo.packing import pack, packed_logps
from provelight.grpo.settings import GRPOSettings
from provelight.grpo.update import accumulate_gradients, groups_to_train
from provelight.models.modes import training_without_dropout
from provelight.models.reference import reference_adapter
from provelight.records import Source

LENGTHS = [0.2, 1.0, 0.7, 0.1, 1.3]


def gradients(model: Any, settings: GRPOSettings, groups: list[Any]) -> list[torch.Tensor]:
    model.zero_grad()
    packs = groups_to_train(groups, settings)
    with training_without_dropout(model):
        accumulate_gradients(model, packs, settings, 1.0, lambda loss: loss.backward())
    return [p.grad.clone() for p in model.parameters() if p.grad is not None]


@pytest.mark.parametrize("aggregation", ["token_mean", "sequence_mean"])
def test_t7_micro_batches_of_unequal_lengths_give_equal_gradients(aggregation: Any) -> None:
    groups = [random_group(1, LENGTHS), random_group(2, [0.0, 1.0])]
    whole = GRPOSettings(aggregation=aggregation)
    model = tiny_policy()
    expected = gradients(model, whole, groups)
    for rows in (1, 2, 3):
        found = gradients(model, replace(whole, rows_per_micro_batch=rows), groups)
        for a, b in zip(found, expected, strict=True):
            torch.testing.assert_close(a, b, atol=1e-6, rtol=1e-4)


def test_t8_groups_without_spread_are_never_forwarded() -> None:
    groups = [random_group(1, [0.5, 0.5, 0.5]), random_group(2, [0.0, 1.0])]
    packs = groups_to_train(groups, GRPOSettings())
    assert [len(pack.branches) for pack in packs] == [2]


def test_t18_excluded_rollouts_leave_the_baseline() -> None:
    group = random_group(1, [0.0, 1.0, 1.3])
    broken = [group[0], group[1], replace(group[2], excluded=True, reward=None)]
    (found,) = groups_to_train([broken], GRPOSettings())
    (expected,) = groups_to_train([group[:2]], GRPOSettings())
    assert found == expected


def test_of_a_group_the_best_and_worst_rollouts_are_trained_and_make_the_baseline() -> None:
    group = random_group(1, LENGTHS)
    settings = GRPOSettings(trained_rows_per_group=2)
    (found,) = groups_to_train([group], settings)
    (expected,) = groups_to_train([[group[3], group[4]]], GRPOSettings())
    assert found == expected


def test_t6_a_batch_without_sampled_tokens_gives_zero_not_nan() -> None:
    group = [
        rollout([5, 6], [(Source.TOOL, [7])], total, row) for row, total in enumerate((0.0, 1.0))
    ]
    model = tiny_policy()
    packs = groups_to_train([group], GRPOSettings())
    stats = accumulate_gradients(model, packs, GRPOSettings(), 1.0, lambda loss: loss.backward())
    assert stats.loss == 0.0
    assert packs == []
    assert stats.means() == {}


def test_t9_ratio_one_and_kl_zero_at_the_first_step_even_with_dropout() -> None:
    model = tiny_policy(dropout=0.5)
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.zeros_(parameter)  # as at the start of a run
    model.train()
    settings = GRPOSettings(kl_coefficient=0.5)
    packs = groups_to_train([random_group(1, [0.0, 1.0])], settings)
    with training_without_dropout(model):
        stats = accumulate_gradients(model, packs, settings, 1.0, lambda loss: loss.backward())
        again = packed_logps(model, packs[0], 1.0)[0]
    assert stats.means()["kl"] == pytest.approx(0.0, abs=1e-9)
    assert stats.means()["clip_low"] == stats.means()["clip_high"] == 0.0
    torch.testing.assert_close(again, packed_logps(model.eval(), packs[0], 1.0)[0])
    assert model.training is False


def test_t10_the_reference_is_the_base_and_the_adapter_comes_back() -> None:
    model = tiny_policy()
    group = pack(random_group(1, [0.0, 1.0]), [1.0, -1.0])
    with torch.no_grad():
        before = packed_logps(model, group, 1.0)[0]
        with model.disable_adapter():
            base = packed_logps(model, group, 1.0)[0]
        with reference_adapter(model):
            reference = packed_logps(model, group, 1.0)[0]
        after = packed_logps(model, group, 1.0)[0]
    assert torch.equal(reference, base)
    assert torch.equal(before, after)
    assert not torch.allclose(before, base)


def test_one_step_makes_the_better_completion_likelier() -> None:
    model = tiny_policy()
    group = random_group(3, [1.3, 0.2, 0.2, 0.2], turns=1)
    settings = GRPOSettings()
    packs = groups_to_train([group], settings)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-2)
    counts = [len(branch.trained) for branch in packs[0].branches]

    def sums() -> list[float]:
        with torch.no_grad():
            parts = packed_logps(model, packs[0], 1.0)[0].split(counts)
        return [float(part.sum()) for part in parts]

    before = sums()
    accumulate_gradients(model, packs, settings, 1.0, lambda loss: loss.backward())
    optimizer.step()
    after = sums()
    assert after[0] > before[0]
    assert after[0] - before[0] > max(a - b for a, b in zip(after[1:], before[1:], strict=True))


def test_the_kl_penalty_pulls_towards_the_reference() -> None:
    model = tiny_policy()
    group = random_group(3, [0.0, 1.0])
    with_kl = gradients(model, GRPOSettings(kl_coefficient=1.0), [group])
    without = gradients(model, GRPOSettings(kl_coefficient=0.0), [group])
    assert any(not torch.allclose(a, b) for a, b in zip(with_kl, without, strict=True))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"clip_low": 1.5}, "clip_low"),
        ({"kl_coefficient": -1.0}, "kl_coefficient is -1.0"),
        ({"aggregation": "mean"}, "token_mean, sequence_mean"),
        ({"max_grad_norm": 0.0}, "max_grad_norm is 0"),
        ({"rows_per_micro_batch": 0}, "rows_per_micro_batch is 0"),
    ],
)
def test_wrong_settings_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GRPOSettings(**change)
