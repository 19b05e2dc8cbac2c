"""The road network as a graph: fastest ways for each mode, from any spot to any other.

A network is a pure function of junctions, segments and the set of closed roads. It is kept outside
of the state, by the digest of the first two and that set, so that all sessions of a world share it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import networkx as nx

from mcp_servers.core.tables import Table
from mcp_servers.maps.geometry import Point, between
from mcp_servers.maps.state import CLOSING_REPORTS, Junction, MapsState, Mode, Place, Road, Segment

PACE_CS_PER_M: Final[dict[Mode, dict[Road, int]]] = {
    "driving": {"residential": 12, "main": 8, "highway": 4},
    "cycling": {"residential": 22, "main": 22, "path": 24},
    "walking": {"residential": 75, "main": 75, "path": 75},
}
"""Centiseconds per metre; a road that is missing may not be used."""

CS_PER_MINUTE: Final = 6_000
_NETWORKS_KEPT = 24


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a segment that a way uses, between two points of it."""

    segment: Segment
    start: Point
    end: Point
    length_m: int


@dataclass(frozen=True, slots=True)
class Way:
    """The fastest way between two places."""

    duration_cs: int
    pieces: tuple[Piece, ...]

    @property
    def length_m(self) -> int:
        """How long it is."""
        return sum(piece.length_m for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class _Profile:
    """Who travels: with what, and whether highways are avoided."""

    mode: Mode
    avoid_highways: bool


@dataclass(frozen=True, slots=True)
class _Roads:
    """What a network is made of; equal digests mean equal rows."""

    digest: str
    closed: frozenset[str]
    junctions: Table[Junction] = field(compare=False)
    segments: Table[Segment] = field(compare=False)


class Network:
    """Fastest ways over the roads of one town.

    Args:
        roads: junctions, segments, and the ids of the segments that are closed to cars.
    """

    def __init__(self, roads: _Roads) -> None:
        self._points: dict[str, Point] = {j.id: (j.x_m, j.y_m) for j in roads.junctions}
        self._segments = {segment.id: segment for segment in roads.segments}
        self._closed = roads.closed
        self._graphs: dict[_Profile, nx.DiGraph] = {}
        self._trees: dict[tuple[_Profile, str], tuple[dict[str, str], dict[str, int]]] = {}
        self._reached: dict[tuple[Mode, str, int], dict[str, int]] = {}
        self._ends: dict[tuple[Mode, str, int], tuple[tuple[str, int], ...]] = {}

    def point_of(self, place: Place) -> Point:
        """Returns where a place lies."""
        return self._point(self._segments[place.segment_id], place.offset_m)

    def way(self, start: Place, end: Place, mode: Mode, avoid_highways: bool = False) -> Way | None:
        """Returns the fastest way, or None where there is none."""
        profile = _Profile(mode, avoid_highways)
        first, last = self._segments[start.segment_id], self._segments[end.segment_id]
        ways = [
            (before + between_cs + after, leave, enter)
            for leave, before in self._exits(profile, first, start.offset_m)
            for enter, after in self._entries(profile, last, end.offset_m)
            if (between_cs := self._tree(profile, leave)[1].get(enter)) is not None
        ]
        direct = self._direct_cs(profile, start, end)
        if direct is not None and all(direct <= cs for cs, _, _ in ways):
            piece = self._piece(first, start.offset_m, end.offset_m)
            return Way(direct, (piece,) if piece.length_m else ())
        if not ways:
            return None
        duration_cs, leave, enter = min(ways)
        pieces = [self._piece(first, start.offset_m, self._offset_of(first, leave))]
        pieces += self._pieces(profile, leave, enter)
        pieces.append(self._piece(last, self._offset_of(last, enter), end.offset_m))
        return Way(duration_cs, tuple(piece for piece in pieces if piece.length_m))

    def duration_cs(self, start: Place, end: Place, mode: Mode) -> int | None:
        """Returns how long the fastest way takes, or None where there is none."""
        if start.id == end.id:
            return 0
        reached = self._from(mode, start)
        times = [
            reached[enter] + after for enter, after in self._ends_of(mode, end) if enter in reached
        ]
        if start.segment_id == end.segment_id:
            direct = self._direct_cs(_Profile(mode, False), start, end)
            times += [] if direct is None else [direct]
        return min(times, default=None)

    def reach(self, start: Place, mode: Mode, within_cs: int) -> list[Point]:
        """Returns the junctions that can be reached in time, and the start."""
        reached = self._from(mode, start)
        points = [self._points[id] for id, cs in reached.items() if cs <= within_cs]
        return [self.point_of(start), *points]

    def _graph(self, profile: _Profile) -> nx.DiGraph:
        graph = self._graphs.get(profile)
        if graph is None:
            graph = nx.DiGraph()
            graph.add_nodes_from(self._points)
            for segment in self._segments.values():
                for start, end in self._directions(profile, segment):
                    cs = segment.length_m * PACE_CS_PER_M[profile.mode][segment.road]
                    known = graph.get_edge_data(start, end)
                    if known is None or cs < known["cs"]:
                        graph.add_edge(start, end, cs=cs, segment=segment.id)
            self._graphs[profile] = graph
        return graph

    def _directions(self, profile: _Profile, segment: Segment) -> Iterator[tuple[str, str]]:
        """Yields the directions in which a segment may be used: two, one or none."""
        if segment.road not in PACE_CS_PER_M[profile.mode]:
            return
        if profile.mode == "driving" and segment.id in self._closed:
            return
        if profile.avoid_highways and segment.road == "highway":
            return
        yield segment.from_id, segment.to_id
        if not segment.one_way or profile.mode == "walking":
            yield segment.to_id, segment.from_id

    def _exits(
        self, profile: _Profile, segment: Segment, offset_m: int
    ) -> Iterator[tuple[str, int]]:
        """Yields the junctions to which one can leave a spot, and how long that takes."""
        for start, end in self._directions(profile, segment):
            left = segment.length_m - offset_m if start == segment.from_id else offset_m
            yield end, left * PACE_CS_PER_M[profile.mode][segment.road]

    def _entries(
        self, profile: _Profile, segment: Segment, offset_m: int
    ) -> Iterator[tuple[str, int]]:
        """Yields the junctions from which one can get to a spot, and how long that takes."""
        for start, _ in self._directions(profile, segment):
            done = offset_m if start == segment.from_id else segment.length_m - offset_m
            yield start, done * PACE_CS_PER_M[profile.mode][segment.road]

    def _direct_cs(self, profile: _Profile, start: Place, end: Place) -> int | None:
        """Returns how long it takes along the segment that both places lie on, if they do."""
        if start.segment_id != end.segment_id:
            return None
        segment, ahead = self._segments[start.segment_id], end.offset_m - start.offset_m
        for first, _ in self._directions(profile, segment):
            length = ahead if first == segment.from_id else -ahead
            if length >= 0:
                return length * PACE_CS_PER_M[profile.mode][segment.road]
        return None

    def _tree(self, profile: _Profile, source: str) -> tuple[dict[str, str], dict[str, int]]:
        """Returns for all junctions that can be reached from one the junction before, and when."""
        key = profile, source
        if key not in self._trees:
            graph = self._graph(profile)
            before, times = nx.dijkstra_predecessor_and_distance(graph, source, weight="cs")
            self._trees[key] = {id: ids[0] for id, ids in before.items() if ids}, times
        return self._trees[key]

    def _from(self, mode: Mode, start: Place) -> dict[str, int]:
        """Returns how long it takes from a place to every junction that can be reached."""
        key = mode, start.segment_id, start.offset_m
        if key not in self._reached:
            profile = _Profile(mode, False)
            best: dict[str, int] = {}
            segment = self._segments[start.segment_id]
            for leave, before in self._exits(profile, segment, start.offset_m):
                for junction, cs in self._tree(profile, leave)[1].items():
                    best[junction] = min(best.get(junction, before + cs), before + cs)
            self._reached[key] = best
        return self._reached[key]

    def _ends_of(self, mode: Mode, end: Place) -> tuple[tuple[str, int], ...]:
        """Returns the junctions from which one gets to a place, and how long that takes."""
        key = mode, end.segment_id, end.offset_m
        if key not in self._ends:
            segment, profile = self._segments[end.segment_id], _Profile(mode, False)
            self._ends[key] = tuple(self._entries(profile, segment, end.offset_m))
        return self._ends[key]

    def _pieces(self, profile: _Profile, leave: str, enter: str) -> list[Piece]:
        """Returns the whole segments on the way from one junction to another."""
        before, graph = self._tree(profile, leave)[0], self._graph(profile)
        pieces = []
        while enter != leave:
            previous = before[enter]
            segment = self._segments[graph.edges[previous, enter]["segment"]]
            ends = self._offset_of(segment, previous), self._offset_of(segment, enter)
            pieces.append(self._piece(segment, *ends))
            enter = previous
        return pieces[::-1]

    def _piece(self, segment: Segment, start_m: int, end_m: int) -> Piece:
        start, end = self._point(segment, start_m), self._point(segment, end_m)
        return Piece(segment, start, end, abs(end_m - start_m))

    def _point(self, segment: Segment, offset_m: int) -> Point:
        ends = self._points[segment.from_id], self._points[segment.to_id]
        return between(*ends, offset_m, segment.length_m)

    def _offset_of(self, segment: Segment, junction: str) -> int:
        return 0 if junction == segment.from_id else segment.length_m


def network_of(state: MapsState) -> Network:
    """Returns the network of a state, with the roads closed that enough people reported."""
    return _network(
        _Roads(state.map_digest, frozenset(closed_roads(state)), state.junctions, state.segments)
    )


def open_network_of(state: MapsState) -> Network:
    """Returns the network of a state as if no road were closed."""
    return _network(_Roads(state.map_digest, frozenset(), state.junctions, state.segments))


def closed_roads(state: MapsState) -> list[str]:
    """Returns the ids of the segments that are closed to cars."""
    return [
        report.segment_id
        for report in state.reports
        if report.kind == "road_closure" and report.reporters >= CLOSING_REPORTS
    ]


def digest_of(state: MapsState) -> str:
    """Returns what tells the roads of one state from those of another."""
    rows = repr((state.junctions.where(), state.segments.where()))
    return hashlib.sha256(rows.encode()).hexdigest()[:16]


@lru_cache(maxsize=_NETWORKS_KEPT)
def _network(roads: _Roads) -> Network:
    return Network(roads)
