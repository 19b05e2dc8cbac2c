from __future__ import annotations

from itertools import combinations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from provelight.grpo.advantages import group_advantages, has_spread, most_spread


def test_worked_example() -> None:
    """Rewards 1.3, 0.9, 0.5, 0.9: mean 0.9, sample deviation sqrt(0.32 / 3) = 0.3266.

    Advantages 0.4 / 0.3267 = 1.2244, 0, -1.2244, 0 (with 1e-4 added to the deviation).
    """
    advantages = group_advantages(torch.tensor([1.3, 0.9, 0.5, 0.9]))
    expected = torch.tensor([1.2244, 0.0, -1.2244, 0.0])
    torch.testing.assert_close(advantages, expected, atol=1e-4, rtol=0)


def test_without_scaling_only_the_mean_is_taken_off() -> None:
    advantages = group_advantages(torch.tensor([1.0, 0.0]), scaling="none")
    torch.testing.assert_close(advantages, torch.tensor([0.5, -0.5]))


@pytest.mark.parametrize("value", [0.0, 0.1, 0.7, 1.3])
def test_t8_a_constant_group_has_advantage_exactly_zero(value: float) -> None:
    rewards = torch.full((16,), value, dtype=torch.float64)
    rewards[3] += 1e-12  # rounding noise must not be amplified
    assert not has_spread(rewards)
    assert torch.equal(group_advantages(rewards), torch.zeros(16))


@given(st.lists(st.floats(-0.1, 1.3), min_size=2, max_size=16))
def test_advantages_are_centred_and_keep_the_order(values: list[float]) -> None:
    rewards = torch.tensor(values, dtype=torch.float64)
    advantages = group_advantages(rewards)
    assert abs(float(advantages.sum())) < 1e-3
    order = rewards.argsort(stable=True)
    assert bool((advantages[order].diff() >= -1e-5).all())


def test_most_spread_worked_example() -> None:
    """Of 0, 0.9, 1.0, 1.1, 1.2 the lowest and the two highest vary most: 0.4433.

    Their mean is 0.7667, the squares 0.5878 + 0.1111 + 0.1878 over 2. The two lowest and the
    highest have mean 0.7 and (0.49 + 0.04 + 0.25) / 2 = 0.39.
    """
    assert most_spread(torch.tensor([0.9, 1.1, 0.0, 1.0, 1.2]), 3) == [1, 2, 4]


def test_most_spread_takes_all_where_there_are_no_more() -> None:
    assert most_spread(torch.tensor([0.3, 0.1]), 4) == [0, 1]


@given(st.lists(st.floats(-0.1, 1.3), min_size=2, max_size=8), st.integers(2, 8))
def test_most_spread_equals_trying_every_choice(values: list[float], count: int) -> None:
    rewards = torch.tensor(values, dtype=torch.float64)
    kept = most_spread(rewards, count)
    size = min(count, len(values))
    best = max(float(rewards[list(c)].var()) for c in combinations(range(len(values)), size))
    assert len(kept) == len(set(kept)) == size
    assert float(rewards[kept].var()) == pytest.approx(best, abs=1e-12)
