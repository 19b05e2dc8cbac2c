"""Devices, modes and locks: what may be set when, at the limits."""

from __future__ import annotations

import pytest
from iot_devices_invariants import check_invariants

from mcp_servers.iot_devices.state import VACATION_C

LIGHT, OVEN, COFFEE, LOCK, LAMP, BLIND, RADIATOR, CAMERA, HEATER = (
    f"DEV-{number:04d}" for number in range(1, 10)
)
DOOR, WINDOW = "SEN-0001", "SEN-0002"


def leave(call, mode="away"):
    call("set_door_lock", lock_id=LOCK, action="lock")
    return call("set_home_mode", mode=mode)


def test_switching_reports_what_the_device_does_now(call, home):
    assert call("switch_device", device_id=LIGHT, power="on") == {
        "device_id": LIGHT,
        "name": "Ceiling Light",
        "room": "Kitchen",
        "state": "on, 50%, blue",
    }
    check_invariants(home)


def test_each_tool_names_what_else_a_device_takes(refused):
    message = refused("capability_missing", "switch_device", device_id=BLIND, power="on")
    assert message.endswith("it takes set_level.")
    refused("capability_missing", "set_level", device_id=OVEN, percent=10)
    refused("capability_missing", "set_light_color", device_id=LAMP, color="red")
    refused("capability_missing", "set_thermostat", thermostat_id=LAMP, target_c=20)
    refused("capability_missing", "set_door_lock", lock_id=LAMP, action="lock")


def test_what_is_so_already_is_refused(refused):
    refused("already_set", "switch_device", device_id=LAMP, power="on")
    refused("already_set", "set_level", device_id=BLIND, percent=30)
    refused("already_set", "set_level", device_id=LIGHT, percent=0)
    refused("already_set", "set_thermostat", thermostat_id=RADIATOR, target_c=16)
    refused("already_set", "set_door_lock", lock_id=LOCK, action="unlock")
    refused("already_set", "set_home_mode", mode="home")


def test_offline_devices_cannot_be_set(home, refused):
    for id in (LIGHT, LOCK, RADIATOR):
        home.devices.update(id, online=False)
    refused("device_offline", "switch_device", device_id=LIGHT, power="on")
    refused("device_offline", "set_level", device_id=LIGHT, percent=10)
    refused("device_offline", "set_light_color", device_id=LIGHT, color="red")
    refused("device_offline", "set_thermostat", thermostat_id=RADIATOR, target_c=20)
    refused("device_offline", "set_door_lock", lock_id=LOCK, action="lock")


def test_level_switches_on_and_zero_switches_off_and_keeps_the_level(call, home):
    assert call("set_level", device_id=LIGHT, percent=70)["state"] == "on, 70%, blue"
    assert call("set_level", device_id=LIGHT, percent=0)["state"] == "off, 70%"
    assert call("set_level", device_id=BLIND, percent=0)["state"] == "0%"
    check_invariants(home)


def test_colour_needs_light(call, refused):
    assert "switch_device it on" in refused(
        "device_off", "set_light_color", device_id=LIGHT, color="red"
    )
    call("switch_device", device_id=LIGHT, power="on")
    assert call("set_light_color", device_id=LIGHT, color="red")["state"] == "on, 50%, red"


def test_breaker_carries_exactly_its_watts(call, home, refused):
    home.devices.update(COFFEE, watts=300)
    call("switch_device", device_id=OVEN, power="on")
    call("switch_device", device_id=COFFEE, power="on")  # 1,800 + 300 of 2,100 W
    message = refused("circuit_overload", "switch_device", device_id=LIGHT, power="on")
    assert "would draw 2110 W, its breaker carries 2100 W" in message
    assert "Oven in Kitchen (1800 W)" in message
    call("switch_device", device_id=COFFEE, power="off")
    call("switch_device", device_id=LIGHT, power="on")
    check_invariants(home)


def test_draw_is_scaled_by_the_level(call, home, refused):
    home.devices.update(HEATER, watts=2_500)
    call("set_level", device_id=HEATER, percent=80)
    refused("circuit_overload", "set_level", device_id=HEATER, percent=90)
    assert call("get_device", device_id=HEATER)["watts_now"] == 2_000


def test_other_circuits_do_not_count(call):
    call("switch_device", device_id=OVEN, power="on")
    call("switch_device", device_id=HEATER, power="on")


@pytest.mark.parametrize(("battery", "moves"), [(4, False), (5, True)])
def test_motors_need_a_battery(call, home, refused, battery, moves):
    home.devices.update(BLIND, battery=battery)
    home.devices.update(LOCK, battery=battery)
    if moves:
        call("set_level", device_id=BLIND, percent=90)
        call("set_door_lock", lock_id=LOCK, action="lock")
    else:
        refused("battery_empty", "set_level", device_id=BLIND, percent=90)
        refused("battery_empty", "set_door_lock", lock_id=LOCK, action="lock")


@pytest.mark.parametrize("target", [5, 24])
def test_thermostat_takes_its_range(call, target):
    report = call("set_thermostat", thermostat_id=RADIATOR, target_c=target)
    assert (report["target_c"], report["mode"]) == (target, "heat")


def test_thermostat_refuses_more_and_modes_that_it_lacks(refused):
    message = refused("target_out_of_range", "set_thermostat", thermostat_id=RADIATOR, target_c=25)
    assert "5 to 24 °C" in message
    message = refused(
        "climate_unsupported", "set_thermostat", thermostat_id=RADIATOR, target_c=20, mode="cool"
    )
    assert "off, heat" in message


def test_nothing_heats_out_of_an_open_window(call, home, refused):
    home.sensors.update(WINDOW, value=1)
    refused("window_open", "set_thermostat", thermostat_id=RADIATOR, target_c=20)
    call("set_thermostat", thermostat_id=RADIATOR, target_c=20, mode="off")
    home.sensors.update(WINDOW, value=0)
    call("set_thermostat", thermostat_id=RADIATOR, target_c=20, mode="heat")


def test_open_door_is_not_locked(call, home, refused):
    home.sensors.update(DOOR, value=1)
    refused("door_open", "set_door_lock", lock_id=LOCK, action="lock")
    home.sensors.update(DOOR, value=0)
    assert call("set_door_lock", lock_id=LOCK, action="lock")["state"] == "locked"


def test_leaving_needs_a_home_that_can_be_left(call, home, refused):
    home.sensors.update(WINDOW, value=1)
    call("switch_device", device_id=OVEN, power="on")
    assert "Back Door" in refused("door_unlocked", "set_home_mode", mode="away")
    refused("door_unlocked", "set_home_mode", mode="night")
    call("set_door_lock", lock_id=LOCK, action="lock")
    assert "Window Contact in Ana's Office" in refused("opening_open", "set_home_mode", mode="away")
    home.sensors.update(WINDOW, value=0)
    assert "Oven in Kitchen" in refused("appliance_on", "set_home_mode", mode="away")
    assert call("set_home_mode", mode="night") == {"mode": "night", "alarm": "disarmed"}
    call("switch_device", device_id=OVEN, power="off")
    assert call("set_home_mode", mode="away") == {"mode": "away", "alarm": "armed"}
    check_invariants(home)


def test_while_away_nothing_is_unlocked_and_no_appliance_runs(call, home, refused):
    leave(call)
    refused("alarm_armed", "set_door_lock", lock_id=LOCK, action="unlock")
    refused("unattended_appliance", "switch_device", device_id=OVEN, power="on")
    refused("unattended_appliance", "set_level", device_id=HEATER, percent=10)
    refused("unattended_appliance", "activate_scene", scene_id="SCN-0002")
    call("switch_device", device_id=LIGHT, power="on")
    call("set_home_mode", mode="night")
    call("set_door_lock", lock_id=LOCK, action="unlock")
    check_invariants(home)


def test_vacation_turns_the_heating_down_and_keeps_it_there(call, home, refused):
    call("set_thermostat", thermostat_id=RADIATOR, target_c=22)
    assert leave(call, "vacation")["turned_down"] == ["Radiator in Ana's Office"]
    assert home.devices.require(RADIATOR).target_c == VACATION_C
    refused("vacation_limit", "set_thermostat", thermostat_id=RADIATOR, target_c=VACATION_C + 1)
    call("set_thermostat", thermostat_id=RADIATOR, target_c=VACATION_C + 1, mode="off")
    check_invariants(home)


def test_overviews_tell_what_stands_in_the_way(call, home):
    home.sensors.update(WINDOW, value=1)
    call("switch_device", device_id=OVEN, power="on")
    assert call("get_security") == {
        "mode": "home",
        "alarm": "disarmed",
        "locks": [{"lock_id": LOCK, "name": "Back Door", "state": "unlocked", "battery": 50}],
        "open_now": "Window Contact in Ana's Office",
        "running": "Oven in Kitchen",
    }
    (row,) = call("get_climate")["thermostats"]
    assert (row["target_c"], row["temperature_c"], row["mode"]) == (16, 20, "heat")
