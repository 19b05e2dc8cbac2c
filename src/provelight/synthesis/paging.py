"""The pages of a look-up, of which the first is what a model reads without asking for more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from provelight.environments.naming import qualified
from provelight.environments.session import Session
from provelight.records import Json, ToolResult


def pages(
    session: Session, server: str, tool: str, arguments: Mapping[str, Json], most: int
) -> Iterator[ToolResult]:
    """Yields the result of a look-up, then those of its further pages (`next_offset`), if any.

    Args:
        session: a session on the server.
        server: its name.
        tool: the bare name.
        arguments: of the call.
        most: so many pages at most.
    """
    more: dict[str, Json] = {}
    for _ in range(most):
        answer = session.call(qualified(server, tool), {**arguments, **more})
        yield answer
        following = answer.result.get("next_offset") if isinstance(answer.result, dict) else None
        if not answer.ok or following is None:
            return
        more = {"offset": following}
