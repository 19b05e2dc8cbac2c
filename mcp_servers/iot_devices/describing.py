"""How rooms, devices and sensors are told: by name and room, with what they show right now."""

from __future__ import annotations

from mcp_servers.iot_devices.state import DETECTORS, METERS, Device, HomeState, Sensor


def room_name(state: HomeState, room_id: str) -> str:
    """Returns the name of a room."""
    return state.rooms.require(room_id).name


def called(state: HomeState, thing: Device | Sensor) -> str:
    """Returns a device or sensor as messages name it: `Ceiling Light in Kitchen`."""
    return f"{thing.name} in {room_name(state, thing.room_id)}"


def condition(device: Device) -> str:
    """Returns what a device does now, such as `on, 40%`, `locked` or `heat, 21 °C`."""
    said: list[str] = [] if device.online else ["offline"]
    if device.on is not None:
        said.append("on" if device.on else "off")
    if device.level is not None:
        said.append(f"{device.level}%")
    if device.color is not None and device.on:
        said.append(device.color)
    if device.climate is not None:
        said.append(device.climate)
    if device.target_c is not None:
        said.append(f"{device.target_c} °C")
    if device.locked is not None:
        said.append("locked" if device.locked else "unlocked")
    return ", ".join(said)


def measured(sensor: Sensor, value: int) -> str:
    """Returns a value of a sensor with its unit, or in words: `21 °C`, `open`."""
    if sensor.kind in METERS:
        return f"{value} {METERS[sensor.kind].unit}"
    return DETECTORS[sensor.kind][value]


def open_windows(state: HomeState, room_id: str) -> list[Sensor]:
    """Returns the contacts of windows that stand open in a room."""
    return [s for s in state.sensors.where(room_id=room_id, kind="window") if s.value]


def temperature_c(state: HomeState, room_id: str) -> int | None:
    """Returns what the first thermometer of a room shows, None where there is none."""
    found = state.sensors.where(room_id=room_id, kind="temperature")
    return found[0].value if found else None
