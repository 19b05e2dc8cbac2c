"""Pages of look-ups: the same two arguments and the same two fields on every server.

def list_rooms(state: HomeState, offset: Offset = 0, limit: Limit = 10) -> Rooms:
    rows, next_offset = page(list(state.rooms), offset, limit)

class Rooms(Page):
    rooms: Annotated[list[RoomRow], out("Rooms.")]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeVar

from mcp_servers.core.fields import Output, arg, out

T = TypeVar("T")

MOST_ROWS = 50

Offset = Annotated[int, arg("How many to skip.", ge=0)]
Limit = Annotated[int, arg("How many to return.", ge=1, le=MOST_ROWS)]


class Page(Output):
    """Base of results that are one page of many rows."""

    total: Annotated[int, out("How many there are in all.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


def page(rows: Sequence[T], offset: int, limit: int) -> tuple[list[T], int | None]:
    """Returns `limit` rows from `offset` on, and the offset of the next page, None at the end."""
    end = offset + limit
    return list(rows[offset:end]), end if end < len(rows) else None
