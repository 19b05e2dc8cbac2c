"""Scenes, schedules and automations, and the look-ups on sensors and energy."""

from __future__ import annotations

from iot_devices_invariants import check_invariants

from mcp_servers.iot_devices.state import MOST_SCHEDULES, Reading, Usage

LIGHT, OVEN, COFFEE, LOCK, LAMP, BLIND, RADIATOR, CAMERA, HEATER = (
    f"DEV-{number:04d}" for number in range(1, 10)
)
DOOR, WINDOW, THERMOMETER, METER = (f"SEN-{number:04d}" for number in range(1, 5))
KITCHEN, OFFICE, ATTIC = (f"ROOM-{number:04d}" for number in range(1, 4))
WORK, BAKING, ALL_OFF = (f"SCN-{number:04d}" for number in range(1, 4))


def on(home, *ids) -> list[bool]:
    return [home.devices.require(id).on for id in ids]


def test_scene_sets_all_its_devices(call, home, refused):
    assert call("activate_scene", scene_id=WORK) == {"scene_id": WORK, "changed": 2}
    assert (home.devices.require(LAMP).level, home.devices.require(BLIND).level) == (80, 60)
    refused("already_set", "activate_scene", scene_id=WORK)
    check_invariants(home)


def test_scene_leaves_out_what_cannot_be_set(call, home, refused):
    home.devices.update(BLIND, battery=1)
    report = call("activate_scene", scene_id=WORK)
    assert report["changed"] == 1
    assert report["skipped"] == "Window Blind in Ana's Office: battery_empty"
    home.devices.update(LAMP, online=False)
    assert "device_offline" in refused("scene_unreachable", "activate_scene", scene_id=WORK)


def test_scene_runs_whole_or_not_at_all(call, home, refused):
    call("switch_device", device_id=COFFEE, power="on")
    refused("circuit_overload", "activate_scene", scene_id=BAKING)
    assert on(home, OVEN, LIGHT) == [False, False]


def test_saved_scene_brings_the_room_back(call, home, refused):
    report = call("save_scene", name=" Evening ", room_id=OFFICE)
    assert report["name"] == "Evening"
    assert report["sets"].startswith("Ana's Office: Desk Lamp 40%, Window Blind 30% and 2 more")
    call("activate_scene", scene_id=WORK)
    call("activate_scene", scene_id=report["scene_id"])
    assert (home.devices.require(LAMP).level, home.devices.require(BLIND).level) == (40, 30)
    refused("name_taken", "save_scene", name="EVENING", room_id=KITCHEN)
    refused("nothing_to_save", "save_scene", name="Dark", room_id=ATTIC)
    check_invariants(home)


def test_scene_in_use_stays(call, home, refused):
    schedule = call("create_schedule", scene_id=WORK, time="08:00")["schedule_id"]
    made = call("create_automation", name="Warm", sensor_id=WINDOW, scene_id=WORK)
    message = refused("scene_in_use", "delete_scene", scene_id=WORK)
    assert "the schedule at 08:00 (daily), the automation Warm" in message
    assert call("delete_schedule", schedule_id=schedule) == {"scene": "Work", "left": 0}
    refused("scene_in_use", "delete_scene", scene_id=WORK)
    call("switch_automation", automation_id=made["automation_id"], enabled="off")
    assert call("delete_scene", scene_id=WORK) == {"name": "Work", "automations_deleted": ["Warm"]}
    assert not home.automations.ids()
    assert not home.actions.where(scene_id=WORK)
    check_invariants(home)


def test_schedules_that_share_a_device_do_not_meet(call, home, refused):
    assert call("create_schedule", scene_id=BAKING, time="10:30", days="weekdays") == {
        "schedule_id": "SCH-0001",
        "scene": "Baking",
        "next_run": "2026-03-19T10:30",
    }
    message = refused(
        "schedule_conflict", "create_schedule", scene_id=ALL_OFF, time="10:30", days="friday"
    )
    assert "Baking runs and sets Ceiling Light in Kitchen, Oven in Kitchen too" in message
    call("create_schedule", scene_id=ALL_OFF, time="10:30", days="weekend")
    call("create_schedule", scene_id=WORK, time="10:30", days="friday")
    call("create_schedule", scene_id=ALL_OFF, time="10:31")
    rows = call("list_schedules")["schedules"]
    assert [row["next_run"][8:] for row in rows] == [
        "18T10:31",
        "19T10:30",
        "20T10:30",
        "21T10:30",
    ]
    assert call("list_schedules", scene_id=ALL_OFF)["total"] == 2
    check_invariants(home)


def test_schedules_are_bounded(call, refused):
    for hour in range(MOST_SCHEDULES):
        call("create_schedule", scene_id=WORK, time=f"{hour:02d}:15")
    refused("too_many_schedules", "create_schedule", scene_id=WORK, time="23:59")


def test_schedules_run_when_their_time_comes(call, home):
    call("create_schedule", scene_id=BAKING, time="11:00", days="wednesday")
    call("create_schedule", scene_id=ALL_OFF, time="11:30")
    assert call("advance_clock", minutes=29)["ran"] == []
    assert call("advance_clock", minutes=1)["ran"] == ["Baking"]
    assert on(home, OVEN) == [True]
    assert call("advance_clock", minutes=24 * 60) == {"now": "2026-03-19T11:00", "ran": ["All Off"]}


def test_trigger_has_to_fit_the_sensor(call, refused):
    new = {"name": "Rule", "scene_id": WORK}
    tool = "create_automation"
    refused("trigger_mismatch", tool, **new, sensor_id=THERMOMETER)
    refused("trigger_mismatch", tool, **new, sensor_id=WINDOW, threshold=1)
    refused("threshold_out_of_range", tool, **new, sensor_id=THERMOMETER, threshold=61)
    assert call("create_automation", **new, sensor_id=THERMOMETER, threshold=60)["trigger"] == (
        "Thermometer in Ana's Office above 60 °C"
    )
    refused("name_taken", tool, **new | {"name": "rule"}, sensor_id=WINDOW)


def test_scene_must_not_feed_what_triggers_it(call, refused):
    rule = {"name": "Rule", "sensor_id": METER, "threshold": 1_000}
    message = refused("self_triggering", "create_automation", **rule, scene_id=BAKING)
    assert "Oven in Kitchen, Ceiling Light in Kitchen" in message
    refused("self_triggering", "create_automation", **rule, scene_id=ALL_OFF, direction="below")
    call("create_automation", **rule, scene_id=ALL_OFF)


def test_power_above_the_threshold_sheds_load(call, home):
    call("create_automation", name="Shed", sensor_id=METER, threshold=1_800, scene_id=ALL_OFF)
    assert "automations_run" not in call("switch_device", device_id=OVEN, power="on")
    report = call("switch_device", device_id=LIGHT, power="on")
    assert report["automations_run"] == ["Shed"]
    assert report["state"] == "off, 50%"
    assert on(home, OVEN, LIGHT) == [False, False]


def test_switched_off_automation_does_not_run(call, home, refused):
    made = call("create_automation", name="Shed", sensor_id=METER, threshold=100, scene_id=ALL_OFF)
    call("switch_automation", automation_id=made["automation_id"], enabled="off")
    call("switch_device", device_id=OVEN, power="on")
    assert on(home, OVEN) == [True]
    home.sensors.update(METER, online=False)
    refused("sensor_offline", "switch_automation", automation_id="AUT-0001", enabled="on")
    refused("already_set", "switch_automation", automation_id="AUT-0001", enabled="off")


def test_readings_trigger_where_they_cross(call, home):
    call("create_automation", name="Hot", sensor_id=THERMOMETER, threshold=25, scene_id=WORK)
    assert call("report_reading", sensor_id=THERMOMETER, value=25)["ran"] == []
    assert call("report_reading", sensor_id=THERMOMETER, value=26)["ran"] == ["Hot"]
    call("set_level", device_id=LAMP, percent=5)
    assert call("report_reading", sensor_id=THERMOMETER, value=27)["ran"] == []
    check_invariants(home)


def test_automation_waits_for_its_mode(call):
    call("create_automation", name="Airing", sensor_id=WINDOW, scene_id=WORK, only_in_mode="night")
    assert call("report_reading", sensor_id=WINDOW, value=1)["ran"] == []
    call("report_reading", sensor_id=WINDOW, value=0)
    call("set_door_lock", lock_id=LOCK, action="lock")
    call("set_home_mode", mode="night")
    assert call("report_reading", sensor_id=WINDOW, value=1)["ran"] == ["Airing"]


def test_history_has_extremes_and_pages(call, home):
    for hour, value in enumerate((18, 19, 21, 22)):
        at = f"2026-03-18T0{hour}:30"
        row = {"sensor_id": THERMOMETER, "at": at, "value": value}
        home.readings.insert(Reading(id=home.new_id("readings"), **row))
    page = call("get_sensor_history", sensor_id=THERMOMETER, limit=1, hours=9)
    assert (page["lowest"], page["highest"], page["average"]) == (19, 22, 21)
    assert (page["readings"], page["next_offset"]) == (
        [{"at": "2026-03-18T03:30", "reading": "22 °C"}],
        1,
    )
    call("switch_device", device_id=OVEN, power="on")
    assert call("get_sensor_history", sensor_id=METER)["now"] == "1800 W"


def test_energy_is_summed_over_days_and_sorted(call, home):
    for device_id, date, amount in (
        (OVEN, "2026-03-17", 700),
        (OVEN, "2026-03-15", 900),
        (LAMP, "2026-03-17", 800),
    ):
        row = {"device_id": device_id, "date": date, "watt_hours": amount}
        home.usage.insert(Usage(id=home.new_id("usage"), **row))
    report = call("get_energy_report")
    assert (report["total_watt_hours"], report["watts_now"]) == (2_400, 10)
    assert [row["device_id"] for row in report["devices"]] == [OVEN, LAMP]
    assert call("get_energy_report", days=1, order="smallest")["devices"][0]["name"] == "Oven"
    assert call("get_energy_report", room_id=OFFICE)["total"] == 1


def test_look_ups_filter_and_sort(call):
    assert call("list_rooms", floor="ground")["rooms"][0] == {
        "room_id": KITCHEN,
        "name": "Kitchen",
        "floor": "ground",
        "devices": 4,
    }
    call("switch_device", device_id=OVEN, power="on")
    rows = call("list_devices", room_id=KITCHEN, sort_by="power")["devices"]
    assert rows[0]["name"] == "Oven"
    found = call("search_devices", query="CEILING light")
    assert [row["room"] for row in found["devices"]] == ["Kitchen"]
    assert call("search_devices", query="light", kind="plug")["total"] == 0
    assert call("list_scenes", room_id=OFFICE)["scenes"] == [
        {
            "scene_id": WORK,
            "name": "Work",
            "sets": "Ana's Office: Desk Lamp 80%, Window Blind 60%",
        }
    ]
    assert call("list_sensors", room_id=OFFICE, kind="window")["sensors"][0]["reading"] == "closed"
