import json
import re
import subprocess
import sys
from collections import Counter
from random import Random

import pytest
from jsonschema import Draft202012Validator

from mcp_servers.core.catalog import load
from mcp_servers.core.sessions import SessionStore
from mcp_servers.core.worlds import SPLITS, split_of
from provelight.records import Task
from provelight.synthesis import Rejected, Synthesizer, TaskLimits
from provelight.synthesis.limits import messages_needed
from provelight.synthesis.synthesizer import world_of

ID = re.compile(r"\b[A-Z]{2,5}-\d{3,}\b")


def bare(name):
    return name.split("__")[1]


@pytest.fixture(scope="module")
def tasks(banking_tasks, mock_tasks):
    return [*banking_tasks, *mock_tasks]


def test_nearly_every_candidate_becomes_a_task(banking_tasks, mock_tasks):
    assert len(banking_tasks) >= 0.95 * 240
    assert len(mock_tasks) >= 0.8 * 60


def test_every_tool_that_people_ask_for_is_asked_for(banking_tasks):
    asked = {bare(turn.ground_truth[-1].name) for task in banking_tasks for turn in task.turns}
    assert asked >= {name for name, tool in load("banking").tools.items() if not tool.is_read}
    assert {"get_account", "get_card", "list_bills", "list_transactions"} <= asked


def test_an_independent_replay_reaches_the_hashes(tasks):
    for task in tasks:
        store = SessionStore(load(task.servers[0]))
        store.open("s", task.world_seed)
        assert store.state_hash("s") == task.initial_state_hash
        for call in task.ground_truth:
            assert store.call("s", bare(call.name), call.arguments).ok, (task.id, call)
        assert store.effect_hash("s") == task.final_effect_hash
        assert store.state_hash("s") == task.final_state_hash


def test_most_tasks_change_something(tasks):
    changed = sum(task.initial_state_hash != task.final_state_hash for task in tasks)
    assert 0.4 < changed / len(tasks) < 0.95


def test_no_request_contains_an_id(tasks):
    for task in tasks:
        for turn in task.turns:
            assert not ID.search(turn.user), turn.user


def entity_arguments(task):
    specs = {name: tool.spec for name, tool in load(task.servers[0]).tools.items()}
    for call in task.ground_truth:
        for name, value in call.arguments.items():
            schema = specs[bare(call.name)].parameters["properties"][name]
            if "x-provelight-entity" in schema:
                yield call, name, value


def test_every_id_comes_from_an_earlier_result_and_after_says_which(tasks):
    checked = 0
    for task in tasks:
        texts = {}
        order = [call.id for call in task.ground_truth]
        results = [m["content"] for turn in task.turns for m in turn.trace if m["role"] == "tool"]
        texts = dict(zip(order, results, strict=True))
        for call, name, value in entity_arguments(task):
            assert all(order.index(before) < order.index(call.id) for before in call.after)
            assert any(f'"{value}"' in texts[before] for before in call.after), (
                task.id,
                call,
                name,
            )
            checked += 1
    assert checked > 300


def test_the_result_that_shows_an_id_shows_what_the_user_calls_it(banking_tasks):
    """Of a told account, the words that the user says stand in the same object as the id."""
    checked = 0
    for task in banking_tasks:
        said = task.turns[0].user.casefold()
        accounts = {}
        for turn in task.turns[:1]:
            for message in turn.trace:
                if message["role"] == "tool" and message["name"] == "banking__list_accounts":
                    rows = json.loads(message["content"])["accounts"]
                    accounts = {row["account_id"]: row["name"] for row in rows}
        for call in task.turns[0].ground_truth:
            for value in call.arguments.values():
                if value in accounts:
                    assert accounts[value].casefold() in said
                    checked += 1
    assert checked > 50


def test_every_look_up_is_needed_by_a_later_call_of_its_turn(tasks):
    for task in tasks:
        for turn in task.turns:
            needed = {before for call in turn.ground_truth for before in call.after}
            assert all(call.id in needed for call in turn.ground_truth[:-1]), task.id


def test_nothing_is_asked_of_the_servers_twice(tasks):
    for task in tasks:
        last_write = 0
        seen = {}
        reads = {name for name, tool in load(task.servers[0]).tools.items() if tool.is_read}
        for position, call in enumerate(task.ground_truth):
            key = json.dumps([call.name, call.arguments], sort_keys=True)
            if bare(call.name) not in reads:
                last_write = position
            else:
                assert seen.get(key, -1) < last_write or key not in seen, task.id
                seen[key] = position


def test_later_turns_use_what_earlier_ones_showed(banking_tasks):
    later = [turn for task in banking_tasks for turn in task.turns[1:]]
    crossing = [
        turn
        for turn in later
        if {b for c in turn.ground_truth for b in c.after} - {c.id for c in turn.ground_truth}
    ]
    assert len(crossing) > len(later) / 4


def test_only_arguments_that_are_determined(banking_tasks):
    """Optional arguments occur only where the request tells them."""
    for task in banking_tasks:
        for turn in task.turns:
            for call in turn.ground_truth:
                schema = load("banking").tools[bare(call.name)].spec.parameters
                for name in set(call.arguments) - set(schema.get("required", ())):
                    assert str(call.arguments[name]) in turn.user
                assert set(schema.get("required", ())) <= set(call.arguments)


def test_the_traces_are_chats_with_the_due_calls(tasks):
    for task in tasks:
        number = 0
        for turn in task.turns:
            roles = [message["role"] for message in turn.trace]
            assert roles[0] == "user"
            assert turn.trace[0]["content"] == turn.user
            assert roles[-1] == "assistant"
            assert turn.trace[-1]["content"]
            assert "tool_calls" not in turn.trace[-1]
            asked = [c for m in turn.trace for c in m.get("tool_calls", ())]
            done = [c["function"] for c in asked]
            due = [{"name": c.name, "arguments": c.arguments} for c in turn.ground_truth]
            assert done == due
            results = [m["tool_call_id"] for m in turn.trace if m["role"] == "tool"]
            assert results == [c["id"] for c in asked]
            assert [c["id"] for c in asked] == [f"call_{number + n}" for n in range(len(asked))]
            number += len(asked)


def test_independent_look_ups_stand_in_one_message(banking_tasks):
    parallel = 0
    for task in banking_tasks:
        ids = {f"call_{n}": call for n, call in enumerate(task.ground_truth)}
        for turn in task.turns:
            for message in turn.trace:
                calls = [ids[c["id"]] for c in message.get("tool_calls", ())]
                parallel += len(calls) > 1
                assert not {c.id for c in calls} & {b for c in calls for b in c.after}
            assistants = sum(m["role"] == "assistant" for m in turn.trace)
            assert assistants == messages_needed(turn)
    assert parallel > 20


def test_the_tools_on_offer(banking_tasks):
    sizes = Counter()
    for task in banking_tasks:
        names = [tool["function"]["name"] for tool in task.tools]
        assert len(set(names)) == len(names)
        assert set(task.chain) <= set(names)
        assert set(task.chain) == {call.name for call in task.ground_truth}
        assert 3 <= len(names) <= max(6, len(task.chain))
        assert not any("x-provelight" in json.dumps(tool) for tool in task.tools)
        sizes[len(names)] += 1
    assert {3, 4, 5, 6} <= set(sizes)
    first = Counter(task.tools[0]["function"]["name"] in task.chain for task in banking_tasks)
    assert first[False] > 10  # shuffled: the chain does not stand first


def test_arguments_fit_the_schemas_on_offer(tasks):
    for task in tasks:
        schemas = {t["function"]["name"]: t["function"]["parameters"] for t in task.tools}
        for call in task.ground_truth:
            assert Draft202012Validator(schemas[call.name]).is_valid(call.arguments)


def test_lengths(banking_tasks):
    turns = Counter(len(task.turns) for task in banking_tasks)
    assert set(turns) == {1, 2, 3}
    assert turns[3] < turns[2]  # turns decay
    for task in banking_tasks:
        assert len(task.chain) >= 2
        assert all(1 <= len({c.name for c in turn.ground_truth}) <= 5 for turn in task.turns)
        assert TaskLimits().broken_by(task.turns) is None


def test_the_record_survives_json(tasks):
    for task in tasks[:20]:
        assert Task.from_json(json.loads(json.dumps(task.to_json()))) == task


def test_a_candidate_depends_on_its_arguments_alone(banking, banking_tasks, cache_dir):
    order = list(range(40))
    Random(0).shuffle(order)
    other = Synthesizer(["banking"], min_turns=1, max_turns=3, cache_dir=cache_dir)
    shuffled = {index: other.candidate(index, 3, "train") for index in order}
    other.close()
    assert [shuffled[i] for i in range(40)] == [banking.candidate(i, 3, "train") for i in range(40)]
    assert banking.candidate(0, 4, "train") != banking.candidate(0, 3, "train")
    assert banking.candidate(0, 3, "development").world_seed in SPLITS["development"]
    assert banking_tasks[0].id == "3-train-0"


PROGRAM = """
import json, sys
from provelight.synthesis import Synthesizer
made = Synthesizer(["banking"], min_turns=1, max_turns=3, cache_dir=sys.argv[1])
print(json.dumps([made.candidate(i, 3, "train").to_json() for i in range(8)]))
"""


def test_other_processes_make_the_same(banking, tmp_path):
    expected = [banking.candidate(i, 3, "train").to_json() for i in range(8)]
    made = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        env={"PYTHONHASHSEED": "17", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    assert json.loads(made.stdout) == expected


def test_worlds_change_every_256_candidates_and_stay_in_their_split():
    first = {world_of(index, 5, "train", "banking") for index in range(256)}
    assert len(first) == 1
    blocks = [world_of(256 * block, 5, "train", "banking") for block in range(50)]
    assert len(set(blocks)) > 40
    assert {split_of(seed) for seed in blocks} == {"train"}
    assert world_of(0, 5, "train", "banking") != world_of(0, 5, "train", "email")


def test_a_stream_skips_what_was_rejected(mock_tasks, cache_dir):
    made = Synthesizer(["mock"], min_turns=1, max_turns=2, cache_dir=cache_dir)
    stream = made.stream(3, "train")
    found = [next(stream) for _ in range(10)]
    assert [task for _, task in found] == mock_tasks[:10]
    assert [f"3-train-{index}" for index, _ in found] == [task.id for _, task in found]
    later = made.stream(3, "train", start=found[4][0])
    assert next(later) == found[4]


def test_sessions_are_closed(banking):
    banking.candidate(1, 1, "train")
    assert banking._fleet.open_sessions == ()


def test_one_server_of_several_is_drawn(cache_dir):
    made = Synthesizer(["banking", "mock"], min_turns=1, max_turns=1, cache_dir=cache_dir)
    found = [made.candidate(index, 0, "train") for index in range(30)]
    assert {t.servers for t in found if isinstance(t, Task)} == {("banking",), ("mock",)}


def test_what_cannot_fit_is_rejected(cache_dir):
    made = Synthesizer(["banking"], limits=TaskLimits(assistant_turns=2), cache_dir=cache_dir)
    assert made.candidate(0, 0, "train") == Rejected("assistant_turns")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_turns": 3, "max_turns": 2}, "min_turns=3, max_turns=2"),
        ({"turn_decay": 1.5}, "decay=1.5"),
        ({"min_chain": 0}, "min_chain=0"),
        ({"tools_per_task": (6, 3)}, r"tools_per_task=\[6, 3\]"),
    ],
)
def test_ranges_that_cannot_be(options, message, cache_dir):
    with pytest.raises(ValueError, match=message):
        Synthesizer(["banking"], cache_dir=cache_dir, **options)


def test_an_unknown_split_is_named(banking):
    with pytest.raises(ValueError, match="split='test': choose one of train"):
        banking.candidate(0, 0, "test")
