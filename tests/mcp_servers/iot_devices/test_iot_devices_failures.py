"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.iot_devices.tools import server

WORLDS = range(0, 1100, 60)
CALLS = 120
ANY = ("device", "thermostat", "lock")


def story(explorer: Explorer) -> None:
    """Looks into every room, then tries what chance seldom does."""
    _look_everywhere(explorer)
    ids = {entity: list(found) for entity, found in explorer.memory.ids.items()}
    _operate(explorer, ids)
    for scene_id in ids["scene"]:
        explorer.call("activate_scene", scene_id=scene_id)
        explorer.call("delete_scene", scene_id=scene_id)
    _automate(explorer, ids)
    for hour in range(24):
        explorer.call("create_schedule", scene_id=ids["scene"][0], time=f"{hour:02d}:01")
    for room_id in ids["room"]:
        explorer.call("save_scene", name=f"Kept {room_id}", room_id=room_id)
    for lock_id in ids["lock"]:
        explorer.call("set_door_lock", lock_id=lock_id, action="lock")
    for mode in ("away", "vacation", "night", "home"):
        explorer.call("set_home_mode", mode=mode)
        _operate(explorer, ids)


def _look_everywhere(explorer: Explorer) -> None:
    explorer.call("list_rooms", limit=50)
    for tool in ("get_climate", "list_scenes", "list_automations", "list_schedules"):
        explorer.call(tool, limit=50)
    for room_id in list(explorer.memory.ids["room"]):
        explorer.call("list_devices", room_id=room_id)
        explorer.call("list_sensors", room_id=room_id)


def _operate(explorer: Explorer, ids: dict[str, list[str]]) -> None:
    for device_id in ids["device"]:
        explorer.call("set_level", device_id=device_id, percent=100)
        explorer.call("switch_device", device_id=device_id, power="on")
        explorer.call("set_light_color", device_id=device_id, color="pink")
    for thermostat_id in (*ids["thermostat"], ids["device"][0]):
        explorer.call("set_thermostat", thermostat_id=thermostat_id, target_c=24, mode="heat")
        explorer.call("set_thermostat", thermostat_id=thermostat_id, target_c=35)
        explorer.call("set_thermostat", thermostat_id=thermostat_id, target_c=20, mode="cool")
    for lock_id in (*ids["lock"], ids["device"][0]):
        explorer.call("set_door_lock", lock_id=lock_id, action="unlock")
        explorer.call("set_door_lock", lock_id=lock_id, action="lock")


def _automate(explorer: Explorer, ids: dict[str, list[str]]) -> None:
    for automation_id in ids["automation"]:
        explorer.call("switch_automation", automation_id=automation_id, enabled="on")
    for i, sensor_id in enumerate(ids["sensor"]):
        for j, scene_id in enumerate(ids["scene"][:3]):
            new = {"sensor_id": sensor_id, "scene_id": scene_id, "name": f"Rule {i} {j}"}
            explorer.call("create_automation", **new, threshold=900, direction="below")


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)


def test_nearly_every_write_can_fail_on_account_of_the_state():
    safe = {n for n, tool in server.tools.items() if not tool.is_read and not tool.raises}
    assert safe == {"delete_schedule"}
