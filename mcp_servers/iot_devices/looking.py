"""Look-ups on rooms and devices."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.iot_devices.control import DeviceId
from mcp_servers.iot_devices.describing import condition, room_name, temperature_c
from mcp_servers.iot_devices.engine import draw_watts
from mcp_servers.iot_devices.state import Device, Floor, HomeState, Kind

RoomId = Annotated[str, arg("Id of the room.", entity="room")]


class RoomRow(Output):
    """A room in a list."""

    room_id: Annotated[str, out("Id of the room.", entity="room")]
    name: Annotated[str, out("Name of the room.", label_of="room")]
    floor: Annotated[str, out("ground, upper or outside.")]
    devices: Annotated[int, out("How many devices it has.")]
    temperature_c: Annotated[int | None, out("Temperature in °C, if measured.")] = None


class Rooms(Page):
    """Result of list_rooms."""

    rooms: Annotated[list[RoomRow], out("As they were set up.")]


class RoomDeviceRow(Output):
    """A device of a room in a list."""

    device_id: Annotated[str, out("Id of the device.", entity="device")]
    name: Annotated[str, out("Name of the device.", label_of="device")]
    kind: Annotated[str, out("What it is.")]
    state: Annotated[str, out("What it does now.")]


class RoomDevices(Page):
    """Result of list_devices."""

    devices: Annotated[list[RoomDeviceRow], out("Devices of the room.")]


class DeviceRow(Output):
    """A device that was found."""

    device_id: Annotated[str, out("Id of the device.", entity="device")]
    name: Annotated[str, out("Name of the device.", label_of="device")]
    room: Annotated[str, out("Where it is.", label_of="device")]
    state: Annotated[str, out("What it does now.")]


class Devices(Page):
    """Result of search_devices."""

    devices: Annotated[list[DeviceRow], out("By name, then by room.")]


class DeviceDetails(Output):
    """Result of get_device."""

    device_id: Annotated[str, out("Id of the device.", entity="device")]
    name: Annotated[str, out("Name of the device.", label_of="device")]
    room_id: Annotated[str, out("Id of its room.", entity="room")]
    room: Annotated[str, out("Where it is.", label_of="device")]
    kind: Annotated[str, out("What it is.")]
    capabilities: Annotated[list[str], out("power, level, color, temperature or lock.")]
    state: Annotated[str, out("What it does now.")]
    watts_now: Annotated[int, out("What it draws now, in watts.")]
    watts_most: Annotated[int, out("The most that it draws, in watts.")]
    circuit: Annotated[str, out("Circuit that it draws from.")]
    battery: Annotated[int | None, out("Battery in per cent, if it has one.")] = None
    target_range: Annotated[str | None, out("Temperatures that it can be set to.")] = None
    modes: Annotated[list[str] | None, out("Modes of a thermostat.")] = None


def list_rooms(
    state: HomeState,
    floor: Annotated[Floor | None, arg("Only this floor.")] = None,
    offset: Offset = 0,
    limit: Limit = 8,
) -> Rooms:
    """Lists the rooms, with temperature and number of devices. Use it to get the id of a room."""
    rows = [room for room in state.rooms if floor in (None, room.floor)]
    count = Counter(device.room_id for device in state.devices)
    shown, next_offset = page(rows, offset, limit)
    return Rooms(
        rooms=[
            RoomRow(
                room_id=room.id,
                name=room.name,
                floor=room.floor,
                devices=count[room.id],
                temperature_c=temperature_c(state, room.id),
            )
            for room in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def list_devices(
    state: HomeState,
    room_id: RoomId,
    sort_by: Annotated[Literal["name", "power"], arg("power: the largest draw first.")] = "name",
    offset: Offset = 0,
    limit: Limit = 8,
) -> RoomDevices:
    """Lists the devices of one room and what each does now."""
    state.rooms.require(room_id)
    rows = state.devices.where(room_id=room_id)
    rows.sort(key=lambda d: (0 if sort_by == "name" else -draw_watts(d), d.name))
    shown, next_offset = page(rows, offset, limit)
    return RoomDevices(
        devices=[
            RoomDeviceRow(device_id=d.id, name=d.name, kind=d.kind, state=condition(d))
            for d in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def search_devices(
    state: HomeState,
    query: Annotated[
        str,
        arg(
            "Words of the name or kind.",
            min_length=1,
            examples=("lamp", "fan", "heater", "blind", "camera", "radiator"),
        ),
    ],
    kind: Annotated[Kind | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 8,
) -> Devices:
    """Finds devices in the whole home by name. Use it where the room does not matter or is open."""
    words = query.casefold().split()
    rows = [
        (d, room_name(state, d.room_id))
        for d in state.devices
        if kind in (None, d.kind) and _fits(d, words)
    ]
    rows.sort(key=lambda row: (row[0].name, row[1]))
    shown, next_offset = page(rows, offset, limit)
    return Devices(
        devices=[
            DeviceRow(device_id=d.id, name=d.name, room=room, state=condition(d))
            for d, room in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def get_device(state: HomeState, device_id: DeviceId) -> DeviceDetails:
    """Gets what one device can do, its settings, power, circuit and battery."""
    device = state.devices.require(device_id)
    room = state.rooms.require(device.room_id)
    sets_temperature = "temperature" in device.capabilities
    return DeviceDetails(
        device_id=device.id,
        name=device.name,
        room_id=room.id,
        room=room.name,
        kind=device.kind,
        capabilities=list(device.capabilities),
        state=condition(device),
        watts_now=draw_watts(device),
        watts_most=device.watts,
        circuit=state.circuits.require(room.circuit_id).name,
        battery=device.battery,
        target_range=f"{device.min_c} to {device.max_c} °C" if sets_temperature else None,
        modes=list(device.climates) or None,
    )


def _fits(device: Device, words: list[str]) -> bool:
    text = f"{device.name} {device.kind}".casefold()
    return all(word in text for word in words)
