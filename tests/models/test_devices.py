"""Devices and number formats."""

from __future__ import annotations

import pytest
import torch

from provelight.models.devices import has_native_bfloat16, resolve_device, resolve_dtype
from provelight.models.errors import ModelError

CPU = torch.device("cpu")


@pytest.mark.parametrize(
    ("capabilities", "dtype"),
    [
        ({"avx512_bf16": True}, torch.bfloat16),
        ({"amx_bf16": True}, torch.bfloat16),
        ({"bf16": True}, torch.bfloat16),
        ({"avx512_bf16": False, "avx512_f": True}, torch.float32),
        ({}, torch.float32),
    ],
)
def test_auto_is_bfloat16_only_where_it_is_native(monkeypatch, capabilities, dtype):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities)
    assert resolve_dtype("auto", CPU) == dtype
    assert has_native_bfloat16(CPU) == (dtype == torch.bfloat16)


def test_a_named_dtype_is_taken_as_it_is():
    assert resolve_dtype("float32", CPU) == torch.float32
    assert resolve_dtype("bfloat16", CPU) == torch.bfloat16


def test_another_dtype_is_refused_with_the_choices():
    with pytest.raises(ModelError, match=r"'float16'.*auto, float32, bfloat16"):
        resolve_dtype("float16", CPU)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["gpu", "cuda:99", "meta"])
def test_a_device_that_is_not_there_is_refused(name):
    with pytest.raises(ModelError, match=f"device '{name}'"):
        resolve_device(name)


def test_auto_is_the_cpu_without_cuda(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert resolve_device("auto") == CPU
