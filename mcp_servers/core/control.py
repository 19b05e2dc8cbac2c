"""What may be asked about a session beside its tools; the same words in process and over MCP."""

from __future__ import annotations

from collections.abc import Callable

from mcp_servers.core.sessions import SessionStore
from provelight.records import Json

Operation = Callable[..., Json]


def operations(store: SessionStore) -> dict[str, Operation]:
    """Returns operation -> function of a session id and of the operation's own parameters.

    `open` returns date and time of its world, `snapshot` a token, the hashes a string, `diff` an
    object, `ping` the server's name; the others return None. All may raise a `ToolError`, and
    `open` a ValueError for a seed that there is not.
    """
    return {
        "open": _opener(store),
        "reset": store.reset,
        "snapshot": store.snapshot,
        "restore": store.restore,
        "state_hash": store.state_hash,
        "effect_hash": store.effect_hash,
        "diff": store.diff,
        "close": store.close,
        "ping": lambda _: store.server.name,
    }


def _opener(store: SessionStore) -> Operation:
    def open_session(session: str, world_seed: int, everything_new: bool = False) -> str:
        store.open(session, world_seed, everything_new)
        return store.now(session)

    return open_session
