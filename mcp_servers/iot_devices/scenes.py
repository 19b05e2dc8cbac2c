"""Scenes: named settings of several devices, kept from how a room is now and run at a word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.iot_devices import engine
from mcp_servers.iot_devices.describing import called, room_name
from mcp_servers.iot_devices.failures import (
    AlreadySet,
    NameTaken,
    NothingToSave,
    SceneInUse,
    SceneUnreachable,
)
from mcp_servers.iot_devices.looking import RoomId
from mcp_servers.iot_devices.state import Action, Automation, Device, HomeState, Scene

SceneId = Annotated[str, arg("Id of the scene.", entity="scene")]
_UNSAVED = ("camera", "lock")


class SceneRow(Output):
    """A scene in a list."""

    scene_id: Annotated[str, out("Id of the scene.", entity="scene")]
    name: Annotated[str, out("Name of the scene.", label_of="scene")]
    sets: Annotated[str, out("What it sets.")]


class Scenes(Page):
    """Result of list_scenes."""

    scenes: Annotated[list[SceneRow], out("Newest first.")]


class SceneReport(Output):
    """Result of activate_scene."""

    scene_id: Annotated[str, out("Id of the scene.", entity="scene")]
    changed: Annotated[int, out("How many devices it changed.")]
    skipped: Annotated[str | None, out("Devices that could not be set, and why.")] = None
    automations_run: Annotated[list[str] | None, out("Automations that this set off.")] = None


class SavedScene(Output):
    """Result of save_scene."""

    scene_id: Annotated[str, out("Id of the new scene.", entity="scene")]
    name: Annotated[str, out("Its name.", label_of="scene")]
    sets: Annotated[str, out("What it sets.")]


class DeletedScene(Output):
    """Result of delete_scene."""

    name: Annotated[str, out("Name that the scene had.")]
    automations_deleted: Annotated[list[str] | None, out("Disabled automations that ran it.")] = (
        None
    )


def list_scenes(
    state: HomeState,
    room_id: Annotated[
        str | None, arg("Only those that set a device of this room.", entity="room")
    ] = None,
    offset: Offset = 0,
    limit: Limit = 8,
) -> Scenes:
    """Lists the scenes and what each sets."""
    if room_id is not None:
        state.rooms.require(room_id)
    rows = [s for s in state.scenes if room_id is None or room_id in _rooms(state, s.id)]
    rows.reverse()
    shown, next_offset = page(rows, offset, limit)
    return Scenes(
        scenes=[SceneRow(scene_id=s.id, name=s.name, sets=_told(state, s.id)) for s in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def activate_scene(state: HomeState, scene_id: SceneId) -> SceneReport:
    """Sets all devices of a scene at once; devices that cannot be set now are left out."""
    scene = state.scenes.require(scene_id)
    plan = engine.plan_scene(state, scene.id)
    if not plan.changes:
        _refuse(state, scene, plan.skipped)
    engine.require_allowed(state, plan.changes)
    ran = engine.change(state, plan.changes)
    return SceneReport(
        scene_id=scene.id,
        changed=len(plan.changes),
        skipped=listed(plan.skipped) if plan.skipped else None,
        automations_run=ran or None,
    )


def save_scene(
    state: HomeState,
    name: Annotated[
        str,
        arg(
            "Name of the new scene.",
            format="text",
            examples=("Homework", "Lazy Sunday", "Yoga", "Visitors", "Late Shift", "Board Games"),
            min_length=1,
            max_length=40,
        ),
    ],
    room_id: RoomId,
) -> SavedScene:
    """Saves how the devices of a room are set right now as a new scene."""
    room = state.rooms.require(room_id)
    require_free_name(name, state.scenes)
    settings = [s for d in state.devices.where(room_id=room.id) if (s := _settings(d))]
    if not settings:
        raise NothingToSave(
            f"{room.name} has no device online whose settings a scene could keep; choose another "
            "room."
        )
    scene = state.scenes.insert(Scene(id=state.new_id("scenes"), name=name.strip()))
    for kept in settings:
        state.actions.insert(Action(id=state.new_id("actions"), scene_id=scene.id, **kept))
    return SavedScene(scene_id=scene.id, name=scene.name, sets=_told(state, scene.id))


def delete_scene(state: HomeState, scene_id: SceneId) -> DeletedScene:
    """Deletes a scene that nothing runs, with the disabled automations that ran it."""
    scene = state.scenes.require(scene_id)
    users = [
        f"the schedule at {s.time} ({s.days})" for s in state.schedules.where(scene_id=scene.id)
    ]
    running = state.automations.where(scene_id=scene.id)
    users += [f"the automation {a.name}" for a in running if a.enabled]
    if users:
        raise SceneInUse(
            f"{scene.name} is run by {listed(users)}; use delete_schedule or switch_automation off "
            "first."
        )
    for automation in running:
        state.automations.delete(automation.id)
    for action in state.actions.where(scene_id=scene.id):
        state.actions.delete(action.id)
    state.scenes.delete(scene.id)
    return DeletedScene(name=scene.name, automations_deleted=[a.name for a in running] or None)


def require_free_name(name: str, taken: Iterable[Scene] | Iterable[Automation]) -> None:
    """Checks that nothing has the name, in whatever case.

    Raises:
        NameTaken: naming what has it.
    """
    wanted = name.strip().casefold()
    for row in taken:
        if row.name.casefold() == wanted:
            raise NameTaken(f"{row.name!r} exists already; choose another name.")


def _refuse(state: HomeState, scene: Scene, skipped: tuple[str, ...]) -> None:
    if len(skipped) == len(state.actions.where(scene_id=scene.id)):
        raise SceneUnreachable(f"No device of {scene.name} can be set now: {listed(skipped)}.")
    raise AlreadySet(f"Everything that {scene.name} can set is so already; nothing was changed.")


def _settings(device: Device) -> dict[str, Any] | None:
    """Returns what a scene keeps of a device, None where that is nothing."""
    if not device.online or device.kind in _UNSAVED:
        return None
    off = device.on is False
    kept = {
        "on": device.on,
        "level": None if off else device.level,
        "target_c": device.target_c,
    }
    settings: dict[str, Any] = {k: v for k, v in kept.items() if v is not None}
    return {"device_id": device.id, **settings} if settings else None


def _rooms(state: HomeState, scene_id: str) -> set[str]:
    actions = state.actions.where(scene_id=scene_id)
    return {state.devices.require(action.device_id).room_id for action in actions}


def _told(state: HomeState, scene_id: str) -> str:
    actions = state.actions.where(scene_id=scene_id)
    rooms = {state.devices.require(action.device_id).room_id for action in actions}
    where = f"{room_name(state, rooms.pop())}: " if len(rooms) == 1 else ""
    return where + listed((_said(state, action, not where) for action in actions), 2)


def _said(state: HomeState, action: Action, with_room: bool) -> str:
    device = state.devices.require(action.device_id)
    what = []
    if action.on is not None and action.level is None:
        what.append("on" if action.on else "off")
    if action.level is not None:
        what.append(f"{action.level}%")
    if action.target_c is not None:
        what.append(f"{action.target_c} °C")
    return f"{called(state, device) if with_room else device.name} {' '.join(what)}"
