"""The warm start: supervised fine-tuning on synthesized traces until development reward stalls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from hydra.utils import instantiate
from lightning import Trainer
from lightning.pytorch.callbacks import EarlyStopping, ModelCheckpoint
from lightning.pytorch.loggers import TensorBoardLogger
from omegaconf import DictConfig

from provelight.callbacks.progress import StepLines
from provelight.callbacks.rewards import RewardCallback
from provelight.callbacks.rollouts import RolloutCallback
from provelight.datamodules.live import live_supervised_data
from provelight.models.lora import save_adapter
from provelight.sft.module import SFTModule
from provelight.training.assembly import Assembly
from provelight.training.fitting import fit


def warm_start(cfg: DictConfig, parts: Assembly, folder: Path) -> Path:
    """Fits the adapter to traces and keeps the best by development reward.

    Args:
        cfg: the whole configuration; `cfg.warm_start` is this stage's.
        parts: the shared parts; the adapter of `parts.model` is trained in place.
        folder: of the run; curves go to its subfolder `warm_start`.

    Returns:
        The folder of the adapter.
    """
    stage = cfg.warm_start
    place = folder / "warm_start"
    data = live_supervised_data(
        parts.synthesizer,
        seed=cfg.seed,
        rows_per_step=stage.rows_per_step,
        development_tasks=stage.development_tasks,
        template=parts.template,
        max_prompt_tokens=cfg.rollout.limits.max_prompt_tokens,
        max_tokens=stage.max_tokens,
        system_line=cfg.rollout.system_line,
        validation_batch=cfg.data.validation_batch,
    )
    best = ModelCheckpoint(
        dirpath=place, filename="best", monitor="val/reward", mode="max", save_top_k=1
    )
    callbacks = [
        RolloutCallback(parts.runner, 2, parts.sampling),
        RewardCallback(parts.reward),
        EarlyStopping("val/reward", mode="max", patience=stage.patience, min_delta=stage.min_gain),
        best,
        StepLines("warm start", ("sft/loss",), stage.max_steps),
    ]
    trainer = Trainer(
        accelerator=cfg.trainer.accelerator,
        devices=1,
        max_epochs=1,
        limit_train_batches=stage.max_steps,
        val_check_interval=stage.validate_every_steps,
        check_val_every_n_epoch=None,
        num_sanity_val_steps=0,
        max_time={"seconds": stage.max_seconds},
        logger=TensorBoardLogger(place, name="", version=""),
        callbacks=callbacks,
        log_every_n_steps=1,
        enable_progress_bar=False,
        enable_model_summary=False,
    )
    module = SFTModule(
        parts.model,
        instantiate(stage.optimizer),
        stage.max_grad_norm,
        instantiate(stage.schedule),
    )
    fit(trainer, module, datamodule=data)
    _load_best(module, best.best_model_path)
    save_adapter(parts.model, place / "adapter")
    return place / "adapter"


def _load_best(module: Any, path: str) -> None:
    if path:
        state = torch.load(path, weights_only=True, map_location="cpu")["state_dict"]
        module.load_state_dict(state, strict=False)
