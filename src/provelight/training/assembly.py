"""Builds what a run needs from its configuration: the only place that instantiates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hydra.utils import instantiate
from omegaconf import DictConfig

from provelight.environments.fleet import MCPFleet
from provelight.models.choice import ModelChoice
from provelight.models.loading import load_model
from provelight.models.lora import attach_lora, load_adapter
from provelight.rewards.total import ProveReward
from provelight.rollout.formats import get_format
from provelight.rollout.runner import RolloutRunner
from provelight.rollout.sampling import SamplingParams
from provelight.rollout.templates import ChatTemplate
from provelight.synthesis.synthesizer import Synthesizer


@dataclass(frozen=True, slots=True)
class Assembly:
    """The parts of a run that its stages share."""

    model: Any
    template: ChatTemplate
    fleet: MCPFleet
    runner: RolloutRunner
    reward: ProveReward
    synthesizer: Synthesizer
    sampling: SamplingParams


@contextmanager
def assembled(cfg: DictConfig, adapter: Path | None = None) -> Iterator[Assembly]:
    """Loads the model, starts the servers, and stops them whatever happens.

    Everything cheap is checked first, so that a wrong value fails before a model is loaded (P4).

    Args:
        cfg: the whole configuration.
        adapter: folder of an adapter to start from; None attaches a fresh one.
    """
    choice: ModelChoice = instantiate(cfg.model)
    quantization, lora = instantiate(cfg.quantization), instantiate(cfg.lora)
    reward: ProveReward = instantiate(cfg.reward)
    limits = instantiate(cfg.rollout.limits)
    sampling = SamplingParams(
        temperature=cfg.rollout.temperature,
        max_message_tokens=cfg.rollout.max_message_tokens,
        seed=cfg.seed,
    )
    tool_format = get_format(choice.tool_format)
    synthesizer: Synthesizer = instantiate(cfg.synthesis)
    fleet: MCPFleet = instantiate(cfg.environment)
    with fleet:
        loaded = load_model(
            choice.path, dtype=choice.dtype, quantization=quantization, device=choice.device
        )
        model = load_adapter(loaded.model, adapter) if adapter else attach_lora(loaded.model, lora)
        template = ChatTemplate(
            loaded.tokenizer,
            _template_source(choice.chat_template),
            eos_token_ids=loaded.model.generation_config.eos_token_id,
        )
        engine = instantiate(cfg.rollout.engine, model=model, end_ids=template.end_ids)
        runner = RolloutRunner(
            fleet, engine, template, tool_format, limits, cfg.rollout.system_line
        )
        yield Assembly(model, template, fleet, runner, reward, synthesizer, sampling)


def _template_source(name: str) -> str | None:
    return None if name == "own" else Path(name).read_text(encoding="utf-8")
