"""The reference model inside the one that trains (T10)."""

from __future__ import annotations

import pytest
import torch

from provelight.models.loading import load_model
from provelight.models.lora import REFERENCE, Lora, adapter_state, add_reference, attach_lora
from provelight.models.quantization import Quantization
from provelight.models.reference import reference_adapter


@pytest.fixture(params=["none", "nf4"])
def base(request):
    return load_model(
        "tiny", dtype="float32", quantization=Quantization(request.param), device="cpu"
    ).model


def scramble(model, seed=0):
    generator = torch.Generator().manual_seed(seed)
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.data = torch.randn(parameter.shape, generator=generator) * 0.1
    return model


def logits(model, ids):
    with torch.no_grad():
        return model(input_ids=ids).logits


def test_the_reference_of_a_fresh_adapter_is_the_base(base, ids):
    expected = logits(base, ids)
    model = scramble(attach_lora(base, Lora(rank=4)))
    trained = logits(model, ids)
    with reference_adapter(model):
        assert torch.equal(logits(model, ids), expected)
    assert torch.equal(logits(model, ids), trained)
    assert not torch.allclose(trained, expected)


def test_the_reference_of_a_given_adapter_is_its_frozen_copy(base, ids):
    model = scramble(attach_lora(base, Lora(rank=4)))
    at_start = logits(model, ids)
    add_reference(model)
    assert torch.equal(logits(model, ids), at_start)
    scramble(model, seed=1)
    trained = logits(model, ids)
    with reference_adapter(model):
        assert torch.equal(logits(model, ids), at_start)
    assert torch.equal(logits(model, ids), trained)
    assert not torch.allclose(trained, at_start)


@pytest.mark.parametrize("copied", [False, True])
def test_an_exception_inside_restores_the_adapter(base, ids, copied):
    model = scramble(attach_lora(base, Lora(rank=4)))
    if copied:
        add_reference(model)
        scramble(model, seed=1)
    expected = logits(model, ids)
    with pytest.raises(KeyError), reference_adapter(model):
        raise KeyError("inside")
    assert torch.equal(logits(model, ids), expected)


@pytest.mark.parametrize("copied", [False, True])
def test_switching_changes_neither_gradients_nor_their_need_nor_the_optimiser(base, ids, copied):
    model = scramble(attach_lora(base, Lora(rank=4)))
    if copied:
        add_reference(model)
    needs = {name: p.requires_grad for name, p in model.named_parameters()}
    optimiser = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-3)
    model(input_ids=ids, labels=ids).loss.backward()
    gradients = {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}
    with reference_adapter(model):
        logits(model, ids)
        assert {name: p.requires_grad for name, p in model.named_parameters()} == needs
    assert {name: p.requires_grad for name, p in model.named_parameters()} == needs
    assert all(torch.equal(dict(model.named_parameters())[n].grad, g) for n, g in gradients.items())
    optimiser.step()
    assert all(dict(model.named_parameters())[name] in optimiser.state for name in gradients)
    assert not any(REFERENCE in name for name in gradients)


def test_it_can_be_entered_inside_itself(base, ids):
    model = scramble(attach_lora(base, Lora(rank=4)))
    trained = logits(model, ids)
    with reference_adapter(model):
        with reference_adapter(model):
            inner = logits(model, ids)
        assert torch.equal(logits(model, ids), inner)
    assert torch.equal(logits(model, ids), trained)


def test_the_reference_is_part_of_the_saved_state_and_made_once(base):
    model = attach_lora(base, Lora(rank=4))
    add_reference(model)
    assert sum(f".{REFERENCE}." in name for name in adapter_state(model)) == 28
    with pytest.raises(ValueError, match="already"):
        add_reference(model)


def test_a_model_without_adapter_has_no_reference(base):
    with pytest.raises(ValueError, match="attach_lora"), reference_adapter(base):
        pass
