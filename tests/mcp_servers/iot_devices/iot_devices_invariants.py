"""The invariants that the state of the home declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from mcp_servers.iot_devices.automations import feeding
from mcp_servers.iot_devices.engine import loads
from mcp_servers.iot_devices.schedules import next_run
from mcp_servers.iot_devices.state import (
    DETECTORS,
    HAZARDS,
    METERS,
    MOST_SCHEDULES,
    UNATTENDED,
    VACATION_C,
    Device,
    HomeState,
)

DAYS = {
    "daily": set(range(7)),
    "weekdays": {0, 1, 2, 3, 4},
    "weekend": {5, 6},
}


def check_invariants(state: HomeState) -> None:
    """Asserts every invariant of mcp_servers/iot_devices/state.py that one state can show."""
    for circuit_id, watts in loads(state).items():
        assert watts <= state.circuits.require(circuit_id).breaker_watts
    for device in state.devices:
        _settings_fit(device)
    _unattended_home_is_safe(state)
    _names_are_unique(state)
    _scenes_fit_their_devices(state)
    _schedules_do_not_collide(state)
    _triggers_fit_their_sensors(state)


def _settings_fit(device: Device) -> None:
    able = set(device.capabilities)
    assert (device.on is not None) == ("power" in able)
    assert (device.level is not None) == ("level" in able)
    assert (device.color is not None) == ("color" in able)
    assert (device.target_c is not None) == ("temperature" in able) == (device.climate is not None)
    assert (device.locked is not None) == ("lock" in able)
    if device.level is not None:
        assert ("power" in able) <= device.level <= 100
    if device.target_c is not None:
        assert device.min_c <= device.target_c <= device.max_c
        assert device.climate in device.climates


def _unattended_home_is_safe(state: HomeState) -> None:
    for lock in state.devices.where(kind="lock"):
        assert lock.locked or state.mode not in UNATTENDED
        assert not (lock.locked and state.sensors.require(lock.contact_id).value)
    for device in state.devices:
        if state.mode in UNATTENDED:
            assert not (device.kind in HAZARDS and device.on)
        if state.mode == "vacation" and device.climate == "heat" and device.online:
            assert device.target_c <= VACATION_C


def _names_are_unique(state: HomeState) -> None:
    for table in (state.scenes, state.automations):
        assert len({row.name.casefold() for row in table}) == len(table)
    assert len({(d.room_id, d.name) for d in state.devices}) == len(state.devices)


def _scenes_fit_their_devices(state: HomeState) -> None:
    for scene in state.scenes:
        devices = [a.device_id for a in state.actions.where(scene_id=scene.id)]
        assert devices
        assert len(set(devices)) == len(devices)
    for action in state.actions:
        assert action.scene_id in state.scenes
        device = state.devices.require(action.device_id)
        assert device.kind not in ("camera", "lock")
        assert action.on is None or "power" in device.capabilities
        assert action.level is None or "level" in device.capabilities
        assert action.target_c is None or device.min_c <= action.target_c <= device.max_c
        assert (action.on, action.level, action.target_c) != (None, None, None)


def _schedules_do_not_collide(state: HomeState) -> None:
    assert len(state.schedules) <= MOST_SCHEDULES
    sets = {s.id: {a.device_id for a in state.actions.where(scene_id=s.id)} for s in state.scenes}
    for one, other in combinations(state.schedules, 2):
        if one.time == other.time and sets[one.scene_id] & sets[other.scene_id]:
            # Either runs on a single day of the week, told by its next run, or on several.
            one_days = DAYS.get(one.days, {next_run(one, state.now).weekday()})
            assert not one_days & DAYS.get(other.days, {next_run(other, state.now).weekday()})


def _triggers_fit_their_sensors(state: HomeState) -> None:
    for automation in state.automations:
        assert automation.scene_id in state.scenes
        if automation.sensor_id is None:
            assert automation.mode is not None
            continue
        sensor = state.sensors.require(automation.sensor_id)
        if sensor.kind in DETECTORS:
            assert automation.threshold is automation.direction is None
        else:
            assert METERS[sensor.kind].low <= automation.threshold <= METERS[sensor.kind].high
            assert sensor.circuit_id is None or not feeding(
                state, sensor, automation.scene_id, automation.direction
            )
    kinds = Counter(sensor.kind for sensor in state.sensors if sensor.circuit_id is not None)
    assert set(kinds) <= {"power"}
