"""A stdio server that misbehaves on demand: each tool is one fault of TRAPS.md's M list.

Written on bare JSON-RPC lines, because a correct SDK could not misbehave like this. Every call is
noted in the file given as argument before anything else happens.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = Any

NASTY = "line\u2028separator, \x00 NUL, \U0001f4a1 emoji, \r\n CRLF; "


def write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def answer(request: Json, result: Json) -> bytes:
    envelope = {
        "jsonrpc": "2.0",
        "id": request["id"],
        "result": {"resultType": "complete"} | result,
    }
    return json.dumps(envelope, ensure_ascii=False).encode()


def text(request: Json, words: str) -> bytes:
    return answer(request, {"content": [{"type": "text", "text": words}], "isError": False})


def steady(request: Json) -> None:
    write(text(request, "fine"))


def hang(_: Json) -> None:
    time.sleep(3600)


def busy(_: Json) -> None:
    while True:
        pass


def garbage(request: Json) -> None:
    """Bytes that are no text, in lines and between them, before the answer and after it."""
    write(bytes(range(128, 256)) + b"\x00\xff\xfe" * 1000)
    write(b"")
    write(b'[{"jsonrpc": "2.0"}, 7, null]')
    write(b'{"jsonrpc": "2.0", "id": null, "result": {}}')
    write(text(request, "after garbage"))
    write(b"\xc3")


def die(_: Json) -> None:
    print("out of luck", file=sys.stderr, flush=True)
    os._exit(3)


def noise(request: Json) -> None:
    write(b"Loading weights... 100%")
    write(b'{"half": ')
    write(text(request, "after noise"))


def bad_utf8(request: Json) -> None:
    write(text(request, "caf\u00e9").replace("\u00e9".encode(), b"\xe9"))


def malformed(_: Json) -> None:
    write(b'{"jsonrpc": "2.0", "id": ')


def no_content(request: Json) -> None:
    write(answer(request, {"content": 7}))


def twice(request: Json) -> None:
    write(text(request, "first"))
    write(text(request, "second"))


def late_id(request: Json) -> None:
    write(text(request | {"id": 999_999}, "for nobody"))
    write(text(request, "for you"))


def big(request: Json) -> None:
    write(text(request, NASTY * (10 * 2**20 // len(NASTY.encode()))))


def die_at_open(request: Json) -> None:
    steady(request)


TOOLS: dict[str, Callable[[Json], None]] = {
    f.__name__: f
    for f in (
        steady,
        hang,
        busy,
        garbage,
        die,
        noise,
        bad_utf8,
        malformed,
        no_content,
        twice,
        late_id,
        big,
        die_at_open,
    )
}


def dies_at_open(log: Path) -> bool:
    """Whether a session is to be opened after `die_at_open` was called, which happens once."""
    calls = log.read_text().split() if log.exists() else []
    if calls[-1:] != ["die_at_open"]:
        return False
    log.write_text(" ".join([*calls, "died"]) + "\n")
    return True


def main(log: Path) -> None:
    schema = {"type": "object", "properties": {}}
    listing = [{"name": name, "description": name, "inputSchema": schema} for name in TOOLS]
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "id" not in request:
            continue
        if request["method"] == "tools/list":
            write(answer(request, {"tools": listing, "ttlMs": 0, "cacheScope": "private"}))
        elif request["method"] == "tools/call":
            name = request["params"]["name"]
            with log.open("a") as calls:
                calls.write(name + "\n")
            TOOLS[name](request)
        elif request["method"] == "provelight/open" and dies_at_open(log):
            die(request)
        else:
            write(answer(request, {"value": "2026-01-05T09:00"}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
