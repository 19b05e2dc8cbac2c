"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.maps.state import MOST_TRIPS
from mcp_servers.maps.tools import server

WORLDS = range(0, 1100, 220)
CALLS = 120


def story(explorer: Explorer) -> None:
    """Plans until no more trips may be planned, fills trips and empties them again."""
    place_id = explorer.call("geocode", address="1").result["addresses"][0]["place_id"]
    day = explorer.now.date().isoformat()
    for n in range(MOST_TRIPS + 1):
        explorer.call("create_trip", name=f"Tour {n}", date=day, start_place_id=place_id)
    trips = explorer.call("list_trips", limit=50).result["trips"]
    explorer.call("list_trips", when="past")
    lists = explorer.call("list_lists").result["lists"]
    for fragment in "aeiou":
        explorer.call("search_places", query=fragment, limit=50)
    for trip in trips:
        for place_id in explorer.memory.ids["place"]:
            explorer.call("add_stop", trip_id=trip["trip_id"], place_id=place_id, arrive_at="12:45")
    for stop_id in explorer.memory.ids["stop"]:
        explorer.call("remove_stop", stop_id=stop_id)
    for place_id in explorer.memory.ids["place"]:
        explorer.call("report_road", place_id=place_id, kind="flooding")
        explorer.call("save_place", place_id=place_id, list_id=lists[0]["list_id"])


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)


def test_every_write_can_fail_on_account_of_the_state():
    assert all(tool.raises for tool in server.tools.values() if not tool.is_read)
