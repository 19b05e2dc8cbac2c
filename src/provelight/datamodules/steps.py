"""An endless, exactly resumable stream of batches: batch i is a function of i."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from lightning import LightningDataModule
from torch.utils.data import DataLoader, IterableDataset

from provelight.grpo.batch import RolloutBatch
from provelight.records import Task


class Stepped(Protocol):
    """A batch that knows its step."""

    step: int


class StepStream(IterableDataset[Any]):
    """Yields `make(first)`, `make(first + 1)`, ...; `first` is set when a run resumes."""

    def __init__(self, make: Callable[[int], Stepped]) -> None:
        self.make = make
        self.first = 0

    def __iter__(self) -> Iterator[Stepped]:
        step = self.first
        while True:
            yield self.make(step)
            step += 1


class StepDataModule(LightningDataModule):
    """Serves a stream of training batches and a fixed list of development tasks.

    The position is counted where a batch reaches the trainer, not where it is made: Lightning
    prefetches one, and a cursor in the dataset would lose it on resume.

    Args:
        make: batch of a step.
        development: tasks of the validation loop.
        validation_batch: tasks that are rolled out together in validation.

    Attributes:
        next_step: the step that the trainer takes next.
    """

    def __init__(
        self,
        make: Callable[[int], Stepped],
        development: Callable[[], list[Task]],
        validation_batch: int = 16,
    ) -> None:
        super().__init__()
        if validation_batch < 1:
            raise ValueError(f"data.validation_batch is {validation_batch}; give at least 1")
        self.stream = StepStream(make)
        self.validation_batch = validation_batch
        self._development = development
        self.next_step = 0

    def train_dataloader(self) -> DataLoader[Any]:
        """Returns the stream from the step that comes next."""
        self.stream.first = self.next_step
        return DataLoader(self.stream, batch_size=None, num_workers=0)

    def val_dataloader(self) -> DataLoader[Any]:
        """Returns the development tasks in batches."""
        tasks = self._development()
        size = self.validation_batch
        batches = [
            RolloutBatch(step=i, tasks=tasks[i : i + size]) for i in range(0, len(tasks), size)
        ]
        return DataLoader(batches, batch_size=None, num_workers=0)  # type: ignore[arg-type]

    def transfer_batch_to_device(self, batch: Any, device: Any, dataloader_idx: int) -> Any:
        """Leaves batches as they are: they hold records; tensors are made where they are used."""
        del device, dataloader_idx
        return batch

    def on_after_batch_transfer(self, batch: Any, dataloader_idx: int) -> Any:
        """Counts a training batch as taken."""
        del dataloader_idx
        if self.trainer is not None and self.trainer.training:
            self.next_step = batch.step + 1
        return batch

    def state_dict(self) -> dict[str, int]:
        """Returns the position in the stream."""
        return {"next_step": self.next_step}

    def load_state_dict(self, state_dict: dict[str, int]) -> None:
        """Continues where the checkpoint was taken."""
        self.next_step = state_dict["next_step"]
