"""Findings about 4-bit weights and servers."""

from __future__ import annotations

import pytest
import torch

from provelight.diagnosis import four_bit, product
from provelight.environments import MCPFleet, ServerStartError
from provelight.environments.failures import StartFailure


@pytest.fixture(autouse=True)
def _a_cpu_with_avx512_bf16(monkeypatch):
    monkeypatch.setattr("bitsandbytes.nn.modules.has_avx512bf16", lambda: True)


def test_the_gradient_through_four_bits_is_right():
    assert four_bit.gradient_error(torch.device("cpu")) < 1e-5
    assert product.check_bitsandbytes().status == "ok"


@pytest.mark.filterwarnings("ignore:bitsandbytes..gemv_4bit")
def test_a_wrong_gradient_is_found(monkeypatch):
    monkeypatch.setattr(four_bit, "forbid_cpu_repacking", lambda _: None)
    found = product.check_bitsandbytes()
    assert found.status == "fail"
    assert "quantization=none" in (found.fix or "")


def test_a_server_that_does_not_start_is_found(monkeypatch):
    failure = StartFailure("banking", ("python",), "it ended at once", ("boom",), "mend it")

    def fail(_):
        raise ServerStartError(failure)

    monkeypatch.setattr(MCPFleet, "start", fail)
    found = product.check_servers()
    assert found.status == "fail"
    assert "banking" in found.detail
