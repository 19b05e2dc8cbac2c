"""Generated worlds: sound, repeatable, with things that need a look to tell apart."""

from __future__ import annotations

from collections import Counter

import pytest
from iot_devices_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.worlds import World
from mcp_servers.iot_devices.state import METERS, HomeState
from mcp_servers.iot_devices.tools import server
from mcp_servers.iot_devices.world import make_world

SEEDS = range(0, 1100, 60)


@pytest.fixture(scope="module")
def worlds() -> list[HomeState]:
    return [make_world(World(seed, "iot_devices")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "iot_devices"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_there_is_enough_to_choose_from(worlds):
    for state in worlds:
        assert len(state.rooms) == 13
        assert len(state.devices) >= 60
        assert len(state.sensors) >= 35
        assert len(state.scenes) >= 12
        assert len(state.schedules) == 12
        assert len(state.automations) >= 15


def test_many_devices_share_their_name_with_others(worlds):
    for state in worlds:
        names = Counter(device.name for device in state.devices)
        assert sum(count for count in names.values() if count > 1) >= 30


def test_newest_reading_is_what_the_sensor_shows(worlds):
    for state in worlds:
        now = state.now.isoformat(timespec="minutes")
        for sensor in state.sensors:
            readings = state.readings.where(sensor_id=sensor.id)
            assert readings == sorted(readings, key=lambda row: row.at)
            assert readings[-1].at <= now
            assert sensor.circuit_id is not None or readings[-1].value == sensor.value
            assert sensor.kind not in METERS or len(readings) >= 12


def test_troubles_are_common(worlds):
    for find in (
        lambda s: s.devices.where(online=False),
        lambda s: s.sensors.where(online=False),
        lambda s: s.automations.where(enabled=False),
        lambda s: [d for d in s.devices if d.battery is not None and d.battery < 5],
    ):
        assert all(find(state) for state in worlds)
    modes = Counter(state.mode for state in worlds)
    assert modes["home"] >= len(worlds) / 3
    assert len(modes) >= 3


def test_default_results_are_short(worlds):
    for state in worlds[:5]:
        for name, tool in server.tools.items():
            if tool.is_read and not tool.spec.parameters.get("required"):
                assert len(str(tool.call(state, {}))) < 1_300, name


def test_everything_new_draws_names_from_the_held_out_pools():
    seen = set(pool("first_name"))
    for seed in range(1000, 1010):
        state = make_world(World(seed, "iot_devices", everything_new=True))
        check_invariants(state)
        people = {room.name.split("'")[0] for room in state.rooms if "'" in room.name}
        assert len(people) == 3
        assert not people & seen
