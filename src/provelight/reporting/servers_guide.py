"""docs/servers.md: what each server is, generated from the servers themselves.

Nothing in it is written by hand but the way in: tables, tools, failures and invariants come from
the code, and the worked example is a task that the synthesizer wrote and played on the server.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from mcp_servers.core import catalog
from mcp_servers.core.tools import Tool, ToolServer
from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import made_world
from provelight.records import Task
from provelight.synthesis.synthesizer import Synthesizer

_EXAMPLE_SEED = 0
_CANDIDATES = 60
_RESULT_CHARS = 400

_WAY_IN = """\
# The servers

Written by `provelight servers document`; a test keeps it true. {count} servers, {tools} tools.

Each is an ordinary MCP server over stdio or HTTP, and needs no account and no network:

```sh
.venv/bin/provelight servers serve filesystem                          # over stdio
.venv/bin/provelight servers serve filesystem --transport http --port 8765  # prints its URL
.venv/bin/provelight servers tools filesystem                          # what it can do
.venv/bin/provelight servers tools filesystem --json                   # with all argument types
.venv/bin/provelight servers call filesystem ls '{{}}'                   # one call, by hand
```

A client that starts its servers itself takes this (with the full path of the program):

```json
{{"mcpServers": {{"filesystem": {{"command": ".venv/bin/provelight",
                                "args": ["servers", "serve", "filesystem"]}}}}}}
```

A client of your own, with the official SDK; over HTTP it takes the URL that `serve` prints, such
as `"http://127.0.0.1:8765/mcp"`, in place of `program`:

```python
import asyncio

from mcp import Client, StdioServerParameters

program = StdioServerParameters(
    command=".venv/bin/provelight", args=["servers", "serve", "filesystem"]
)


async def main() -> None:
    async with Client(program, mode="legacy") as client:
        told = await client.call_tool("ls", {{"directory": "Downloads"}})
        print(told.is_error, told.structured_content)
        told = await client.call_tool("cat", {{"path": "nowhere.txt"}})
        print(told.is_error, told.content[0].text)


asyncio.run(main())
```

What to know:

- A connection begins in world 0, the same one each time, and keeps what you change until it ends.
  Over HTTP that holds for clients that shake hands (`mode="legacy"`, or a `ClientSession`); those
  of MCP's revision 2026-07-28, which knows no connections, share one world 0 until the server ends.
- Other worlds differ in their rows, not in their rules. By hand: `provelight servers call NAME TOOL
  ARGS --seed 7`; over MCP the request `provelight/open` (`mcp_servers/core/protocol.py`) opens one.
- A result is one JSON object, as structured content and as text. A failure is marked as an error,
  and its text is `{{"error": {{"type": ..., "message": ...}}}}`.
- Long lists come in pages: where a result has a `next_offset`, pass it as `offset` for the next.
- `provelight servers call NAME --stdin` reads calls line by line, all of them in one world.
- Ids such as `ACC-0001` come from look-ups; nothing takes a name in place of an id.
- Money is integer cents, times are local without zone, and the clock of a world stands still unless
  a tool moves it. In world 0 it is {now}, on every server.
- A call that fails changes nothing, and its message says what would work. Besides the failures
  listed below each tool can answer `invalid_arguments` and `not_found`.

| server | what it is | tools | reads | writes | failures |
| --- | --- | ---: | ---: | ---: | ---: |
"""


def servers_guide() -> str:
    """Returns the whole page as Markdown; the same for the same servers."""
    servers = [catalog.load(name) for name in catalog.names()]
    head = _WAY_IN.format(
        count=len(servers),
        tools=sum(len(s.tools) for s in servers),
        now=minute(made_world(servers[0], 0).now),
    )
    rows = "".join(f"{_row(*_counts(server))}\n" for server in servers)
    return head + rows + "".join(f"\n{_section(server)}" for server in servers)


def _counts(server: ToolServer) -> tuple[object, ...]:
    reads = sum(tool.is_read for tool in server.tools.values())
    total, failures = len(server.tools), len(_failures(server))
    link = f"[{server.name}](#{server.name})"
    return link, server.title, total, reads, total - reads, failures


def _section(server: ToolServer) -> str:
    parts = [
        f"## {server.name}",
        f"{server.title}. {server.instructions}",
        "### Tables",
        _tables(server),
        "### Tools",
        _tools(server),
        "### Failures",
        _failing(server),
        "### Invariants",
        _invariants(server),
        "### Example",
        _example(server),
    ]
    return "\n\n".join(parts) + "\n"


def _tables(server: ToolServer) -> str:
    """Lists tables with their columns and how many rows they have in world 0."""
    lines = ["| table | rows in world 0 | columns |", "| --- | ---: | --- |"]
    for name, rows in made_world(server, 0).tables():
        columns = ", ".join(rows.row_type.__dataclass_fields__)
        lines.append(_row(name, len(rows), columns))
    return "\n".join(lines)


def _tools(server: ToolServer) -> str:
    lines = ["| tool | | what it does | fails with |", "| --- | --- | --- | --- |"]
    for tool in server.tools.values():
        failures = ", ".join(f"`{error.type}`" for error in tool.raises)
        lines.append(_row(_signature(tool), _kind(tool), tool.spec.description, failures))
    return "\n".join(lines)


def _signature(tool: Tool) -> str:
    required = tool.spec.parameters.get("required", ())
    names = tool.spec.parameters["properties"]
    shown = ", ".join(name if name in required else f"{name}?" for name in names)
    return f"`{tool.spec.name}({shown})`"


def _kind(tool: Tool) -> str:
    if tool.is_read:
        return "read"
    return "destructive write" if tool.spec.annotations["destructiveHint"] else "write"


def _failures(server: ToolServer) -> dict[str, str]:
    """Returns type -> what it means, from the first lines of the errors' docstrings."""
    errors = {error for tool in server.tools.values() for error in tool.raises}
    return {e.type: _first_line(e) for e in sorted(errors, key=lambda error: error.type)}


def _failing(server: ToolServer) -> str:
    return "\n".join(f"- `{type}`: {meaning}" for type, meaning in _failures(server).items())


def _first_line(thing: Any) -> str:
    return inspect.cleandoc(thing.__doc__ or "").partition("\n")[0]


def _invariants(server: ToolServer) -> str:
    """Returns the numbered list in the docstring of the server's state.py.

    Raises:
        ValueError: where there is none.
    """
    text = inspect.cleandoc(sys.modules[server.state.__module__].__doc__ or "")
    found = re.search(r"^1\. .*", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"mcp_servers/{server.name}/state.py lists no invariants in its docstring")
    return found[0].strip()


def _example(server: ToolServer) -> str:
    task = _example_task(server.name)
    lines = [f"In world {task.world_seed}, at {task.now}:", "", "```text"]
    for turn in task.turns:
        for message in turn.trace:
            lines += _told(message)
    return "\n".join([*lines, "```"])


def _example_task(name: str) -> Task:
    """Returns the first synthesized task of one turn with three calls or more, else of two.

    Raises:
        ValueError: where the synthesizer finds no task for the server.
    """
    synthesizer = Synthesizer([name], min_turns=1, max_turns=1)
    try:
        made = [synthesizer.candidate(i, _EXAMPLE_SEED, "train") for i in range(_CANDIDATES)]
    finally:
        synthesizer.close()
    tasks = sorted((t for t in made if isinstance(t, Task)), key=_is_short)
    if not tasks:
        raise ValueError(f"the synthesizer finds no task for {name}; give its tools phrases")
    return tasks[0]


def _is_short(task: Task) -> bool:
    return len(task.ground_truth) < 3


def _told(message: dict[str, Any]) -> Iterator[str]:
    for call in message.get("tool_calls") or ():
        function = call["function"]
        name = function["name"].partition("__")[2]
        yield f"call   {name}({json.dumps(function['arguments'], ensure_ascii=False)})"
    if message["content"]:
        who = {"user": "user", "assistant": "model", "tool": "result"}[message["role"]]
        yield f"{who:<6} {_shortened(message['content'])}"


def _shortened(text: str) -> str:
    return text if len(text) <= _RESULT_CHARS else f"{text[:_RESULT_CHARS]} ..."


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"
