"""What a family has set up: scenes, schedules and automations."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from mcp_servers.iot_devices.automations import feeding
from mcp_servers.iot_devices.furniture import SCENES
from mcp_servers.iot_devices.schedules import conflicting
from mcp_servers.iot_devices.state import (
    Action,
    Automation,
    Days,
    Device,
    HomeState,
    Mode,
    Scene,
    Schedule,
    Sensor,
)

SCHEDULES = 12
MORNING = ("06:00", "06:30", "07:00", "07:30", "08:00")
EVENING = ("17:00", "18:30", "20:00", "21:30", "22:00", "22:30", "23:00")
EARLY = ("Good Morning", "Quick Breakfast", "Warm Up")
DAYS: tuple[Days, ...] = ("daily", "weekdays", "weekend", "monday", "friday", "saturday")
UNSET = ("camera", "lock", "appliance", "heater")
HEATING = {"Save Power": False, "Warm Up": True}
"""Scenes that switch all heaters."""
QUIET = ("Goodnight", "Movie", "Late")
TRIGGERS: tuple[tuple[str, str, str | None, tuple[int, int] | None], ...] = (
    ("Heat Alert", "temperature", "above", (25, 29)),
    ("Frost Guard", "temperature", "below", (5, 15)),
    ("Stuffy Air", "co2", "above", (900, 1_500)),
    ("Damp Air", "humidity", "above", (60, 80)),
    ("Dry Air", "humidity", "below", (30, 40)),
    ("Dusk", "light", "below", (30, 90)),
    ("Movement", "motion", None, None),
    ("Leak Alarm", "leak", None, None),
    ("Airing", "window", None, None),
)
"""Name, kind of sensor, direction and thresholds."""
MODES: tuple[tuple[str, Mode, str], ...] = (
    ("Leaving", "away", "Save Power"),
    ("Bedtime", "night", "Goodnight {0}"),
    ("Welcome Home", "home", "Family Dinner"),
)
"""Name, mode and scene."""


class Routines:
    """Writes scenes first, then what runs them.

    Args:
        state: furnished.
        rng: the source of chance.
        people: who lives there, for the names of scenes.
    """

    def __init__(self, state: HomeState, rng: random.Random, people: list[str]) -> None:
        self._state = state
        self._rng = rng
        self._people = people

    def write(self) -> None:
        """Adds scenes, schedules and automations."""
        offline = [d for d in self._state.devices if not d.online and d.on is not None]
        self._scene_of("Old Setup", offline[:2], on=True)
        heaters = self._state.devices.where(kind="heater")
        for name, rooms in self._rng.sample(SCENES, len(SCENES)):
            devices = [d for room in rooms for d in self._devices(room)]
            if name in HEATING:
                self._scene_of(name, heaters, on=HEATING[name])
            else:
                self._scene(name.format(*self._people), devices)
        self._add_schedules()
        automations = [*self._by_sensors(), *self._by_modes(), *self._load_guards()]
        for automation in self._rng.sample(automations, len(automations)):
            id = self._state.new_id("automations")
            self._state.automations.insert(replace(automation, id=id))

    def _devices(self, room: str) -> list[Device]:
        (found,) = self._state.rooms.where(name=room.format(*self._people))
        devices = self._state.devices.where(room_id=found.id)
        return [device for device in devices if device.kind not in UNSET]

    def _scene(self, name: str, devices: list[Device]) -> None:
        scene = self._state.scenes.insert(Scene(id=self._state.new_id("scenes"), name=name))
        count = self._rng.randrange(2, min(5, len(devices)) + 1)
        off = 0.75 if name.startswith(QUIET) else 0.25
        for device in self._rng.sample(devices, count):
            self._act(scene, device, on=self._rng.random() >= off)

    def _scene_of(self, name: str, devices: list[Device], on: bool) -> Scene:
        scene = self._state.scenes.insert(Scene(id=self._state.new_id("scenes"), name=name))
        for device in devices:
            self._act(scene, device, on)
        return scene

    def _act(self, scene: Scene, device: Device, on: bool) -> None:
        rng = self._rng
        has_level = "level" in device.capabilities and (on or device.kind == "blind")
        level = 10 * rng.randrange(1, 11) if on else 0
        self._state.actions.insert(
            Action(
                id=self._state.new_id("actions"),
                scene_id=scene.id,
                device_id=device.id,
                on=on if "power" in device.capabilities else None,
                level=(100 if device.kind == "heater" else level) if has_level else None,
                target_c=rng.randrange(17, 23) if device.kind == "thermostat" else None,
            )
        )

    def _add_schedules(self) -> None:
        scenes = list(self._state.scenes)
        while len(self._state.schedules) < SCHEDULES:
            scene, days = self._rng.choice(scenes), self._rng.choice(DAYS)
            time = self._rng.choice(MORNING if scene.name.startswith(EARLY) else EVENING)
            if not any(conflicting(self._state, scene.id, time, days)):
                id = self._state.new_id("schedules")
                self._state.schedules.insert(
                    Schedule(id=id, scene_id=scene.id, time=time, days=days)
                )

    def _by_sensors(self) -> Iterator[Automation]:
        """Yields one or two for each kind of trigger, and those of sensors that are offline."""
        for name, kind, direction, span in TRIGGERS:
            sensors = self._state.sensors.where(kind=kind)
            for sensor in self._rng.sample(sensors, self._rng.randrange(1, 3)):
                yield self._automation(name, sensor, direction, span)
        asleep = [s for s in self._state.sensors if not s.online]
        for sensor in asleep:
            span = (16, 24) if sensor.kind == "temperature" else None
            yield self._automation(
                f"Old {sensor.name} Rule", sensor, "above" if span else None, span
            )

    def _by_modes(self) -> Iterator[Automation]:
        for name, mode, scene_name in MODES:
            (scene,) = self._state.scenes.where(name=scene_name.format(*self._people))
            yield Automation(
                id="",
                name=name,
                scene_id=scene.id,
                enabled=self._rng.random() < 0.7,
                mode=mode,
            )

    def _automation(
        self, name: str, sensor: Sensor, direction: str | None, span: tuple[int, int] | None
    ) -> Automation:
        """Returns one that runs some scene; switched off where its sensor is offline."""
        rng = self._rng
        room = self._state.rooms.require(sensor.room_id).name
        return Automation(
            id="",
            name=f"{name} {room}",
            scene_id=rng.choice(self._state.scenes.ids()),
            enabled=sensor.online and rng.random() < 0.7,
            sensor_id=sensor.id,
            direction="above" if direction == "above" else "below" if direction else None,
            threshold=rng.randint(*span) if span else None,
            mode=rng.choice((None, None, "home", "away")),
        )

    def _load_guards(self) -> Iterator[Automation]:
        """Yields automations that switch the heaters off where a circuit draws much."""
        (saving,) = self._state.scenes.where(name="Save Power")
        for meter in self._state.sensors.where(kind="power"):
            if not feeding(self._state, meter, saving.id, "above"):
                circuit = self._state.circuits.require(meter.circuit_id or "")
                yield Automation(
                    id="",
                    name=f"Load Guard {circuit.name}",
                    scene_id=saving.id,
                    enabled=self._rng.random() < 0.8,
                    sensor_id=meter.id,
                    direction="above",
                    threshold=circuit.breaker_watts * 3 // 4 // 100 * 100,
                )
