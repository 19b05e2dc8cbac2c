"""The mode of the home, and the two overviews that go with it: security and climate."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.iot_devices import engine
from mcp_servers.iot_devices.describing import called, condition, room_name, temperature_c
from mcp_servers.iot_devices.failures import AlreadySet, ApplianceOn, DoorUnlocked, OpeningOpen
from mcp_servers.iot_devices.state import (
    HAZARDS,
    UNATTENDED,
    VACATION_C,
    Device,
    Floor,
    HomeState,
    Mode,
    Sensor,
)


class LockRow(Output):
    """A door lock."""

    lock_id: Annotated[str, out("Id of the lock.", entity="lock")]
    name: Annotated[str, out("Name of the door.", label_of="lock")]
    state: Annotated[str, out("locked or unlocked, or offline.")]
    battery: Annotated[int | None, out("Battery in per cent.")] = None


class Security(Output):
    """Result of get_security."""

    mode: Annotated[str, out("home, night, away or vacation.")]
    alarm: Annotated[str, out("armed or disarmed.")]
    locks: Annotated[list[LockRow], out("All door locks.")]
    open_now: Annotated[str, out("Doors and windows that stand open, or none.")]
    running: Annotated[str, out("Heaters and appliances that are on, or none.")]


class ThermostatRow(Output):
    """A thermostat in a list."""

    thermostat_id: Annotated[str, out("Id of the thermostat.", entity="thermostat")]
    name: Annotated[str, out("Name of the thermostat.", label_of="thermostat")]
    room: Annotated[str, out("Where it is.", label_of="thermostat")]
    mode: Annotated[str, out("off, heat or cool.")]
    target_c: Annotated[int, out("Target in °C.")]
    temperature_c: Annotated[int | None, out("Temperature of the room in °C.")] = None


class Climates(Page):
    """Result of get_climate."""

    thermostats: Annotated[list[ThermostatRow], out("By room.")]


class ModeReport(Output):
    """Result of set_home_mode."""

    mode: Annotated[str, out("The new mode.")]
    alarm: Annotated[str, out("armed or disarmed.")]
    turned_down: Annotated[list[str] | None, out("Thermostats set lower for vacation.")] = None
    automations_run: Annotated[list[str] | None, out("Automations that this set off.")] = None


def get_security(state: HomeState) -> Security:
    """Shows mode and alarm, the door locks, what stands open, and which appliances are on."""
    locks = sorted(state.devices.where(kind="lock"), key=lambda lock: lock.name)
    return Security(
        mode=state.mode,
        alarm=_alarm(state.mode),
        locks=[
            LockRow(lock_id=d.id, name=d.name, state=condition(d), battery=d.battery) for d in locks
        ],
        open_now=listed(called(state, sensor) for sensor in _open(state)),
        running=listed(called(state, device) for device in _running(state)),
    )


def get_climate(
    state: HomeState,
    floor: Annotated[Floor | None, arg("Only this floor.")] = None,
    offset: Offset = 0,
    limit: Limit = 7,
) -> Climates:
    """Lists the thermostats with target and temperature. Use it before set_thermostat."""
    rows = [
        (room_name(state, d.room_id), d)
        for d in state.devices.where(kind="thermostat")
        if floor in (None, state.rooms.require(d.room_id).floor)
    ]
    shown, next_offset = page(rows, offset, limit)
    return Climates(
        thermostats=[
            ThermostatRow(
                thermostat_id=d.id,
                name=d.name,
                room=room,
                mode=d.climate or "off",
                target_c=d.target_c or 0,
                temperature_c=temperature_c(state, d.room_id),
            )
            for room, d in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def set_home_mode(state: HomeState, mode: Annotated[Mode, arg("The new mode.")]) -> ModeReport:
    """Changes the mode of the home; away and vacation arm the alarm.

    Night, away and vacation need all doors locked, the last two also windows closed and appliances
    off. Vacation turns the heating down.
    """
    if mode == state.mode:
        raise AlreadySet(f"The home is in {mode} mode already; nothing was changed.")
    _require_doors_locked(state, mode)
    if mode in UNATTENDED:
        _require_unattended(state, mode)
    state.mode = mode
    turned_down = _turn_down(state) if mode == "vacation" else []
    ran = engine.run_for_mode(state, mode)
    return ModeReport(
        mode=mode,
        alarm=_alarm(mode),
        turned_down=turned_down or None,
        automations_run=ran or None,
    )


def _alarm(mode: Mode) -> str:
    return "armed" if mode in UNATTENDED else "disarmed"


def _open(state: HomeState) -> list[Sensor]:
    return [s for s in state.sensors if s.kind in ("door", "window") and s.value]


def _running(state: HomeState) -> list[Device]:
    return [device for device in state.devices if device.kind in HAZARDS and device.on]


def _require_doors_locked(state: HomeState, mode: Mode) -> None:
    unlocked = [d.name for d in state.devices.where(kind="lock", locked=False)]
    if mode != "home" and unlocked:
        raise DoorUnlocked(
            f"For {mode} mode every door has to be locked; these are not: {listed(unlocked)}. "
            "Lock them with set_door_lock."
        )


def _require_unattended(state: HomeState, mode: Mode) -> None:
    """Checks that nobody need be at home.

    Raises:
        OpeningOpen, ApplianceOn: naming what to close or switch off.
    """
    if opened := _open(state):
        raise OpeningOpen(
            f"For {mode} mode everything has to be closed; still open: "
            f"{listed(called(state, sensor) for sensor in opened)}."
        )
    if running := _running(state):
        raise ApplianceOn(
            f"For {mode} mode heaters and appliances have to be off; still on: "
            f"{listed(called(state, device) for device in running)}. Use switch_device."
        )


def _turn_down(state: HomeState) -> list[str]:
    """Lowers what heats to more than on vacation; returns what that was."""
    lowered = []
    for device in state.devices.where(climate="heat"):
        if device.online and device.target_c is not None and device.target_c > VACATION_C:
            state.devices.update(device.id, target_c=VACATION_C)
            lowered.append(called(state, device))
    return lowered
