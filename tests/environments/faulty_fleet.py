"""A fleet of one server that misbehaves on demand (faulty_server.py)."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from provelight.environments import FleetEvent, MCPFleet, ServerConfig, Session

FAULTY_SERVER = Path(__file__).with_name("faulty_server.py")


@dataclass
class FaultyFleet:
    """The fleet, the calls that reached its server, and what was told of it."""

    log: Path
    call_timeout_s: float = 1.0
    events: list[FleetEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        config = ServerConfig("faulty", (sys.executable, str(FAULTY_SERVER), str(self.log)))
        self.fleet = MCPFleet(
            [config], call_timeout_s=self.call_timeout_s, on_event=self.events.append
        )

    def session(self) -> Session:
        return self.fleet.open_session(["faulty"])

    def calls(self) -> list[str]:
        return self.log.read_text().split() if self.log.exists() else []

    def happened(self) -> list[str]:
        return [event.kind for event in self.events]
