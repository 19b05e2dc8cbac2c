"""How failures of our own side are told: as results that exclude a rollout, or as exceptions.

A tool that refuses is an ordinary result. What stands here is the rest: a server that did not
start, died, hung, or lost a session. The model is never punished for these.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from provelight.errors import ProvelightError
from provelight.records import ToolFailure, ToolResult


class InfrastructureError(RuntimeError):
    """Base of failures of our own side.

    Attributes:
        type: stable word for the kind: `timeout`, `server_died`, `session_lost`, `stopped`, ...
    """

    def __init__(self, type_: str, message: str) -> None:
        super().__init__(message)
        self.type = type_

    def to_result(self) -> ToolResult:
        """Returns the failure as the result of a call, marked as not the model's fault."""
        failure = {"type": self.type, "message": str(self)}
        return ToolResult(
            ok=False,
            text=json.dumps({"error": failure}, ensure_ascii=False),
            error=ToolFailure(**failure),
            infrastructure=True,
        )


class SessionRefused(RuntimeError):
    """The server would not do what was asked about a session, such as open one too many."""

    def __init__(self, type_: str, message: str) -> None:
        super().__init__(message)
        self.type = type_


@dataclass(frozen=True, slots=True)
class StartFailure:
    """Why one server did not start.

    Attributes:
        origin: where it comes from: `command: ...` or `url: ...`.
        reason: what happened, as a clause.
        stderr: the last lines that the process wrote to stderr.
        fix: what to do about it.
    """

    server: str
    origin: str
    reason: str
    stderr: tuple[str, ...]
    fix: str

    @classmethod
    def of(cls, server: str, origin: str, reason: str, stderr: tuple[str, ...]) -> StartFailure:
        """Returns the failure with the fix that fits its reason."""
        fix = _fix_there(reason) if origin.startswith("url:") else _fix(reason, stderr)
        return cls(server, origin, reason, stderr, fix)

    def __str__(self) -> str:
        lines = [f"server {self.server!r} did not start: {self.reason}"]
        lines.append(f"  {self.origin}")
        if self.stderr:
            lines += ["  last lines of its stderr:", *(f"    {line}" for line in self.stderr)]
        return "\n".join([*lines, f"  fix: {self.fix}"])


def _fix(reason: str, stderr: tuple[str, ...]) -> str:
    if "cannot be run" in reason:
        return "install the program, or give the command with its full path"
    if "did not answer" in reason:
        return (
            "run the command by hand: an MCP server waits silently for input; if it is only slow, "
            "raise environment.start_timeout_s"
        )
    if any("ModuleNotFoundError" in line for line in stderr):
        return "install the missing module into the environment of the command (`make setup`)"
    return "run the command by hand, read what it prints, and correct that"


def _fix_there(reason: str) -> str:
    if "status 421" in reason:
        return "serve it with --allow-host and the name that the url gives, or give its address"
    if "Not Found" in reason:
        return "give the whole url, as `provelight servers serve` prints it: it ends in /mcp"
    return (
        "start it there, as `provelight servers serve NAME --transport http --host ADDRESS`, and "
        "check that this machine can reach it"
    )


class ServerStartError(InfrastructureError, ProvelightError):
    """One or more servers did not start; the message says which, why, and what to do."""

    def __init__(self, *failures: StartFailure) -> None:
        super().__init__("start_failed", "\n".join(str(failure) for failure in failures))
        self.failures = failures
