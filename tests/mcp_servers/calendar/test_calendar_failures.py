"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from datetime import timedelta

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.calendar.tools import server

WORLDS = (0, 410, 1099)
CALLS = 150


def story(explorer: Explorer) -> None:
    """What chance seldom hits: every event is touched once, then a weekend, a full room."""
    people = [r["person_id"] for r in explorer.call("search_people", query="a").result["people"]]
    rooms = [r["room_id"] for r in explorer.call("list_rooms", limit=50).result["rooms"]]
    _meddle_with_the_past(explorer)
    _touch_everything(explorer, people, rooms)
    _fill_a_weekend(explorer, people, rooms)
    _press_for_a_room(explorer, rooms)


def _meddle_with_the_past(explorer: Explorer) -> None:
    """Changes dates that are over, and moves to yesterday what is ahead."""
    yesterday = _in_days(explorer, -1)
    past = _in_days(explorer, -9)[:10]
    dates = explorer.call("list_events", from_date=past, days=20, limit=50).result["events"]
    work = explorer.call("list_calendars").result["calendars"][0]["calendar_id"]
    for row in dates:
        again = {"calendar_id": work, "title": "Again", "start": row["start"], "minutes": 15}
        explorer.call("create_event", **again)
        if "occurrence_id" in row:
            date_id = row["occurrence_id"]
            explorer.call("move_occurrence", occurrence_id=date_id, start=yesterday)
            if row["start"] < yesterday:
                explorer.call("cancel_occurrence", occurrence_id=date_id)
        else:
            move = {"start_time": "09:00", "new_date": yesterday[:10]}
            explorer.call("reschedule_event", event_id=row["event_id"], **move)


def _touch_everything(explorer: Explorer, people: list[str], rooms: list[str]) -> None:
    for n, row in enumerate(explorer.call("search_events", query="e", limit=50).result["events"]):
        event_id = row["event_id"]
        shown = explorer.call("get_event", event_id=event_id).result
        if n % 9 == 0:
            explorer.call("cancel_event", event_id=event_id)
        explorer.call("suggest_times", event_id=event_id)
        explorer.call("invite_person", event_id=event_id, person_id=people[0])
        explorer.call("book_room", event_id=event_id, room_id=rooms[-1])
        explorer.call("answer_invitation", event_id=event_id, answer="accepted")
        for date in shown.get("dates", ()):
            date_id, start = date["occurrence_id"], _in_days(explorer, 3 + n)
            explorer.call("move_occurrence", occurrence_id=date_id, start=start)
            if n % 2:
                explorer.call("cancel_occurrence", occurrence_id=date_id)
                explorer.call("cancel_occurrence", occurrence_id=date_id)
                explorer.call("move_occurrence", occurrence_id=date_id, start=start)
        explorer.call("reschedule_event", event_id=event_id, start_time="10:00")
        explorer.call("repeat_event", event_id=event_id, repeat="yearly")


def _fill_a_weekend(explorer: Explorer, people: list[str], rooms: list[str]) -> None:
    event_id = explorer.call(
        "create_event",
        calendar_id=explorer.call("list_calendars").result["calendars"][0]["calendar_id"],
        title="Call the bank",
        start=_in_days(explorer, 12 - explorer.now.weekday()),
        minutes=30,
        allow_conflict=True,
    ).result["event_id"]
    explorer.call("repeat_event", event_id=event_id, repeat="weekdays")
    explorer.call("repeat_event", event_id=event_id, repeat="weekly", until="2025-01-01")
    for n, room_id in enumerate((rooms[0], *reversed(rooms))):
        explorer.call("repeat_event", event_id=event_id, repeat="weekly")
        explorer.call("book_room", event_id=event_id, room_id=room_id)
        explorer.call("book_room", event_id=event_id, room_id=room_id)
        for person_id in people if n else people[:3]:
            explorer.call("invite_person", event_id=event_id, person_id=person_id)


def _press_for_a_room(explorer: Explorer, rooms: list[str]) -> None:
    """Puts two series into rooms that are busy, and then moves them about."""
    for row in explorer.call("search_events", query="catch-up", limit=2).result["events"]:
        event_id = row["event_id"]
        for room_id in rooms:
            explorer.call("book_room", event_id=event_id, room_id=room_id)
        dates = explorer.call("get_event", event_id=event_id).result.get("dates", ())
        for hour in range(8, 17):
            explorer.call("reschedule_event", event_id=event_id, start_time=f"{hour:02d}:00")
            for n, date in enumerate(dates):
                start = _in_days(explorer, 6 + n)[:11] + f"{hour:02d}:00"
                more = {"start": start, "allow_conflict": True}
                explorer.call("move_occurrence", occurrence_id=date["occurrence_id"], **more)
        explorer.call("repeat_event", event_id=event_id, repeat="daily")


def _in_days(explorer: Explorer, days: int) -> str:
    return (explorer.now + timedelta(days=days)).isoformat(timespec="minutes")


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)


def test_every_write_can_fail_on_account_of_the_state():
    assert all(tool.raises for tool in server.tools.values() if not tool.is_read)
