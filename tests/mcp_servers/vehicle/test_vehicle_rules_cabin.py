"""Doors, windows, child locks, climate, charging and tyres at their limits."""

from __future__ import annotations

import pytest

POWERED, MANUAL, BOOT = "DOR-0003", "DOR-0001", "DOR-0005"


def start(call, gear="park"):
    call("start_vehicle", driver_id="DRV-0001")
    if gear != "park":
        call("shift_gear", gear=gear)


def test_a_powered_door_opens_once_unlocked_and_locks_once_closed(call, refused):
    door = {"door_id": POWERED}
    refused("door_locked", "operate_door", action="open", **door)
    refused("same_setting", "operate_door", action="lock", **door)
    call("operate_door", action="unlock", **door)
    assert call("operate_door", action="open", **door)["state"] == "open"
    assert "operate_door closes" in refused("door_open", "operate_door", action="lock", **door)
    refused("same_setting", "operate_door", action="open", **door)
    call("operate_door", action="close", **door)
    refused("same_setting", "operate_door", action="close", **door)
    assert call("operate_door", action="lock", **door)["state"] == "locked"


@pytest.mark.parametrize("action", ["open", "close"])
def test_a_manual_door_moves_by_hand_only(call, refused, action):
    call("operate_door", door_id=MANUAL, action="unlock")
    refused("manual_door", "operate_door", door_id=MANUAL, action=action)


@pytest.mark.parametrize("gear", ["drive", "neutral", "reverse"])
def test_nothing_is_unlocked_out_of_park(call, refused, gear):
    start(call, gear)
    for action in ("unlock", "open"):
        refused("not_parked", "operate_door", door_id=POWERED, action=action)


def test_a_child_lock_keeps_the_window_as_it_is(call, refused):
    start(call)
    refused("no_child_lock", "set_child_lock", door_id=MANUAL, setting="on")
    call("set_window", door_id=POWERED, open_percent=50)
    call("set_child_lock", door_id=POWERED, setting="on")
    refused("same_setting", "set_child_lock", door_id=POWERED, setting="on")
    for percent in (0, 100):
        message = refused("child_locked", "set_window", door_id=POWERED, open_percent=percent)
        assert POWERED in message
    call("set_child_lock", door_id=POWERED, setting="off")
    call("set_window", door_id=POWERED, open_percent=0)
    refused("no_window", "set_window", door_id=BOOT, open_percent=0)


def test_heating_ahead_of_a_drive_takes_closed_doors_and_charge_or_the_cable(call, refused, car):
    warm = {"zone_id": "ZON-0001", "celsius": 22}
    car.doors.update(MANUAL, is_open=True, locked=False)
    refused("door_open", "set_temperature", **warm)
    car.doors.update(MANUAL, is_open=False)
    car.charge_percent = 19
    refused("charge_too_low", "set_temperature", **warm)
    car.plugged = True
    assert call("set_temperature", **warm)["minutes"] == 13
    refused("same_setting", "set_temperature", **warm)
    assert [zone.running for zone in car.zones] == [True, False]


def test_charging_needs_the_cable_and_room_in_the_battery(call, refused, car):
    refused("not_plugged", "set_charging")
    car.plugged = True
    refused("not_charging", "set_charging", action="stop")
    refused("limit_reached", "set_charging", limit_percent=50)
    report = call("set_charging")
    assert (report["limit_percent"], report["minutes"]) == (80, 99)
    refused("same_setting", "set_charging", limit_percent=80)
    assert call("set_charging", limit_percent=51)["minutes"] == 4
    assert call("set_charging", action="stop") == {
        "charging": False,
        "charge_percent": 50,
        "limit_percent": 51,
    }


def test_tyres_are_calibrated_near_to_what_the_load_asks_for(call, refused, car):
    start(call)
    message = refused("pressure_off", "calibrate_tyres", load="full")
    assert "front left 250 instead of 280 kPa" in message
    car.tyres.update("TYR-0001", kpa=230)
    assert call("calibrate_tyres", load="normal")["furthest_kpa"] == 20
    refused("same_setting", "calibrate_tyres", load="normal")
    car.calibrated_for = None
    car.tyres.update("TYR-0001", kpa=229)
    refused("pressure_off", "calibrate_tyres", load="normal")
    call("shift_gear", gear="drive")
    refused("not_parked", "calibrate_tyres", load="normal")


def test_status_tells_what_needs_attention(call, car):
    assert not {"open_or_unlocked", "low_tyres"} & call("get_status").keys()
    car.doors.update(MANUAL, is_open=True, locked=False)
    car.doors.update(POWERED, locked=False)
    car.tyres.update("TYR-0002", kpa=229)
    status = call("get_status")
    assert status["open_or_unlocked"] == "front left door open, rear left door unlocked"
    assert status["low_tyres"] == "front right"
