"""What stands in which room: the devices and sensors that worlds choose from."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_servers.iot_devices.state import Capability, Floor, Kind, SensorKind

CAPABILITIES: dict[Kind, tuple[Capability, ...]] = {
    "light": ("power", "level"),
    "plug": ("power",),
    "heater": ("power", "level"),
    "appliance": ("power",),
    "blind": ("level",),
    "fan": ("power", "level"),
    "speaker": ("power", "level"),
    "tv": ("power", "level"),
    "camera": ("power",),
    "thermostat": ("temperature",),
    "lock": ("lock",),
}
COLORED: tuple[Capability, ...] = ("power", "level", "color")

WATTS: dict[Kind, tuple[int, ...]] = {
    "light": (8, 12, 18, 24),
    "plug": (60, 90, 150),
    "heater": (900, 1_200, 1_500),
    "appliance": (1_100, 1_400, 1_800),
    "fan": (35, 50),
    "speaker": (15, 25),
    "tv": (90, 140),
    "camera": (6,),
}
BREAKERS_WATTS = (2_300, 3_000, 3_600)
CIRCUITS = ("Kitchen", "Ground Floor", "Upper Floor", "Outbuildings")


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """A room: its name, in which {0}, {1} and {2} are people who live there, and what is in it."""

    name: str
    floor: Floor
    circuit: str
    devices: tuple[tuple[str, Kind], ...]
    sensors: tuple[tuple[str, SensorKind], ...]
    lock: str | None = None


_BEDROOM: tuple[tuple[str, Kind], ...] = (
    ("Ceiling Light", "light"),
    ("Left Bedside Lamp", "light"),
    ("Right Bedside Lamp", "light"),
    ("Window Blind", "blind"),
    ("Ceiling Fan", "fan"),
    ("Radiator", "thermostat"),
)
_OFFICE: tuple[tuple[str, Kind], ...] = (
    ("Ceiling Light", "light"),
    ("Desk Lamp", "light"),
    ("Window Blind", "blind"),
    ("Fan Heater", "heater"),
    ("Computer Plug", "plug"),
    ("Radiator", "thermostat"),
)
_BATHROOM: tuple[tuple[str, Kind], ...] = (
    ("Ceiling Light", "light"),
    ("Mirror Light", "light"),
    ("Towel Heater", "heater"),
    ("Exhaust Fan", "fan"),
    ("Floor Heating", "thermostat"),
)
_AIR: tuple[tuple[str, SensorKind], ...] = (
    ("Thermometer", "temperature"),
    ("Window Contact", "window"),
)
_DAMP: tuple[tuple[str, SensorKind], ...] = (
    ("Thermometer", "temperature"),
    ("Hygrometer", "humidity"),
    ("Leak Sensor", "leak"),
)

ROOMS = (
    RoomPlan(
        "Kitchen",
        "ground",
        "Kitchen",
        (
            ("Ceiling Light", "light"),
            ("Counter Light", "light"),
            ("Oven", "appliance"),
            ("Coffee Machine", "appliance"),
            ("Dishwasher", "appliance"),
            ("Kitchen Radio", "speaker"),
            ("Radiator", "thermostat"),
        ),
        (*_AIR, ("Leak Sensor", "leak"), ("Power Meter", "power")),
        "Back Door",
    ),
    RoomPlan(
        "Living Room",
        "ground",
        "Ground Floor",
        (
            ("Ceiling Light", "light"),
            ("Floor Lamp", "light"),
            ("Reading Lamp", "light"),
            ("Left Window Blind", "blind"),
            ("Right Window Blind", "blind"),
            ("Television", "tv"),
            ("Left Radiator", "thermostat"),
            ("Right Radiator", "thermostat"),
        ),
        (*_AIR, ("Air Quality Meter", "co2"), ("Brightness Meter", "light")),
        "Terrace Door",
    ),
    RoomPlan(
        "Hallway",
        "ground",
        "Ground Floor",
        (("Ceiling Light", "light"), ("Night Light", "light"), ("Entrance Camera", "camera")),
        (("Motion Sensor", "motion"), ("Power Meter", "power")),
        "Front Door",
    ),
    RoomPlan("Downstairs Bathroom", "ground", "Ground Floor", _BATHROOM, _DAMP),
    RoomPlan("{0}'s Office", "ground", "Ground Floor", _OFFICE, _AIR),
    RoomPlan("{0}'s Bedroom", "upper", "Upper Floor", _BEDROOM, _AIR),
    RoomPlan("{1}'s Bedroom", "upper", "Upper Floor", _BEDROOM, _AIR),
    RoomPlan(
        "{2}'s Office", "upper", "Upper Floor", _OFFICE, (*_AIR, ("Air Quality Meter", "co2"))
    ),
    RoomPlan("Upstairs Bathroom", "upper", "Upper Floor", _BATHROOM, _DAMP),
    RoomPlan(
        "Laundry",
        "upper",
        "Upper Floor",
        (("Ceiling Light", "light"), ("Washing Machine", "appliance"), ("Dryer", "appliance")),
        (*_DAMP, ("Power Meter", "power")),
    ),
    RoomPlan(
        "Attic",
        "upper",
        "Upper Floor",
        (("Attic Camera", "camera"),),
        (("Thermometer", "temperature"), ("Hygrometer", "humidity")),
    ),
    RoomPlan(
        "Garage",
        "outside",
        "Outbuildings",
        (("Work Light", "light"), ("Patio Heater", "heater"), ("Bench Plug", "plug")),
        (("Motion Sensor", "motion"), ("Thermometer", "temperature"), ("Power Meter", "power")),
        "Garage Door",
    ),
    RoomPlan(
        "Garden",
        "outside",
        "Outbuildings",
        (
            ("Path Lights", "light"),
            ("Tree Lights", "light"),
            ("Pond Pump", "plug"),
            ("Gate Camera", "camera"),
        ),
        (("Motion Sensor", "motion"), ("Brightness Meter", "light")),
        "Garden Gate",
    ),
)

VALUES: dict[SensorKind, tuple[int, int]] = {
    "temperature": (15, 27),
    "humidity": (35, 75),
    "light": (40, 900),
    "co2": (420, 1_400),
    "power": (80, 1_500),
}
"""Between what meters usually vary."""
BATTERY_SENSORS = ("door", "window", "motion", "leak")

SCENES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Movie Night", ("Living Room",)),
    ("Movie Afternoon", ("Living Room",)),
    ("Family Dinner", ("Kitchen", "Living Room")),
    ("Quick Breakfast", ("Kitchen",)),
    ("Good Morning {0}", ("{0}'s Bedroom", "Downstairs Bathroom")),
    ("Good Morning {1}", ("{1}'s Bedroom", "Upstairs Bathroom")),
    ("Goodnight {0}", ("{0}'s Bedroom", "Hallway")),
    ("Goodnight {1}", ("{1}'s Bedroom",)),
    ("Focus {0}", ("{0}'s Office",)),
    ("Focus {2}", ("{2}'s Office",)),
    ("Garden Party", ("Garden", "Garage")),
    ("Late Garden", ("Garden",)),
    ("Save Power", ()),
    ("Warm Up", ()),
)
"""Name, and the rooms whose devices it may set."""
