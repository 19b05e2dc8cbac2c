import pytest

from provelight.synthesis.machine import (
    GROUPS,
    START,
    TERMINAL,
    TRANSITIONS,
    Event,
    Group,
    Phase,
    run,
)


def reachable(starts):
    seen = set(starts)
    while grown := {end for (phase, _), end in TRANSITIONS.items() if phase in seen} - seen:
        seen |= grown
    return seen


def test_every_state_can_be_reached():
    assert reachable({START}) == set(Phase)


def test_every_state_can_come_to_an_end_and_ends_go_nowhere():
    for phase in set(Phase) - TERMINAL:
        assert reachable({phase}) & TERMINAL, phase
    assert not {phase for phase, _ in TRANSITIONS} & TERMINAL


def test_every_event_is_used_and_every_group_has_a_state():
    assert {event for _, event in TRANSITIONS} == set(Event)
    assert set(GROUPS) == set(Phase)
    assert set(GROUPS.values()) == set(Group)


def test_a_failed_call_leads_back_to_the_choice_of_a_goal():
    assert TRANSITIONS[Phase.EXECUTE_CALLS, Event.FAILURE] is Phase.CHOOSE_GOAL


def test_it_follows_the_events():
    seen = []
    script = {
        Phase.CHOOSE_GOAL: [Event.FOUND, Event.FOUND],
        Phase.WORD_REQUEST: [Event.WORDED, Event.WORDED],
        Phase.PROPOSE_CALLS: [Event.CALLS, Event.CALLS, Event.NOTHING_DUE],
        Phase.CHECK_CALLS: [Event.WELL_FORMED, Event.WELL_FORMED],
        Phase.EXECUTE_CALLS: [Event.FAILURE, Event.SUCCESS],
        Phase.ANSWER: [Event.ANSWERED],
        Phase.CONTINUE: [Event.END],
    }

    def handler(phase):
        def handle():
            seen.append(phase)
            return script[phase].pop(0)

        return handle

    assert run({phase: handler(phase) for phase in script}) is Phase.FINISHED
    assert not any(script.values())
    assert seen.count(Phase.CHOOSE_GOAL) == 2


def test_an_event_out_of_place_is_named():
    with pytest.raises(ValueError, match="'choose_goal' has no event 'answered'"):
        run({Phase.CHOOSE_GOAL: lambda: Event.ANSWERED})
