from __future__ import annotations

import pytest
import torch
from torch import nn

from provelight.models.modes import training_without_dropout


def stack() -> nn.Sequential:
    return nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.9), nn.Sequential(nn.Dropout1d(0.9)))


def test_t9_inside_it_trains_without_dropout() -> None:
    model, x = stack().eval(), torch.randn(4, 8)
    expected = model(x)
    with training_without_dropout(model):
        assert model.training
        assert model[0].training
        assert torch.equal(model(x), expected)


@pytest.mark.parametrize("error", [False, True])
def test_every_mode_is_restored_on_an_error_too(error: bool) -> None:
    model = stack().train()
    model[2].eval()
    before = [module.training for module in model.modules()]
    try:
        with training_without_dropout(model):
            assert all(
                m.training
                for m in model.modules()
                if not isinstance(m, nn.modules.dropout._DropoutNd)
            )
            if error:
                raise RuntimeError
    except RuntimeError:
        assert error
    assert [module.training for module in model.modules()] == before
