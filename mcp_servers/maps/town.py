"""Seeded towns: a grid of streets with a river, one-way streets, a highway and paths in parks.

By car every junction can be reached from every other one, with the highway or without it.
"""

from __future__ import annotations

import random
from itertools import pairwise
from math import isqrt
from typing import Final

import networkx as nx

from mcp_servers.core.worlds import World
from mcp_servers.maps.network import digest_of
from mcp_servers.maps.state import Junction, MapsState, Road, Segment

COLUMNS: Final = 11
ROWS: Final = 9
MAIN_ROW: Final = 3
MAIN_COLUMN: Final = 5
RIVER: Final = 4
"""The river flows between this row and the next."""
BRIDGES: Final = (1, MAIN_COLUMN, 9)
ONE_WAY_ROWS: Final = {1: "east", 6: "west"}
ONE_WAY_COLUMNS: Final = {3: "north", 7: "south"}
HIGHWAY_COLUMNS: Final = (0, 3, 7, 10)
RAMP_M: Final = 250
PARKS: Final = ((1, 6), (6, 0))
"""Column and row where the path of a park begins, which crosses `PARK_BLOCKS` blocks."""
PARK_BLOCKS: Final = 2
BLOCKS_LEFT_OUT: Final = 9


class Town:
    """Lays out junctions and segments.

    Args:
        state: empty; gets them.
        world: chance and names.
    """

    def __init__(self, state: MapsState, world: World) -> None:
        self._state = state
        self._rng: random.Random = world.rng
        names = world.sample("street", ROWS + COLUMNS)
        self._across, self._along = names[:ROWS], names[ROWS:]
        self._parks = [f"{name} Park Path" for name in world.sample("last_name", len(PARKS))]
        self._highway = f"Highway {self._rng.randrange(11, 99)}"
        self._at: dict[tuple[int, int], Junction] = {}

    def build(self) -> None:
        """Adds everything, and the digest."""
        self._junctions()
        self._streets()
        self._leave_blocks_out()
        self._paths()
        self._motorway()
        self._state.map_digest = digest_of(self._state)

    def _junctions(self) -> None:
        x = [sum(gaps) for gaps in self._prefixes(COLUMNS, 150, 210)]
        y = [sum(gaps) for gaps in self._prefixes(ROWS, 160, 220)]
        for row in range(ROWS):
            for column in range(COLUMNS):
                jitter = self._rng.randrange(-20, 21), self._rng.randrange(-20, 21)
                self._add(column, row, x[column] + jitter[0], y[row] + jitter[1])

    def _prefixes(self, count: int, least: int, most: int) -> list[list[int]]:
        gaps = [100, *(self._rng.randrange(least, most) for _ in range(count - 1))]
        return [gaps[: n + 1] for n in range(count)]

    def _add(self, column: int, row: int, x_m: int, y_m: int) -> None:
        junction = Junction(id=self._state.new_id("junctions"), x_m=x_m, y_m=y_m)
        self._at[column, row] = self._state.junctions.insert(junction)

    def _streets(self) -> None:
        for row in range(ROWS):
            for column in range(COLUMNS - 1):
                road: Road = "main" if row == MAIN_ROW else "residential"
                ends = (column, row), (column + 1, row)
                self._connect(*ends, self._across[row], road, ONE_WAY_ROWS.get(row))
        for column in range(COLUMNS):
            for row in range(ROWS - 1):
                if row == RIVER and column not in BRIDGES:
                    continue
                main = column == MAIN_COLUMN or row == RIVER
                ends = (column, row), (column, row + 1)
                self._connect(
                    *ends,
                    self._along[column],
                    "main" if main else "residential",
                    ONE_WAY_COLUMNS.get(column),
                )

    def _connect(
        self,
        start: tuple[int, int],
        end: tuple[int, int],
        street: str,
        road: Road,
        one_way: str | None = None,
    ) -> None:
        """Adds a segment; one that is one-way to the west or south runs from its end."""
        if one_way in ("west", "south"):
            start, end = end, start
        a, b = self._at[start], self._at[end]
        self._state.segments.insert(
            Segment(
                id=self._state.new_id("segments"),
                from_id=a.id,
                to_id=b.id,
                street=street,
                road=road,
                length_m=isqrt((a.x_m - b.x_m) ** 2 + (a.y_m - b.y_m) ** 2),
                one_way=one_way is not None,
            )
        )

    def _leave_blocks_out(self) -> None:
        """Drops some side streets, as long as all junctions stay within reach of one another."""
        graph = nx.DiGraph()
        for segment in self._state.segments:
            graph.add_edge(segment.from_id, segment.to_id)
            if not segment.one_way:
                graph.add_edge(segment.to_id, segment.from_id)
        side = self._state.segments.where(road="residential", one_way=False)
        for segment in self._rng.sample(side, BLOCKS_LEFT_OUT):
            pair = [(segment.from_id, segment.to_id), (segment.to_id, segment.from_id)]
            graph.remove_edges_from(pair)
            if nx.is_strongly_connected(graph):
                self._state.segments.delete(segment.id)
            else:
                graph.add_edges_from(pair)

    def _paths(self) -> None:
        for (column, row), name in zip(PARKS, self._parks, strict=True):
            for n in range(PARK_BLOCKS):
                ends = (column + n, row + n), (column + n + 1, row + n + 1)
                self._connect(*ends, name, "path")

    def _motorway(self) -> None:
        top = max(junction.y_m for junction in self._state.junctions) + RAMP_M
        for column in HIGHWAY_COLUMNS:
            below = self._at[column, ROWS - 1]
            self._add(column, ROWS, below.x_m, top)
            self._connect((column, ROWS - 1), (column, ROWS), f"{self._highway} Ramp", "main")
        for start, end in pairwise(HIGHWAY_COLUMNS):
            self._connect((start, ROWS), (end, ROWS), self._highway, "highway")
