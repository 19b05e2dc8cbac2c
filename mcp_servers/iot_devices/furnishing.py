"""Puts devices and sensors into one room of a world."""

from __future__ import annotations

import random
from dataclasses import replace

from mcp_servers.iot_devices import engine
from mcp_servers.iot_devices.furniture import (
    BATTERY_SENSORS,
    CAPABILITIES,
    COLORED,
    VALUES,
    WATTS,
    RoomPlan,
)
from mcp_servers.iot_devices.state import (
    Climate,
    Color,
    Device,
    HomeState,
    Kind,
    Room,
    Sensor,
    SensorKind,
)

COLORS: tuple[Color, ...] = ("warm_white", "warm_white", "cool_white", "orange", "blue")
HEATING: tuple[Climate, ...] = ("off", "heat")
COOLING: tuple[Climate, ...] = ("off", "heat", "cool")


class Furnishing:
    """Adds one room with what its plan names.

    Args:
        state: has the circuits.
        rng: the source of chance.
        plan: what is in the room.
        people: who lives in the home, for the names of rooms.
    """

    def __init__(
        self, state: HomeState, rng: random.Random, plan: RoomPlan, people: list[str]
    ) -> None:
        self._state = state
        self._rng = rng
        self._plan = plan
        (self._circuit,) = state.circuits.where(name=plan.circuit)
        self._room = state.rooms.insert(
            Room(
                id=state.new_id("rooms"),
                name=plan.name.format(*people),
                floor=plan.floor,
                circuit_id=self._circuit.id,
            )
        )

    def furnish(self) -> None:
        """Adds devices, sensors and the lock, if any."""
        for name, kind in self._plan.devices:
            self._state.devices.insert(self._device(name, kind))
        for name, sensor_kind in self._plan.sensors:
            self._add_sensor(name, sensor_kind)
        if self._plan.lock is not None:
            self._add_lock(self._plan.lock)

    def _device(self, name: str, kind: Kind) -> Device:
        rng = self._rng
        device = Device(
            id=self._state.new_id("devices"),
            name=name,
            room_id=self._room.id,
            kind=kind,
            capabilities=CAPABILITIES[kind],
            watts=rng.choice(WATTS.get(kind, (0,))),
        )
        if kind == "thermostat":
            return self._thermostat(device)
        if kind == "blind":
            return replace(device, level=10 * rng.randrange(11), battery=rng.randrange(20, 100))
        return self._switchable(device)

    def _switchable(self, device: Device) -> Device:
        """Returns it with settings, switched on only where its circuit carries that."""
        rng = self._rng
        if device.kind == "light" and rng.random() < 0.55:
            device = replace(device, capabilities=COLORED, color=rng.choice(COLORS))
        if "level" in device.capabilities:
            device = replace(device, level=10 * rng.randrange(1, 11))
        device = replace(device, on=rng.random() < 0.45)
        drawn = engine.loads(self._state)[self._circuit.id] + engine.draw_watts(device)
        return device if drawn <= self._circuit.breaker_watts else replace(device, on=False)

    def _thermostat(self, device: Device) -> Device:
        rng = self._rng
        floor = device.name == "Floor Heating"
        climates = HEATING if floor or rng.random() < 0.6 else COOLING
        return replace(
            device,
            target_c=rng.randrange(18, 24),
            climate=rng.choice((*climates, "heat")),
            climates=climates,
            min_c=10 if floor else 5,
            max_c=rng.choice((24, 26)) if floor else 30,
        )

    def _add_sensor(self, name: str, kind: SensorKind) -> Sensor:
        rng = self._rng
        low, high = VALUES.get(kind, (0, 0))
        return self._state.sensors.insert(
            Sensor(
                id=self._state.new_id("sensors"),
                name=name,
                room_id=self._room.id,
                kind=kind,
                value=0 if kind == "power" else rng.randint(low, high),
                battery=rng.randrange(8, 100) if kind in BATTERY_SENSORS else None,
                circuit_id=self._circuit.id if kind == "power" else None,
            )
        )

    def _add_lock(self, name: str) -> None:
        contact = self._add_sensor(f"{name} Contact", "door")
        self._state.devices.insert(
            Device(
                id=self._state.new_id("devices"),
                name=name,
                room_id=self._room.id,
                kind="lock",
                capabilities=CAPABILITIES["lock"],
                battery=self._rng.randrange(20, 100),
                locked=self._rng.random() < 0.75,
                contact_id=contact.id,
            )
        )
