"""Rules on what calls do: reads and errors change nothing, the same calls give the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

from jsonschema import Draft202012Validator

from mcp_servers.core.errors import InvalidArguments, NotFound
from mcp_servers.core.exercise import WORLDS, Episode, Probe
from mcp_servers.core.hashing import state_hash
from mcp_servers.core.sessions import SessionStore
from mcp_servers.core.shares import SHORT_SHARE, default_reads
from mcp_servers.core.subject import Fault, Subject
from mcp_servers.core.worlds import World, made_world

_SHORT_CHARS = 1500
_ALWAYS_ALLOWED = frozenset({InvalidArguments.type, NotFound.type})
_HASHES = (
    "from mcp_servers.core.catalog import load\n"
    "from mcp_servers.core.hashing import state_hash\n"
    "from mcp_servers.core.worlds import made_world\n"
    "print(*(state_hash(made_world(load({name!r}), seed)) for seed in {seeds!r}))"
)


def exercised(subject: Subject) -> Iterator[Fault]:
    """Every tool succeeded with arguments drawn from its schema and from live results."""
    succeeded = {probe.tool for probe in _probes(subject) if probe.result.ok}
    for name in subject.server.tools:
        if name not in succeeded:
            last = [p.result.text for p in _probes(subject) if p.tool == name][-1:]
            yield Fault(
                f"no drawn call succeeded; give `arg` examples or bounds. Last: {last}", name
            )


def no_crashes(subject: Subject) -> Iterator[Fault]:
    """No call ended with an exception that is no ToolError."""
    yield from _once(subject, lambda p: p.result.infrastructure, "failed inside")


def declared_errors(subject: Subject) -> Iterator[Fault]:
    """Every error that came back is declared in `raises=`."""
    for name, tool in subject.server.tools.items():
        allowed = _ALWAYS_ALLOWED | {error.type for error in tool.raises}
        seen = {p.result.error.type for p in _probes(subject) if p.tool == name and p.result.error}
        if undeclared := sorted(seen - allowed - {"internal_error"}):
            yield Fault(f"gave {undeclared}, not declared in `raises=`", name)


def reads_pure(subject: Subject) -> Iterator[Fault]:
    """No read changed the state."""
    tools = subject.server.tools
    yield from _once(
        subject, lambda p: tools[p.tool].is_read and p.before != p.after, "a read changed the state"
    )


def errors_pure(subject: Subject) -> Iterator[Fault]:
    """No failed call changed the state."""
    yield from _once(
        subject, lambda p: not p.result.ok and p.before != p.after, "an error changed the state"
    )


def idempotent(subject: Subject) -> Iterator[Fault]:
    """A read gave the same bytes twice; a write declared idempotent changed nothing again."""
    tools = subject.server.tools
    for probe in _probes(subject):
        if probe.repeated is not None:
            text, after = probe.repeated
            if tools[probe.tool].is_read and text != probe.result.text:
                yield Fault(f"read {probe.arguments} twice, with two results", probe.tool)
            elif after != probe.after:
                yield Fault(f"{probe.arguments} again changed the state again", probe.tool)


def results_fit_schema(subject: Subject) -> Iterator[Fault]:
    """Every result fits its output schema."""
    for name, tool in subject.server.tools.items():
        validator = Draft202012Validator(tool.spec.output_schema or {})
        results = (p.result.result for p in _probes(subject) if p.tool == name and p.result.ok)
        error = next((e for result in results for e in validator.iter_errors(result)), None)
        if error is not None:
            yield Fault(f"{error.json_path}: {error.message}", name)


def reads_short(subject: Subject) -> Iterator[Fault]:
    """Of the results of reads without optional arguments 95% are under 1,500 characters."""
    results = list(default_reads(subject))
    long = [probe for probe in results if len(probe.result.text) >= _SHORT_CHARS]
    if len(long) > (1 - SHORT_SHARE) * len(results):
        worst = max(long, key=lambda probe: len(probe.result.text))
        yield Fault(
            f"{len(long)} of {len(results)} results are {_SHORT_CHARS} characters or more, this one"
            f" {len(worst.result.text)}; page, or return less by default",
            worst.tool,
        )


def deterministic(subject: Subject) -> Iterator[Fault]:
    """The same calls from the same world gave the same bytes and the same state."""
    for episode in subject.episodes:
        wrong = _first_difference(subject, episode)
        if wrong is not None:
            yield Fault(f"played again, {wrong.arguments} gave another text or state", wrong.tool)


def worlds_deterministic(subject: Subject) -> Iterator[Fault]:
    """A world is the same when made again, here and in another process with another hash seed."""
    server = subject.server
    hashes = [state_hash(made_world(server, seed)) for seed in WORLDS]
    if hashes != [state_hash(server.make_world(World(seed, server.name))) for seed in WORLDS]:
        yield Fault("make_world gave two states for one world; draw only from world.rng")
    in_catalogue = server.make_world.__module__.startswith(f"mcp_servers.{server.name}.")
    if in_catalogue and hashes != _hashes_elsewhere(server.name):
        yield Fault("make_world depends on the process; do not iterate over sets, nor use hash()")


CALL_RULES = (
    exercised,
    no_crashes,
    declared_errors,
    reads_pure,
    errors_pure,
    idempotent,
    results_fit_schema,
    reads_short,
    deterministic,
    worlds_deterministic,
)


def _probes(subject: Subject) -> Iterator[Probe]:
    return (probe for episode in subject.episodes for probe in episode.probes)


def _once(subject: Subject, is_wrong: Callable[[Probe], bool], what: str) -> Iterator[Fault]:
    """Yields a fault for the first wrong call of each tool."""
    reported: set[str] = set()
    for probe in _probes(subject):
        if probe.tool not in reported and is_wrong(probe):
            reported.add(probe.tool)
            yield Fault(f"{what}: {probe.arguments} gave {probe.result.text[:200]}", probe.tool)


def _first_difference(subject: Subject, episode: Episode) -> Probe | None:
    store = SessionStore(subject.server)
    store.open("again", episode.world_seed)
    for probe in episode.probes:
        result = store.call("again", probe.tool, probe.arguments)
        if result.text != probe.result.text or store.state_hash("again") != probe.after:
            return probe
        if probe.repeated is not None:
            store.call("again", probe.tool, probe.arguments)
    return None


def _hashes_elsewhere(name: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    code = _HASHES.format(name=name, seeds=WORLDS)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()
