"""Tools that start, stop and drive the car: power, gear, drive mode."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed
from mcp_servers.vehicle.energy import range_m, require_reach
from mcp_servers.vehicle.failures import (
    AlreadyOff,
    AlreadyRunning,
    BatteryEmpty,
    CableConnected,
    ChargeTooLow,
    DoorOpen,
    DriverRestricted,
    KeyAbsent,
    StillMoving,
)
from mcp_servers.vehicle.guards import require_change, require_closed, require_on, require_park
from mcp_servers.vehicle.routing import route
from mcp_servers.vehicle.state import (
    ECO_CELSIUS,
    EMPTY_PERCENT,
    SPORT_PERCENT,
    Driver,
    Gear,
    Mode,
    VehicleState,
)


class StartReport(Output):
    """Result of start_vehicle."""

    driver: Annotated[str, out("For whom it is on.", label_of="driver")]
    mode: Annotated[str, out("Drive mode that was set.")]
    celsius: Annotated[int, out("Temperature that was set for the driver.")]
    charge_percent: Annotated[int, out("Charge of the battery.")]
    range_m: Annotated[int, out("How far that takes it, in metres.")]


class OffReport(Output):
    """Result of switch_off."""

    odometer_m: Annotated[int, out("How far the car has gone, in metres.")]
    charge_percent: Annotated[int, out("Charge of the battery.")]
    unlocked: Annotated[str | None, out("Doors that are not locked.")] = None


class GearReport(Output):
    """Result of shift_gear."""

    gear: Annotated[str, out("Gear now.")]
    before: Annotated[str, out("Gear before.")]
    locked_now: Annotated[int | None, out("How many doors were locked by this.")] = None


class ModeReport(Output):
    """Result of set_drive_mode."""

    mode: Annotated[str, out("Drive mode now.")]
    range_m: Annotated[int, out("How far the charge takes it in this mode, in metres.")]
    adjusted: Annotated[str | None, out("Zones whose temperature eco has changed.")] = None


def start_vehicle(
    state: VehicleState, driver_id: Annotated[str, arg("Id of the driver.", entity="driver")]
) -> StartReport:
    """Starts the car for a driver whose key is inside, and sets the drive mode and temperature
    that she is used to. Most other actions need the car on."""
    driver = state.drivers.require(driver_id)
    _require_start(state, driver)
    mode = driver.usual_mode
    state.driver_id, state.mode = driver.id, mode
    for zone in state.zones:
        wanted = driver.celsius if zone.name == "driver" else zone.celsius
        state.zones.update(zone.id, running=True, celsius=_in_mode(wanted, mode))
    if driver.profile == "valet":
        for door in state.doors.where(row="boot"):
            state.doors.update(door.id, locked=True)
    return StartReport(
        driver=driver.name,
        mode=mode,
        celsius=_in_mode(driver.celsius, mode),
        charge_percent=state.charge_percent,
        range_m=range_m(state),
    )


def switch_off(state: VehicleState) -> OffReport:
    """Switches the parked car off, which ends the route and the climate control."""
    if state.driver_id is None:
        raise AlreadyOff("The car is off already; start_vehicle starts it.")
    require_park(state, "switching off")
    state.driver_id = None
    for stop in state.stops:
        state.stops.delete(stop.id)
    for zone in state.zones:
        state.zones.update(zone.id, running=False)
    unlocked = [door.name for door in state.doors.where(locked=False)]
    return OffReport(
        odometer_m=state.odometer_m,
        charge_percent=state.charge_percent,
        unlocked=listed(unlocked) if unlocked else None,
    )


def shift_gear(state: VehicleState, gear: Annotated[Gear, arg("Gear wanted.")]) -> GearReport:
    """Shifts the gear of a car that is on. Leaving park needs all doors closed and no cable, and
    locks every door; park and reverse need the car to stand."""
    require_on(state, "shifting")
    require_change("The gear", state.gear, gear)
    if gear in ("park", "reverse") and state.speed_kmh:
        raise StillMoving(
            f"The car does {state.speed_kmh} km/h; it has to stand before it goes into {gear}. "
            "Neutral is possible."
        )
    if state.plugged and gear != "park":
        how = "end charging with set_charging and " if state.charging else ""
        raise CableConnected(
            f"The charging cable is connected: {how}pull it out before the car leaves park."
        )
    if gear != "park":
        require_closed(state, f"Shifting to {gear}")
    before, state.gear = state.gear, gear
    unlocked = state.doors.where(locked=False) if gear != "park" else []
    for door in unlocked:
        state.doors.update(door.id, locked=True)
    return GearReport(gear=gear, before=before, locked_now=len(unlocked) or None)


def set_drive_mode(state: VehicleState, mode: Annotated[Mode, arg("Mode wanted.")]) -> ModeReport:
    """Sets the drive mode: eco saves energy and limits the climate to 18-24 degrees, sport uses
    more and is barred to some drivers, snow is gentle. Returns the range in it."""
    driver = require_on(state, "a drive mode")
    require_change("The drive mode", state.mode, mode)
    if mode == "sport":
        _require_sport(state, driver)
    require_reach(state, route(state), mode)
    state.mode = mode
    adjusted = []
    for zone in state.zones:
        if zone.celsius != _in_mode(zone.celsius, mode):
            state.zones.update(zone.id, celsius=_in_mode(zone.celsius, mode))
            adjusted.append(zone.name)
    return ModeReport(
        mode=mode, range_m=range_m(state), adjusted=listed(adjusted) if adjusted else None
    )


def set_speed(
    state: VehicleState, kmh: Annotated[int, arg("Speed, 0 to stand.", ge=0, le=200)]
) -> GearReport:
    """Lets the car roll or stand, as whoever drives it would."""
    if kmh and state.gear == "park":
        raise InvalidArguments(f"'kmh' must be 0 in park, got {kmh}; shift_gear first")
    state.speed_kmh = kmh
    return GearReport(gear=state.gear, before=state.gear)


def _require_start(state: VehicleState, driver: Driver) -> None:
    """Raises AlreadyRunning, KeyAbsent, BatteryEmpty or DoorOpen where the car does not start."""
    if state.driver_id is not None:
        now = state.drivers.require(state.driver_id)
        raise AlreadyRunning(
            f"The car is on for {now.name} ({now.id}); for another driver switch_off first."
        )
    if not driver.key_inside:
        keys = listed(f"{d.name} ({d.id})" for d in state.drivers.where(key_inside=True))
        raise KeyAbsent(f"The key of {driver.name} is not in the car. Keys in the car: {keys}.")
    if state.charge_percent < EMPTY_PERCENT:
        raise BatteryEmpty(
            f"The battery is at {state.charge_percent}%, it takes {EMPTY_PERCENT}% to start; "
            "charge it first."
        )
    if driver.profile == "valet" and state.doors.where(row="boot", is_open=True):
        raise DoorOpen(
            f"{driver.name} is a valet, for whom the boot stays locked, and it is open: close it "
            "first."
        )


def _require_sport(state: VehicleState, driver: Driver) -> None:
    """Raises DriverRestricted or ChargeTooLow where sport mode is barred."""
    if driver.profile != "full":
        raise DriverRestricted(
            f"{driver.name} ({driver.profile} profile) may not use sport mode; eco, comfort and "
            "snow are open to all."
        )
    if state.charge_percent < SPORT_PERCENT:
        raise ChargeTooLow(
            f"Sport mode needs {SPORT_PERCENT}% of charge, the battery is at "
            f"{state.charge_percent}%; use another mode, or charge first."
        )


def _in_mode(celsius: int, mode: Mode) -> int:
    """Returns a temperature, within what eco mode allows where that is the mode."""
    low, high = ECO_CELSIUS
    return min(max(celsius, low), high) if mode == "eco" else celsius
