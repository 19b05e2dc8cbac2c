"""The tools of the smart home: which there are, which of them write, and how each may fail.

One session is one home. The functions stand in looking.py, control.py, modes.py, sensing.py,
scenes.py, schedules.py, automations.py and energy.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.iot_devices import (
    automations,
    clock,
    control,
    energy,
    looking,
    modes,
    scenes,
    schedules,
    sensing,
)
from mcp_servers.iot_devices.failures import (
    AlarmArmed,
    AlreadySet,
    ApplianceOn,
    BatteryEmpty,
    CapabilityMissing,
    CircuitOverload,
    ClimateUnsupported,
    DeviceOff,
    DeviceOffline,
    DoorOpen,
    DoorUnlocked,
    NameTaken,
    NothingToSave,
    OpeningOpen,
    SceneInUse,
    SceneUnreachable,
    ScheduleConflict,
    SelfTriggering,
    SensorOffline,
    TargetOutOfRange,
    ThresholdOutOfRange,
    TooManySchedules,
    TriggerMismatch,
    UnattendedAppliance,
    VacationLimit,
    WindowOpen,
)
from mcp_servers.iot_devices.state import HomeState
from mcp_servers.iot_devices.world import make_world

server = ToolServer(
    "iot_devices",
    title="Smart home",
    instructions=(
        "The devices, sensors, scenes, schedules and automations of one home. Look up the ids of "
        "rooms, devices and scenes before you use them."
    ),
    state=HomeState,
    make_world=make_world,
)

server.read(looking.list_rooms)
server.read(looking.list_devices)
server.read(looking.search_devices)
server.read(looking.get_device)

server.write(
    raises=(CapabilityMissing, AlreadySet, DeviceOffline, CircuitOverload, UnattendedAppliance)
)(control.switch_device)
server.write(
    raises=(
        CapabilityMissing,
        AlreadySet,
        DeviceOffline,
        BatteryEmpty,
        CircuitOverload,
        UnattendedAppliance,
    )
)(control.set_level)
server.write(raises=(CapabilityMissing, AlreadySet, DeviceOffline, DeviceOff))(
    control.set_light_color
)
server.read(modes.get_climate)
server.write(
    raises=(
        CapabilityMissing,
        AlreadySet,
        DeviceOffline,
        ClimateUnsupported,
        TargetOutOfRange,
        WindowOpen,
        VacationLimit,
    )
)(control.set_thermostat)

server.read(modes.get_security)
server.write(
    raises=(CapabilityMissing, AlreadySet, DeviceOffline, BatteryEmpty, DoorOpen, AlarmArmed)
)(control.set_door_lock)
server.write(raises=(AlreadySet, DoorUnlocked, OpeningOpen, ApplianceOn))(modes.set_home_mode)

server.read(sensing.list_sensors)
server.read(sensing.get_sensor_history)
server.read(energy.get_energy_report)

server.read(scenes.list_scenes)
server.write(raises=(AlreadySet, SceneUnreachable, CircuitOverload, UnattendedAppliance))(
    scenes.activate_scene
)
server.write(raises=(NameTaken, NothingToSave))(scenes.save_scene)
server.write(destructive=True, raises=(SceneInUse,))(scenes.delete_scene)

server.read(schedules.list_schedules)
server.write(raises=(ScheduleConflict, TooManySchedules))(schedules.create_schedule)
server.write(destructive=True)(schedules.delete_schedule)

server.read(automations.list_automations)
server.write(
    raises=(NameTaken, TriggerMismatch, ThresholdOutOfRange, SelfTriggering),
)(automations.create_automation)
server.write(raises=(AlreadySet, SensorOffline))(automations.switch_automation)

server.debug(clock.advance_clock)
server.debug(clock.report_reading)
