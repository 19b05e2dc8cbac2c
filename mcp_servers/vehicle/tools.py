"""The tools of the vehicle server: which there are, which of them write, and how each may fail.

One session is one electric car. The functions stand in care.py, cabin.py, driving.py and
routing.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.vehicle import cabin, care, driving, routing
from mcp_servers.vehicle.failures import (
    AlreadyOff,
    AlreadyOnRoute,
    AlreadyRunning,
    BatteryEmpty,
    CableConnected,
    ChargeTooLow,
    ChildLocked,
    DoorLocked,
    DoorOpen,
    DriverRestricted,
    EcoLimit,
    KeyAbsent,
    LimitReached,
    ManualDoor,
    NoChildLock,
    NoRoute,
    NotCharging,
    NotParked,
    NotPlugged,
    NoWindow,
    OutOfRange,
    PressureOff,
    RouteFull,
    SameSetting,
    StillMoving,
    ValetBarred,
    VehicleOff,
)
from mcp_servers.vehicle.state import VehicleState
from mcp_servers.vehicle.world import make_world

server = ToolServer(
    "vehicle",
    title="Vehicle",
    instructions=(
        "One electric car: doors, climate, driving, charging, navigation. What may be done depends "
        "on whether it is on, in park, and for whom. Look up the ids of doors, zones, drivers and "
        "places before you use them."
    ),
    state=VehicleState,
    make_world=make_world,
)

server.read(care.get_status)
server.read(care.list_drivers)
server.read(care.list_tyres)
server.read(cabin.list_doors)
server.read(cabin.list_climate_zones)
server.read(routing.search_places)
server.read(routing.list_chargers)
server.read(routing.get_route)

server.write(raises=(AlreadyRunning, KeyAbsent, BatteryEmpty, DoorOpen))(driving.start_vehicle)
server.write(raises=(AlreadyOff, NotParked))(driving.switch_off)
server.write(raises=(VehicleOff, SameSetting, StillMoving, CableConnected, DoorOpen))(
    driving.shift_gear
)
server.write(raises=(VehicleOff, SameSetting, DriverRestricted, ChargeTooLow, OutOfRange))(
    driving.set_drive_mode
)
server.write(raises=(NotParked, ValetBarred, SameSetting, DoorOpen, DoorLocked, ManualDoor))(
    cabin.operate_door
)
server.write(raises=(VehicleOff, NoChildLock, SameSetting))(cabin.set_child_lock)
server.write(raises=(VehicleOff, NoWindow, SameSetting, ChildLocked))(cabin.set_window)
server.write(raises=(SameSetting, EcoLimit, DoorOpen, ChargeTooLow))(cabin.set_temperature)
server.write(raises=(VehicleOff, SameSetting, ValetBarred, OutOfRange))(routing.navigate_to)
server.write(
    raises=(VehicleOff, NoRoute, AlreadyOnRoute, RouteFull, ValetBarred, OutOfRange),
)(routing.add_stop)
server.write(raises=(NotPlugged, LimitReached, SameSetting, NotCharging))(care.set_charging)
server.write(raises=(VehicleOff, NotParked, SameSetting, PressureOff))(care.calibrate_tyres)

server.debug(driving.set_speed)
