"""Why the hub refuses a call that is well formed: one type for each rule.

Every message names what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class CapabilityMissing(StateError):
    """The device cannot do that."""

    type = "capability_missing"


class DeviceOffline(StateError):
    """The hub does not reach the device."""

    type = "device_offline"


class DeviceOff(StateError):
    """The light has to be on for that."""

    type = "device_off"


class AlreadySet(StateError):
    """Everything is as asked for already."""

    type = "already_set"


class BatteryEmpty(StateError):
    """The battery is too weak for the motor."""

    type = "battery_empty"


class CircuitOverload(StateError):
    """The breaker of the circuit would trip."""

    type = "circuit_overload"


class UnattendedAppliance(StateError):
    """Heaters and appliances stay off while nobody is home."""

    type = "unattended_appliance"


class WindowOpen(StateError):
    """A window of the room stands open."""

    type = "window_open"


class ClimateUnsupported(StateError):
    """The thermostat lacks that mode."""

    type = "climate_unsupported"


class TargetOutOfRange(StateError):
    """The thermostat cannot be set to that temperature."""

    type = "target_out_of_range"


class VacationLimit(StateError):
    """Nothing heats to more than that while the home is on vacation."""

    type = "vacation_limit"


class DoorOpen(StateError):
    """A lock cannot close while its door stands open."""

    type = "door_open"


class AlarmArmed(StateError):
    """Nothing is unlocked while the alarm is armed."""

    type = "alarm_armed"


class OpeningOpen(StateError):
    """A door or window is open."""

    type = "opening_open"


class DoorUnlocked(StateError):
    """A door is not locked."""

    type = "door_unlocked"


class ApplianceOn(StateError):
    """A heater or appliance is on."""

    type = "appliance_on"


class SceneUnreachable(StateError):
    """None of the devices of the scene can be set now."""

    type = "scene_unreachable"


class SceneInUse(StateError):
    """A schedule or an automation runs the scene."""

    type = "scene_in_use"


class NameTaken(StateError):
    """Another one has that name."""

    type = "name_taken"


class NothingToSave(StateError):
    """No device of the room has settings that a scene could keep."""

    type = "nothing_to_save"


class ScheduleConflict(StateError):
    """Another schedule sets the same device at the same time."""

    type = "schedule_conflict"


class TooManySchedules(StateError):
    """The hub holds no more schedules."""

    type = "too_many_schedules"


class TriggerMismatch(StateError):
    """The sensor cannot trigger in that way."""

    type = "trigger_mismatch"


class ThresholdOutOfRange(StateError):
    """The sensor never shows that value."""

    type = "threshold_out_of_range"


class SelfTriggering(StateError):
    """The scene would set the automation off again."""

    type = "self_triggering"


class SensorOffline(StateError):
    """The hub does not reach the sensor."""

    type = "sensor_offline"
