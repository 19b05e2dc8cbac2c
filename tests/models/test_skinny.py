from __future__ import annotations

import pytest
import torch
from torch import nn

from provelight.models.skinny import skinny_products


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (2, 16), (1, 48), (1, 49), (3, 40)])
def test_it_equals_the_plain_product(shape: tuple[int, int], bias: bool) -> None:
    torch.manual_seed(0)
    layer = nn.Linear(96, 130, bias=bias)
    inputs = torch.randn(*shape, 96)
    plain = layer(inputs)
    with skinny_products(nn.Sequential(layer)):
        assert "forward" in vars(layer)
        torch.testing.assert_close(layer(inputs), plain, atol=1e-5, rtol=1e-5)
    assert "forward" not in vars(layer)


def test_other_types_are_left_alone() -> None:
    half, whole = nn.Linear(8, 8, dtype=torch.bfloat16), nn.Linear(8, 8)
    with skinny_products(nn.ModuleList([half, whole])):
        assert "forward" not in vars(half)
    assert "forward" not in vars(whole)
