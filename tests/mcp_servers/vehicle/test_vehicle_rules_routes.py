"""How far the car gets, and routes that it can finish."""

from __future__ import annotations

import pytest

from mcp_servers.vehicle import energy

BAKERY, NORTH, SOUTH, CASTLE, MUSEUM, INN, DINER = (f"PLC-000{n}" for n in range(2, 9))


@pytest.fixture
def on(call):
    call("start_vehicle", driver_id="DRV-0001")


def test_range_leaves_the_reserve(car):
    assert energy.range_m(car) == 27_000 * 1_000 // 170
    car.charge_percent = 4
    assert energy.range_m(car) == 0


@pytest.mark.usefixtures("on")
def test_a_place_on_the_edge_of_the_range(call, refused, car):
    reach = energy.range_m(car)
    for extra, fits in ((-2, True), (3, False)):
        car.places.update(BAKERY, y=reach * 10 // 13 + extra)
        if fits:
            report = call("navigate_to", place_id=BAKERY)
            assert report["arrival_percent"] == 5
            call("navigate_to", place_id=MUSEUM)
        else:
            message = refused("out_of_range", "navigate_to", place_id=BAKERY)
            assert "Voltway North (PLC-0003)" in message


@pytest.mark.usefixtures("on")
def test_a_charger_on_the_way_makes_a_far_place_reachable(call, refused):
    refused("no_route", "add_stop", place_id=CASTLE, order="last")
    refused("out_of_range", "navigate_to", place_id=CASTLE)
    call("navigate_to", place_id=NORTH)
    report = call("add_stop", place_id=CASTLE, order="last")
    assert (report["destination"], report["stops"]) == ("Castle", 2)
    stops = call("get_route")["stops"]
    assert [stop["leg_m"] for stop in stops] == [130_000, 130_000]
    # 130 km take 22.1 kWh: of 30 at first, of 48 after the charger.
    assert [stop["arrival_percent"] for stop in stops] == [13, 43]
    assert call("get_route")["minutes"] == 2 * (26 + 81)


@pytest.mark.usefixtures("on")
def test_a_mode_that_would_not_reach_the_destination_is_refused(call, refused):
    call("navigate_to", place_id=NORTH)
    assert "sport" in refused("out_of_range", "set_drive_mode", mode="sport")
    call("set_drive_mode", mode="eco")
    call("navigate_to", place_id=BAKERY)
    call("set_drive_mode", mode="sport")


@pytest.mark.usefixtures("on")
def test_stops_come_next_or_last_and_once(call, refused):
    call("navigate_to", place_id=BAKERY)
    refused("same_setting", "navigate_to", place_id=BAKERY)
    call("add_stop", place_id=MUSEUM, order="next")
    call("add_stop", place_id=INN, order="last")
    names = [stop["name"] for stop in call("get_route")["stops"]]
    assert names == ["Museum", "Reed Bakery", "Inn"]
    refused("already_on_route", "add_stop", place_id=INN, order="next")
    call("add_stop", place_id=DINER, order="next")
    call("add_stop", place_id="PLC-0001", order="next")
    refused("route_full", "add_stop", place_id=SOUTH, order="last")
    assert call("navigate_to", place_id=INN)["stops"] == 1


@pytest.mark.usefixtures("on")
def test_a_detour_may_cost_the_destination(call, refused, car):
    car.places.update(BAKERY, y=-20_000)
    call("navigate_to", place_id=NORTH)
    message = refused("out_of_range", "add_stop", place_id=BAKERY, order="next")
    assert "reaching Voltway North (PLC-0003), 156 km from the stop before" in message
    report = call("add_stop", place_id=BAKERY, order="last")
    assert report["distance_m"] == 130_000 + 156_000


def test_places_and_chargers_are_listed_by_what_is_asked_for(call, car):
    car.places.update(NORTH, kw=300, cents_per_kwh=70, free_stalls=2)
    car.places.update(SOUTH, kw=50, cents_per_kwh=40)

    def names(**arguments):
        return [row["name"] for row in call("list_chargers", **arguments)["chargers"]]

    assert names() == names(sort="price") == ["Voltway South", "Voltway North"]
    assert names(sort="power") == ["Voltway North", "Voltway South"]
    assert names(min_kw=51) == names(only_free=True) == ["Voltway North"]
    assert [row["in_range"] for row in call("list_chargers")["chargers"]] == [True, True]
    found = call("search_places", query="main voltway")
    assert (found["total"], found["places"][0]["name"]) == (2, "Voltway South")
    assert call("search_places", query="main", category="sight", limit=1)["next_offset"] == 1
