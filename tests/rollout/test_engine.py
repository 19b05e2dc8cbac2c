from __future__ import annotations

import random
from typing import Any

import pytest
import torch
from scripted_episode import ScriptedEpisode

from provelight.models.loading import load_model
from provelight.models.lora import Lora, attach_lora
from provelight.rollout.engine import LocalEngine
from provelight.rollout.sampling import SamplingParams

ENDS = frozenset(range(60))  # random models end their messages soon
ARCHITECTURES = ("llama", "qwen2", "qwen3", "granite")


def tiny(architecture: str = "llama", dropout: float = 0.0) -> Any:
    torch.manual_seed(0)
    model = load_model(f"tiny:{architecture}", dtype="float32", device="cpu").model
    model = attach_lora(model, Lora(rank=4, dropout=dropout))
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.05)
    return model


def groups(count: int, size: int, budget: int = 40) -> list[list[ScriptedEpisode]]:
    draw = random.Random(1)

    def tokens(low: int, high: int) -> list[int]:
        return [draw.randrange(60, 500) for _ in range(draw.randint(low, high))]

    made = []
    for _ in range(count):
        prompt = tokens(8, 30)
        pieces = [tokens(1, 12), tokens(1, 12)]
        made.append([ScriptedEpisode(prompt, pieces, budget) for _ in range(size)])
    return made


def recomputed(model: Any, episode: ScriptedEpisode, temperature: float) -> torch.Tensor:
    ids = torch.tensor([episode.ids])
    with torch.no_grad():
        logits = model.eval()(input_ids=ids).logits[0].float() / temperature
    return logits.log_softmax(-1)[:-1].gather(1, ids[0, 1:, None])[:, 0]


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize(("size", "max_rows"), [(4, 32), (4, 3), (1, 2)])
def test_t14_sampled_log_probabilities_are_the_models_own(
    architecture: str, size: int, max_rows: int
) -> None:
    model = tiny(architecture)
    run = groups(3, size)
    LocalEngine(model, ENDS, max_rows).run(run, SamplingParams(0.8, 12, seed=5))
    for episode in (episode for group in run for episode in group):
        sampled = torch.tensor(episode.sampled[1:])
        expected = recomputed(model, episode, 0.8)[sampled]
        found = torch.tensor(episode.logps[1:])[sampled]
        torch.testing.assert_close(found, expected, atol=2e-5, rtol=1e-4)


def test_greedy_equals_transformers_generate() -> None:
    model = tiny()
    episode = groups(1, 1)[0][0]
    episode.pieces = []
    LocalEngine(model, ENDS).run([[episode]], SamplingParams(0.0, 20))
    prompt = torch.tensor([episode.prompt_ids])
    expected = model.eval().generate(
        input_ids=prompt,
        attention_mask=torch.ones_like(prompt),
        max_new_tokens=20,
        do_sample=False,
        eos_token_id=sorted(ENDS),
        pad_token_id=0,
    )
    assert episode.ids == expected[0].tolist()


def test_the_same_seed_gives_the_same_rollouts_and_another_does_not() -> None:
    def ids(seed: int) -> list[list[int]]:
        run = groups(2, 3)
        LocalEngine(tiny(), ENDS, 4).run(run, SamplingParams(1.0, 12, seed=seed), step=7)
        return [episode.ids for group in run for episode in group]

    assert ids(0) == ids(0)
    assert ids(0) != ids(1)


def test_rows_of_a_group_differ() -> None:
    run = groups(1, 6)
    LocalEngine(tiny(), ENDS).run(run, SamplingParams(1.0, 12))
    assert len({tuple(episode.ids) for episode in run[0]}) > 1


def test_t9_dropout_is_off_while_sampling_and_the_mode_comes_back() -> None:
    model = tiny(dropout=0.5).train()
    run = groups(1, 2)
    LocalEngine(model, ENDS).run(run, SamplingParams(1.0, 12))
    assert model.training
    sampled = torch.tensor(run[0][0].sampled[1:])
    found = torch.tensor(run[0][0].logps[1:])[sampled]
    torch.testing.assert_close(
        found, recomputed(model, run[0][0], 1.0)[sampled], atol=2e-5, rtol=1e-4
    )


def test_t5_a_cut_message_is_told_as_cut_and_every_end_id_counts() -> None:
    cut = ScriptedEpisode([100, 101], [], budget=3)
    LocalEngine(tiny(), frozenset([511])).run([[cut]], SamplingParams(0.0, 50))
    assert len(cut.ids) == 5
    assert cut.done
    ended = ScriptedEpisode([100, 101], [], budget=30)
    LocalEngine(tiny(), frozenset([cut.ids[2], 511])).run([[ended]], SamplingParams(0.0, 50))
    assert ended.ids == cut.ids[:3]


def test_the_attention_implementation_is_restored_after_an_error() -> None:
    model = tiny()

    class Broken(ScriptedEpisode):
        def on_message(self, *_: Any) -> None:
            raise RuntimeError("broken")

    before = model.config._attn_implementation
    with pytest.raises(RuntimeError, match="broken"):
        LocalEngine(model, ENDS).run([[Broken([70, 71], [], 9)]], SamplingParams())
    assert model.config._attn_implementation == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"max_rows": 0}, "max_rows"),
        ({"tool_delay_steps": -1}, "tool_delay"),
        ({"end_ids": frozenset()}, "end-of-turn"),
    ],
)
def test_wrong_settings_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LocalEngine(**{"model": None, "end_ids": ENDS, **change})
