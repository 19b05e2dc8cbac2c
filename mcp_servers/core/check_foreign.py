"""What a server of someone else must be for a model to be trained on it.

`provelight servers check --command "..."` and `--url ...`. As in check.py, a rule is a function
that yields what is wrong; its docstring says what holds when it yields nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import IO, Final, TypeAlias

from jsonschema import Draft202012Validator, SchemaError
from mcp import StdioServerParameters
from mcp.client.stdio import stdio_client
from referencing.exceptions import Unresolvable

from mcp_servers.core.check import Finding
from mcp_servers.core.check_tools import (
    descriptions,
    flat_schemas,
    hints,
    output_schemas,
    parameter_descriptions,
)
from mcp_servers.core.foreign import Called, ForeignSubject
from mcp_servers.core.look import NO_SUCH_TOOL, look_at
from mcp_servers.core.subject import Fault
from provelight.records import Json

Rule: TypeAlias = Callable[[ForeignSubject], Iterator[Fault]]

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,61}")
_QUOTED_CHARS: Final = 200


async def check_foreign(target: str | StdioServerParameters) -> list[Finding]:
    """Checks a server by its URL or command.

    Returns:
        One finding per fault; one that is ok per rule without faults. A server that cannot be
        reached, or does not list its tools, is a fault of the rule `answers`.
    """
    with TemporaryFile("w+", errors="replace") as log:
        try:
            reached = target if isinstance(target, str) else stdio_client(target, errlog=log)
            subject = await look_at(reached)
        except Exception as error:  # the server's side of it: anything may come out of it
            told = f"no connecting to it, or no listing: {_told(error)}{_last_words(log)}"
            return [Finding("answers", False, told)]
    return [finding for rule in FOREIGN_RULES for finding in _findings(rule, subject)]


def answers(subject: ForeignSubject) -> Iterator[Fault]:
    """The server answers, tells its name and version, and lists tools."""
    if not subject.server.name or not subject.server.version:
        yield Fault("it does not tell its name and version (serverInfo)")
    if not subject.server.tools:
        yield Fault("it lists no tools")


def tool_names(subject: ForeignSubject) -> Iterator[Fault]:
    """Every tool has a name of its own that model APIs take, also behind the server's."""
    for name, times in Counter(subject.listed).items():
        if times > 1:
            yield Fault(f"listed {times} times; a client can call only one of them", name)
        if not _NAME.fullmatch(name):
            yield Fault("use at most 61 letters, digits, '_' and '-'", name)


def reads_work(subject: ForeignSubject) -> Iterator[Fault]:
    """There are reads, and each succeeded with arguments drawn from its schema and from results."""
    succeeded = {call.tool for call in subject.calls if call.kind == "ok"}
    reads = [name for name, tool in subject.server.tools.items() if tool.is_read]
    if not reads:
        yield Fault("no tool has readOnlyHint true, so none could be tried")
    for name in reads:
        if name not in succeeded:
            tried = [call for call in subject.calls if call.tool == name]
            last = f"; {tried[-1].arguments} gave {_quoted(tried[-1])}" if tried else ""
            yield Fault(
                f"{len(tried)} drawn calls and none succeeded{last}; give `enum`, `examples` or"
                " bounds, and name an argument as the results name its values",
                name,
            )


def reads_pure(subject: ForeignSubject) -> Iterator[Fault]:
    """The same read gave the same bytes again, after all other reads were called."""
    for first, again in subject.repeated:
        if (first.kind, first.text, first.result) != (again.kind, again.text, again.result):
            yield Fault(
                f"{first.arguments} gave another answer the second time; a rollout on it cannot be"
                f" replayed: {_quoted(first)} and then {_quoted(again)}",
                first.tool,
            )


def results_fit_schema(subject: ForeignSubject) -> Iterator[Fault]:
    """Every result has the structured content that its output schema promises."""
    for call in subject.calls:
        schema = subject.server.tools[call.tool].spec.output_schema
        if call.kind == "ok" and schema is not None and (wrong := _misfit(call.result, schema)):
            yield Fault(wrong, call.tool)


def misuse_refused(subject: ForeignSubject) -> Iterator[Fault]:
    """Every wrong call was refused: an unknown tool, a misspelt, missing or mistyped argument."""
    for what, call in subject.misuses:
        if call.kind == "ok":
            yield Fault(f"{what} went through: {call.arguments} gave {_quoted(call)}", call.tool)


def errors_readable(subject: ForeignSubject) -> Iterator[Fault]:
    """Every refusal is a result with isError that says why in text, where a model can read it."""
    reported: set[str] = set()
    for what, call in (*subject.misuses, *(("drawn arguments", call) for call in subject.calls)):
        fault = _fault_of_error(call)
        if fault is not None and call.tool not in reported:
            reported.add(call.tool)
            yield Fault(f"{what}: {call.arguments} {fault}", call.tool)


def clean_output(subject: ForeignSubject) -> Iterator[Fault]:
    """Nothing but messages came over the connection."""
    if subject.stray:
        yield Fault(
            f"lines on stdout that are no messages: {len(subject.stray)}, the first"
            f" {subject.stray[0][:_QUOTED_CHARS]!r}; print to stderr"
        )


def survives(subject: ForeignSubject) -> Iterator[Fault]:
    """After all that, the server lists the same tools."""
    if subject.listed_again is None:
        yield Fault("it does not answer any more after the calls that were tried on it")
    elif subject.listed_again != subject.listed:
        yield Fault("it lists other tools than at first, or in another order")


def sessions(subject: ForeignSubject) -> Iterator[Fault]:
    """The server opens, resets and hashes a session of its own for each rollout."""
    if subject.sessions is not None:
        yield Fault(
            f"no sessions ({subject.sessions}): MCPFleet asks for them by the requests"
            " provelight/open, reset, snapshot, restore, state_hash, effect_hash and close, with"
            " the session's name in _meta; without them rollouts would share one state"
        )


FOREIGN_RULES: tuple[Rule, ...] = (
    answers,
    tool_names,
    descriptions,
    parameter_descriptions,
    flat_schemas,
    output_schemas,
    hints,
    reads_work,
    reads_pure,
    results_fit_schema,
    misuse_refused,
    errors_readable,
    clean_output,
    survives,
    sessions,
)


def _findings(rule: Rule, subject: ForeignSubject) -> list[Finding]:
    name = getattr(rule, "__name__", repr(rule))
    faults = [Finding(name, False, fault.message, fault.tool) for fault in rule(subject)]
    return faults or [Finding(name, True, " ".join((rule.__doc__ or name).split()))]


def _misfit(result: Json, schema: dict[str, Json]) -> str | None:
    try:
        Draft202012Validator.check_schema(schema)
        error = next(Draft202012Validator(schema).iter_errors(result), None)
    except SchemaError as wrong:
        return f"the output schema is no schema: {wrong.message}"
    except Unresolvable as wrong:
        return f"the output schema refers to nothing: {wrong}"
    return None if error is None else f"{error.json_path}: {error.message}"


def _fault_of_error(call: Called) -> str | None:
    if call.kind == "no_answer":
        return f"got no answer ({call.text[:_QUOTED_CHARS]})"
    if call.kind == "refused" and not call.text.strip():
        return "was refused without a word"
    # The protocol has an error of its own for a tool that there is not.
    if call.kind == "protocol_error" and call.tool != NO_SUCH_TOOL:
        return f"was refused by a protocol error, which no model gets to read: {call.text}"
    return None


def _quoted(call: Called) -> str:
    return f"{call.kind} {call.text[:_QUOTED_CHARS]!r}"


def _last_words(log: IO[str]) -> str:
    """Returns the last lines that a server wrote to stderr."""
    log.seek(0)
    lines = log.read()[-_QUOTED_CHARS:].strip()
    return f"; its stderr ends in: {lines}" if lines else ""


def _told(error: BaseException) -> str:
    """Returns what an error says; of a group, what its first one does."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"
