"""The GRPO stage: Lightning's Trainer around rollouts, rewards and updates."""

from __future__ import annotations

from pathlib import Path

from hydra.utils import instantiate
from lightning import Trainer
from lightning.pytorch.callbacks import Checkpoint, ModelCheckpoint
from omegaconf import DictConfig

from provelight.callbacks.checkpoint import LastCheckpoint
from provelight.callbacks.memory import MemoryCallback
from provelight.callbacks.progress import StepLines
from provelight.callbacks.rewards import RewardCallback
from provelight.callbacks.rollouts import RolloutCallback
from provelight.callbacks.stop import StopAfterSteps
from provelight.callbacks.throughput import ThroughputCallback
from provelight.datamodules.live import live_rollout_data
from provelight.grpo.module import GRPOModule
from provelight.models.lora import save_adapter
from provelight.training.assembly import Assembly
from provelight.training.events import cut_events_back
from provelight.training.fitting import fit

_SHOWN = ("reward", "success", "kl", "grad_norm", "step_time")


def train_grpo(cfg: DictConfig, parts: Assembly, folder: Path, resume: Path | None) -> None:
    """Runs the stage and writes the adapter to `folder/adapter`.

    Args:
        cfg: the whole configuration.
        parts: the shared parts; the adapter of `parts.model` is trained in place.
        folder: of the run.
        resume: checkpoint to continue from.
    """
    module = GRPOModule(
        parts.model,
        settings=instantiate(cfg.algorithm),
        optimizer=instantiate(cfg.optimizer),
        schedule=instantiate(cfg.schedule),
        temperature=cfg.rollout.temperature,
    )
    data = live_rollout_data(
        parts.synthesizer,
        seed=cfg.seed,
        prompts_per_step=cfg.data.prompts_per_step,
        development_tasks=cfg.data.development_tasks,
        validation_batch=cfg.data.validation_batch,
    )
    callbacks = [
        ThroughputCallback(),
        RolloutCallback(parts.runner, cfg.rollout.group_size, parts.sampling),
        RewardCallback(parts.reward),
        MemoryCallback(),
        *(instantiate(callback) for callback in cfg.callbacks.values() if callback),
        StepLines("grpo", _SHOWN, cfg.steps),
        StopAfterSteps(cfg.steps),
        *_checkpoints(cfg, folder),
    ]
    if resume:
        cut_events_back(folder, resume)
    trainer: Trainer = instantiate(
        cfg.trainer,
        callbacks=callbacks,
        logger=[instantiate(logger) for logger in cfg.logger.values() if logger],
    )
    fit(trainer, module, datamodule=data, ckpt_path=resume, weights_only=True)
    save_adapter(parts.model, folder / "adapter")


def _checkpoints(cfg: DictConfig, folder: Path) -> list[Checkpoint]:
    place = folder / "checkpoints"
    last = LastCheckpoint(place, cfg.checkpoint_every_steps)
    if not cfg.data.development_tasks:
        return [last]
    best = ModelCheckpoint(
        dirpath=place, filename="best", monitor="val/reward", mode="max", save_top_k=1
    )
    return [last, best]
