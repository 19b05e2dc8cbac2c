"""`RolloutRunner`: a world for each rollout, closed in the end whatever happens."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from rollout_cases import call_text, make_task, say, schema, template

from provelight.environments import InfrastructureError, MCPFleet, ServerConfig
from provelight.records import FinishReason, Task, Turn
from provelight.rollout.engine import LocalEngine
from provelight.rollout.formats import get_format
from provelight.rollout.limits import Limits
from provelight.rollout.loop import Episode
from provelight.rollout.prompts import SYSTEM_LINE
from provelight.rollout.runner import RolloutRunner, StartStateError
from provelight.rollout.sampling import SamplingParams

FAULTY_SERVER = Path(__file__).parents[1] / "environments" / "faulty_server.py"
SAMPLING = SamplingParams()
WRITE = call_text(
    "mock__create_note", json.dumps({"title": "Qwz", "text": "Hm.", "label_id": "LAB-0002"})
)
Message = str | Callable[[], None]
SEARCH = call_text("mock__search_notes", '{"query": "qwz"}')


class ScriptedEngine:
    """Says what the script tells, one message of every rollout at a time.

    Args:
        script: the messages of each rollout, group by group; a function is called, not said.
    """

    def __init__(self, script: Sequence[Sequence[Message]]) -> None:
        self.script = script
        self.waited_s = 0.0
        self.ran: list[tuple[SamplingParams, int]] = []

    def run(self, groups, sampling, step=0, on_done=None):
        self.ran.append((sampling, step))
        episodes = [episode for group in groups for episode in group]
        scripted = zip(episodes, self.script, strict=True)
        rows = [(episode, list(script)) for episode, script in scripted if not episode.done]
        while rows:
            for episode, messages in rows:
                self._speak(episode, messages.pop(0))
                if episode.done and on_done is not None:
                    on_done(episode)
            rows = [(episode, messages) for episode, messages in rows if not episode.done]

    def _speak(self, episode: Episode, message: Message) -> None:
        if callable(message):
            message()
        else:
            say(episode, message)
            if not episode.done:
                episode.resume()


def runner(fleet, *script: Sequence[Message], limits: Limits | None = None) -> RolloutRunner:
    engine = ScriptedEngine(script)
    parts = template(), get_format("hermes"), limits or Limits(), SYSTEM_LINE
    return RolloutRunner(fleet, engine, *parts)


@pytest.fixture
def fleet():
    with MCPFleet(["mock"], backend="local") as fleet:
        yield fleet


def task_on(fleet: MCPFleet, world_seed: int = 0, everything_new: bool = False) -> Task:
    with fleet.open_session(["mock"], world_seed, everything_new) as session:
        return replace(
            make_task(Turn("Note it."), tools=tuple(session.openai_tools())),
            id=f"t{world_seed}",
            world_seed=world_seed,
            knobs={"everything_new": everything_new},
            initial_state_hash=session.state_hash(),
            final_effect_hash=session.effect_hash(),
        )


def test_t17_a_group_starts_in_one_state_and_nothing_leaks_between_its_rows(fleet):
    started = []

    class Watched:
        def open_session(self, *args):
            session = fleet.open_session(*args)
            started.append(session.state_hash())
            return session

    task = task_on(fleet)
    script = [[first, SEARCH, "Done."] for first in (WRITE, SEARCH, SEARCH)]
    [[wrote, looked, looked_too]] = runner(Watched(), *script).run([task], 3, SAMPLING)
    assert started == [task.initial_state_hash] * 3
    assert [call.result.ok for call in wrote.calls] == [True, True]
    assert wrote.calls[1].result.result["total"] == 1  # kept within the rollout
    assert [call.result.result["total"] for call in looked.calls] == [0, 0]
    assert looked.effect_hash == looked_too.effect_hash == task.final_effect_hash
    assert wrote.effect_hash != task.final_effect_hash
    [[fresh]] = runner(fleet, [SEARCH, "Done."]).run([task], 1, SAMPLING)
    assert fresh.calls[0].result.result["total"] == 0  # nor into the next step


def test_groups_and_rows_keep_their_order(fleet):
    tasks = [task_on(fleet), task_on(fleet, 7)]
    script = [[SEARCH] * (3 - i) + [f"I am number {i}."] for i in range(4)]
    runs = runner(fleet, *script)
    groups = runs.run(tasks, 2, SAMPLING, step=9)
    assert [[(r.task_id, r.row) for r in group] for group in groups] == [
        *([("t0", 0), ("t0", 1)], [("t7", 0), ("t7", 1)])
    ]
    assert groups[1][0].messages[-1]["content"] == "I am number 2."
    assert runs.engine.ran == [(SAMPLING, 9)]
    assert fleet.open_sessions == ()


def test_a_world_where_everything_is_new_is_opened_as_such(fleet):
    old, new = task_on(fleet, 1000), task_on(fleet, 1000, everything_new=True)
    assert old.initial_state_hash != new.initial_state_hash
    for task in (old, new):
        [[rollout]] = runner(fleet, ["Done."]).run([task], 1, SAMPLING)
        assert rollout.finish_reason is FinishReason.STOP


def test_t17_another_start_state_is_refused_before_anything_is_sampled(fleet):
    right = task_on(fleet)
    wrong = replace(right, id="old", initial_state_hash="0badc0de")
    runs = runner(fleet)
    with pytest.raises(StartStateError, match=r"task old: world 0 of mock .* 0badc0de; synthesize"):
        runs.run([right, wrong], 2, SAMPLING)
    assert runs.engine.ran == []
    assert fleet.open_sessions == ()


@pytest.mark.parametrize("error", [RuntimeError("out of memory"), KeyboardInterrupt()])
def test_m10_sessions_are_closed_after_an_exception(fleet, error):
    def fail():
        assert len(fleet.open_sessions) == 2
        raise error

    with pytest.raises(type(error)):
        runner(fleet, [SEARCH, fail], [SEARCH]).run([task_on(fleet)], 2, SAMPLING)
    assert fleet.open_sessions == ()


def test_m10_sessions_are_closed_where_a_later_one_does_not_open(fleet):
    class Full:
        left = 2

        def open_session(self, *args):
            if not self.left:
                raise InfrastructureError("server_died", "gone")
            self.left -= 1
            return fleet.open_session(*args)

    with pytest.raises(InfrastructureError, match="gone"):
        runner(Full()).run([task_on(fleet)], 3, SAMPLING)
    assert fleet.open_sessions == ()


def test_each_rollout_is_told_of_once_in_the_order_of_ending(fleet):
    told = []
    runner(fleet, [SEARCH, SEARCH, "Done."], ["Done."], [SEARCH, "Done."]).run(
        [task_on(fleet)], 3, SAMPLING, on_done=lambda rollout: told.append(rollout.row)
    )
    assert told == [1, 2, 0]


def test_a_prompt_that_does_not_fit_is_told_of_too(fleet):
    told = []
    runs = runner(fleet, [], [], limits=Limits(max_prompt_tokens=50))
    groups = runs.run([task_on(fleet)], 2, SAMPLING, on_done=told.append)
    assert told == groups[0]
    assert [rollout.finish_reason for rollout in told] == [FinishReason.LENGTH] * 2


def test_what_a_rollout_did_is_known_though_its_server_is_gone_later():
    with MCPFleet(["mock"], backend="local") as fleet:
        task = task_on(fleet)
        script = ["Done."], [SEARCH, fleet.stop, "Done."]
        [[first, second]] = runner(fleet, *script).run([task], 2, SAMPLING)
    assert (first.excluded, first.effect_hash) == (False, task.final_effect_hash)
    assert (second.excluded, second.finish_reason) == (True, FinishReason.ERROR)


def faulty(log: Path) -> ServerConfig:
    return ServerConfig("faulty", (sys.executable, str(FAULTY_SERVER), str(log)))


@pytest.mark.parametrize(
    ("fault", "reason"), [("hang", FinishReason.TIMEOUT), ("die", FinishReason.ERROR)]
)
def test_t18_t19_a_call_that_fails_on_our_side_is_left_out_and_not_repeated(
    fault, reason, tmp_path
):
    log = tmp_path / "calls"
    task = replace(
        make_task(tools=(schema(f"faulty__{fault}"), schema("faulty__steady"))),
        servers=("faulty",),
        initial_state_hash="2026-01-05T09:00",  # it answers this to whatever is not a call
    )
    bad, good = call_text(f"faulty__{fault}"), call_text("faulty__steady")
    with MCPFleet([faulty(log)], call_timeout_s=0.5) as fleet:
        script = ["Done."], [good, bad], [good, good, "Done."]
        [[done, broken, lost]] = runner(fleet, *script).run([task], 3, SAMPLING)
        [[again]] = runner(fleet, [good, "Done."]).run([task], 1, SAMPLING)
        assert fleet.open_sessions == ()
    assert (broken.excluded, broken.finish_reason, broken.effect_hash) == (True, reason, None)
    assert lost.excluded  # its world died with the server
    assert not done.excluded
    assert not again.excluded
    assert log.read_text().split().count(fault) == 1


def test_with_the_engine_and_a_model(fleet):
    import torch

    from provelight.models.loading import load_model
    from provelight.rollout.templates import ChatTemplate

    torch.manual_seed(0)
    loaded = load_model("tiny:qwen3", dtype="float32", device="cpu")
    chat = ChatTemplate(loaded.tokenizer)
    engine = LocalEngine(loaded.model, chat.end_ids | set(range(40)))  # random models rarely end
    limits = Limits(max_completion_tokens=60)
    runs = RolloutRunner(fleet, engine, chat, get_format("hermes"), limits, SYSTEM_LINE)
    task = replace(task_on(fleet), turns=(Turn("Note it."), Turn("And now?")))
    [group] = runs.run([task], 3, SamplingParams(max_message_tokens=30))
    prompt = group[0].prompt_length
    assert len({rollout.ids[:prompt] for rollout in group}) == 1
    assert len({rollout.ids for rollout in group}) == 3
    for rollout in group:
        assert len(rollout.ids) == len(rollout.sources) == len(rollout.logps)
        assert rollout.finish_reason in (FinishReason.STOP, FinishReason.LENGTH)
        assert rollout.effect_hash == task.final_effect_hash
