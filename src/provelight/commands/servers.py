"""`provelight servers`: the servers there are, their tools, and calls by hand.

Our servers run in this process here, without MCP; only `serve` and the check of other people's
servers speak it. Nothing heavy is imported before a command needs it.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from provelight.errors import ProvelightError
from provelight.records import Json

if TYPE_CHECKING:
    from mcp_servers.core.check import Finding
    from mcp_servers.core.tools import Tool, ToolServer

Action = Callable[[argparse.Namespace], int]

_LAST_PORT: Final = 65535


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `provelight servers` and its own commands to the command line."""
    parser = subparsers.add_parser("servers", help="list, check, call and serve the MCP servers")
    parser.set_defaults(run=run)
    commands = parser.add_subparsers(dest="servers_command", metavar="COMMAND", required=True)
    as_json = argparse.ArgumentParser(add_help=False)
    as_json.add_argument("--json", action="store_true", help="print JSON for programs")

    commands.add_parser("list", parents=[as_json], help="the servers, with their tools counted")

    tools = commands.add_parser("tools", parents=[as_json], help="the tools of a server")
    tools.add_argument("name", metavar="NAME", help="the server, such as banking")

    check = commands.add_parser("check", parents=[as_json], help="what servers still lack")
    check.add_argument("names", metavar="NAME", nargs="*", help="the servers; all unless given")
    foreign = check.add_mutually_exclusive_group()
    foreign.add_argument(
        "--command",
        dest="started",
        metavar="COMMAND",
        help="what starts a server of yours over stdio, in quotes",
    )
    foreign.add_argument("--url", help="where a server of yours answers over HTTP")

    call = commands.add_parser("call", parents=[as_json], help="call a tool by hand")
    call.add_argument("name", metavar="NAME", help="the server, such as banking")
    call.add_argument("tool", metavar="TOOL", nargs="?", help="the tool, without server name")
    call.add_argument("arguments", metavar="ARGS_JSON", nargs="?", help="a JSON object")
    call.add_argument("--stdin", action="store_true", help='JSON lines {"tool", "arguments"}')
    call.add_argument("--seed", type=int, default=0, help="of the world, 0 to 1099 (default 0)")

    document = commands.add_parser(
        "document", help="write the guide to all servers (docs/servers.md)"
    )
    document.add_argument(
        "--output", metavar="FILE", type=Path, help="where to write (default: to the screen)"
    )

    serve = commands.add_parser("serve", help="serve a server to any MCP client")
    serve.add_argument("name", metavar="NAME", help="the server, such as banking")
    serve.add_argument("--transport", choices=("stdio", "http"), default="stdio")
    http = serve.add_argument_group("for --transport http")
    http.add_argument("--port", type=int, metavar="N", help="any free one unless given")
    http.add_argument("--host", help="what to listen on (default 127.0.0.1: this machine only)")
    http.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        help="a further name by which clients may reach the server; may be repeated",
    )
    http.add_argument(
        "--max-sessions", type=int, metavar="N", help="how many may be open at once (default 256)"
    )


def run(args: argparse.Namespace) -> int:
    """Runs the command that was parsed.

    Returns:
        The exit status: 0 where all went well, 1 where a call failed or a check found something,
        2 where the command itself was wrong.
    """
    from provelight.commands.server_calls import call

    actions: dict[str, Action] = {
        "list": list_servers,
        "tools": list_tools,
        "check": check,
        "call": call,
        "document": document,
        "serve": serve,
    }
    try:
        return actions[args.servers_command](args)
    except ProvelightError as error:
        print(f"provelight servers {args.servers_command}: {error}", file=sys.stderr)
        return 2


def list_servers(args: argparse.Namespace) -> int:
    """Prints the servers with how many tools they have, and how many of those read and write."""
    from mcp_servers.core import catalog

    rows = [_counts(catalog.load(name)) for name in catalog.names()]
    if args.json:
        print(json.dumps(rows))
        return 0
    width = max((len(row["name"]) for row in rows), default=0)
    print(f"{'server':<{width}}  tools  reads  writes")
    for row in rows:
        counts = f"{row['tools']:>5}  {row['reads']:>5}  {row['writes']:>6}"
        print(f"{row['name']:<{width}}  {counts}")
    return 0


def list_tools(args: argparse.Namespace) -> int:
    """Prints the tools of one server, with `--json` as OpenAI function schemas."""
    tools = load_server(args.name).tools.values()
    if args.json:
        print(json.dumps([tool.spec.to_openai() for tool in tools]))
        return 0
    for tool in tools:
        print(f"{_signature(tool)}  [{_kind(tool)}]")
        print(f"    {tool.spec.description}")
    return 0


def check(args: argparse.Namespace) -> int:
    """Prints what each server still lacks; 1 where there is anything."""
    elsewhere = args.started is not None or args.url is not None
    found = _found_elsewhere(args) if elsewhere else _found_here(args.names)
    wrong = any(not finding.ok for findings in found.values() for finding in findings)
    if args.json:
        rows = [
            {"name": name, "ok": all(f.ok for f in all_), "findings": [f.to_json() for f in all_]}
            for name, all_ in found.items()
        ]
        print(json.dumps(rows))
    else:
        for name, findings in found.items():
            _show_findings(name, findings)
    return int(wrong)


def document(args: argparse.Namespace) -> int:
    """Writes the guide to all servers as Markdown."""
    from provelight.reporting.servers_guide import servers_guide

    if args.output is None:
        print(servers_guide(), end="")
        return 0
    try:
        args.output.write_text(servers_guide(), encoding="utf-8")
    except OSError as error:
        raise ProvelightError(
            f"cannot write {args.output}: {error.strerror}; give another --output"
        ) from error
    print(args.output)
    return 0


def serve(args: argparse.Namespace) -> int:
    """Serves one server: over stdin and stdout until the client is gone, or over HTTP."""
    names = ("port", "host", "allow_host", "max_sessions")
    given = {name: value for name in names if (value := getattr(args, name)) is not None}
    if given and args.transport == "stdio":
        option = next(iter(given)).replace("_", "-")
        raise ProvelightError(f"--{option} is for --transport http; stdio has none")
    if not 0 <= given.get("port", 0) <= _LAST_PORT:
        raise ProvelightError(f"no port is {args.port}; give another --port, 0 to {_LAST_PORT}")
    load_server(args.name)
    if args.transport == "stdio":
        from mcp_servers.core.stdio import serve as serve_stdio

        if sys.stdin.isatty():
            print(
                f"{args.name} waits for an MCP client on standard input; Ctrl-D ends it. To call a "
                f"tool by hand: provelight servers call {args.name} TOOL ARGS_JSON",
                file=sys.stderr,
            )
        return serve_stdio(args.name)
    from mcp_servers.core.http import serve as serve_http

    try:
        return serve_http(args.name, **given)
    except ValueError as error:
        raise ProvelightError(str(error)) from error


def load_server(name: str) -> ToolServer:
    """Returns a server.

    Raises:
        ProvelightError: where there is none of that name, telling the near ones.
    """
    from mcp_servers.core import catalog

    try:
        return catalog.load(name)
    except ValueError as error:
        raise ProvelightError(str(error)) from error


def _found_here(names: Sequence[str]) -> dict[str, list[Finding]]:
    from mcp_servers.core import catalog

    return {name: _findings(name) for name in names or catalog.names()}


def _found_elsewhere(args: argparse.Namespace) -> dict[str, list[Finding]]:
    """Returns what the check of somebody else's server found, by its command or URL."""
    if args.names:
        raise ProvelightError(f"give NAME or --command or --url; leave out {args.names[0]!r}")
    import asyncio
    import logging

    from mcp import StdioServerParameters

    from mcp_servers.core.check_foreign import check_foreign

    logging.getLogger("mcp").addHandler(logging.NullHandler())  # findings say it in fewer words
    if args.url is not None:
        return {args.url: asyncio.run(check_foreign(args.url))}
    try:
        program, *words = shlex.split(args.started)
    except ValueError as error:  # also for no word at all
        raise ProvelightError(f"--command {args.started!r} is no command ({error})") from error
    started = StdioServerParameters(command=program, args=words, encoding_error_handler="replace")
    return {args.started: asyncio.run(check_foreign(started))}


def _findings(name: str) -> list[Finding]:
    """Returns what the check of one server found; one that cannot be imported is a finding too."""
    from mcp_servers.core.check import Finding
    from mcp_servers.core.check import check as check_conformance

    try:
        load_server(name)
        return check_conformance(name)
    except ProvelightError:
        raise
    except Exception as error:  # the code of whoever writes a server: anything may come out of it
        message = f"{type(error).__name__}: {error}"
        return [Finding(rule="loads", ok=False, message=message)]


def _show_findings(name: str, findings: Sequence[Finding]) -> None:
    faults = [finding for finding in findings if not finding.ok]
    if not faults:
        counts = ", ".join(finding.count for finding in findings if finding.count)
        print(f"{name}: all {len(findings)} rules hold{f'; {counts}' if counts else ''}")
        return
    print(f"{name}: {len(faults)} fault{'s' * (len(faults) > 1)}")
    for fault in faults:
        where = f" {fault.tool}" if fault.tool else ""
        print(f"  {fault.rule}{where}: {fault.message}")


def _counts(server: ToolServer) -> dict[str, Json]:
    reads = sum(tool.is_read for tool in server.tools.values())
    tools = len(server.tools)
    return {"name": server.name, "tools": tools, "reads": reads, "writes": tools - reads}


def _kind(tool: Tool) -> str:
    if tool.is_read:
        return "read"
    return "destructive write" if tool.spec.annotations["destructiveHint"] else "write"


def _signature(tool: Tool) -> str:
    """Returns `name(required, [optional])`."""
    required = tool.spec.parameters.get("required", [])
    names = tool.spec.parameters.get("properties", {})
    shown = ", ".join(name if name in required else f"[{name}]" for name in names)
    return f"{tool.spec.name}({shown})"
