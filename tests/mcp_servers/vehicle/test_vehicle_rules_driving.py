"""Power, gear, drive mode: what has to be so before the car starts, leaves park, and stops."""

from __future__ import annotations

import pytest

from mcp_servers.core.errors import InvalidArguments

ANA, BEN, CEM, DORA = "DRV-0001", "DRV-0002", "DRV-0003", "DRV-0004"


def start(call, driver_id=ANA):
    return call("start_vehicle", driver_id=driver_id)


def test_starting_sets_what_the_driver_is_used_to(call, car):
    assert start(call)["celsius"] == 26
    call("switch_off")
    report = start(call, BEN)
    assert (report["mode"], report["celsius"]) == ("eco", 18)
    assert {zone.running for zone in car.zones} == {True}


def test_a_car_starts_once_with_a_key_and_some_charge(call, refused, car):
    message = refused("key_absent", "start_vehicle", driver_id=DORA)
    assert "Ana Reed (DRV-0001)" in message
    car.charge_percent = 2
    refused("battery_empty", "start_vehicle", driver_id=ANA)
    car.charge_percent = 3
    start(call)
    refused("already_running", "start_vehicle", driver_id=BEN)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("shift_gear", {"gear": "drive"}),
        ("set_drive_mode", {"mode": "eco"}),
        ("set_child_lock", {"door_id": "DOR-0003", "setting": "on"}),
        ("set_window", {"door_id": "DOR-0001", "open_percent": 50}),
        ("navigate_to", {"place_id": "PLC-0001"}),
        ("add_stop", {"place_id": "PLC-0001", "order": "next"}),
        ("calibrate_tyres", {"load": "normal"}),
    ],
)
def test_most_needs_the_car_on(call, refused, tool, arguments):
    assert "start_vehicle" in refused("vehicle_off", tool, **arguments)
    start(call)
    if tool == "add_stop":
        call("navigate_to", place_id="PLC-0002")
    call(tool, **arguments)


def test_leaving_park_needs_closed_doors_and_locks_them(call, refused, car):
    start(call)
    car.doors.update("DOR-0001", is_open=True, locked=False)
    car.doors.update("DOR-0005", is_open=True, locked=False)
    message = refused("door_open", "shift_gear", gear="drive")
    assert "operate_door closes: boot (DOR-0005)" in message
    car.doors.update("DOR-0001", is_open=False)
    call("operate_door", door_id="DOR-0005", action="close")
    assert call("shift_gear", gear="drive")["locked_now"] == 2
    assert all(door.locked for door in car.doors)


def test_leaving_park_needs_the_cable_out(call, refused, car):
    start(call)
    car.plugged = True
    for gear in ("drive", "reverse", "neutral"):
        refused("cable_connected", "shift_gear", gear=gear)
    car.plugged = False
    call("shift_gear", gear="neutral")


def test_a_moving_car_goes_into_neutral_only(call, refused):
    start(call)
    call("shift_gear", gear="drive")
    call("set_speed", kmh=1)
    for gear in ("park", "reverse"):
        assert "1 km/h" in refused("still_moving", "shift_gear", gear=gear)
    refused("same_setting", "shift_gear", gear="drive")
    call("shift_gear", gear="neutral")
    refused("not_parked", "switch_off")
    call("set_speed", kmh=0)
    call("shift_gear", gear="park")
    call("switch_off")
    refused("already_off", "switch_off")


def test_a_parked_car_does_not_roll(call):
    with pytest.raises(InvalidArguments):
        call("set_speed", kmh=5)


def test_switching_off_ends_route_and_climate(call, car):
    start(call)
    call("navigate_to", place_id="PLC-0002")
    call("switch_off")
    assert call("get_route")["stops"] == []
    assert {zone.running for zone in car.zones} == {False}
    assert call("get_status")["power"] == "off"


def test_sport_is_for_some_and_for_a_full_enough_battery(call, refused, car):
    start(call, BEN)
    assert "young" in refused("driver_restricted", "set_drive_mode", mode="sport")
    call("switch_off")
    start(call)
    car.charge_percent = 19
    refused("charge_too_low", "set_drive_mode", mode="sport")
    car.charge_percent = 20
    call("set_drive_mode", mode="sport")


def test_eco_draws_temperatures_into_its_limits(call, refused):
    start(call)
    report = call("set_drive_mode", mode="eco")
    assert report["adjusted"] == "driver"
    zone = {"zone_id": "ZON-0001"}
    for celsius in (17, 25):
        assert "comfort" in refused("eco_limit", "set_temperature", celsius=celsius, **zone)
    refused("same_setting", "set_temperature", celsius=24, **zone)
    assert call("set_temperature", celsius=18, **zone)["before_celsius"] == 24
    call("set_drive_mode", mode="comfort")
    call("set_temperature", celsius=25, **zone)


def test_a_valet_reaches_neither_boot_nor_private_places(call, refused, car):
    car.doors.update("DOR-0005", is_open=True, locked=False)
    refused("door_open", "start_vehicle", driver_id=CEM)
    car.doors.update("DOR-0005", is_open=False)
    start(call, CEM)
    assert car.doors.require("DOR-0005").locked
    message = refused("valet_barred", "operate_door", door_id="DOR-0005", action="unlock")
    assert "Ana Reed (DRV-0001)" in message
    refused("valet_barred", "navigate_to", place_id="PLC-0001")
    call("navigate_to", place_id="PLC-0002")
    refused("valet_barred", "add_stop", place_id="PLC-0001", order="next")
    call("operate_door", door_id="DOR-0001", action="unlock")
