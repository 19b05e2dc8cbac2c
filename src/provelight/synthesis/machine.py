"""The state machine of a synthesized conversation (PROVE §3.2, figure 2).

Five groups of states: query, turn, tool execution, response, continuation. `TRANSITIONS` is the
whole machine; what happens in a state is a handler that returns an event. A call that fails sends
the turn back to the choice of a goal, on the state that it began with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum


class Group(StrEnum):
    """The five groups of the paper, and the end."""

    QUERY = "query"
    TURN = "turn"
    EXECUTION = "tool execution"
    RESPONSE = "response"
    CONTINUATION = "continuation"
    END = "end"


class Phase(StrEnum):
    """The states."""

    CHOOSE_GOAL = "choose_goal"
    WORD_REQUEST = "word_request"
    PROPOSE_CALLS = "propose_calls"
    CHECK_CALLS = "check_calls"
    EXECUTE_CALLS = "execute_calls"
    ANSWER = "answer"
    CONTINUE = "continue"
    FINISHED = "finished"
    REJECTED = "rejected"


class Event(StrEnum):
    """What may come out of a state."""

    FOUND = "found"
    NO_GOAL = "no_goal"
    WORDED = "worded"
    REFUSED = "refused"
    CALLS = "calls"
    NOTHING_DUE = "nothing_due"
    WELL_FORMED = "well_formed"
    MALFORMED = "malformed"
    SUCCESS = "success"
    FAILURE = "failure"
    ANSWERED = "answered"
    FOLLOW_UP = "follow_up"
    END = "end"
    TOO_SHORT = "too_short"


GROUPS: Mapping[Phase, Group] = {
    Phase.CHOOSE_GOAL: Group.QUERY,
    Phase.WORD_REQUEST: Group.QUERY,
    Phase.PROPOSE_CALLS: Group.TURN,
    Phase.CHECK_CALLS: Group.TURN,
    Phase.EXECUTE_CALLS: Group.EXECUTION,
    Phase.ANSWER: Group.RESPONSE,
    Phase.CONTINUE: Group.CONTINUATION,
    Phase.FINISHED: Group.END,
    Phase.REJECTED: Group.END,
}

START = Phase.CHOOSE_GOAL
TERMINAL = frozenset({Phase.FINISHED, Phase.REJECTED})

TRANSITIONS: Mapping[tuple[Phase, Event], Phase] = {
    (Phase.CHOOSE_GOAL, Event.FOUND): Phase.WORD_REQUEST,
    (Phase.CHOOSE_GOAL, Event.NO_GOAL): Phase.CONTINUE,
    (Phase.WORD_REQUEST, Event.WORDED): Phase.PROPOSE_CALLS,
    (Phase.WORD_REQUEST, Event.REFUSED): Phase.CHOOSE_GOAL,
    (Phase.PROPOSE_CALLS, Event.CALLS): Phase.CHECK_CALLS,
    (Phase.PROPOSE_CALLS, Event.NOTHING_DUE): Phase.ANSWER,
    (Phase.CHECK_CALLS, Event.WELL_FORMED): Phase.EXECUTE_CALLS,
    (Phase.CHECK_CALLS, Event.MALFORMED): Phase.CHOOSE_GOAL,
    (Phase.EXECUTE_CALLS, Event.SUCCESS): Phase.PROPOSE_CALLS,
    (Phase.EXECUTE_CALLS, Event.FAILURE): Phase.CHOOSE_GOAL,
    (Phase.ANSWER, Event.ANSWERED): Phase.CONTINUE,
    (Phase.CONTINUE, Event.FOLLOW_UP): Phase.CHOOSE_GOAL,
    (Phase.CONTINUE, Event.END): Phase.FINISHED,
    (Phase.CONTINUE, Event.TOO_SHORT): Phase.REJECTED,
}

Handler = Callable[[], Event]


def run(handlers: Mapping[Phase, Handler]) -> Phase:
    """Runs the machine from `START` to an end.

    Args:
        handlers: one for each state that is no end; each does its work and says what came of it.

    Returns:
        The end that was reached.

    Raises:
        ValueError: where a handler returns an event that its state does not know.
    """
    phase = START
    while phase not in TERMINAL:
        event = handlers[phase]()
        following = TRANSITIONS.get((phase, event))
        if following is None:
            known = [e.value for p, e in TRANSITIONS if p is phase]
            raise ValueError(f"state {phase.value!r} has no event {event.value!r}; it has {known}")
        phase = following
    return phase
