"""Small models on disk for the tests of `provelight.models`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import torch

from provelight.models.embedded import embedded_folder, ensure_embedded
from provelight.models.tiny import write_tiny


@pytest.fixture(scope="session")
def _pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pristine")
    write_tiny("llama", folder)
    return folder


@pytest.fixture
def folder(_pristine: Path, tmp_path: Path) -> Path:
    """A whole local model that a test may break."""
    return Path(shutil.copytree(_pristine, tmp_path / "model"))


@pytest.fixture
def ids() -> torch.Tensor:
    """Two rows of token ids, (2, 12)."""
    return torch.randint(0, 400, (2, 12), generator=torch.Generator().manual_seed(0))


@pytest.fixture(scope="session")
def embedded() -> Path:
    """The folder of the small real model; `make setup` fetches it."""
    if not embedded_folder().is_dir():
        pytest.skip("the small model is not there; run make setup")
    return ensure_embedded()  # with the newest template
