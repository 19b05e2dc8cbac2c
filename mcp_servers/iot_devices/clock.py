"""What happens by itself, for people and tests: time passes, sensors show something else.

No agent moves the clock of a session or the air of a room.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.iot_devices import engine
from mcp_servers.iot_devices.describing import called
from mcp_servers.iot_devices.schedules import next_run
from mcp_servers.iot_devices.sensing import SensorId
from mcp_servers.iot_devices.state import DETECTORS, METERS, HomeState, Reading, Sensor

_TWO_DAYS_MINUTES = 2 * 24 * 60


class Happened(Output):
    """Result of advance_clock and of report_reading."""

    now: Annotated[str, out("The time.", format="datetime")]
    ran: Annotated[list[str], out("Scenes or automations that ran.")]


def advance_clock(
    state: HomeState,
    minutes: Annotated[int, arg("How far to move it.", ge=1, le=_TWO_DAYS_MINUTES)],
) -> Happened:
    """Moves the clock; schedules run that are due until then."""
    goal = state.now + timedelta(minutes=minutes)
    ran = []
    while due := min(((next_run(s, state.now), s.id) for s in state.schedules), default=None):
        if due[0] > goal:
            break
        moment = due[0]
        for schedule in state.schedules:
            if next_run(schedule, state.now) == moment and engine.run_scene(
                state, schedule.scene_id
            ):
                ran.append(state.scenes.require(schedule.scene_id).name)
        state.now = moment
    state.now = goal
    return Happened(now=minute(state.now), ran=ran)


def report_reading(
    state: HomeState,
    sensor_id: SensorId,
    value: Annotated[int, arg("What it shows; 1 is open, motion or wet.", ge=-30, le=20_000)],
) -> Happened:
    """Takes a reading in, and runs the automations that it sets off."""
    sensor = state.sensors.require(sensor_id)
    _require_possible(state, sensor, value)
    state.sensors.update(sensor.id, value=value)
    state.readings.insert(
        Reading(id=state.new_id("readings"), sensor_id=sensor.id, at=minute(state.now), value=value)
    )
    due = [
        automation
        for automation in state.automations.where(enabled=True, sensor_id=sensor.id)
        if automation.mode in (None, state.mode) and engine.crosses(automation, sensor.value, value)
    ]
    return Happened(now=minute(state.now), ran=[a.name for a in due if engine.run(state, a)])


def _require_possible(state: HomeState, sensor: Sensor, value: int) -> None:
    """Checks that a sensor can show a value.

    Raises:
        InvalidArguments: saying why it cannot.
    """
    name = called(state, sensor)
    if sensor.circuit_id is not None or not sensor.online:
        raise InvalidArguments(f"{name} follows its circuit or is offline; report for another one")
    if sensor.kind in DETECTORS and value not in (0, 1):
        raise InvalidArguments(f"{name} shows 0 or 1, not {value}")
    if sensor.kind in METERS and not METERS[sensor.kind].low <= value <= METERS[sensor.kind].high:
        raise InvalidArguments(f"{name} never shows {value}")
    locked = state.devices.where(contact_id=sensor.id, locked=True)
    if value and locked:
        raise InvalidArguments(f"{locked[0].name} is locked, so its door stays closed")
