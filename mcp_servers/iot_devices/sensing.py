"""Look-ups on sensors: what they show, and what they showed before."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.iot_devices.describing import measured, room_name
from mcp_servers.iot_devices.engine import loads
from mcp_servers.iot_devices.looking import RoomId
from mcp_servers.iot_devices.state import METERS, HomeState, Sensor, SensorKind

SensorId = Annotated[str, arg("Id of the sensor.", entity="sensor")]


class SensorRow(Output):
    """A sensor in a list."""

    sensor_id: Annotated[str, out("Id of the sensor.", entity="sensor")]
    name: Annotated[str, out("Name of the sensor.", label_of="sensor")]
    kind: Annotated[str, out("What it measures.")]
    reading: Annotated[str, out("What it shows now.")]
    battery: Annotated[int | None, out("Battery in per cent, if it has one.")] = None
    offline: Annotated[bool | None, out("true where the reading is an old one.")] = None


class Sensors(Page):
    """Result of list_sensors."""

    sensors: Annotated[list[SensorRow], out("By name.")]


class ReadingRow(Output):
    """An earlier reading."""

    at: Annotated[str, out("When.", format="datetime")]
    reading: Annotated[str, out("What it showed.")]


class History(Page):
    """Result of get_sensor_history."""

    sensor_id: Annotated[str, out("Id of the sensor.", entity="sensor")]
    name: Annotated[str, out("Name of the sensor.", label_of="sensor")]
    room: Annotated[str, out("Where it is.")]
    now: Annotated[str, out("What it shows now.")]
    lowest: Annotated[int | None, out("Lowest value of a meter.")] = None
    highest: Annotated[int | None, out("Highest value of a meter.")] = None
    average: Annotated[int | None, out("Average of a meter, rounded.")] = None
    readings: Annotated[list[ReadingRow], out("Newest first.")]


def list_sensors(
    state: HomeState,
    room_id: RoomId,
    kind: Annotated[SensorKind | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 8,
) -> Sensors:
    """Lists the sensors of one room with what they show now and their batteries."""
    state.rooms.require(room_id)
    rows = [s for s in state.sensors.where(room_id=room_id) if kind in (None, s.kind)]
    rows.sort(key=lambda sensor: sensor.name)
    shown, next_offset = page(rows, offset, limit)
    return Sensors(
        sensors=[
            SensorRow(
                sensor_id=s.id,
                name=s.name,
                kind=s.kind,
                reading=measured(s, value_now(state, s)),
                battery=s.battery,
                offline=None if s.online else True,
            )
            for s in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def get_sensor_history(
    state: HomeState,
    sensor_id: SensorId,
    hours: Annotated[int, arg("How far back.", ge=1, le=48, examples=(6, 12, 48))] = 24,
    offset: Offset = 0,
    limit: Limit = 6,
) -> History:
    """Gets the readings of one sensor of the last hours; of a meter also the extremes."""
    sensor = state.sensors.require(sensor_id)
    since = minute(state.now - timedelta(hours=hours))
    rows = [r for r in state.readings.where(sensor_id=sensor_id) if r.at >= since]
    rows.sort(key=lambda reading: (reading.at, reading.id), reverse=True)
    shown, next_offset = page(rows, offset, limit)
    values = [row.value for row in rows] if sensor.kind in METERS else []
    return History(
        sensor_id=sensor.id,
        name=sensor.name,
        room=room_name(state, sensor.room_id),
        now=measured(sensor, value_now(state, sensor)),
        lowest=min(values) if values else None,
        highest=max(values) if values else None,
        average=(2 * sum(values) + len(values)) // (2 * len(values)) if values else None,
        readings=[ReadingRow(at=r.at, reading=measured(sensor, r.value)) for r in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def value_now(state: HomeState, sensor: Sensor) -> int:
    """Returns what a sensor shows; a power meter what its circuit draws."""
    if sensor.circuit_id is None:
        return sensor.value
    return loads(state)[sensor.circuit_id]
