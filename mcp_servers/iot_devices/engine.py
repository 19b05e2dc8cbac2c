"""What every change of devices goes through, whoever asks for it: a person, a scene, an automation.

Changes are checked all together before the first is made: a scene is run whole or not at all, but
for the devices that cannot be set just now, which it leaves out. What changes the draw of a circuit
may set off automations on its power.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from mcp_servers.core.errors import StateError
from mcp_servers.core.wording import listed
from mcp_servers.iot_devices.describing import called, open_windows
from mcp_servers.iot_devices.failures import (
    BatteryEmpty,
    CircuitOverload,
    DeviceOffline,
    UnattendedAppliance,
    VacationLimit,
    WindowOpen,
)
from mcp_servers.iot_devices.state import (
    EMPTY_BATTERY,
    HAZARDS,
    MOST_CASCADES,
    UNATTENDED,
    VACATION_C,
    Action,
    Automation,
    Device,
    HomeState,
    Mode,
)

Changes = Mapping[str, Mapping[str, Any]]
"""Device id -> the fields that change."""


@dataclass(frozen=True, slots=True)
class ScenePlan:
    """What running a scene would do now; `skipped` says which devices cannot be set, and why."""

    changes: Changes
    skipped: tuple[str, ...]


def draw_watts(device: Device) -> int:
    """Returns what a device draws now; a level scales it."""
    if not device.on:
        return 0
    return device.watts if device.level is None else device.watts * device.level // 100


def loads(state: HomeState, changes: Changes | None = None) -> dict[str, int]:
    """Returns circuit id -> watts, now or once `changes` are made."""
    circuits = {room.id: room.circuit_id for room in state.rooms}
    total = dict.fromkeys(state.circuits.ids(), 0)
    for device in state.devices:
        changed = changes.get(device.id) if changes else None
        now = replace(device, **changed) if changed else device
        total[circuits[device.room_id]] += draw_watts(now)
    return total


def require_settable(state: HomeState, device: Device, changes: Mapping[str, Any]) -> None:
    """Checks that one device can be set now.

    Raises:
        DeviceOffline, BatteryEmpty, WindowOpen, VacationLimit: saying what would do.
    """
    name = called(state, device)
    if not device.online:
        raise DeviceOffline(
            f"{name} is offline and cannot be set; check its power supply, or use another device."
        )
    moves = "locked" in changes or (device.kind == "blind" and "level" in changes)
    if moves and device.battery is not None and device.battery < EMPTY_BATTERY:
        raise BatteryEmpty(
            f"The battery of {name} is at {device.battery}%, it needs {EMPTY_BATTERY}% to move; "
            "change the battery, or operate it by hand."
        )
    if "target_c" in changes or "climate" in changes:
        _require_heating_allowed(state, replace(device, **changes))


def require_allowed(state: HomeState, changes: Changes) -> None:
    """Checks what changes do together.

    Raises:
        UnattendedAppliance, CircuitOverload: saying what would do.
    """
    for id, changed in changes.items():
        device = state.devices.require(id)
        if changed.get("on") and device.kind in HAZARDS and state.mode in UNATTENDED:
            raise UnattendedAppliance(
                f"{called(state, device)} is a {device.kind} and stays off while the home is in "
                f"{state.mode} mode; set_home_mode to home or night first."
            )
    before = loads(state)
    for circuit_id, watts in loads(state, changes).items():
        circuit = state.circuits.require(circuit_id)
        if before[circuit_id] < watts > circuit.breaker_watts:
            raise CircuitOverload(
                f"The circuit {circuit.name} would draw {watts} W, its breaker carries "
                f"{circuit.breaker_watts} W. Switch something off there first: "
                f"{listed(_largest(state, circuit_id))}."
            )


def change(state: HomeState, changes: Changes) -> list[str]:
    """Makes changes that were checked; returns the names of the automations that they set off."""
    before = loads(state)
    _make(state, changes)
    ran: list[str] = []
    for _ in range(MOST_CASCADES):
        after = loads(state)
        due = [a for a in state.automations.where(enabled=True) if _met(state, a, before, after)]
        if before == after:
            break
        before = after
        ran += [a.name for a in due if run(state, a)]
    return ran


def plan_scene(state: HomeState, scene_id: str) -> ScenePlan:
    """Returns what running a scene would change, and what it has to leave out."""
    changes: dict[str, dict[str, Any]] = {}
    skipped = []
    for action in state.actions.where(scene_id=scene_id):
        device = state.devices.require(action.device_id)
        wanted = _differing(device, action)
        try:
            require_settable(state, device, wanted)
        except StateError as reason:
            skipped.append(f"{called(state, device)}: {reason.type}")
            continue
        if wanted:
            changes[device.id] = wanted
    return ScenePlan(changes, tuple(skipped))


def run(state: HomeState, automation: Automation) -> bool:
    """Runs the scene of an automation; False where that is not allowed or changes nothing."""
    return run_scene(state, automation.scene_id)


def run_scene(state: HomeState, scene_id: str) -> bool:
    """Runs a scene that nobody waits for, without what it would set off in turn."""
    plan = plan_scene(state, scene_id)
    try:
        require_allowed(state, plan.changes)
    except StateError:
        return False
    _make(state, plan.changes)
    return bool(plan.changes)


def run_for_mode(state: HomeState, mode: Mode) -> list[str]:
    """Runs the automations that a change to `mode` sets off; returns their names."""
    due = state.automations.where(enabled=True, sensor_id=None, mode=mode)
    return [automation.name for automation in due if run(state, automation)]


def crosses(automation: Automation, old: int, new: int) -> bool:
    """Tells whether a sensor that goes from `old` to `new` triggers an automation."""
    limit = automation.threshold
    if limit is None:
        return old < new
    return old <= limit < new if automation.direction == "above" else old >= limit > new


def _require_heating_allowed(state: HomeState, after: Device) -> None:
    if after.climate == "off":
        return
    if windows := open_windows(state, after.room_id):
        raise WindowOpen(
            f"{called(state, windows[0])} is open, so {after.name} stays as it is; close the "
            "window first, or set the mode to off."
        )
    too_warm = after.target_c is not None and after.target_c > VACATION_C
    if state.mode == "vacation" and after.climate == "heat" and too_warm:
        raise VacationLimit(
            f"In vacation mode nothing heats to more than {VACATION_C} °C; choose at most that, or "
            "set_home_mode first."
        )


def _largest(state: HomeState, circuit_id: str) -> list[str]:
    """Returns what draws most at a circuit, with watts."""
    rooms = {room.id for room in state.rooms.where(circuit_id=circuit_id)}
    running = [d for d in state.devices if d.room_id in rooms and draw_watts(d)]
    running.sort(key=lambda d: (-draw_watts(d), d.id))
    return [f"{called(state, d)} ({draw_watts(d)} W)" for d in running[:3]]


def _make(state: HomeState, changes: Changes) -> None:
    for id, changed in changes.items():
        state.devices.update(id, **changed)


def _met(
    state: HomeState, automation: Automation, before: dict[str, int], after: dict[str, int]
) -> bool:
    """Tells whether a change of loads triggers an automation on the power of a circuit."""
    if automation.sensor_id is None or automation.mode not in (None, state.mode):
        return False
    sensor = state.sensors.require(automation.sensor_id)
    circuit = sensor.circuit_id
    return (
        circuit is not None
        and sensor.online
        and crosses(automation, before[circuit], after[circuit])
    )


def _differing(device: Device, action: Action) -> dict[str, Any]:
    wanted = {"on": action.on, "level": action.level, "target_c": action.target_c}
    return {k: v for k, v in wanted.items() if v is not None and getattr(device, k) != v}
