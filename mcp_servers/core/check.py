"""What a server must be, rule by rule: `provelight servers check NAME`.

A rule is a function over a `Subject` that yields what is wrong. Its name is the name of the rule
and its docstring says what holds when it yields nothing. Static rules stand in check_tools.py,
those on phrases in check_phrases.py, those on behaviour in check_calls.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mcp_servers.core import catalog
from mcp_servers.core.check_calls import CALL_RULES
from mcp_servers.core.check_phrases import PHRASE_RULES
from mcp_servers.core.check_tools import TOOL_RULES
from mcp_servers.core.exercise import exercise
from mcp_servers.core.shares import COUNTS
from mcp_servers.core.subject import Fault, Subject
from mcp_servers.core.tools import ToolServer
from provelight.records import Json, Record

Rule: TypeAlias = Callable[[Subject], Iterator[Fault]]

RULES: tuple[Rule, ...] = (*TOOL_RULES, *PHRASE_RULES, *CALL_RULES)


@dataclass(frozen=True, slots=True)
class Finding(Record):
    """What a rule found.

    Attributes:
        rule: its name.
        ok: False for each fault.
        message: what is wrong and what would do; what holds, where `ok`.
        tool: the tool at fault; None for the server as a whole.
        count: what was counted for the rule, if it is one that counts.
    """

    rule: str
    ok: bool
    message: str
    tool: str | None = None
    count: str | None = None


def check(name: str) -> list[Finding]:
    """Checks one server of the catalogue.

    Returns:
        One finding per fault; one that is ok per rule without faults.

    Raises:
        ValueError: where there is no such server.
    """
    return check_server(catalog.load(name), catalog.phrases(name))


def check_server(server: ToolServer, phrases: dict[str, Json]) -> list[Finding]:
    """Checks a server that need not be in the catalogue, with its parsed phrases."""
    subject = Subject(server, phrases, tuple(exercise(server)))
    return [finding for rule in RULES for finding in _findings(rule, subject)]


def _findings(rule: Rule, subject: Subject) -> list[Finding]:
    name = getattr(rule, "__name__", repr(rule))
    faults = [Finding(name, False, fault.message, fault.tool) for fault in rule(subject)]
    if faults:
        return faults
    count = COUNTS[name](subject) if name in COUNTS else None
    return [Finding(name, True, " ".join((rule.__doc__ or name).split()), count=count)]
