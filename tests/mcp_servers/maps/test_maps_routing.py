"""Ways on a small map: who may use which road, how they are told, and what is fastest."""

from __future__ import annotations

from itertools import pairwise

import pytest
from maps_invariants import fastest_cs

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.worlds import keyed_random, made_world
from mcp_servers.maps.geometry import degrees, hull_area_m2, metres, turn
from mcp_servers.maps.network import digest_of, network_of
from mcp_servers.maps.state import MapsState, Report
from mcp_servers.maps.tools import server

CAFE, MUSEUM, GYM, BAKERY, KIOSK, HOME = (f"PLC-000{n}" for n in range(1, 7))


def close_road(town, segment_id: str, reporters: int = 3) -> None:
    row = Report(
        id=town.new_id("reports"), segment_id=segment_id, kind="road_closure", reporters=reporters
    )
    town.reports.insert(row)


def test_way_is_told_street_by_street(call):
    assert call("get_directions", from_place_id=CAFE, to_place_id=BAKERY, mode="walking") == {
        "distance_m": 120,
        "minutes": 2,
        "steps": [
            {"instruction": "Head west on Oak Street", "step_m": 20},
            {"instruction": "Turn left onto Hill Road", "step_m": 100},
        ],
        "warnings": [],
    }


def test_two_places_on_one_street_need_one_step(call):
    way = call("get_directions", from_place_id=CAFE, to_place_id=MUSEUM, mode="cycling")
    assert way["steps"] == [{"instruction": "Head east on Oak Street", "step_m": 130}]
    assert way["distance_m"] == 130


def test_only_walkers_go_against_a_one_way_street(call):
    on_foot = call("get_directions", from_place_id=GYM, to_place_id=MUSEUM, mode="walking")
    assert on_foot["distance_m"] == 41 + 50
    by_bicycle = call("get_directions", from_place_id=GYM, to_place_id=MUSEUM, mode="cycling")
    assert by_bicycle["distance_m"] == 100 + 141 + 100 + 50
    assert call("get_directions", from_place_id=MUSEUM, to_place_id=GYM)["distance_m"] == 91


def test_cars_take_the_highway_unless_told_not_to(call):
    asked = {"from_place_id": GYM, "to_place_id": MUSEUM}
    assert call("get_directions", **asked)["distance_m"] == 100 + 100 + 50
    way = call("get_directions", **asked, avoid_highways=True)
    assert way["distance_m"] == 100 + 141 + 100 + 50
    on_foot = call("get_directions", **asked, mode="walking", avoid_highways=True)
    assert on_foot["distance_m"] == 91


def test_no_car_reaches_a_place_on_a_path(call, refused):
    message = refused("no_route", "get_directions", from_place_id=HOME, to_place_id=KIOSK)
    assert "a path leads there" in message
    assert "cycling or walking" in message
    way = call("get_directions", from_place_id=HOME, to_place_id=KIOSK, mode="walking")
    assert way["steps"][-1] == {"instruction": "Turn left onto Lake Path", "step_m": 60}


def test_cars_go_around_a_closed_road(town, call):
    asked = {"from_place_id": HOME, "to_place_id": GYM}
    assert call("get_directions", **asked)["distance_m"] == 20 + 100 + 41
    close_road(town, "SEG-0004")
    assert call("get_directions", from_place_id=GYM, to_place_id=CAFE)["distance_m"] == 100 + 180
    close_road(town, "SEG-0001", reporters=2)
    way = call("get_directions", from_place_id=GYM, to_place_id=CAFE)
    assert [row["street"] for row in way["warnings"]] == ["Oak Street"]


def test_nobody_drives_to_a_place_on_a_closed_road(town, call, refused):
    close_road(town, "SEG-0002")
    message = refused("no_route", "get_directions", from_place_id=HOME, to_place_id=MUSEUM)
    assert "reported closed" in message
    assert call("get_directions", from_place_id=HOME, to_place_id=MUSEUM, mode="cycling")


def test_a_way_needs_two_places(call):
    with pytest.raises(InvalidArguments, match="give two"):
        call("get_directions", from_place_id=HOME, to_place_id=HOME)


def test_reach_ends_at_the_limit(town, call):
    def names(minutes: int, **more) -> list[str]:
        found = call("isochrone", place_id=HOME, minutes=minutes, **more)
        return [row["name"] for row in found["places"]]

    assert names(1) == ["Ott Cafe", "Ott Museum", "Lake Kiosk"]
    assert names(2) == names(1)
    assert names(3)[3:] == ["Reed Gym", "Reed Bakery"]
    assert names(3, category="bakery") == ["Reed Bakery"]
    assert "Lake Kiosk" not in names(60, mode="driving")
    town.places.update(GYM, rating_tenths=49)
    assert names(3, sort="rating")[0] == "Reed Gym"


def test_area_is_the_hull_of_what_is_reached(call):
    # The five junctions span a square of 200 m stood on its corner, within a minute a piece of it.
    assert call("isochrone", place_id=HOME, minutes=60)["area_hectares"] == 2
    assert call("isochrone", place_id=HOME, minutes=1)["area_hectares"] == 0


def test_matrix_has_a_row_for_each_place(call):
    for place_id in (HOME, MUSEUM, KIOSK):
        call("save_place", place_id=place_id, list_id="LST-0001")
    matrix = call("distance_matrix", list_id="LST-0001", mode="walking")
    assert [row["minutes"] for row in matrix["rows"]] == [[0, 1, 1], [1, 0, 2], [1, 2, 0]]
    assert (matrix["shortest"], matrix["shortest_minutes"]) == ("12 Oak Street and Ott Museum", 1)
    by_car = call("distance_matrix", list_id="LST-0001")
    assert [row["minutes"] for row in by_car["rows"]] == [[0, 1, -1], [1, 0, -1], [-1, -1, 0]]


def test_matrix_of_an_empty_list_has_no_rows(call):
    assert call("distance_matrix", list_id="LST-0001") == {"rows": []}


@pytest.mark.parametrize("mode", ["driving", "cycling", "walking"])
def test_network_agrees_with_a_search_of_another_kind(mode):
    rng = keyed_random("ways", mode)
    state = made_world(server, 7)
    assert isinstance(state, MapsState)
    network = network_of(state)
    for _ in range(25):
        start, end = (state.places.require(id) for id in rng.sample(state.places.ids(), 2))
        avoid = mode == "driving" and rng.random() < 0.4
        due = fastest_cs(state, start, end, mode, avoid)
        way = network.way(start, end, mode, avoid)
        assert (None if way is None else way.duration_cs) == due
        if not avoid:
            assert network.duration_cs(start, end, mode) == due


def test_pieces_of_a_way_join_up():
    state = made_world(server, 8)
    assert isinstance(state, MapsState)
    network, rng = network_of(state), keyed_random("pieces")
    for _ in range(30):
        start, end = (state.places.require(id) for id in rng.sample(state.places.ids(), 2))
        way = network.way(start, end, "walking")
        assert way is not None
        assert way.pieces[0].start == network.point_of(start)
        assert way.pieces[-1].end == network.point_of(end)
        assert all(a.end == b.start for a, b in pairwise(way.pieces))
        assert way.duration_cs == 75 * way.length_m


def test_other_roads_have_another_digest(town):
    before = digest_of(town)
    town.segments.update("SEG-0003", one_way=False)
    assert digest_of(town) != before


def test_turns():
    assert turn((0, 0), (0, 10), (10, 10)) == "Turn right"
    assert turn((0, 0), (0, 10), (-10, 10)) == "Turn left"
    assert turn((0, 0), (0, 10), (3, 20)) == "Continue"
    assert turn((0, 0), (0, 10), (0, 5)) == "Turn back"


def test_hull_area():
    assert hull_area_m2([(0, 0), (10, 0), (10, 10), (0, 10), (5, 5), (0, 0)]) == 100
    assert hull_area_m2([(0, 0), (10, 10)]) == 0


def test_degrees_lead_back_to_the_point():
    for point in ((0, 0), (733, 1_204), (2_000, 17)):
        there = metres(*degrees(point))
        assert max(abs(there[0] - point[0]), abs(there[1] - point[1])) <= 1
