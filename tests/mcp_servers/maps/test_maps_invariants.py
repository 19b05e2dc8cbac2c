"""Whatever is called, in whatever order: the invariants of the map hold."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine
from maps_invariants import check_invariants, check_map, check_travel_times, fastest_cs

from mcp_servers.core.tools import ToolServer
from mcp_servers.maps.network import network_of
from mcp_servers.maps.state import MapsState
from mcp_servers.maps.tools import server
from provelight.records import Json

PICK = st.integers(0, 300)
MODES = st.sampled_from(["driving", "cycling", "walking"])
KINDS = st.sampled_from(["road_closure", "road_closure", "accident", "roadworks"])


class MapMachine(ServerMachine):
    """Plans, saves and reports, and judges travel times by a search of another kind."""

    server: ClassVar[ToolServer] = server
    state: MapsState

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: MapsState) -> None:
        for table in ("junctions", "segments", "places"):
            assert list(getattr(before, table)) == list(getattr(self.state, table))
        viewed = {row.id for row in before.lists if row.access == "viewer"}
        assert [s for s in before.saved if s.list_id in viewed] == [
            s for s in self.state.saved if s.list_id in viewed
        ]
        today = self.state.now.date().isoformat()
        past = {trip.id for trip in before.trips if trip.date < today}
        assert [s for s in before.stops if s.trip_id in past] == [
            s for s in self.state.stops if s.trip_id in past
        ]
        if tool in ("add_stop", "create_trip"):
            check_travel_times(self.state, arguments.get("trip_id") or result["trip_id"])

    @rule(place=PICK, trip=PICK, quarter=st.integers(24, 92), stay=st.integers(5, 120))
    def stop(self, place: int, trip: int, quarter: int, stay: int) -> None:
        self.call(
            "add_stop",
            trip_id=self.id_of("trips", trip),
            place_id=self.id_of("places", place),
            arrive_at=f"{quarter // 4:02d}:{quarter % 4 * 15:02d}",
            stay_minutes=stay,
        )

    @rule(pick=PICK)
    def skip(self, pick: int) -> None:
        stop = (
            self.state.stops.require(self.id_of("stops", pick)) if len(self.state.stops) else None
        )
        if stop is not None and self.call("remove_stop", stop_id=stop.id) is not None:
            check_travel_times(self.state, stop.trip_id)

    @rule(place=PICK, kind=KINDS)
    def report(self, place: int, kind: str) -> None:
        self.call("report_road", place_id=self.id_of("places", place), kind=kind)

    @rule(report=PICK)
    def others_report(self, report: int) -> None:
        """Somebody else has seen it, too, which may close the road."""
        row = self.state.reports.require(self.id_of("reports", report))
        self.state.reports.update(row.id, reporters=row.reporters + 1)

    @rule(place=PICK, other=PICK, row=PICK)
    def save(self, place: int, other: int, row: int) -> None:
        self.call(
            "save_place", place_id=self.id_of("places", place), list_id=self.id_of("lists", row)
        )
        if len(self.state.saved):
            self.call("remove_saved_place", saved_id=self.id_of("saved", other))

    @rule(one=PICK, other=PICK, mode=MODES)
    def travel(self, one: int, other: int, mode: str) -> None:
        start, end = (self.state.places.require(self.id_of("places", n)) for n in (one, other))
        if start.id == end.id:
            return
        way = self.call("get_directions", from_place_id=start.id, to_place_id=end.id, mode=mode)
        due = fastest_cs(self.state, start, end, mode)
        assert network_of(self.state).duration_cs(start, end, mode) == due
        assert (way is None) == (due is None)
        assert way is None or way["minutes"] == -(-due // 6_000)

    def teardown(self) -> None:
        if hasattr(self, "state"):
            check_map(self.state)


TestMap = MapMachine.TestCase
TestMap.settings = settings(MACHINE_SETTINGS, max_examples=15, stateful_step_count=25)
