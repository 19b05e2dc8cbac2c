"""Cuts TensorBoard's event files back to a checkpoint, so that a resumed run has one curve (P8)."""

from __future__ import annotations

import os
from pathlib import Path

import torch
from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader
from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.summary.writer.record_writer import RecordWriter


def cut_events_back(folder: Path, checkpoint: Path) -> None:
    """Drops what was logged at or after the step that a resume from `checkpoint` takes next.

    Args:
        folder: holds the event files.
        checkpoint: of this run.
    """
    state = torch.load(checkpoint, weights_only=True, map_location="cpu")
    next_step = state["StepDataModule"]["next_step"]
    for path in sorted(folder.glob("events.*")):
        _cut(path, next_step)


def _cut(path: Path, next_step: int) -> None:
    records = list(RawEventFileLoader(str(path)).Load())
    kept = [record for record in records if Event.FromString(record).step < next_step]
    if len(kept) == len(records):
        return
    temporary = path.with_name(f"cut-{path.name}")
    with open(temporary, "wb") as file:
        writer = RecordWriter(file)
        for record in kept:
            writer.write(record)
    os.replace(temporary, path)
