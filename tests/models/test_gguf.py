"""GGUF files: converted once, exactly, and refused where they are not whole."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch
from gguf import GGUFWriter
from safetensors.torch import load_file

from provelight.models import gguf
from provelight.models.errors import ModelError
from provelight.models.gguf import converted_folder
from provelight.models.loading import load_model
from provelight.models.quantization import Quantization
from provelight.models.tiny_tokenizer import tiny_tokenizer

NAMES = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "model.layers.": "blk.",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}


@pytest.fixture(autouse=True)
def _own_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PROVELIGHT_DATA", str(tmp_path / "data"))


@pytest.fixture
def file(folder, tmp_path):
    """The tiny llama model as llama.cpp would write it, in float32."""
    path = tmp_path / "small.gguf"
    writer = GGUFWriter(path, "llama")
    writer.add_block_count(2)
    writer.add_context_length(16_384)
    writer.add_embedding_length(64)
    writer.add_feed_forward_length(128)
    writer.add_head_count(4)
    writer.add_head_count_kv(2)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_freq_base(10_000.0)
    writer.add_vocab_size(512)
    add_tokenizer(writer)
    for name, weight in load_file(folder / "model.safetensors").items():
        writer.add_tensor(llama_cpp_name(name), llama_cpp_order(name, weight.numpy()))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def add_tokenizer(writer):
    tokenizer = tiny_tokenizer()
    pieces = sorted(tokenizer.get_vocab(), key=tokenizer.get_vocab().get)
    added = tokenizer.get_added_vocab()
    model = json.loads(tokenizer.backend_tokenizer.to_str())["model"]
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(pieces)
    writer.add_token_types([3 if piece in added else 1 for piece in pieces])
    writer.add_token_merges([" ".join(pair) for pair in model["merges"]])
    writer.add_bos_token_id(tokenizer.bos_token_id)
    writer.add_eos_token_id(tokenizer.eos_token_id)


def llama_cpp_name(name):
    for ours, theirs in sorted(NAMES.items(), key=lambda pair: -len(pair[0])):
        name = name.replace(ours, theirs)
    return name


def llama_cpp_order(name, weight):
    """llama.cpp interleaves the halves of each rotary head."""
    heads = 4 if "q_proj" in name else 2 if "k_proj" in name else 0
    if not heads:
        return weight
    halves = weight.reshape(heads, 2, weight.shape[0] // heads // 2, *weight.shape[1:])
    return np.ascontiguousarray(halves.swapaxes(1, 2).reshape(weight.shape))


def test_a_gguf_model_predicts_what_the_original_does(file, folder, ids):
    [ours, original] = [
        load_model(str(path), dtype="float32", device="cpu") for path in (file, folder)
    ]
    with torch.no_grad():
        expected = original.model(input_ids=ids).logits
        assert torch.allclose(ours.model(input_ids=ids).logits, expected, atol=1e-5)
    text = 'Move "$5" to ACC-0001'
    assert ours.tokenizer.encode(text) == original.tokenizer.encode(text)


def test_it_is_converted_once_and_again_when_the_file_changes(file, monkeypatch):
    first = converted_folder(file, torch.float32)
    with monkeypatch.context() as patch:
        patch.setattr(gguf, "convert_gguf", pytest.fail)
        assert converted_folder(file, torch.float32) == first
    file.touch()
    assert converted_folder(file, torch.float32) != first


def test_it_can_be_quantized_to_nf4(file, ids):
    model = load_model(str(file), quantization=Quantization("nf4"), device="cpu").model
    assert torch.isfinite(model(input_ids=ids).logits).all()


def test_a_conversion_that_fails_leaves_nothing(file, tmp_path, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(gguf, "_appear", fail)
    with pytest.raises(KeyboardInterrupt):
        converted_folder(file, torch.float32)
    assert list((tmp_path / "data" / "models" / "gguf").iterdir()) == []


@pytest.mark.parametrize("keep", [100, 20_000, -64])
def test_a_file_cut_short_is_refused(file, keep):
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(ModelError, match="corrupt or cut short"):
        converted_folder(file, torch.float32)


def test_a_file_of_something_else_is_refused(tmp_path):
    file = tmp_path / "page.gguf"
    file.write_text("<html>not found</html>")
    with pytest.raises(ModelError, match="not a GGUF file"):
        converted_folder(file, torch.float32)
