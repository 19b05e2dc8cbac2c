"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.vehicle.tools import server

WORLDS = range(0, 1100, 40)
CALLS = 120


def story(explorer: Explorer) -> None:
    """What chance seldom hits: each driver with all doors, many places, and a route that is full.

    The boot is opened first, which keeps a valet from starting and the car in park.
    """
    for query in ("private", "a"):
        explorer.call("search_places", query=query, limit=20)
    drivers = explorer.call("list_drivers").result["drivers"]
    doors = [row["door_id"] for row in explorer.call("list_doors").result["doors"]]
    for action in ("unlock", "open"):
        explorer.call("operate_door", door_id=doors[-1], action=action)
    for action in ("stop", "stop", "start", "start"):
        for limit in (50, 100):
            explorer.call("set_charging", action=action, limit_percent=limit)
    zone_id = explorer.call("list_climate_zones").result["zones"][0]["zone_id"]
    for row in reversed(drivers):
        explorer.call("start_vehicle", driver_id=row["driver_id"])
        explorer.call("shift_gear", gear="drive")
        explorer.call("calibrate_tyres", load="full")
        explorer.call("shift_gear", gear="park")
        _try_doors(explorer, doors)
        _try_routes(explorer)
        explorer.call("switch_off")
        for celsius in (22, 26):
            explorer.call("set_temperature", zone_id=zone_id, celsius=celsius)


def _try_doors(explorer: Explorer, doors: list[str]) -> None:
    for door_id in doors:
        for action in ("unlock", "open", "lock", "close"):
            explorer.call("operate_door", door_id=door_id, action=action)


def _try_routes(explorer: Explorer) -> None:
    places = explorer.memory.ids["place"]
    explorer.call("set_drive_mode", mode="eco")
    for place_id in places[:8]:
        explorer.call("navigate_to", place_id=place_id)
        explorer.call("navigate_to", place_id=place_id)
    for n, place_id in enumerate(places):
        explorer.call("add_stop", place_id=place_id, order="next" if n % 2 else "last")
    for mode in ("sport", "snow"):
        explorer.call("set_drive_mode", mode=mode)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)


def test_every_write_can_fail_on_account_of_the_state():
    assert all(tool.raises for tool in server.tools.values() if not tool.is_read)
