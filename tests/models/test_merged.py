from __future__ import annotations

import pytest
import torch

from provelight.models.loading import load_model
from provelight.models.lora import Lora, attach_lora
from provelight.models.merged import can_merge, merged_adapter


@pytest.mark.parametrize("architecture", ["llama", "granite"])
def test_merged_equals_the_side_path_and_the_base_comes_back_exactly(architecture: str) -> None:
    torch.manual_seed(0)
    model = attach_lora(load_model(f"tiny:{architecture}", dtype="float32").model, Lora(rank=4))
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.1)
    model.eval()
    ids = torch.arange(5, 25)[None]
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    with torch.no_grad():
        plain = model(input_ids=ids).logits
        with merged_adapter(model):
            merged = model(input_ids=ids).logits
        again = model(input_ids=ids).logits
        with model.disable_adapter():
            base = model(input_ids=ids).logits
    torch.testing.assert_close(merged, plain, atol=1e-4, rtol=1e-4)
    assert not torch.allclose(merged, base, atol=1e-3)
    assert torch.equal(again, plain)
    for name, parameter in model.named_parameters():
        assert torch.equal(parameter, before[name])
        assert parameter.requires_grad == ("lora_" in name)


def test_only_a_float32_base_is_merged() -> None:
    assert can_merge(attach_lora(load_model("tiny", dtype="float32").model, Lora(rank=4)))
    assert not can_merge(attach_lora(load_model("tiny", dtype="bfloat16").model, Lora(rank=4)))
