"""Automations: scenes that a sensor or a change of mode sets off."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.iot_devices.describing import called, measured
from mcp_servers.iot_devices.failures import (
    AlreadySet,
    SelfTriggering,
    SensorOffline,
    ThresholdOutOfRange,
    TriggerMismatch,
)
from mcp_servers.iot_devices.scenes import SceneId, require_free_name
from mcp_servers.iot_devices.sensing import SensorId
from mcp_servers.iot_devices.state import (
    METERS,
    Automation,
    Direction,
    HomeState,
    Mode,
    Scene,
    Sensor,
)


class AutomationRow(Output):
    """An automation in a list."""

    automation_id: Annotated[str, out("Id of the automation.", entity="automation")]
    name: Annotated[str, out("Name of the automation.", label_of="automation")]
    trigger: Annotated[str, out("What sets it off.")]
    scene: Annotated[str, out("Scene that it runs.")]
    enabled: Annotated[str, out("on or off.")]


class Automations(Page):
    """Result of list_automations."""

    automations: Annotated[list[AutomationRow], out("Newest first.")]


class AutomationReport(Output):
    """Result of create_automation and switch_automation."""

    automation_id: Annotated[str, out("Id of the automation.", entity="automation")]
    name: Annotated[str, out("Its name.", label_of="automation")]
    trigger: Annotated[str, out("What sets it off.")]
    scene: Annotated[str, out("Scene that it runs.")]
    enabled: Annotated[str, out("on or off.")]


def list_automations(
    state: HomeState,
    enabled: Annotated[Literal["on", "off"] | None, arg("Only those switched so.")] = None,
    scene_id: Annotated[str | None, arg("Only those that run it.", entity="scene")] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Automations:
    """Lists the automations: what sets each off and which scene it runs."""
    if scene_id is not None:
        state.scenes.require(scene_id)
    rows = [
        a
        for a in state.automations
        if enabled in (None, _switched(a)) and scene_id in (None, a.scene_id)
    ]
    rows.reverse()
    shown, next_offset = page(rows, offset, limit)
    return Automations(
        automations=[AutomationRow(**_told(state, a).model_dump()) for a in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def create_automation(
    state: HomeState,
    name: Annotated[
        str,
        arg(
            "Name of the new automation.",
            format="text",
            examples=("Comfort", "Fresh Air", "Welcome", "Sleep Well", "Guard", "Energy Saver"),
            min_length=1,
            max_length=40,
        ),
    ],
    sensor_id: SensorId,
    scene_id: SceneId,
    threshold: Annotated[
        int | None,
        arg("Value of a meter; a detector takes none.", examples=(15, 18, 24, 27, 35, 60)),
    ] = None,
    direction: Annotated[Direction, arg("Which way a meter crosses it.")] = "above",
    only_in_mode: Annotated[Mode | None, arg("Run only in this mode of the home.")] = None,
) -> AutomationReport:
    """Makes a scene run when a meter crosses a threshold, or a detector detects."""
    sensor, scene = state.sensors.require(sensor_id), state.scenes.require(scene_id)
    require_free_name(name, state.automations)
    meter = sensor.kind in METERS
    _require_trigger(state, sensor, threshold)
    if sensor.circuit_id is not None and (fed := feeding(state, sensor, scene.id, direction)):
        raise SelfTriggering(
            f"{scene.name} sets {listed(fed, 3)} on the circuit that {sensor.name} measures, so it "
            "would set itself off again; choose another scene, or the other direction."
        )
    automation = state.automations.insert(
        Automation(
            id=state.new_id("automations"),
            name=name.strip(),
            scene_id=scene.id,
            enabled=True,
            sensor_id=sensor.id,
            direction=direction if meter else None,
            threshold=threshold,
            mode=only_in_mode,
        )
    )
    return _told(state, automation)


def switch_automation(
    state: HomeState,
    automation_id: Annotated[str, arg("Id of the automation.", entity="automation")],
    enabled: Annotated[Literal["on", "off"], arg("What to switch it to.")],
) -> AutomationReport:
    """Switches an automation on or off without deleting it."""
    automation = state.automations.require(automation_id)
    if automation.enabled == (enabled == "on"):
        raise AlreadySet(f"{automation.name} is {enabled} already; nothing was changed.")
    if enabled == "on" and automation.sensor_id is not None:
        sensor = state.sensors.require(automation.sensor_id)
        if not sensor.online:
            raise SensorOffline(
                f"{automation.name} depends on {called(state, sensor)}, which is offline; change "
                "its battery first, or create_automation with another sensor."
            )
    return _told(state, state.automations.update(automation.id, enabled=enabled == "on"))


def feeding(state: HomeState, sensor: Sensor, scene_id: str, direction: str) -> list[str]:
    """Returns the devices of a scene that drive the power of a circuit further in a direction."""
    rooms = {room.id for room in state.rooms.where(circuit_id=sensor.circuit_id)}
    fed = []
    for action in state.actions.where(scene_id=scene_id):
        device = state.devices.require(action.device_id)
        up = action.on is True or (action.on is None and bool(action.level))
        drives = up if direction == "above" else action.on is False
        if device.room_id in rooms and device.watts and drives:
            fed.append(called(state, device))
    return fed


def _require_trigger(state: HomeState, sensor: Sensor, threshold: int | None) -> None:
    """Checks that a sensor can trigger in a way.

    Raises:
        TriggerMismatch, ThresholdOutOfRange: saying what the sensor takes.
    """
    name = called(state, sensor)
    if sensor.kind not in METERS:
        if threshold is not None:
            raise TriggerMismatch(f"{name} detects and shows no figures; leave the threshold out.")
        return
    scale = METERS[sensor.kind]
    span = f"{scale.low} to {scale.high} {scale.unit}"
    if threshold is None:
        raise TriggerMismatch(f"{name} is a meter; give a threshold from {span}.")
    if not scale.low <= threshold <= scale.high:
        raise ThresholdOutOfRange(f"{name} shows {span}, never {threshold}; choose from those.")


def _told(state: HomeState, automation: Automation) -> AutomationReport:
    scene: Scene = state.scenes.require(automation.scene_id)
    return AutomationReport(
        automation_id=automation.id,
        name=automation.name,
        trigger=_trigger(state, automation),
        scene=scene.name,
        enabled=_switched(automation),
    )


def _switched(automation: Automation) -> str:
    return "on" if automation.enabled else "off"


def _trigger(state: HomeState, automation: Automation) -> str:
    if automation.sensor_id is None:
        return f"mode becomes {automation.mode}"
    sensor = state.sensors.require(automation.sensor_id)
    limit = automation.threshold
    what = measured(sensor, 1) if limit is None else measured(sensor, limit)
    way = "" if automation.direction is None else f"{automation.direction} "
    mode = f", only in {automation.mode} mode" if automation.mode else ""
    return f"{called(state, sensor)} {way}{what}{mode}"
