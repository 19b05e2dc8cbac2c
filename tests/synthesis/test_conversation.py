from collections import Counter

import pytest

from provelight.records import Task
from provelight.synthesis import Rejected, Synthesizer
from provelight.synthesis.conversation import Conversation
from provelight.synthesis.schedule import Schedule
from provelight.synthesis.scripted import ScriptedTeacher
from provelight.synthesis.wellformed import WellFormed


@pytest.fixture
def made(cache_dir):
    synthesizer = Synthesizer(["banking"], min_turns=1, max_turns=2, cache_dir=cache_dir)
    yield synthesizer
    synthesizer.close()


def test_a_turn_that_is_taken_back_leaves_no_trace(made, monkeypatch):
    """The first write of each conversation is undone; were it not, the replay would tell."""
    honest = Conversation._fault
    undone = Counter()

    def refuse_once(self, result):
        target = self.scene.signatures[self.goal.plan.target]
        if not target.is_read and not undone[id(self)]:
            undone[id(self)] += 1
            self._entry = None  # another goal next, maybe one that only reads
            return "second_way"
        return honest(self, result)

    monkeypatch.setattr(Conversation, "_fault", refuse_once)
    found = [made.candidate(index, 2, "train") for index in range(40)]
    assert {each.reason for each in found if isinstance(each, Rejected)} <= {"too_short"}
    assert sum(isinstance(task, Task) for task in found) > 35
    assert len(undone) > 20


def test_a_request_that_says_an_id_is_worded_anew(made, monkeypatch):
    honest = ScriptedTeacher.request
    said = Counter()

    def blurt(self, goal, first, persona, now, rng):
        text = honest(self, goal, first, persona, now, rng)
        said["all"] += 1
        if said["all"] % 2:
            return f"{text} It is {next(iter(goal.calls[-1].arguments.values()), 'ACC-0001')}."
        return text

    monkeypatch.setattr(ScriptedTeacher, "request", blurt)
    found = [made.candidate(index, 2, "train") for index in range(20)]
    tasks = [task for task in found if isinstance(task, Task)]
    assert len(tasks) > 15
    assert said["all"] > sum(len(task.turns) for task in tasks)
    assert not any("-000" in turn.user for task in tasks for turn in task.turns)


def test_malformed_calls_are_never_made(made, monkeypatch):
    monkeypatch.setattr(WellFormed, "__call__", lambda *_: False)
    rejected = made.candidate(0, 2, "train")
    assert isinstance(rejected, Rejected)
    assert rejected.reason == "too_short"
    assert dict(rejected.troubles)["malformed"] == Schedule().attempts


@pytest.mark.parametrize("bad", [{"min_turns": 0}, {"max_turns": 1}, {"decay": -0.1}])
def test_schedules_that_cannot_be(bad):
    with pytest.raises(ValueError, match="give"):
        Schedule(**bad)


def test_turns_decay(cache_dir):
    made = Synthesizer(
        ["banking"], min_turns=1, max_turns=4, min_chain=1, turn_decay=0.5, cache_dir=cache_dir
    )
    found = [made.candidate(index, 5, "train") for index in range(300)]
    turns = Counter(len(task.turns) for task in found if isinstance(task, Task))
    # 1/2, then 1/2 * 3/4, then 1/8 * 7/8, then 1/64
    assert turns[1] / 300 == pytest.approx(0.5, abs=0.1)
    assert turns[2] / 300 == pytest.approx(0.375, abs=0.1)
    assert turns[4] < turns[3] < turns[2]
