"""The client side of MCP: the fleet that runs the servers, and one session for each rollout."""

from provelight.environments.backend import FleetEvent, Health
from provelight.environments.config import ServerConfig
from provelight.environments.failures import InfrastructureError, ServerStartError, SessionRefused
from provelight.environments.fleet import MCPFleet
from provelight.environments.session import Session

__all__ = [
    "FleetEvent",
    "Health",
    "InfrastructureError",
    "MCPFleet",
    "ServerConfig",
    "ServerStartError",
    "Session",
    "SessionRefused",
]
