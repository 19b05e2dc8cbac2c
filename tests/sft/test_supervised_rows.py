"""A supervised row is what a live rollout that follows the traces would record (T2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from provelight.environments import MCPFleet
from provelight.models.chat_templates import CHATML_TOOLS, read_template
from provelight.models.tiny_tokenizer import tiny_tokenizer
from provelight.records import Rollout, Source, Task
from provelight.rewards.total import ProveReward
from provelight.rollout.formats import get_format
from provelight.rollout.limits import Limits
from provelight.rollout.loop import Episode
from provelight.rollout.templates import ChatTemplate
from provelight.sft.rows import TraceTooLong, supervised_row
from provelight.synthesis.synthesizer import Synthesizer

LINE = "You help people by calling tools."
LIMITS = Limits()


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Task]]:
    """Two tasks of several turns."""
    source = Synthesizer(["banking"], min_turns=2, cache_dir=tmp_path_factory.mktemp("graphs"))
    found = (source.candidate(index, 3, "train") for index in range(200))
    yield list(islice((task for task in found if isinstance(task, Task)), 2))
    source.close()


@pytest.fixture(scope="module")
def template() -> ChatTemplate:
    return ChatTemplate(tiny_tokenizer(), read_template(CHATML_TOOLS))


def follow(task: Task, template: ChatTemplate) -> Rollout:
    """Says the reference messages in a live rollout, as if they had been sampled."""
    said = [m for turn in task.turns for m in turn.trace if m["role"] == "assistant"]
    with (
        MCPFleet(task.servers, backend="local") as fleet,
        fleet.open_session(task.servers, task.world_seed) as session,
    ):
        episode = Episode(task, session, template, get_format("hermes"), LIMITS, system_line=LINE)
        for message in said:
            ids = template.assistant(message)
            episode.on_message(ids, [0.0] * len(ids), True)
            if not episode.done:
                episode.resume()
        return episode.to_rollout()


def test_a_row_equals_a_live_rollout_id_for_id_and_source_for_source(
    tasks: list[Task], template: ChatTemplate
) -> None:
    assert len(tasks) == 2
    for task in tasks:
        row = supervised_row(task, template, LIMITS.max_prompt_tokens, 50_000, LINE)
        live = follow(task, template)
        assert row.ids == live.ids
        assert row.sources == live.sources
        assert row.trained_tokens == live.completion_length > 0
        assert {Source.PROMPT, Source.MODEL, Source.TOOL, Source.USER} <= set(row.sources)
        assert ProveReward().score_rollout(live, task).success


def test_a_trace_that_is_too_long_is_told_with_its_length(
    tasks: list[Task], template: ChatTemplate
) -> None:
    with pytest.raises(TraceTooLong, match=rf"{tasks[0].id}.*tokens, limit 100"):
        supervised_row(tasks[0], template, LIMITS.max_prompt_tokens, 100, LINE)
