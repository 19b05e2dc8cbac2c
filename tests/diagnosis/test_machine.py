"""Findings about the machine, on machines that are amiss."""

from __future__ import annotations

import shutil
from importlib.metadata import PackageNotFoundError
from types import SimpleNamespace

import psutil
import pytest
import torch

from provelight.diagnosis import machine


def test_packages_of_other_versions_are_a_warning(monkeypatch):
    monkeypatch.setattr(machine, "version", lambda _: "0.0.1")
    found = machine.check_packages()
    assert found.status == "warn"
    assert "torch 0.0.1 (tested with 2.13.0)" in found.detail
    assert found.fix == "make setup"


def test_the_cpu_build_counts_as_its_version(monkeypatch):
    pinned = machine._pinned_versions()
    monkeypatch.setattr(machine, "version", lambda name: f"{pinned[name]}+cpu")
    assert machine.check_packages().status == "ok"


def test_a_package_that_is_missing_is_a_failure(monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(machine, "version", missing)
    found = machine.check_packages()
    assert found.status == "fail"
    assert "bitsandbytes" in found.detail


@pytest.mark.parametrize(("free_gib", "status"), [(1, "warn"), (20, "ok")])
def test_little_memory_or_disk_is_a_warning(monkeypatch, free_gib, status):
    free = free_gib * machine.GIB
    memory = SimpleNamespace(available=free, total=64 * machine.GIB)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert machine.check_memory().status == status
    assert machine.check_disk().status == status


def test_a_card_that_torch_was_not_built_for_is_a_warning_with_the_command(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/nvidia-smi")
    monkeypatch.setattr(torch.version, "cuda", None)
    found = machine.check_cuda()
    assert found.status == "warn"
    assert "torch==2.13.0" in (found.fix or "")
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    assert machine.check_cuda().fix == "update its driver"


def test_no_card_is_fine(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(machine.Path, "exists", lambda _: False)
    assert machine.check_cuda().status == "ok"
