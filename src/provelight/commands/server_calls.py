"""`provelight servers call`: tools by hand, one call or a session of JSON lines."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, TextIO

from provelight.errors import ProvelightError
from provelight.records import Json, ToolResult

if TYPE_CHECKING:
    from mcp_servers.core.sessions import SessionStore

SESSION: Final = "by-hand"


def call(args: argparse.Namespace) -> int:
    """Calls one tool, or with `--stdin` one a line, in a session on the world of `--seed`."""
    store = _open(args.name, args.seed)
    if args.stdin:
        if args.tool is not None:
            raise ProvelightError(
                f"--stdin reads tools from standard input; leave out {args.tool!r}"
            )
        answer_lines(store, sys.stdin, sys.stdout)
        return 0
    if args.tool is None:
        tools = ", ".join(store.server.tools)
        raise ProvelightError(f"give a TOOL, or --stdin; {args.name} has: {tools}")
    answer = answer_call(store, args.tool, parse_arguments(args.arguments))
    if args.json:
        print(json.dumps(answer))
    else:
        _show(answer)
    return 0 if answer["ok"] else 1


def parse_arguments(text: str | None) -> dict[str, Json]:
    """Returns the arguments that ARGS_JSON holds; none given is none to pass.

    Raises:
        ProvelightError: where it is no JSON object.
    """
    if text is None:
        return {}
    hint = """give an object in single quotes, such as '{"id": "ACC-0001"}'"""
    try:
        arguments = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProvelightError(f"ARGS_JSON {text!r} is no JSON ({error}); {hint}") from error
    if not isinstance(arguments, dict):
        raise ProvelightError(f"ARGS_JSON {text!r} is no JSON object; {hint}")
    return arguments


def answer_lines(store: SessionStore, lines: Iterable[str], out: TextIO) -> None:
    """Answers each line that is not blank with one line, in order, in one session."""
    for line in lines:
        if line.strip():
            out.write(json.dumps(_answer_line(store, line)) + "\n")
            out.flush()  # whoever wrote the line may wait for its answer


def answer_call(store: SessionStore, tool: str, arguments: Json) -> dict[str, Json]:
    """Calls a tool and returns what came of it, with the hashes of the state around it."""
    from provelight.environments.arguments import why_unsendable

    reason = why_unsendable(arguments)
    if reason is not None:
        return _refused(store, "invalid_arguments", reason)
    before = store.state_hash(SESSION)
    return _answer(store.call(SESSION, tool, arguments), before, store.state_hash(SESSION))


def _open(name: str, seed: int) -> SessionStore:
    from mcp_servers.core.sessions import SessionStore
    from provelight.commands.servers import load_server

    store = SessionStore(load_server(name))
    try:
        store.open(SESSION, seed)
    except ValueError as error:
        raise ProvelightError(f"--seed: {error}") from error
    return store


def _answer_line(store: SessionStore, line: str) -> dict[str, Json]:
    expected = 'a line is {"tool": name, "arguments": {...}}'
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _refused(store, "invalid_json", f"{line.strip()!r} is no JSON ({error}); {expected}")
    if not isinstance(request, dict) or not isinstance(request.get("tool"), str):
        return _refused(store, "invalid_request", f"{line.strip()!r} names no tool; {expected}")
    return answer_call(store, request["tool"], request.get("arguments", {}))


def _refused(store: SessionStore, type_: str, message: str) -> dict[str, Json]:
    from mcp_servers.core.sessions import failure

    unchanged = store.state_hash(SESSION)
    return _answer(failure(type_, message), unchanged, unchanged)


def _answer(result: ToolResult, before: str, after: str) -> dict[str, Json]:
    told = {"type": result.error.type, "message": result.error.message} if result.error else None
    return {
        "ok": result.ok,
        "result": result.result,
        "error": told,
        "state_hash_before": before,
        "state_hash_after": after,
    }


def _show(answer: dict[str, Json]) -> None:
    before, after = answer["state_hash_before"], answer["state_hash_after"]
    if answer["ok"]:
        print(json.dumps(answer["result"], indent=2, ensure_ascii=False))
    else:
        print(f"{answer['error']['type']}: {answer['error']['message']}", file=sys.stderr)
    print(f"state {before} unchanged" if before == after else f"state {before} -> {after}")
