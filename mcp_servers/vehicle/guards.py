"""Checks that several tools make before the first change."""

from __future__ import annotations

from mcp_servers.core.wording import listed
from mcp_servers.vehicle.failures import (
    DoorOpen,
    NotParked,
    SameSetting,
    ValetBarred,
    VehicleOff,
)
from mcp_servers.vehicle.state import Driver, VehicleState


def require_on(state: VehicleState, what: str) -> Driver:
    """Returns who drives.

    Raises:
        VehicleOff: naming whose keys are in the car.
    """
    if state.driver_id is None:
        keys = listed(f"{d.name} ({d.id})" for d in state.drivers.where(key_inside=True))
        raise VehicleOff(
            f"The car is off, and {what} needs it on: call start_vehicle first. Keys in the car: "
            f"{keys}."
        )
    return state.drivers.require(state.driver_id)


def require_park(state: VehicleState, what: str) -> None:
    """Raises NotParked where the gear is another one than park."""
    if state.gear != "park":
        moving = f" at {state.speed_kmh} km/h" if state.speed_kmh else ""
        raise NotParked(
            f"The car is in {state.gear}{moving}, and {what} is possible in park only; "
            "shift_gear to park once it stands."
        )


def require_change(what: str, now: object, wanted: object) -> None:
    """Raises SameSetting where something is set as wanted already."""
    if now == wanted:
        raise SameSetting(f"{what} is {now} already; there is nothing to change.")


def require_closed(state: VehicleState, what: str) -> None:
    """Raises DoorOpen where any door is open, saying which of them close by themselves."""
    opened = state.doors.where(is_open=True)
    if opened:
        powered = listed(f"{d.name} ({d.id})" for d in opened if d.powered)
        raise DoorOpen(
            f"{what} needs all doors closed; open: {listed(d.name for d in opened)}. operate_door "
            f"closes: {powered}; the others have to be closed by hand."
        )


def require_no_valet(state: VehicleState, what: str) -> None:
    """Raises ValetBarred while a valet drives."""
    driver = state.drivers.get(state.driver_id or "")
    if driver is not None and driver.profile == "valet":
        others = [d for d in state.drivers.where(key_inside=True) if d.profile != "valet"]
        raise ValetBarred(
            f"The car is on for {driver.name}, a valet, who is barred from {what}. Switch off and "
            f"start it for: {listed(f'{d.name} ({d.id})' for d in others)}."
        )
