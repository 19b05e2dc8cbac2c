"""Saved places and the lists that hold them."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.maps.failures import AlreadySaved, ListFull, ListReadOnly
from mcp_servers.maps.places import PlaceId
from mcp_servers.maps.state import MOST_SAVED, MapsState, Saved, SavedList

ListId = Annotated[str, arg("Id of the list.", entity="list")]


class ListRow(Output):
    """A list of places."""

    list_id: Annotated[str, out("Id of the list.", entity="list")]
    name: Annotated[str, out("Name of the list.", label_of="list")]
    owner: Annotated[str, out("Whose it is.")]
    access: Annotated[str, out("owner, editor or viewer.")]
    places: Annotated[int, out("How many places it holds.")]


class Lists(Page):
    """Result of list_lists."""

    lists: Annotated[list[ListRow], out("By name.")]


class SavedRow(Output):
    """A place on a list."""

    saved_id: Annotated[str, out("Id of the entry.", entity="saved")]
    place: Annotated[str, out("Name of the place.", label_of="saved")]
    place_id: Annotated[str, out("Id of the place.", entity="place")]
    category: Annotated[str | None, out("What it is; none for an address.")] = None
    note: Annotated[str | None, out("Note, if any.")] = None


class ListContents(Page):
    """Result of get_list."""

    entries: Annotated[list[SavedRow], out("By name.")]


class SavedReport(Output):
    """Result of save_place."""

    saved_id: Annotated[str, out("Id of the entry.", entity="saved")]
    list: Annotated[str, out("Name of the list.")]
    places: Annotated[int, out("How many places it holds now.")]


class RemovedReport(Output):
    """Result of remove_saved_place."""

    removed: Annotated[str, out("What was taken off.")]
    list: Annotated[str, out("Name of the list.")]
    places: Annotated[int, out("How many places it holds now.")]


def list_lists(state: MapsState, offset: Offset = 0, limit: Limit = 8) -> Lists:
    """Lists the person's lists of saved places, those shared with them included."""
    rows = sorted(state.lists, key=lambda row: (row.name, row.id))
    shown, next_offset = page(rows, offset, limit)
    return Lists(
        lists=[
            ListRow(
                list_id=row.id,
                name=row.name,
                owner=row.owner,
                access=row.access,
                places=len(state.saved.where(list_id=row.id)),
            )
            for row in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def get_list(
    state: MapsState, list_id: ListId, offset: Offset = 0, limit: Limit = 8
) -> ListContents:
    """Gets the places on a list, with notes."""
    state.lists.require(list_id)
    rows = state.saved.where(list_id=list_id)
    rows.sort(key=lambda row: (state.places.require(row.place_id).name, row.id))
    shown, next_offset = page(rows, offset, limit)
    return ListContents(
        entries=[_row(state, row) for row in shown], total=len(rows), next_offset=next_offset
    )


def save_place(
    state: MapsState,
    place_id: PlaceId,
    list_id: ListId,
    note: Annotated[
        str | None,
        arg(
            "A note.",
            examples=("try the terrace", "ask for Sam", "parking behind", "closed in winter"),
            min_length=1,
            max_length=80,
        ),
    ] = None,
) -> SavedReport:
    """Puts a place on a list."""
    place, row = state.places.require(place_id), state.lists.require(list_id)
    _require_editable(state, row)
    here = state.saved.where(list_id=row.id)
    if any(saved.place_id == place.id for saved in here):
        raise AlreadySaved(f"{place.name} is on {row.name} already; choose another list or place.")
    if len(here) >= MOST_SAVED:
        raise ListFull(
            f"{row.name} holds {MOST_SAVED} places, the most it may; take one off with "
            "remove_saved_place first."
        )
    saved = state.saved.insert(
        Saved(id=state.new_id("saved"), list_id=row.id, place_id=place.id, note=note)
    )
    return SavedReport(saved_id=saved.id, list=row.name, places=len(here) + 1)


def remove_saved_place(
    state: MapsState, saved_id: Annotated[str, arg("Id of the entry.", entity="saved")]
) -> RemovedReport:
    """Takes a place off a list. get_list shows the ids of the entries."""
    saved = state.saved.require(saved_id)
    row = state.lists.require(saved.list_id)
    _require_editable(state, row)
    state.saved.delete(saved.id)
    left = len(state.saved.where(list_id=row.id))
    name = state.places.require(saved.place_id).name
    return RemovedReport(removed=name, list=row.name, places=left)


def _require_editable(state: MapsState, row: SavedList) -> None:
    if row.access == "viewer":
        able = listed(other.name for other in state.lists if other.access != "viewer")
        raise ListReadOnly(
            f"{row.name} belongs to {row.owner}, who lets you view it only; these lists can be "
            f"changed: {able}."
        )


def _row(state: MapsState, saved: Saved) -> SavedRow:
    place = state.places.require(saved.place_id)
    return SavedRow(
        saved_id=saved.id,
        place=place.name,
        place_id=place.id,
        category=place.category,
        note=saved.note,
    )
