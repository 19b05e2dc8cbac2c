"""Why the car refuses a call that is well formed: one type for each rule.

Every message names the part of the car, what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class VehicleOff(StateError):
    """This needs the car to be on."""

    type = "vehicle_off"


class AlreadyRunning(StateError):
    """The car has been started."""

    type = "already_running"


class AlreadyOff(StateError):
    """The car is off."""

    type = "already_off"


class KeyAbsent(StateError):
    """The key of the driver is not in the car."""

    type = "key_absent"


class BatteryEmpty(StateError):
    """The battery is too low to start."""

    type = "battery_empty"


class NotParked(StateError):
    """This is only possible in park."""

    type = "not_parked"


class StillMoving(StateError):
    """The car has to stand still for this gear."""

    type = "still_moving"


class SameSetting(StateError):
    """It is set so already."""

    type = "same_setting"


class DoorOpen(StateError):
    """A door is open that has to be closed."""

    type = "door_open"


class DoorLocked(StateError):
    """The door is locked."""

    type = "door_locked"


class ManualDoor(StateError):
    """Only a hand opens and closes this door."""

    type = "manual_door"


class CableConnected(StateError):
    """The charging cable is connected."""

    type = "cable_connected"


class ValetBarred(StateError):
    """A valet may not do this."""

    type = "valet_barred"


class DriverRestricted(StateError):
    """The driver may not use this mode."""

    type = "driver_restricted"


class NoChildLock(StateError):
    """Only rear doors have a child lock."""

    type = "no_child_lock"


class NoWindow(StateError):
    """The boot has no window that opens."""

    type = "no_window"


class ChildLocked(StateError):
    """The child lock keeps the window as it is."""

    type = "child_locked"


class EcoLimit(StateError):
    """Eco mode does not heat or cool that much."""

    type = "eco_limit"


class ChargeTooLow(StateError):
    """The battery holds too little for this."""

    type = "charge_too_low"


class OutOfRange(StateError):
    """A stop of the route would not be reached."""

    type = "out_of_range"


class NoRoute(StateError):
    """There is no route to change."""

    type = "no_route"


class AlreadyOnRoute(StateError):
    """The place is a stop of the route already."""

    type = "already_on_route"


class RouteFull(StateError):
    """The route has as many stops as it may."""

    type = "route_full"


class NotPlugged(StateError):
    """The charging cable is not connected."""

    type = "not_plugged"


class LimitReached(StateError):
    """The battery holds as much as it should already."""

    type = "limit_reached"


class NotCharging(StateError):
    """The car is not charging."""

    type = "not_charging"


class PressureOff(StateError):
    """Some tyre is too far from the pressure that it should have."""

    type = "pressure_off"
