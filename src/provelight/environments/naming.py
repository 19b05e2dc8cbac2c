"""Names of tools outside their server: `server__tool`, so that no two servers can collide."""

from __future__ import annotations

import re
from typing import Final

SEPARATOR: Final = "__"
MAX_LENGTH: Final = 64
_ALLOWED = re.compile(r"[A-Za-z0-9_-]+")


def qualified(server: str, tool: str) -> str:
    """Returns `server__tool`.

    Raises:
        ValueError: where the name is longer or has other characters than model APIs take.
    """
    name = f"{server}{SEPARATOR}{tool}"
    if len(name) > MAX_LENGTH or not _ALLOWED.fullmatch(name):
        raise ValueError(
            f"tool name {name!r} ({len(name)} characters): at most {MAX_LENGTH} letters, digits, "
            "'_' and '-' are allowed; give the server a shorter or plainer name"
        )
    return name


def split(name: str) -> tuple[str, str]:
    """Returns server and bare tool of `server__tool`; the server is empty where none is named."""
    server, separator, tool = name.partition(SEPARATOR)
    return (server, tool) if separator else ("", name)
