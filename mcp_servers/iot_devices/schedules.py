"""Schedules: scenes that run by themselves at a time of day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed, minute
from mcp_servers.iot_devices.describing import called
from mcp_servers.iot_devices.failures import ScheduleConflict, TooManySchedules
from mcp_servers.iot_devices.scenes import SceneId
from mcp_servers.iot_devices.state import MOST_SCHEDULES, Days, HomeState, Schedule

_WEEK: tuple[Days, ...] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)
_WEEKDAYS: dict[str, frozenset[int]] = {
    "daily": frozenset(range(7)),
    "weekdays": frozenset(range(5)),
    "weekend": frozenset((5, 6)),
    **{day: frozenset((number,)) for number, day in enumerate(_WEEK)},
}


class ScheduleRow(Output):
    """A schedule in a list."""

    schedule_id: Annotated[str, out("Id of the schedule.", entity="schedule")]
    scene: Annotated[str, out("Scene that it runs.", label_of="schedule")]
    time: Annotated[str, out("When it runs.", label_of="schedule", format="time")]
    days: Annotated[str, out("On which days.")]
    next_run: Annotated[str, out("When it runs next.", format="datetime")]


class Schedules(Page):
    """Result of list_schedules."""

    schedules: Annotated[list[ScheduleRow], out("The next to run first.")]


class ScheduleReport(Output):
    """Result of create_schedule."""

    schedule_id: Annotated[str, out("Id of the new schedule.", entity="schedule")]
    scene: Annotated[str, out("Scene that it runs.", label_of="schedule")]
    next_run: Annotated[str, out("When it runs next.", format="datetime")]


class DeletedSchedule(Output):
    """Result of delete_schedule."""

    scene: Annotated[str, out("Scene that no longer runs by it.")]
    left: Annotated[int, out("How many schedules are left for that scene.")]


def list_schedules(
    state: HomeState,
    scene_id: Annotated[str | None, arg("Only those of this scene.", entity="scene")] = None,
    offset: Offset = 0,
    limit: Limit = 7,
) -> Schedules:
    """Lists the schedules and when each runs next."""
    if scene_id is not None:
        state.scenes.require(scene_id)
    rows = [s for s in state.schedules if scene_id in (None, s.scene_id)]
    upcoming = sorted((next_run(s, state.now), s.id, s) for s in rows)
    shown, next_offset = page(upcoming, offset, limit)
    return Schedules(
        schedules=[
            ScheduleRow(
                schedule_id=s.id,
                scene=state.scenes.require(s.scene_id).name,
                time=s.time,
                days=s.days,
                next_run=minute(at),
            )
            for at, _, s in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def create_schedule(
    state: HomeState,
    scene_id: SceneId,
    time: Annotated[
        str,
        arg(
            "HH:MM.", format="time", examples=("06:15", "07:20", "12:30", "18:45", "21:10", "23:05")
        ),
    ],
    days: Annotated[Days, arg("On which days.")] = "daily",
) -> ScheduleReport:
    """Makes a scene run by itself at a time of day."""
    scene = state.scenes.require(scene_id)
    if len(state.schedules) >= MOST_SCHEDULES:
        raise TooManySchedules(
            f"The hub holds {MOST_SCHEDULES} schedules, and there are as many; delete_schedule one "
            "first."
        )
    for other in conflicting(state, scene.id, time, days):
        shared = sorted(devices_of(state, scene.id) & devices_of(state, other.scene_id))
        names = [called(state, state.devices.require(id)) for id in shared]
        raise ScheduleConflict(
            f"At {time} ({other.days}) {state.scenes.require(other.scene_id).name} runs and sets "
            f"{listed(names, 3)} too; choose another time or other days, or delete that schedule."
        )
    schedule = state.schedules.insert(
        Schedule(id=state.new_id("schedules"), scene_id=scene.id, time=time, days=days)
    )
    return ScheduleReport(
        schedule_id=schedule.id, scene=scene.name, next_run=minute(next_run(schedule, state.now))
    )


def delete_schedule(
    state: HomeState,
    schedule_id: Annotated[str, arg("Id of the schedule.", entity="schedule")],
) -> DeletedSchedule:
    """Deletes a schedule; its scene stays."""
    schedule = state.schedules.delete(schedule_id)
    return DeletedSchedule(
        scene=state.scenes.require(schedule.scene_id).name,
        left=len(state.schedules.where(scene_id=schedule.scene_id)),
    )


def conflicting(state: HomeState, scene_id: str, time: str, days: str) -> Iterator[Schedule]:
    """Yields the schedules of that minute, on a day in common, that set a device in common."""
    mine = devices_of(state, scene_id)
    for other in state.schedules.where(time=time):
        if _WEEKDAYS[other.days] & _WEEKDAYS[days] and mine & devices_of(state, other.scene_id):
            yield other


def devices_of(state: HomeState, scene_id: str) -> set[str]:
    """Returns the ids of the devices that a scene sets."""
    return {action.device_id for action in state.actions.where(scene_id=scene_id)}


def next_run(schedule: Schedule, after: datetime) -> datetime:
    """Returns when a schedule runs for the first time after a moment."""
    at = datetime.combine(after.date(), time.fromisoformat(schedule.time))
    while at <= after or at.weekday() not in _WEEKDAYS[schedule.days]:
        at += timedelta(days=1)
    return at
