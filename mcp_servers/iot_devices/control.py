"""Tools that set one device: power, level, colour, temperature, lock."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed
from mcp_servers.iot_devices import engine
from mcp_servers.iot_devices.describing import called, condition, room_name
from mcp_servers.iot_devices.failures import (
    AlarmArmed,
    AlreadySet,
    CapabilityMissing,
    ClimateUnsupported,
    DeviceOff,
    DoorOpen,
    TargetOutOfRange,
)
from mcp_servers.iot_devices.state import (
    UNATTENDED,
    Capability,
    Climate,
    Color,
    Device,
    HomeState,
)

DeviceId = Annotated[str, arg("Id of the device.", entity="device")]

_ACTS: dict[Capability, str] = {
    "power": "be switched on or off",
    "level": "be set to a level",
    "color": "change its colour",
    "temperature": "be set to a temperature",
    "lock": "be locked",
}
_BY: dict[Capability, str] = {
    "power": "switch_device",
    "level": "set_level",
    "color": "set_light_color",
    "temperature": "set_thermostat",
    "lock": "set_door_lock",
}


class DeviceReport(Output):
    """Result of switch_device, set_level and set_light_color."""

    device_id: Annotated[str, out("Id of the device.", entity="device")]
    name: Annotated[str, out("Its name.")]
    room: Annotated[str, out("Where it is.")]
    state: Annotated[str, out("What it does now.")]
    automations_run: Annotated[list[str] | None, out("Automations that this set off.")] = None


class ClimateReport(Output):
    """Result of set_thermostat."""

    thermostat_id: Annotated[str, out("Id of the thermostat.", entity="thermostat")]
    room: Annotated[str, out("Where it is.")]
    mode: Annotated[str, out("off, heat or cool.")]
    target_c: Annotated[int, out("Target in °C.")]


class LockReport(Output):
    """Result of set_door_lock."""

    lock_id: Annotated[str, out("Id of the lock.", entity="lock")]
    name: Annotated[str, out("Its name.")]
    state: Annotated[str, out("locked or unlocked.")]


def switch_device(
    state: HomeState,
    device_id: DeviceId,
    power: Annotated[Literal["on", "off"], arg("What to switch it to.")],
) -> DeviceReport:
    """Switches a light, plug, heater, appliance, fan, speaker, TV or camera on or off."""
    device = _require(state, device_id, "power")
    return _set(state, device, {"on": power == "on"})


def set_level(
    state: HomeState,
    device_id: DeviceId,
    percent: Annotated[
        int,
        arg("0 is off; for blinds closed.", ge=0, le=100, examples=(10, 20, 30, 40, 60, 70, 80)),
    ],
) -> DeviceReport:
    """Sets brightness, fan speed, volume, heat or the position of a blind.

    More than 0 also switches the device on.
    """
    device = _require(state, device_id, "level")
    if "power" not in device.capabilities:
        return _set(state, device, {"level": percent})
    return _set(state, device, {"on": True, "level": percent} if percent else {"on": False})


def set_light_color(
    state: HomeState,
    device_id: DeviceId,
    color: Annotated[Color, arg("The colour.")],
) -> DeviceReport:
    """Changes the colour of a colour light that is on."""
    device = _require(state, device_id, "color")
    if device.online and not device.on:
        raise DeviceOff(
            f"{called(state, device)} is off; switch_device it on before choosing a colour."
        )
    return _set(state, device, {"color": color})


def set_thermostat(
    state: HomeState,
    thermostat_id: Annotated[str, arg("Id of the thermostat.", entity="thermostat")],
    target_c: Annotated[int, arg("Target in °C.", ge=5, le=35, examples=(16, 17, 19, 20, 22, 23))],
    mode: Annotated[Climate | None, arg("Left as it is by default.")] = None,
) -> ClimateReport:
    """Sets the target temperature of a thermostat, and its mode where given."""
    device = _require(state, thermostat_id, "temperature")
    name = called(state, device)
    if mode is not None and mode not in device.climates:
        raise ClimateUnsupported(f"{name} cannot {mode}; its modes are {listed(device.climates)}.")
    if not device.min_c <= target_c <= device.max_c:
        raise TargetOutOfRange(
            f"{name} takes {device.min_c} to {device.max_c} °C, not {target_c} °C."
        )
    changes = {"target_c": target_c, "climate": mode or device.climate}
    _set(state, device, changes)
    return ClimateReport(
        thermostat_id=device.id,
        room=room_name(state, device.room_id),
        mode=str(changes["climate"]),
        target_c=target_c,
    )


def set_door_lock(
    state: HomeState,
    lock_id: Annotated[str, arg("Id of the lock.", entity="lock")],
    action: Annotated[Literal["lock", "unlock"], arg("What to do.")],
) -> LockReport:
    """Locks or unlocks a door; get_security shows the locks."""
    device = _require(state, lock_id, "lock")
    changes = {"locked": action == "lock"}
    _require_change(state, device, changes)
    if action == "unlock" and state.mode in UNATTENDED:
        raise AlarmArmed(
            f"The alarm is armed in {state.mode} mode, so {device.name} stays locked; "
            "set_home_mode to home or night first."
        )
    if action == "lock" and device.contact_id is not None:
        contact = state.sensors.require(device.contact_id)
        if contact.value:
            raise DoorOpen(
                f"{contact.name} shows that the door of {device.name} stands open; close it, "
                "then lock it."
            )
    _set(state, device, changes)
    return LockReport(
        lock_id=device.id, name=device.name, state=condition(state.devices.require(device.id))
    )


def _require(state: HomeState, device_id: str, capability: Capability) -> Device:
    """Returns a device that can do something.

    Raises:
        CapabilityMissing: naming what else it can do, by which tool.
    """
    device = state.devices.require(device_id)
    if capability not in device.capabilities:
        tools = ", ".join(_BY[c] for c in device.capabilities)
        raise CapabilityMissing(
            f"{called(state, device)} is a {device.kind} and cannot {_ACTS[capability]}; it takes "
            f"{tools}."
        )
    return device


def _require_change(state: HomeState, device: Device, changes: dict[str, Any]) -> None:
    if all(getattr(device, field) == value for field, value in changes.items()):
        raise AlreadySet(
            f"{called(state, device)} is so already ({condition(device)}); nothing was changed."
        )


def _set(state: HomeState, device: Device, changes: dict[str, Any]) -> DeviceReport:
    _require_change(state, device, changes)
    engine.require_settable(state, device, changes)
    engine.require_allowed(state, {device.id: changes})
    ran = engine.change(state, {device.id: changes})
    return DeviceReport(
        device_id=device.id,
        name=device.name,
        room=room_name(state, device.room_id),
        state=condition(state.devices.require(device.id)),
        automations_run=ran or None,
    )
