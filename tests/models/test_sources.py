"""What `model.path` can name, and what is said within seconds when it names nothing usable."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch

from provelight.models import embedded
from provelight.models.errors import ModelError
from provelight.models.folders import check_folder
from provelight.models.lora import Lora, attach_lora, save_adapter
from provelight.models.sources import open_source
from provelight.models.tiny import write_tiny


def refusal(path):
    with pytest.raises(ModelError) as raised, open_source(str(path), torch.float32):
        pass
    return str(raised.value)


def test_a_folder_is_found_whole(folder):
    with open_source(str(folder), torch.float32) as source:
        assert source.location == str(folder)
        assert source.config["model_type"] == "llama"


def test_a_tiny_model_is_gone_after():
    with open_source("tiny:qwen2", torch.float32) as source:
        temporary = Path(source.location)
        assert check_folder(temporary)["model_type"] == "qwen2"
    assert not temporary.exists()


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("tiny:bert", "llama, qwen2, qwen3, granite"),
        ("no/such/folder", "no such folder; give a folder, a .gguf file, the id"),
        ("./nothing", "no such folder"),
        ("nothing.gguf", "no such file"),
    ],
)
def test_a_path_that_names_nothing_is_refused(path, message):
    assert message in refusal(path)


def test_the_small_model_that_was_not_fetched_says_how(monkeypatch, tmp_path):
    monkeypatch.setenv("PROVELIGHT_DATA", str(tmp_path))
    assert "make setup" in refusal(embedded.embedded_folder())


def test_a_file_that_is_no_gguf_is_refused(folder):
    assert "give the folder it is in" in refusal(folder / "model.safetensors")


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("config.json", None, "no config.json"),
        ("config.json", b"{", "config.json: corrupt, not JSON"),
        ("config.json", b"[]", "not a JSON object"),
        ("config.json", b"{}", "names no model_type"),
        ("model.safetensors", None, "no weights; it needs model.safetensors"),
        ("model.safetensors", b"", "header is not safetensors"),
        ("model.safetensors", b"version https://git-lfs.github.com/spec/v1\n", "header is not"),
        ("model.safetensors", b"\x02\0\0\0\0\0\0\0{}rest", "bytes where 10 belong"),
        ("tokenizer.json", None, "no tokenizer"),
    ],
)
def test_a_missing_or_corrupt_file_is_named(folder, file, content, message):
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(content)
    assert message in refusal(folder)


@pytest.mark.parametrize("cut", [1, 1000])
def test_weights_that_were_cut_short_are_found_without_reading_them(folder, cut):
    file = folder / "model.safetensors"
    size = file.stat().st_size
    with open(file, "r+b") as data:
        data.truncate(size - cut)
    assert f"{size - cut} bytes where {size} belong" in refusal(folder)


def test_parts_are_all_needed(folder):
    names = ["model-1-of-2.safetensors", "model-2-of-2.safetensors"]
    shutil.move(folder / "model.safetensors", folder / names[0])
    weight_map = {"a": names[0], "b": names[1]}
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": weight_map}))
    assert f"1 of 2 weight files are missing: {names[1]}" in refusal(folder)
    shutil.copy(folder / names[0], folder / names[1])
    assert check_folder(folder)["model_type"] == "llama"
    index.write_text("{}")
    assert "no weight_map" in refusal(folder)


def test_an_adapter_given_as_model_tells_its_base(tmp_path):
    from provelight.models.loading import load_model

    save_adapter(attach_lora(load_model("tiny", device="cpu").model, Lora(rank=2)), tmp_path)
    assert "an adapter, not a model; give its base: model.path=tiny" in refusal(tmp_path)


def test_writing_a_tiny_model_twice_gives_the_same_bytes(tmp_path):
    write_tiny("qwen2", tmp_path / "a")
    write_tiny("qwen2", tmp_path / "b")
    write_tiny("qwen2", tmp_path / "c", seed=1)
    [a, b, c] = [(tmp_path / name / "model.safetensors").read_bytes() for name in "abc"]
    assert a == b != c
