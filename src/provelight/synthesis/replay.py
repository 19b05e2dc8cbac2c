"""Validation of a finished task from its record alone (PROVE §3.2, step 5).

Replay: every call of the trace again, on the world as it was made. Provenance: where ids and
sensitive values come from. Nothing here knows how the task was made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from provelight.environments.naming import split
from provelight.environments.session import Session
from provelight.records import Json, Task, Turn
from provelight.synthesis.sightings import ids, listed
from provelight.synthesis.signatures import Signature

MAX_ERROR_RATE = 0.30
"""Schema and execution errors, as a share of the calls; an empty result is none."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of calling a trace again.

    Attributes:
        calls: how many there were.
        errors: how many failed.
        differing: how many gave another text than the trace has.
        state_hash: of the state that was reached.
        effect_hash: of what was brought about.
    """

    calls: int
    errors: int
    differing: int
    state_hash: str
    effect_hash: str

    @property
    def error_rate(self) -> float:
        """Failed calls as a share of all; 0 where there are none."""
        return self.errors / self.calls if self.calls else 0.0

    def fault(self, task: Task) -> str | None:
        """Returns what is wrong with the task, or None."""
        if self.error_rate > MAX_ERROR_RATE:
            return "error_rate"
        if self.differing:
            return "replay_differs"
        reached = (self.state_hash, self.effect_hash)
        if reached != (task.final_state_hash, task.final_effect_hash):
            return "replay_hash"
        return None


def replay(session: Session, task: Task) -> Replay:
    """Calls the trace of a task again.

    Args:
        session: on the task's servers and world; it is reset first.
        task: the finished task.
    """
    session.reset()
    calls = errors = differing = 0
    for turn in task.turns:
        for name, arguments, text in traced_calls(turn):
            result = session.call(name, arguments)
            calls += 1
            errors += not result.ok
            differing += result.text != text
    return Replay(calls, errors, differing, session.state_hash(), session.effect_hash())


def traced_calls(turn: Turn) -> Iterator[tuple[str, dict[str, Json], str]]:
    """Yields name, arguments and result text of every call in a turn's trace, in order."""
    results = {m["tool_call_id"]: m["content"] for m in turn.trace if m["role"] == "tool"}
    for message in turn.trace:
        for call in message.get("tool_calls", ()):
            function = call["function"]
            yield function["name"], dict(function["arguments"]), results[call["id"]]


def unfounded(task: Task, signatures: Mapping[str, Signature]) -> str | None:
    """Returns why a task cannot be solved from what is said and shown, or None.

    Every id argument must stand in the result of an earlier call, and no request may contain one.
    A sensitive value must stand in an earlier request or result.

    Args:
        task: the finished task.
        signatures: bare name -> signature, of its server.
    """
    shown: dict[str, set[str]] = {}
    said = ""
    for turn in task.turns:
        said += f" {turn.user}"
        for name, arguments, text in traced_calls(turn):
            signature = signatures[split(name)[1]]
            for key, value in arguments.items():
                param = signature.params[key]
                if param.entity and not shown.get(param.entity, set()).issuperset(listed(value)):
                    return "id_without_source"
                if param.sensitive and str(value) not in said:
                    return "sensitive_without_source"
            _learn(shown, signature, text)
            said += f" {text}"
    return "id_in_request" if _says_an_id(task, shown) else None


def _learn(shown: dict[str, set[str]], signature: Signature, text: str) -> None:
    for entity in signature.entities():
        shown.setdefault(entity, set()).update(ids(signature, json.loads(text), entity))


def _says_an_id(task: Task, shown: Mapping[str, set[str]]) -> bool:
    known = {id for ids_of_type in shown.values() for id in ids_of_type}
    said = {word for turn in task.turns for word in re.findall(r"[\w-]+", turn.user)}
    return bool(known & said)
