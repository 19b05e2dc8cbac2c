"""Worlds: splits, pools, and the same world everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime

import pytest
from tally_server import TallyState, server

from mcp_servers.core.catalog import load
from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import is_held_out, pool
from mcp_servers.core.tools import ToolServer
from mcp_servers.core.worlds import SPLITS, World, keyed_random, made_world, split_of

KINDS = ("first_name", "last_name", "company", "city", "street", "job", "country", "color")


@pytest.mark.parametrize(
    ("seed", "split"),
    [
        (0, "train"),
        (899, "train"),
        (900, "development"),
        (999, "development"),
        (1000, "heldout"),
        (1099, "heldout"),
    ],
)
def test_splits(seed, split):
    assert split_of(seed) == split


@pytest.mark.parametrize("seed", [-1, 1100])
def test_a_seed_out_of_range_names_the_ranges(seed):
    with pytest.raises(ValueError, match=f"seed {seed}; .*train 0-899.*heldout 1000-1099"):
        split_of(seed)
    with pytest.raises(ValueError, match="there are"):
        World(seed, "tally")


@pytest.mark.parametrize("kind", KINDS)
def test_pools_are_disjoint_and_about_a_fifth_is_held_out(kind):
    train, held_out = set(pool(kind)), set(pool(kind, held_out=True))
    assert not train & held_out
    assert 0.1 < len(held_out) / len(train | held_out) < 0.3


def test_an_unknown_pool_names_those_there_are():
    with pytest.raises(ValueError, match="no pool 'dogs'; there are: city, color"):
        pool("dogs")


@pytest.mark.parametrize("seed", [0, 950, 1050])
def test_worlds_draw_training_names_unless_everything_is_new(seed):
    names = World(seed, "tally").pool("first_name")
    assert names == pool("first_name")
    assert not any(map(is_held_out, names))


def test_everything_new_draws_held_out_names_only():
    world = World(1050, "tally", everything_new=True)
    assert all(is_held_out(name) for name in world.pool("last_name"))
    first, last = world.people(1)[0].split()
    assert is_held_out(first)
    assert is_held_out(last)


@pytest.mark.parametrize("seed", [0, 950])
def test_everything_new_is_refused_where_it_would_leak(seed):
    with pytest.raises(ValueError, match="everything_new needs a held-out world"):
        World(seed, "tally", everything_new=True)


def test_people_share_no_part_of_their_names():
    names = [name.split() for name in World(4, "tally").people(50)]
    assert len({first for first, _ in names}) == len({last for _, last in names}) == 50


def test_servers_of_one_seed_draw_apart_but_share_the_date():
    one, two = World(7, "banking"), World(7, "email")
    assert one.rng.random() != two.rng.random()
    assert one.now == two.now
    assert len({World(seed, "email").now for seed in range(50)}) > 40


def test_now_is_a_quarter_of_an_hour_of_a_working_day():
    for seed in range(200):
        now = World(seed, "tally").now
        assert now.weekday() < 5
        assert 8 <= now.hour < 18
        assert (now.minute % 15, now.second, now.microsecond) == (0, 0, 0)


def test_keys_of_generators_do_not_run_together():
    assert keyed_random("ab", "c").random() != keyed_random("a", "bc").random()
    assert keyed_random("a", 1).random() == keyed_random("a", 1).random()


def test_a_made_world_is_cached_and_never_changed():
    world = made_world(server, 5)
    assert made_world(server, 5) is world
    assert made_world(server, 6) is not world


def test_a_world_of_another_type_is_refused():
    wrong = ToolServer("wrong", "W", "W.", TallyState, lambda world: world)  # type: ignore
    with pytest.raises(TypeError, match="not a TallyState"):
        made_world(wrong, 0)


def test_a_mutable_world_is_refused():
    def make(world: World) -> TallyState:
        return TallyState(now=world.now, folder=[])  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="folder is not immutable"):
        made_world(ToolServer("wrong", "W", "W.", TallyState, make), 0)


CODE = """
from mcp_servers.core.catalog import load
from mcp_servers.core.hashing import state_hash
from mcp_servers.core.worlds import made_world
mock = load("mock")
print(state_hash(made_world(mock, 3)), state_hash(made_world(mock, 1003, True)))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_a_world_is_the_same_in_every_process(hash_seed):
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True
    )
    mock = load("mock")
    here = [state_hash(made_world(mock, 3)), state_hash(made_world(mock, 1003, True))]
    assert done.stdout.split() == here


def test_the_clock_of_this_machine_plays_no_part():
    assert World(0, "tally").now == World(0, "mock").now != datetime.now()
    assert set(SPLITS) == {"train", "development", "heldout"}
