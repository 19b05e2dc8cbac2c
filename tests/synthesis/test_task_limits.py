import pytest

from provelight.records import GroundTruthCall, Turn
from provelight.synthesis.goals import by_message
from provelight.synthesis.limits import TaskLimits, longest_path, messages_needed


def call(id, *after):
    return GroundTruthCall(id, "s__t", {}, after)


DIAMOND = (call("a"), call("b"), call("c", "a", "b"), call("d", "c", "x"))


def test_messages_follow_the_longest_path():
    assert [[c.id for c in m] for m in by_message(DIAMOND)] == [["a", "b"], ["c"], ["d"]]
    assert longest_path(DIAMOND) == 3
    assert longest_path(()) == 0


def test_a_turn_takes_its_path_an_answer_and_a_question():
    assert messages_needed(Turn("u", ground_truth=DIAMOND)) == 4
    assert messages_needed(Turn("u", reply="r", ground_truth=DIAMOND)) == 5


@pytest.mark.parametrize(
    ("limits", "broken"),
    [
        (TaskLimits(assistant_turns=8), None),
        (TaskLimits(assistant_turns=7), "assistant_turns"),
        (TaskLimits(user_turns=1), "user_turns"),
        (TaskLimits(calls=7), "calls"),
        (TaskLimits(max_tool_result_chars=3), "max_tool_result_chars"),
    ],
)
def test_limits(limits, broken):
    trace = ({"role": "tool", "content": "long"},)
    turns = [Turn("u", ground_truth=DIAMOND, trace=trace) for _ in range(2)]
    assert limits.broken_by(turns) == broken


def test_a_limit_of_nothing_is_refused():
    with pytest.raises(ValueError, match="calls is 0"):
        TaskLimits(calls=0)
