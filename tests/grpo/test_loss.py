from __future__ import annotations

import math

import pytest
import torch

from provelight.grpo.loss import policy_loss, reverse_kl, token_weights


def test_clipping_by_hand() -> None:
    """Ratios 1.5 and 0.5, advantages +1, -1, -1, +1, clip 0.2.

    -min(1.5 * 1, 1.2) = -1.2; -min(1.5 * -1, 1.2 * -1) = 1.5;
    -min(0.5 * -1, 0.8 * -1) = 0.8; -min(0.5 * 1, 0.8) = -0.5.
    """
    old = torch.zeros(4)
    logps = torch.tensor([1.5, 1.5, 0.5, 0.5]).log()
    losses, low, high = policy_loss(logps, old, torch.tensor([1.0, -1.0, -1.0, 1.0]), 0.2, 0.2)
    torch.testing.assert_close(losses, torch.tensor([-1.2, 1.5, 0.8, -0.5]))
    assert high.tolist() == [True, False, False, False]
    assert low.tolist() == [False, False, True, False]


def test_t23_the_loss_is_zero_at_ratio_one_but_its_gradient_is_not() -> None:
    logps = torch.tensor([-1.0, -2.0], requires_grad=True)
    losses, _, _ = policy_loss(logps, logps.detach(), torch.tensor([1.0, -1.0]), 0.2, 0.2)
    losses.sum().backward()
    assert float(losses.detach().sum()) == 0.0
    torch.testing.assert_close(logps.grad, torch.tensor([-1.0, 1.0]))


def test_t13_the_expected_gradient_is_that_of_the_reverse_kl() -> None:
    """Over a softmax of five outcomes, the expectation under the policy is taken exactly."""
    torch.manual_seed(0)
    logits = torch.randn(5, dtype=torch.float64, requires_grad=True)
    reference = torch.randn(5, dtype=torch.float64).log_softmax(-1)
    logps = logits.log_softmax(-1)
    estimate = (logps.exp().detach() * reverse_kl(logps, reference, logps.detach())).sum()
    (found,) = torch.autograd.grad(estimate, logits, retain_graph=True)
    exact = (logps.exp() * (logps - reference)).sum()
    (expected,) = torch.autograd.grad(exact, logits, retain_graph=True)
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(estimate, exact)
    k3_alone = (logps.exp().detach() * ((reference - logps).exp() - (reference - logps) - 1)).sum()
    (wrong,) = torch.autograd.grad(k3_alone, logits)
    assert not torch.allclose(wrong, expected, atol=1e-2)


def test_kl_is_zero_where_the_models_agree() -> None:
    logps = torch.tensor([-0.5, -3.0])
    assert reverse_kl(logps, logps, logps).tolist() == [0.0, 0.0]


def test_token_mean_weighs_tokens_alike_and_sequence_mean_rollouts() -> None:
    assert token_weights([1, 3], "token_mean") == [0.25, 0.25]
    assert token_weights([1, 3], "sequence_mean") == [0.5, pytest.approx(1 / 6)]


def test_t6_nothing_to_train_gives_weight_zero() -> None:
    for weight in (*token_weights([0, 0], "token_mean"), *token_weights([0], "sequence_mean")):
        assert weight == 0.0
        assert not math.isnan(weight)
