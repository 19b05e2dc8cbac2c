"""Seeded worlds of the smart home: thirteen rooms of a family, with some sixty devices.

Many devices have the same name in other rooms. In every world some are offline, some batteries are
empty, and schedules or automations run most scenes; in most a window is open, a door unlocked, an
appliance on. In a quarter of the worlds nobody is home, and then all is closed, locked and off.
"""

from __future__ import annotations

from mcp_servers.core.worlds import World
from mcp_servers.iot_devices.furnishing import Furnishing
from mcp_servers.iot_devices.furniture import BREAKERS_WATTS, CIRCUITS, ROOMS
from mcp_servers.iot_devices.records import add_readings, add_usage
from mcp_servers.iot_devices.routines import Routines
from mcp_servers.iot_devices.state import (
    EMPTY_BATTERY,
    HAZARDS,
    UNATTENDED,
    VACATION_C,
    Circuit,
    HomeState,
    Mode,
)

MODES: tuple[Mode, ...] = ("home", "home", "home", "home", "home", "night", "away", "vacation")
MAY_BE_OFFLINE = ("light", "plug", "speaker", "tv", "fan")


def make_world(world: World) -> HomeState:
    """Returns the home of one family, the same for the same world."""
    state = HomeState(now=world.now)
    people = world.sample("first_name", 3)
    for name in CIRCUITS:
        breaker = world.rng.choice(BREAKERS_WATTS)
        circuit = Circuit(id=state.new_id("circuits"), name=name, breaker_watts=breaker)
        state.circuits.insert(circuit)
    for plan in world.rng.sample(ROOMS, len(ROOMS)):
        Furnishing(state, world.rng, plan, people).furnish()
    _open_some(state, world)
    _add_troubles(state, world)
    state.mode = world.rng.choice(MODES)
    _suit_the_mode(state)
    Routines(state, world.rng, people).write()
    add_readings(state, world.rng)
    add_usage(state, world.rng)
    return state


def _open_some(state: HomeState, world: World) -> None:
    """Opens some windows and doors."""
    for sensor in state.sensors.where(kind="window"):
        state.sensors.update(sensor.id, value=int(world.rng.random() < 0.2))
    for lock in state.devices.where(kind="lock", locked=False):
        if lock.contact_id is not None and world.rng.random() < 0.4:
            state.sensors.update(lock.contact_id, value=1)


def _add_troubles(state: HomeState, world: World) -> None:
    """Takes devices and sensors offline, and empties two batteries."""
    rng = world.rng
    for device in rng.sample([d for d in state.devices if d.kind in MAY_BE_OFFLINE], 5):
        state.devices.update(device.id, online=False)
    thermostat = rng.choice(state.devices.where(kind="thermostat"))
    state.devices.update(thermostat.id, online=False)
    blind = rng.choice(state.devices.where(kind="blind"))
    state.devices.update(blind.id, battery=rng.randrange(1, EMPTY_BATTERY))
    empty, offline = rng.sample(state.devices.where(kind="lock"), 2)
    _lock(state, empty.id)
    _lock(state, offline.id)
    state.devices.update(empty.id, battery=rng.randrange(1, EMPTY_BATTERY))
    state.devices.update(offline.id, online=False)
    for kind in ("temperature", "motion", "window"):
        sensor = rng.choice(state.sensors.where(kind=kind))
        state.sensors.update(sensor.id, online=False)


def _suit_the_mode(state: HomeState) -> None:
    """Brings the home into a state in which its mode could have been chosen."""
    if state.mode != "home":
        for lock in state.devices.where(kind="lock"):
            _lock(state, lock.id)
    if state.mode in UNATTENDED:
        for window in state.sensors.where(kind="window"):
            state.sensors.update(window.id, value=0)
        for device in state.devices:
            if device.kind in HAZARDS:
                state.devices.update(device.id, on=False)
    if state.mode == "vacation":
        for device in state.devices.where(kind="thermostat", climate="heat"):
            state.devices.update(device.id, target_c=min(device.target_c or 0, VACATION_C))


def _lock(state: HomeState, lock_id: str) -> None:
    lock = state.devices.update(lock_id, locked=True)
    if lock.contact_id is not None:
        state.sensors.update(lock.contact_id, value=0)
