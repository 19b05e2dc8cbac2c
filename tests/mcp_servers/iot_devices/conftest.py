"""A small home made by hand, and calls on it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.iot_devices.state import (
    Action,
    Circuit,
    Device,
    HomeState,
    Room,
    Scene,
    Sensor,
)
from mcp_servers.iot_devices.tools import server

NOW = datetime(2026, 3, 18, 10, 30)  # a Wednesday
DEVICES: dict[str, dict[str, Any]] = {
    "light": {"name": "Ceiling Light", "room_id": "ROOM-0001", "kind": "light", "watts": 20}
    | {"capabilities": ("power", "level", "color"), "on": False, "level": 50, "color": "blue"},
    "oven": {"name": "Oven", "room_id": "ROOM-0001", "kind": "appliance", "watts": 1_800}
    | {"capabilities": ("power",), "on": False},
    "coffee": {"name": "Coffee Machine", "room_id": "ROOM-0001", "kind": "appliance"}
    | {"capabilities": ("power",), "on": False, "watts": 500},
    "lock": {"name": "Back Door", "room_id": "ROOM-0001", "kind": "lock", "battery": 50}
    | {"capabilities": ("lock",), "locked": False, "contact_id": "SEN-0001"},
    "lamp": {"name": "Desk Lamp", "room_id": "ROOM-0002", "kind": "light", "watts": 10}
    | {"capabilities": ("power", "level"), "on": True, "level": 40},
    "blind": {"name": "Window Blind", "room_id": "ROOM-0002", "kind": "blind", "battery": 50}
    | {"capabilities": ("level",), "level": 30},
    "radiator": {"name": "Radiator", "room_id": "ROOM-0002", "kind": "thermostat", "min_c": 5}
    | {"capabilities": ("temperature",), "target_c": 16, "climate": "heat", "max_c": 24}
    | {"climates": ("off", "heat")},
    "camera": {"name": "Attic Camera", "room_id": "ROOM-0003", "kind": "camera", "watts": 6}
    | {"capabilities": ("power",), "on": True},
    "heater": {"name": "Fan Heater", "room_id": "ROOM-0002", "kind": "heater", "watts": 2_000}
    | {"capabilities": ("power", "level"), "on": False, "level": 50},
}
DEV = {key: f"DEV-{number:04d}" for number, key in enumerate(DEVICES, 1)}
SENSORS: tuple[dict[str, Any], ...] = (
    {"name": "Back Door Contact", "room_id": "ROOM-0001", "kind": "door", "value": 0},
    {"name": "Window Contact", "room_id": "ROOM-0002", "kind": "window", "value": 0},
    {"name": "Thermometer", "room_id": "ROOM-0002", "kind": "temperature", "value": 20},
    {"name": "Power Meter", "room_id": "ROOM-0001", "kind": "power", "value": 0}
    | {"circuit_id": "CIR-0001"},
)
DOOR, WINDOW, THERMOMETER, METER = (f"SEN-{number:04d}" for number in range(1, 5))
SCENES: dict[str, tuple[dict[str, Any], ...]] = {
    "Work": (
        {"device_id": DEV["lamp"], "on": True, "level": 80},
        {"device_id": DEV["blind"], "level": 60},
    ),
    "Baking": ({"device_id": DEV["oven"], "on": True}, {"device_id": DEV["light"], "on": True}),
    "All Off": ({"device_id": DEV["oven"], "on": False}, {"device_id": DEV["light"], "on": False}),
}
WORK, BAKING, ALL_OFF = (f"SCN-{number:04d}" for number in range(1, 4))


@pytest.fixture
def home() -> HomeState:
    """Kitchen and office on two circuits, and an attic with nothing but a camera."""
    state = HomeState(now=NOW)
    for name in ("Kitchen", "Upper Floor"):
        state.circuits.insert(Circuit(id=state.new_id("circuits"), name=name, breaker_watts=2_100))
    for name, circuit in (("Kitchen", 1), ("Ana's Office", 2), ("Attic", 2)):
        row = {"floor": "ground" if circuit == 1 else "upper", "circuit_id": f"CIR-000{circuit}"}
        state.rooms.insert(Room(id=state.new_id("rooms"), name=name, **row))  # type: ignore[arg-type]
    for device in DEVICES.values():
        state.devices.insert(Device(id=state.new_id("devices"), **device))
    for sensor in SENSORS:
        state.sensors.insert(Sensor(id=state.new_id("sensors"), **sensor))
    for name, actions in SCENES.items():
        scene = state.scenes.insert(Scene(id=state.new_id("scenes"), name=name))
        for action in actions:
            state.actions.insert(Action(id=state.new_id("actions"), scene_id=scene.id, **action))
    return state


@pytest.fixture
def call(home: HomeState) -> Call:
    return caller(server, home)


@pytest.fixture
def refused(home: HomeState) -> Refused:
    return refuser(server, home)
