"""Tiny models with a live adapter, and rollouts made of random tokens."""

from __future__ import annotations

import random
from typing import Any

import torch

from provelight.models.loading import load_model
from provelight.models.lora import Lora, attach_lora
from provelight.records import FinishReason, RewardBreakdown, Rollout, Source

ARCHITECTURES = ("llama", "qwen2", "qwen3", "granite")


def tiny_policy(architecture: str = "llama", dropout: float = 0.0) -> Any:
    """A tiny model whose adapter already changes its output."""
    torch.manual_seed(0)
    loaded = load_model(f"tiny:{architecture}", dtype="float32", device="cpu")
    model = attach_lora(loaded.model, Lora(rank=4, dropout=dropout))
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.05)
    return model.eval()


def rollout(
    prompt: list[int], pieces: list[tuple[Source, list[int]]], total: float, row: int = 0
) -> Rollout:
    """A rollout from pieces of ids with their sources; sampled at a made-up log-probability."""
    ids = [*prompt, *(i for _, piece in pieces for i in piece)]
    sources = [Source.PROMPT] * len(prompt) + [s for s, piece in pieces for _ in piece]
    reward = RewardBreakdown(1.0, 1.0, 0.0, 1.0, 1.0, total)
    return Rollout(
        task_id="t",
        row=row,
        ids=tuple(ids),
        sources=tuple(int(s) for s in sources),
        logps=tuple(-1.0 if s == Source.MODEL else 0.0 for s in sources),
        messages=(),
        calls=(),
        finish_reason=FinishReason.STOP,
        reward=reward,
    )


def random_group(seed: int, rewards: list[float], turns: int = 2) -> list[Rollout]:
    """A group of conversations of unequal lengths with tool results between the messages."""
    draw = random.Random(seed)

    def tokens(low: int, high: int) -> list[int]:
        return [draw.randrange(5, 500) for _ in range(draw.randint(low, high))]

    prompt = tokens(12, 20)
    group = []
    for row, total in enumerate(rewards):
        pieces = []
        for turn in range(turns):
            if turn:
                pieces.append((Source.TEMPLATE, tokens(1, 2)))
                pieces.append((Source.TOOL, tokens(2, 7)))
            pieces.append((Source.MODEL, tokens(1, 9)))
        pieces.append((Source.TOOL, tokens(1, 4)))  # nothing is sampled after it
        group.append(rollout(prompt, pieces, total, row))
    return group
