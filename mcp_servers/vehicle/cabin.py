"""Tools of the cabin: doors, windows, child locks, climate."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed
from mcp_servers.vehicle.failures import (
    ChargeTooLow,
    ChildLocked,
    DoorLocked,
    DoorOpen,
    EcoLimit,
    ManualDoor,
    NoChildLock,
    NoWindow,
)
from mcp_servers.vehicle.guards import (
    require_change,
    require_closed,
    require_no_valet,
    require_on,
    require_park,
)
from mcp_servers.vehicle.state import (
    ECO_CELSIUS,
    PRECONDITION_PERCENT,
    Door,
    VehicleState,
    Zone,
)

Action = Literal["lock", "unlock", "open", "close"]

DoorId = Annotated[str, arg("Id of the door.", entity="door")]
DoorOut = Annotated[str, out("Id of the door.", entity="door")]
DoorName = Annotated[str, out("Name of the door.", label_of="door")]
ZoneOut = Annotated[str, out("Id of the zone.", entity="zone")]
ZoneName = Annotated[str, out("Name of the zone.", label_of="zone")]


class DoorRow(Output):
    """A door in a list."""

    door_id: DoorOut
    name: DoorName
    state: Annotated[str, out("open, unlocked or locked.")]
    powered: Annotated[bool | None, out("true where it opens and closes by itself.")] = None
    child_lock: Annotated[bool | None, out("Of a rear door: whether the lock is on.")] = None
    window_percent: Annotated[int | None, out("How far its window is open.")] = None


class Doors(Output):
    """Result of list_doors."""

    doors: Annotated[list[DoorRow], out("All doors, and the boot.")]


class DoorReport(Output):
    """Result of operate_door, set_child_lock and set_window."""

    door_id: DoorOut
    name: DoorName
    state: Annotated[str, out("open, unlocked or locked.")]
    child_lock: Annotated[bool | None, out("Of a rear door: whether the lock is on.")] = None
    window_percent: Annotated[int | None, out("How far its window is open.")] = None


class ZoneRow(Output):
    """A climate zone in a list."""

    zone_id: ZoneOut
    name: ZoneName
    celsius: Annotated[int, out("Temperature that is set.")]
    cabin_celsius: Annotated[int, out("Temperature that there is.")]
    running: Annotated[bool, out("true where it is heated or cooled.")]


class Zones(Output):
    """Result of list_climate_zones."""

    zones: Annotated[list[ZoneRow], out("All parts of the cabin.")]
    outside_celsius: Annotated[int, out("Temperature outside.")]


class ZoneReport(Output):
    """Result of set_temperature."""

    zone_id: ZoneOut
    name: ZoneName
    celsius: Annotated[int, out("Temperature set now.")]
    before_celsius: Annotated[int, out("Temperature set before.")]
    minutes: Annotated[int, out("How long it will take about.")]


def list_doors(state: VehicleState) -> Doors:
    """Lists the doors and the boot with their ids: open or locked, child locks, windows."""
    return Doors(
        doors=[
            DoorRow(
                door_id=door.id,
                name=door.name,
                state=_word(door),
                powered=door.powered or None,
                child_lock=door.child_lock if door.row == "rear" else None,
                window_percent=door.window_percent if door.row != "boot" else None,
            )
            for door in state.doors
        ]
    )


def operate_door(
    state: VehicleState,
    door_id: DoorId,
    action: Annotated[Action, arg("What to do; only powered doors open and close.")],
) -> DoorReport:
    """Locks or unlocks a door or the boot, or moves a powered one. Works with the car off; in
    park only, except locking and closing."""
    door = state.doors.require(door_id)
    if action in ("unlock", "open"):
        require_park(state, f"to {action} the {door.name}")
        if door.row == "boot":
            require_no_valet(state, f"the {door.name}")
    if action in ("lock", "unlock"):
        _require_lockable(door, action)
        changed = state.doors.update(door.id, locked=action == "lock")
    else:
        _require_movable(door, action)
        changed = state.doors.update(door.id, is_open=action == "open")
    return _report(changed)


def set_child_lock(
    state: VehicleState,
    door_id: DoorId,
    setting: Annotated[Literal["on", "off"], arg("on: neither door nor window opens inside.")],
) -> DoorReport:
    """Turns the child lock of a rear door on or off; while it is on, its window stays as it is."""
    door = state.doors.require(door_id)
    require_on(state, "the child lock")
    if door.row != "rear":
        rear = listed(f"{d.name} ({d.id})" for d in state.doors.where(row="rear"))
        raise NoChildLock(f"The {door.name} has no child lock; those that have: {rear}.")
    now = "on" if door.child_lock else "off"
    require_change(f"The child lock of the {door.name}", now, setting)
    return _report(state.doors.update(door.id, child_lock=setting == "on"))


def set_window(
    state: VehicleState,
    door_id: DoorId,
    open_percent: Annotated[
        int, arg("0 is closed.", ge=0, le=100, examples=(0, 20, 30, 50, 75, 100))
    ],
) -> DoorReport:
    """Opens or closes the window of a door, by how far it is to be open."""
    door = state.doors.require(door_id)
    require_on(state, "a window")
    if door.row == "boot":
        raise NoWindow(f"The {door.name} has no window that opens; the other doors have.")
    require_change(f"The window of the {door.name}", door.window_percent, open_percent)
    if door.child_lock:
        raise ChildLocked(
            f"The child lock of the {door.name} ({door.id}) is on and keeps its window as it is; "
            "turn it off with set_child_lock first."
        )
    return _report(state.doors.update(door.id, window_percent=open_percent))


def list_climate_zones(state: VehicleState) -> Zones:
    """Lists the climate zones with their ids and temperatures, and the temperature outside."""
    return Zones(
        zones=[
            ZoneRow(
                zone_id=zone.id,
                name=zone.name,
                celsius=zone.celsius,
                cabin_celsius=zone.cabin_celsius,
                running=zone.running,
            )
            for zone in state.zones
        ],
        outside_celsius=state.outside_celsius,
    )


def set_temperature(
    state: VehicleState,
    zone_id: Annotated[str, arg("Id of the zone.", entity="zone")],
    celsius: Annotated[int, arg("Whole degrees.", ge=15, le=28, examples=(18, 19, 20, 21, 22, 23))],
) -> ZoneReport:
    """Sets the temperature of a climate zone. With the car off this heats or cools it ahead of a
    drive, which takes closed doors and enough charge or the cable."""
    zone = state.zones.require(zone_id)
    _require_climate(state, zone, celsius)
    state.zones.update(zone.id, celsius=celsius, running=True)
    return ZoneReport(
        zone_id=zone.id,
        name=zone.name,
        celsius=celsius,
        before_celsius=zone.celsius,
        minutes=1 + abs(celsius - zone.cabin_celsius),
    )


def _require_climate(state: VehicleState, zone: Zone, celsius: int) -> None:
    """Raises SameSetting, EcoLimit, DoorOpen or ChargeTooLow where a zone cannot be set so."""
    if zone.running:
        require_change(f"The temperature of the {zone.name} zone", zone.celsius, celsius)
    low, high = ECO_CELSIUS
    if state.mode == "eco" and not low <= celsius <= high:
        raise EcoLimit(
            f"In eco mode temperatures from {low} to {high} degrees can be set, not {celsius}; "
            "set_drive_mode to comfort lifts that."
        )
    if state.driver_id is None:
        require_closed(state, "Heating or cooling ahead of a drive")
        if state.charge_percent < PRECONDITION_PERCENT and not state.plugged:
            raise ChargeTooLow(
                f"Heating or cooling ahead of a drive needs {PRECONDITION_PERCENT}% of charge or "
                f"the cable, the battery is at {state.charge_percent}%; start_vehicle first, or "
                "charge."
            )


def _require_lockable(door: Door, action: str) -> None:
    """Raises SameSetting or DoorOpen where a door cannot be locked or unlocked."""
    require_change(f"The {door.name}", "locked" if door.locked else "unlocked", f"{action}ed")
    if door.is_open:
        how = "operate_door closes it" if door.powered else "it has to be closed by hand"
        raise DoorOpen(f"The {door.name} ({door.id}) is open and cannot be locked; {how}.")


def _require_movable(door: Door, action: str) -> None:
    """Raises ManualDoor, SameSetting or DoorLocked where a door does not open or close."""
    if not door.powered:
        raise ManualDoor(
            f"The {door.name} ({door.id}) has no motor: it can be locked and unlocked, and is "
            "opened and closed by hand."
        )
    now = "open" if door.is_open else "closed"
    require_change(f"The {door.name}", now, "open" if action == "open" else "closed")
    if door.locked:
        raise DoorLocked(f"The {door.name} ({door.id}) is locked; unlock it first.")


def _word(door: Door) -> str:
    if door.is_open:
        return "open"
    return "locked" if door.locked else "unlocked"


def _report(door: Door) -> DoorReport:
    return DoorReport(
        door_id=door.id,
        name=door.name,
        state=_word(door),
        child_lock=door.child_lock if door.row == "rear" else None,
        window_percent=door.window_percent if door.row != "boot" else None,
    )
