from __future__ import annotations

import pytest
import torch
from grpo_cases import ARCHITECTURES, random_group, rollout, tiny_policy

from provelight.grpo.packing import branch_of, pack, packed_logps, plain_logps, split
from provelight.records import Source


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_packed_equals_row_by_row(architecture: str) -> None:
    model = tiny_policy(architecture)
    group = pack(random_group(1, [0.0, 1.0, 0.5]), [1.0, -1.0, 0.0])
    packed, _ = packed_logps(model, group, temperature=1.0)
    plain = plain_logps(model, group, temperature=1.0)
    torch.testing.assert_close(packed, plain, atol=2e-5, rtol=1e-4)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_gradients_of_packed_equal_row_by_row(architecture: str) -> None:
    group = pack(random_group(2, [0.0, 1.0, 0.5]), [1.0, -1.0, 0.0])
    weights = torch.linspace(-1, 1, group.trained_tokens)
    gradients = []
    for compute in (lambda m: packed_logps(m, group, 0.7)[0], lambda m: plain_logps(m, group, 0.7)):
        model = tiny_policy(architecture)
        (compute(model) * weights).sum().backward()
        gradients.append([p.grad for p in model.parameters() if p.grad is not None])
    assert gradients[0]
    for packed, plain in zip(*gradients, strict=True):
        torch.testing.assert_close(packed, plain, atol=2e-5, rtol=1e-3)


def test_logps_equal_those_of_the_models_own_forward() -> None:
    """T12: alone, packed, and by transformers' forward, a row has the same log-probabilities."""
    model = tiny_policy()
    sample = random_group(3, [1.0])[0]
    group = pack([sample], [1.0])
    packed, entropy = packed_logps(model, group, temperature=2.0)
    logits = model(input_ids=torch.tensor([sample.ids])).logits[0].float() / 2.0
    normal = logits.log_softmax(-1)
    trained = [i for i, s in enumerate(sample.sources) if s == Source.MODEL]
    expected = torch.stack([normal[i - 1, sample.ids[i]] for i in trained])
    torch.testing.assert_close(packed, expected, atol=2e-5, rtol=1e-4)
    entropies = -(normal.exp() * normal).sum(-1)[torch.tensor(trained) - 1]
    torch.testing.assert_close(entropy, entropies, atol=1e-4, rtol=1e-4)


def test_t4_only_sampled_tokens_have_a_loss() -> None:
    sample = rollout(
        [7, 8, 9],
        [
            (Source.MODEL, [10, 11]),
            (Source.TOOL, [12, 13]),
            (Source.MODEL, [14]),
            (Source.USER, [15]),
        ],
        1.0,
    )
    branch = branch_of(sample)
    assert branch.ids == (10, 11, 12, 13, 14)  # cut behind the last sampled token
    assert branch.trained == (0, 1, 4)
    assert branch.sampled_logps == (-1.0, -1.0, -1.0)


def test_chunks_do_not_change_the_result() -> None:
    model = tiny_policy()
    group = pack(random_group(4, [0.0, 1.0]), [1.0, -1.0])
    whole = packed_logps(model, group, 1.0, chunk_size=4096)[0]
    pieces = packed_logps(model, group, 1.0, chunk_size=3)[0]
    torch.testing.assert_close(whole, pieces, atol=1e-6, rtol=1e-6)


def test_a_group_has_one_prompt() -> None:
    first, second = random_group(5, [1.0])[0], random_group(6, [1.0])[0]
    with pytest.raises(ValueError, match="2 prompts"):
        pack([first, second], [0.0, 0.0])


def test_split_keeps_every_branch_once() -> None:
    group = pack(random_group(7, [0.0, 0.1, 0.2, 0.3, 0.4]), [0.0] * 5)
    pieces = split(group, 2)
    assert [len(piece.branches) for piece in pieces] == [2, 2, 1]
    assert tuple(b for piece in pieces for b in piece.branches) == group.branches
