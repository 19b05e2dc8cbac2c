from copy import deepcopy
from dataclasses import replace

import pytest

from provelight.environments.fleet import MCPFleet
from provelight.records import Task
from provelight.synthesis.replay import Replay, replay, unfounded


@pytest.fixture(scope="module")
def bank(signatures_of):
    return signatures_of("banking")


@pytest.fixture(scope="module")
def transfer(banking_tasks):
    return next(task for task in banking_tasks if "banking__transfer_money" in task.chain[:2])


@pytest.fixture
def session(transfer):
    with (
        MCPFleet(["banking"], backend="local") as fleet,
        fleet.open_session(["banking"], transfer.world_seed) as opened,
    ):
        yield opened


def with_arguments(task, tool, **changes):
    """Returns the task with the arguments of one call of its trace changed."""
    record = deepcopy(task.to_json())
    for turn in record["turns"]:
        for message in turn["trace"]:
            for call in message.get("tool_calls", ()):
                if call["function"]["name"] == tool:
                    call["function"]["arguments"].update(changes)
    return Task.from_json(record)


def test_a_good_task(session, transfer, bank):
    assert replay(session, transfer).fault(transfer) is None
    assert unfounded(transfer, bank) is None


def test_replay_begins_from_the_world_as_it_was_made(session, transfer):
    replay(session, transfer)
    assert replay(session, transfer).fault(transfer) is None


def test_another_amount_is_noticed(session, transfer):
    changed = with_arguments(transfer, "banking__transfer_money", amount_cents=1)
    assert replay(session, changed).fault(changed) == "replay_differs"


def test_calls_that_fail_are_counted(session, transfer):
    changed = with_arguments(transfer, "banking__transfer_money", amount_cents=10**8)
    done = replay(session, changed)
    assert done.errors == 1
    assert done.error_rate == 1 / done.calls


@pytest.mark.parametrize(
    ("done", "fault"),
    [
        (Replay(10, 3, 0, "s", "e"), None),
        (Replay(10, 4, 0, "s", "e"), "error_rate"),
        (Replay(0, 0, 0, "s", "e"), None),
        (Replay(1, 0, 0, "s", "other"), "replay_hash"),
        (Replay(1, 0, 0, "other", "e"), "replay_hash"),
    ],
)
def test_faults(transfer, done, fault):
    assert done.fault(replace(transfer, final_state_hash="s", final_effect_hash="e")) == fault


def test_an_id_out_of_nowhere(transfer, bank):
    changed = with_arguments(transfer, "banking__transfer_money", from_account_id="ACC-9999")
    assert unfounded(changed, bank) == "id_without_source"


def test_an_id_in_a_request(transfer, bank):
    known = transfer.ground_truth[-1].arguments
    id = next(v for v in transfer.ground_truth[1].arguments.values() if str(v).startswith("ACC"))
    assert known
    told = replace(transfer.turns[0], user=f"Use {id}, please.")
    assert unfounded(replace(transfer, turns=(told, *transfer.turns[1:])), bank) == "id_in_request"


def test_a_sensitive_value_needs_a_source(banking_tasks, bank):
    task = next(t for t in banking_tasks if "banking__unfreeze_card" in t.chain)
    assert unfounded(task, bank) is None
    guessed = with_arguments(task, "banking__unfreeze_card", security_code="???")
    assert unfounded(guessed, bank) in ("id_without_source", "sensitive_without_source")
