"""A run folder made by hand: two steps, one group each, three rollouts."""

from __future__ import annotations

import json

import pytest

REWARD = {
    "validity": 0.5,
    "coverage": 1.0,
    "efficiency": -0.25,
    "name": 0.75,
    "argument": 0.125,
    "total": 0.8125,
    "extra": {},
}
CALL = {
    "call": {"name": "banking__pay", "arguments": {"amount_cents": 4550}},
    "result": {"ok": True, "text": '{"paid": true}', "result": {"paid": True}},
    "turn": 0,
}


def rollout(**changes):
    """Returns a rollout as JSON: one request, one call, one answer."""
    made = {
        "task_id": "10-train-0",
        "row": 0,
        "ids": [1, 2, 3],
        "sources": [0, 1, 1],
        "logps": [0.0, -0.5, -0.5],
        "messages": [
            {"role": "user", "content": "Pay it."},
            {"role": "assistant", "content": "", "tool_calls": [asked(0)]},
            {"role": "tool", "tool_call_id": "call_0", "content": '{"paid": true}'},
            {"role": "assistant", "content": "Paid."},
        ],
        "calls": [CALL],
        "finish_reason": "stop",
        "reward": REWARD,
        "success": True,
    }
    return {**made, **changes}


def asked(index, name="banking__pay"):
    """Returns a call as it stands in an assistant message."""
    function = {"name": name, "arguments": {"amount_cents": 4550}}
    return {"id": f"call_{index}", "type": "function", "function": function}


def line(step, rollout, group=0):
    """Returns a line of rollouts.jsonl."""
    return json.dumps({"step": step, "group": group, "rollout": rollout}) + "\n"


SCORE = {
    "task_id": "t",
    "writes": False,
    "everything_new": False,
    "reward": 0.5,
    "success": True,
    "validity": 0.25,
    "coverage": None,
    "efficiency": 0.0,
    "name": 1.0,
    "argument": 1.0,
    "calls_per_ground_truth": 1.5,
}


@pytest.fixture
def folder(tmp_path):
    """A run with two steps and two stages evaluated."""
    folder = tmp_path / "12-00-00-quickstart"
    folder.mkdir()
    (folder / "config.yaml").write_text(
        "name: quickstart\nsteps: 20\nmodel:\n  path: some/model\n"
        "environment:\n  servers: [banking, {name: crm, command: [x, secret]}]\n"
        "evaluation:\n  split: development\n"
    )
    low = rollout(row=1, reward={**REWARD, "total": 0.25}, success=False, finish_reason="length")
    broken = rollout(row=2, reward=None, success=None, excluded=True, finish_reason="timeout")
    lines = [line(0, rollout()), line(1, low), line(1, rollout()), line(1, broken)]
    (folder / "rollouts.jsonl").write_text("".join(lines))
    stages = {"warm start": [SCORE], "grpo": [{**SCORE, "reward": 0.75}]}
    (folder / "evaluation.json").write_text(json.dumps(stages))
    return folder
