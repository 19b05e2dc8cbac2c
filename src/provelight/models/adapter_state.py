"""Checkpoints that hold the adapter only: a full 4-bit checkpoint neither fits nor reloads."""

from __future__ import annotations

from typing import Any

from torch import nn

from provelight.models.lora import adapter_state, is_adapter_key


class AdapterCheckpoint:
    """Mixin for a LightningModule with `model`: saves and checks the adapter's weights alone."""

    model: nn.Module
    strict_loading = False

    def on_save_checkpoint(self, checkpoint: dict[str, Any]) -> None:
        """Drops the base model from the checkpoint."""
        checkpoint["state_dict"] = {
            key: value for key, value in checkpoint["state_dict"].items() if is_adapter_key(key)
        }

    def on_load_checkpoint(self, checkpoint: dict[str, Any]) -> None:
        """Checks that the checkpoint holds this very adapter.

        Raises:
            ValueError: where keys are missing or too many, naming some.
        """
        expected = {f"model.{key}" for key in adapter_state(self.model)}
        found = set(checkpoint["state_dict"])
        if expected != found:
            missing, extra = sorted(expected - found)[:3], sorted(found - expected)[:3]
            raise ValueError(
                f"the checkpoint's adapter differs from the model's: missing {missing}, "
                f"unknown {extra}; resume with the same model and lora settings"
            )
