"""Look-ups that travel: directions, what lies within reach, and a matrix of travel times."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.maps.failures import NoRoute
from mcp_servers.maps.geometry import heading, hull_area_m2, turn
from mcp_servers.maps.network import CS_PER_MINUTE, Network, Piece, closed_roads, network_of
from mcp_servers.maps.places import OnlyCategory, PlaceId, businesses
from mcp_servers.maps.state import MapsState, Mode, Place

TravelMode = Annotated[Mode, arg("How to travel.")]
_MOST_STEPS = 10
_SQUARE_METRES_PER_HECTARE = 10_000


class StepRow(Output):
    """A step of a way."""

    instruction: Annotated[str, out("What to do.")]
    step_m: Annotated[int, out("How far, in metres.")]


class WarningRow(Output):
    """A report on the way."""

    report_id: Annotated[str, out("Id of the report.", entity="report")]
    kind: Annotated[str, out("What was reported.", label_of="report")]
    street: Annotated[str, out("Where.")]


class Directions(Output):
    """Result of get_directions."""

    distance_m: Annotated[int, out("Metres in all.")]
    minutes: Annotated[int, out("Minutes in all, rounded up.")]
    steps: Annotated[list[StepRow], out("The way; a long one is cut.")]
    more_steps: Annotated[int | None, out("How many further steps there are.")] = None
    warnings: Annotated[list[WarningRow], out("What people report along it.")]


class ReachRow(Output):
    """A place within reach."""

    place_id: Annotated[str, out("Id of the place.", entity="place")]
    name: Annotated[str, out("Name of the business.", label_of="place")]
    category: Annotated[str, out("What it is.")]
    minutes: Annotated[int, out("Travel time, rounded up.")]


class Reach(Page):
    """Result of isochrone."""

    area_hectares: Annotated[int, out("The area that can be reached in time.")]
    places: Annotated[list[ReachRow], out("Nearest first, or best first.")]


class MatrixRow(Output):
    """One row of a matrix."""

    place_id: Annotated[str, out("Id of the place.", entity="place")]
    name: Annotated[str, out("From here.", label_of="place")]
    minutes: Annotated[list[int], out("To each place, in the order of the rows; -1: no way.")]


class Matrix(Output):
    """Result of distance_matrix."""

    rows: Annotated[list[MatrixRow], out("A row for each place.")]
    shortest: Annotated[str | None, out("The two places nearest to one another.")] = None
    shortest_minutes: Annotated[int | None, out("Minutes from the first to the second.")] = None


def get_directions(
    state: MapsState,
    from_place_id: Annotated[str, arg("Where from.", entity="place")],
    to_place_id: Annotated[str, arg("Where to.", entity="place")],
    mode: TravelMode = "driving",
    avoid_highways: Annotated[bool, arg("By car only.")] = False,
) -> Directions:
    """Gets the fastest way from one place to another, around roads that are closed."""
    start, end = state.places.require(from_place_id), state.places.require(to_place_id)
    if start.id == end.id:
        raise InvalidArguments(f"from_place_id and to_place_id are both {start.id}; give two.")
    way = network_of(state).way(start, end, mode, avoid_highways and mode == "driving")
    if way is None:
        raise NoRoute(no_route_text(state, start, end, mode))
    steps = _steps(way.pieces)
    more = len(steps) - _MOST_STEPS
    return Directions(
        distance_m=way.length_m,
        minutes=whole_minutes(way.duration_cs),
        steps=steps[:_MOST_STEPS],
        more_steps=more if more > 0 else None,
        warnings=_warnings(state, way.pieces),
    )


def isochrone(
    state: MapsState,
    place_id: PlaceId,
    minutes: Annotated[
        int, arg("At most so long.", ge=1, le=60, examples=(5, 8, 10, 12, 15, 20))
    ] = 10,
    mode: TravelMode = "walking",
    category: OnlyCategory = None,
    sort: Annotated[Literal["time", "rating"], arg("Nearest, or best first.")] = "time",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Reach:
    """Finds what lies near a place: businesses and area within a travel time."""
    start, network = state.places.require(place_id), network_of(state)
    limit_cs = minutes * CS_PER_MINUTE
    found = [
        (cs, place)
        for place in businesses(state, category, False)
        if place.id != start.id
        and (cs := network.duration_cs(start, place, mode)) is not None
        and cs <= limit_cs
    ]
    found.sort(key=lambda f: (-f[1].rating_tenths if sort == "rating" else 0, f[0], f[1].id))
    shown, next_offset = page(found, offset, limit)
    area = hull_area_m2(network.reach(start, mode, limit_cs)) // _SQUARE_METRES_PER_HECTARE
    return Reach(
        area_hectares=area,
        places=[_reach_row(place, cs) for cs, place in shown],
        total=len(found),
        next_offset=next_offset,
    )


def distance_matrix(
    state: MapsState,
    list_id: Annotated[str, arg("Id of the list.", entity="list")],
    mode: TravelMode = "driving",
) -> Matrix:
    """Gets the travel times between all places of a list, each way."""
    state.lists.require(list_id)
    saved = state.saved.where(list_id=list_id)
    places = [state.places.require(row.place_id) for row in saved]
    network = network_of(state)
    times = [[_matrix_minutes(network, a, b, mode) for b in places] for a in places]
    pairs = [(t, i, k) for i, row in enumerate(times) for k, t in enumerate(row) if i != k]
    best = min((pair for pair in pairs if pair[0] >= 0), default=None)
    return Matrix(
        rows=[
            MatrixRow(place_id=place.id, name=place.name, minutes=row)
            for place, row in zip(places, times, strict=True)
        ],
        shortest=f"{places[best[1]].name} and {places[best[2]].name}" if best else None,
        shortest_minutes=best[0] if best else None,
    )


def whole_minutes(duration_cs: int) -> int:
    """Returns a travel time in minutes, rounded up."""
    return -(-duration_cs // CS_PER_MINUTE)


def no_route_text(state: MapsState, start: Place, end: Place, mode: Mode) -> str:
    """Returns why there is no way, and what other mode leads there."""
    network = network_of(state)
    others: tuple[Mode, ...] = ("driving", "cycling", "walking")
    able = [m for m in others if m != mode and network.duration_cs(start, end, m) is not None]
    closed = {start.segment_id, end.segment_id} & set(closed_roads(state))
    why = "a road there is reported closed" if closed else "a path leads there, no road"
    instead = f"Go there by {' or '.join(able)}." if able else "Choose another place."
    return f"There is no way from {start.name} to {end.name} by {mode}: {why}. {instead}"


def _steps(pieces: tuple[Piece, ...]) -> list[StepRow]:
    """Returns one step for each stretch of one street."""
    steps: list[tuple[str, int]] = []
    for i, piece in enumerate(pieces):
        street, before = piece.segment.street, pieces[i - 1] if i else None
        if before is not None and before.segment.street == street:
            steps[-1] = steps[-1][0], steps[-1][1] + piece.length_m
        elif before is None:
            steps.append((f"Head {heading(piece.start, piece.end)} on {street}", piece.length_m))
        else:
            manoeuvre = turn(before.start, before.end, piece.end)
            steps.append((f"{manoeuvre} onto {street}", piece.length_m))
    return [StepRow(instruction=text, step_m=length_m) for text, length_m in steps]


def _warnings(state: MapsState, pieces: tuple[Piece, ...]) -> list[WarningRow]:
    used = {piece.segment.id: piece.segment.street for piece in pieces}
    return [
        WarningRow(report_id=report.id, kind=report.kind, street=used[report.segment_id])
        for report in state.reports
        if report.segment_id in used
    ]


def _reach_row(place: Place, duration_cs: int) -> ReachRow:
    return ReachRow(
        place_id=place.id,
        name=place.name,
        category=str(place.category),
        minutes=whole_minutes(duration_cs),
    )


def _matrix_minutes(network: Network, start: Place, end: Place, mode: Mode) -> int:
    duration_cs = network.duration_cs(start, end, mode)
    return -1 if duration_cs is None else whole_minutes(duration_cs)
