"""Events, invitations, rooms: whose they are, what meets what, what is free."""

from __future__ import annotations

import pytest

from mcp_servers.core.errors import InvalidArguments

NEW = {"calendar_id": "CAL-0001", "title": "Call the bank", "minutes": 30}


def test_an_event_begins_after_now(call, refused):
    refused("time_passed", "create_event", start="2026-03-18T10:30", **NEW)
    refused(
        "time_passed", "create_event", start="2026-03-18T15:30", time_zone="Europe/Berlin", **NEW
    )
    made = call("create_event", start="2026-03-18T15:31", time_zone="Europe/Berlin", **NEW)
    assert (made["start"], made["end"]) == ("2026-03-18T10:31", "2026-03-18T11:01")


def test_events_may_touch_but_not_meet(add, call, refused):
    add("2026-03-19T09:00", "Talk")
    message = refused("time_conflict", "create_event", start="2026-03-19T09:59", **NEW)
    assert "'Talk' (EVT-0001) from 2026-03-19T09:00 to 10:00" in message
    call("create_event", start="2026-03-19T10:00", **NEW)
    call("create_event", start="2026-03-19T09:15", allow_conflict=True, **NEW)


@pytest.mark.parametrize("answer", ["accepted", "tentative", "needs_action", "declined"])
def test_what_is_declined_keeps_nobody_busy(add, call, refused, diary, answer):
    add("2026-03-19T09:00", invited="PER-0001", organizer_id="PER-0002")
    diary.attendees.update("ATT-0001", answer=answer)
    if answer == "declined":
        call("create_event", start="2026-03-19T09:00", **NEW)
    else:
        refused("time_conflict", "create_event", start="2026-03-19T09:00", **NEW)


def test_a_zone_must_exist(call):
    with pytest.raises(InvalidArguments, match="IANA"):
        call("create_event", start="2026-03-19T09:00", time_zone="Mars/Base", **NEW)


def test_a_subscribed_calendar_is_read_only_and_keeps_nobody_busy(add, call, refused):
    event_id = add("2026-03-19T09:00", calendar_id="CAL-0002", organizer_id="PER-0002")
    message = refused(
        "calendar_read_only",
        "create_event",
        start="2026-03-19T09:00",
        **NEW | {"calendar_id": "CAL-0002"},
    )
    assert "Work (CAL-0001)" in message
    refused("calendar_read_only", "cancel_event", event_id=event_id)
    refused("not_invited", "answer_invitation", event_id=event_id, answer="accepted")
    call("create_event", start="2026-03-19T09:00", **NEW)


def test_only_the_organizer_changes_an_event(add, call, refused, diary):
    event_id = add("2026-03-19T09:00", invited="PER-0001", organizer_id="PER-0002")
    for tool, more in (
        ("cancel_event", {}),
        ("reschedule_event", {"start_time": "12:00"}),
        ("repeat_event", {"repeat": "weekly"}),
        ("invite_person", {"person_id": "PER-0003"}),
        ("book_room", {"room_id": "ROM-0002"}),
    ):
        assert "Ana Reed" in refused("not_organizer", tool, event_id=event_id, **more)
    refused("same_answer", "answer_invitation", event_id=event_id, answer="accepted")
    assert (
        call("answer_invitation", event_id=event_id, answer="declined")["organizer"] == "Ana Reed"
    )
    assert diary.attendees.require("ATT-0001").answer == "declined"


def test_an_answer_tells_what_else_there_is(add, call):
    add("2026-03-20T09:30", "Dentist")
    event_id = add("2026-03-06T09:00", repeat="weekly", invited="PER-0001", organizer_id="PER-0002")
    report = call("answer_invitation", event_id=event_id, answer="tentative")
    assert report["conflicts"] == "Dentist"


def test_own_past_and_cancelled_events_are_not_answered(add, call, refused):
    own = add("2026-03-19T09:00")
    refused("own_event", "answer_invitation", event_id=own, answer="accepted")
    call("cancel_event", event_id=own)
    refused("event_cancelled", "answer_invitation", event_id=own, answer="accepted")
    past = add("2026-03-18T09:30", invited="PER-0001", organizer_id="PER-0002")
    refused("event_over", "answer_invitation", event_id=past, answer="declined")
    running = add("2026-03-18T09:31", invited="PER-0001", organizer_id="PER-0002")
    call("answer_invitation", event_id=running, answer="declined")


def test_a_cancelled_event_gives_its_room_back(add, call, refused):
    event_id = add("2026-03-19T09:00", room_id="ROM-0001", invited="PER-0002")
    other = add("2026-03-19T09:30")
    assert "Large (ROM-0002)" in refused(
        "room_taken", "book_room", event_id=other, room_id="ROM-0001"
    )
    report = call("cancel_event", event_id=event_id)
    assert (report["told"], report["room"]) == (1, "Small")
    call("book_room", event_id=other, room_id="ROM-0001")
    refused("room_held_already", "book_room", event_id=other, room_id="ROM-0001")


def test_a_room_holds_the_organizer_and_all_who_are_invited(add, call, refused):
    event_id = add("2026-03-19T09:00", room_id="ROM-0001")
    call("invite_person", event_id=event_id, person_id="PER-0002")
    third = {"event_id": event_id, "person_id": "PER-0003"}
    assert "holds 2" in refused("room_too_small", "invite_person", **third)
    call("book_room", event_id=event_id, room_id="ROM-0002")
    call("invite_person", **third)
    refused("room_too_small", "book_room", event_id=event_id, room_id="ROM-0001")
    assert call("list_rooms", for_event_id=event_id)["total"] == 1


def test_a_series_needs_its_room_on_every_date(add, call, refused, block):
    block("ROM-0002", "2026-04-02T13:30")
    event_id = add("2026-03-19T09:00", room_id="ROM-0002")
    for tool, more in (
        ("repeat_event", {"repeat": "weekly"}),
        ("reschedule_event", {"start_time": "10:00", "new_date": "2026-04-02"}),
    ):
        message = refused("room_taken", tool, event_id=event_id, **more)
        assert "2026-04-02T09:30" in message
    call("repeat_event", event_id=event_id, repeat="weekly", until="2026-04-01")
    date_id = f"{event_id}@2026-03-26"
    refused("room_taken", "move_occurrence", occurrence_id=date_id, start="2026-04-02T10:00")
    call("move_occurrence", occurrence_id=date_id, start="2026-04-02T10:30")


def test_inviting_tells_their_time_and_whether_they_are_busy(add, call, refused, block):
    event_id = add("2026-03-19T09:00")
    block("PER-0003", "2026-03-19T13:30")
    report = call("invite_person", event_id=event_id, person_id="PER-0003")
    assert (report["their_time"], report["busy_then"]) == ("2026-03-19T14:00", True)
    late = call("invite_person", event_id=event_id, person_id="PER-0004")
    assert (late["their_time"], late["busy_then"]) == ("2026-03-19T22:00", False)
    refused("already_invited", "invite_person", event_id=event_id, person_id="PER-0003")
    refused("already_invited", "invite_person", event_id=event_id, person_id="PER-0001")


def test_suggested_times_suit_all_and_the_room(add, call, block):
    """Ben works in Berlin until 12:00 in New York this week; mornings are partly taken."""
    event_id = add("2026-03-24T15:00", invited="PER-0003", room_id="ROM-0001")
    add("2026-03-19T09:00")
    block("PER-0003", "2026-03-19T14:00")
    block("ROM-0001", "2026-03-20T13:00")
    slots = call("suggest_times", event_id=event_id, days=3)["slots"]
    assert [slot["start"] for slot in slots] == [
        "2026-03-18T11:00",
        "2026-03-19T11:00",
        "2026-03-20T10:00",
        "2026-03-20T10:30",
    ]


def test_nothing_suits_who_never_work_at_the_same_time(add, call):
    event_id = add("2026-03-24T15:00", invited="PER-0004")
    assert call("suggest_times", event_id=event_id)["slots"] == []


def test_free_busy_tells_times_without_titles(add, call, block):
    add("2026-03-19T09:00", invited="PER-0003")
    block("PER-0003", "2026-03-19T13:30")
    report = call("get_free_busy", person_id="PER-0003", on_date="2026-03-19")
    assert report["busy"] == [{"start": "2026-03-19T09:00", "end": "2026-03-19T10:30"}]
    assert (report["works_from"], report["works_until"]) == ("2026-03-19T04:00", "2026-03-19T12:00")


def test_lists_filter_and_page(add, call):
    add("2026-03-16T18:00", "Yoga", repeat="daily")
    add("2026-03-10T09:00", "Yoga Workshop", location="Main Street")
    waiting = add("2026-03-20T09:00", "Review", invited="PER-0001", organizer_id="PER-0003")
    first = call("list_events", limit=3)
    assert (first["total"], first["next_offset"]) == (8, 3)
    assert call("list_events", my_answer="accepted")["events"][0]["event_id"] == waiting
    found = call("search_events", query="yoga")["events"]
    assert [row["title"] for row in found] == ["Yoga", "Yoga Workshop"]
    assert call("search_events", query="yoga", when="past")["total"] == 1
    assert call("search_events", query="main workshop")["total"] == 1
    assert call("search_events", query="ben")["events"][0]["event_id"] == waiting
