from __future__ import annotations

import pytest
import torch

from provelight.rollout.sampling import SamplingParams, choose


def test_greedy_takes_the_largest_and_reports_its_log_probability() -> None:
    logits = torch.tensor([[0.0, 2.0, 1.0], [3.0, 0.0, 0.0]])
    tokens, logps = choose(logits, 0.0, torch.zeros(2, dtype=torch.float64))
    assert tokens.tolist() == [1, 0]
    torch.testing.assert_close(logps, logits.log_softmax(-1).max(-1).values)


@pytest.mark.parametrize("vocab", [3, 256, 700])
def test_uniforms_are_inverted_like_one_cumulative_sum(vocab: int) -> None:
    torch.manual_seed(0)
    logits = torch.randn(1, vocab) * 2
    cumulative = logits.double().softmax(-1).cumsum(-1)[0]
    for uniform in torch.linspace(0.001, 0.998, 57, dtype=torch.float64):
        token = int(choose(logits, 1.0, uniform[None])[0])
        below = float(cumulative[token - 1]) if token else 0.0
        assert below - 1e-6 <= float(uniform) <= float(cumulative[token]) + 1e-6


def test_a_token_without_probability_is_never_chosen() -> None:
    logits = torch.full((1, 600), float("-inf"))
    logits[0, 300] = 0.0
    for uniform in (0.0, 0.5, 1 - 1e-16):
        assert int(choose(logits, 1.0, torch.tensor([uniform], dtype=torch.float64))[0]) == 300


def test_t11_temperature_divides_before_the_softmax() -> None:
    logits = torch.tensor([[0.0, 1.0]])
    _, logps = choose(logits, 0.5, torch.tensor([0.999], dtype=torch.float64))
    torch.testing.assert_close(logps, (logits / 0.5).log_softmax(-1)[:, 1])


@pytest.mark.parametrize("change", [{"top_p": 0.9}, {"top_k": 40}, {"temperature": -1.0}])
def test_t11_what_training_cannot_follow_is_refused(change: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(change))):
        SamplingParams(**change)  # type: ignore[arg-type]


def test_each_rollout_has_random_numbers_of_its_own() -> None:
    params = SamplingParams(seed=3)
    keys = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    draws = [float(torch.rand((), generator=params.generator(*key))) for key in keys]
    assert len(set(draws)) == 4
    assert draws[0] == float(torch.rand((), generator=SamplingParams(seed=3).generator(0, 0, 0)))
