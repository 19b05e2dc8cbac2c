"""The tables of one smart home, and what always holds of them.

Temperatures are whole degrees Celsius, power is watts, energy watt-hours, times ISO strings.
Invariants, in every world and after every call:

1. What is switched on at a circuit never draws more than its breaker carries.
2. A device has exactly the settings of its capabilities: a level of 1 to 100 where it can also be
   switched off, of 0 to 100 where it cannot (blinds); a target within its own range; a climate mode
   that it has.
3. While nobody is home (away, vacation) every door is locked and no heater or appliance is on; on
   vacation nothing heats to more than `VACATION_C`.
4. A door that is locked is closed.
5. Names of scenes are unique, those of automations too, those of devices within a room.
6. A scene sets at least one device and each at most once, only to what the device can do, and no
   lock, camera or device without settings.
7. Schedules of the same minute on a common day set no device in common; there are at most
   `MOST_SCHEDULES`.
8. The trigger of an automation fits its sensor: a threshold within the scale of a meter, none for a
   detector. No automation on the power of a circuit feeds what triggers it.
9. No call changes a device that is offline. References resolve; a call that fails leaves everything
   as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MOST_SCHEDULES = 20
VACATION_C = 17
EMPTY_BATTERY = 5
"""Per cent; with less a motor does not move."""
MOST_CASCADES = 3
"""How often automations may set off others."""

Floor = Literal["ground", "upper", "outside"]
Kind = Literal[
    "light",
    "plug",
    "heater",
    "appliance",
    "blind",
    "fan",
    "speaker",
    "tv",
    "camera",
    "thermostat",
    "lock",
]
Capability = Literal["power", "level", "color", "temperature", "lock"]
Color = Literal["warm_white", "cool_white", "red", "orange", "green", "blue", "purple", "pink"]
Climate = Literal["off", "heat", "cool"]
Mode = Literal["home", "night", "away", "vacation"]
SensorKind = Literal[
    "temperature", "humidity", "light", "co2", "power", "door", "window", "motion", "leak"
]
Direction = Literal["above", "below"]
Days = Literal[
    "daily",
    "weekdays",
    "weekend",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
]

HAZARDS = ("heater", "appliance")
"""Kinds that must not run where nobody is home."""
UNATTENDED = ("away", "vacation")


@dataclass(frozen=True, slots=True)
class Scale:
    """What a meter can show: its unit, and the lowest and highest value."""

    unit: str
    low: int
    high: int


METERS: dict[str, Scale] = {
    "temperature": Scale("°C", -30, 60),
    "humidity": Scale("%", 0, 100),
    "light": Scale("lux", 0, 20_000),
    "co2": Scale("ppm", 300, 5_000),
    "power": Scale("W", 0, 10_000),
}
DETECTORS: dict[str, tuple[str, str]] = {
    "door": ("closed", "open"),
    "window": ("closed", "open"),
    "motion": ("still", "motion"),
    "leak": ("dry", "wet"),
}
"""What 0 and 1 mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circuit:
    """What one breaker protects."""

    id: str
    name: str
    breaker_watts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A room, or the garden."""

    id: str
    name: str
    floor: Floor
    circuit_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Something that can be set; fields of capabilities that it lacks are None.

    `watts` is the most that it draws, `contact_id` the contact of the door that a lock locks.
    """

    id: str
    name: str
    room_id: str
    kind: Kind
    capabilities: tuple[Capability, ...]
    watts: int = 0
    online: bool = True
    battery: int | None = None
    on: bool | None = None
    level: int | None = None
    color: Color | None = None
    target_c: int | None = None
    climate: Climate | None = None
    climates: tuple[Climate, ...] = ()
    min_c: int = 0
    max_c: int = 0
    locked: bool | None = None
    contact_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """Something that measures; the value of a power meter is what its circuit draws."""

    id: str
    name: str
    room_id: str
    kind: SensorKind
    value: int
    online: bool = True
    battery: int | None = None
    circuit_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a sensor showed at some time."""

    id: str
    sensor_id: str
    at: str
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A named set of settings."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What a scene sets at one device; None is left as it is."""

    id: str
    scene_id: str
    device_id: str
    on: bool | None = None
    level: int | None = None
    target_c: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Runs a scene at a time of day."""

    id: str
    scene_id: str
    time: str
    days: Days


@dataclass(frozen=True, slots=True, kw_only=True)
class Automation:
    """Runs a scene when a sensor crosses a threshold or detects something, or at a change of mode.

    With a sensor `mode` is the only mode in which it runs; without one it is the trigger.
    """

    id: str
    name: str
    scene_id: str
    enabled: bool
    sensor_id: str | None = None
    direction: Direction | None = None
    threshold: int | None = None
    mode: Mode | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a device used on one day."""

    id: str
    device_id: str
    date: str
    watt_hours: int


@dataclass
class HomeState(State):
    """Everything that the hub knows of the home."""

    mode: Mode = "home"
    circuits: Table[Circuit] = table(Circuit, "CIR")
    rooms: Table[Room] = table(Room, "ROOM")
    devices: Table[Device] = table(Device, "DEV")
    sensors: Table[Sensor] = table(Sensor, "SEN")
    readings: Table[Reading] = table(Reading, "RDG")
    scenes: Table[Scene] = table(Scene, "SCN")
    actions: Table[Action] = table(Action, "ACT")
    schedules: Table[Schedule] = table(Schedule, "SCH")
    automations: Table[Automation] = table(Automation, "AUT")
    usage: Table[Usage] = table(Usage, "USE")
