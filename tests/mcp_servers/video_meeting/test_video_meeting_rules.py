"""Planning, running and recording meetings: what may be done when and by whom, at the limits."""

from __future__ import annotations

import pytest
from video_meeting_invariants import check_invariants

from mcp_servers.video_meeting.state import PLANS, Contact

ME, BEN, CY, DEE, EVE = (f"CON-{number:04d}" for number in range(1, 6))
DUE, DEMO, STANDUP, OLD, BOARD = (f"MTG-{number:04d}" for number in range(1, 6))


def part(office, meeting_id, contact_id):
    (found,) = office.participants.where(meeting_id=meeting_id, contact_id=contact_id)
    return found


def manage(call, office, meeting_id, contact_id, action):
    part_id = part(office, meeting_id, contact_id).id
    return call("manage_participant", participant_id=part_id, action=action)


def test_scheduled_meeting_has_its_host_and_nobody_else(call, office):
    made = call("schedule_meeting", topic=" Kickoff ", starts_at="2026-03-19T09:00", minutes=45)
    assert made == {
        "meeting_id": "MTG-0006",
        "topic": "Kickoff",
        "starts_at": "2026-03-19T09:00",
        "ends_at": "2026-03-19T09:45",
        "seats": 12,
    }
    rows = call("list_participants", meeting_id="MTG-0006")["participants"]
    assert [(row["name"], row["role"]) for row in rows] == [("Ana Cruz", "host")]
    check_invariants(office)


def test_times_of_a_host_may_touch_but_not_overlap(call, refused):
    new = {"topic": "Talk", "minutes": 30}
    message = refused("host_busy", "schedule_meeting", **new, starts_at="2026-03-18T10:59")
    assert "Budget Review (2026-03-18T10:30) until 2026-03-18T11:00" in message
    call("schedule_meeting", **new, starts_at="2026-03-18T11:00")
    call("schedule_meeting", **new, starts_at="2026-03-20T09:00")  # another hosts at that time
    call("run_meeting", meeting_id=DUE, action="cancel")
    call("schedule_meeting", **new, starts_at="2026-03-18T10:30")
    refused("starts_in_past", "schedule_meeting", **new, starts_at="2026-03-18T10:29")


@pytest.mark.parametrize("plan", ["basic", "pro", "business"])
def test_plan_bounds_the_length(call, office, refused, plan):
    office.plan = plan
    most = PLANS[plan].minutes
    new = {"topic": "Talk", "starts_at": "2026-04-18T08:00"}
    refused("too_long", "schedule_meeting", **new, minutes=most + 1)
    call("schedule_meeting", **new, minutes=most)


def test_those_who_wait_are_admitted_once_it_has_started(call, office, refused):
    ben = part(office, DUE, BEN).id
    message = refused("meeting_not_live", "manage_participant", participant_id=ben, action="admit")
    assert "run_meeting can start it" in message
    message = refused("too_many_live", "run_meeting", meeting_id=DUE, action="start")
    assert "Demo (2026-03-18T09:55); end that first" in message
    call("run_meeting", meeting_id=DEMO, action="end")
    report = call("run_meeting", meeting_id=DUE, action="start")
    assert (report["status"], report["waiting"]) == ("live", 1)
    assert manage(call, office, DUE, BEN, "admit")["presence"] == "in"
    refused("not_waiting", "manage_participant", participant_id=ben, action="admit")
    check_invariants(office)


def test_business_runs_two_at_a_time(call, office):
    office.plan = "business"
    assert call("run_meeting", meeting_id=DUE, action="start")["status"] == "live"


def test_locked_meeting_admits_nobody(call, office, refused):
    assert call("run_meeting", meeting_id=DEMO, action="lock")["locked"] is True
    dee = part(office, DEMO, DEE).id
    refused("meeting_locked", "manage_participant", participant_id=dee, action="admit")
    refused("already_so", "run_meeting", meeting_id=DEMO, action="lock")
    call("run_meeting", meeting_id=DEMO, action="unlock")
    manage(call, office, DEMO, DEE, "admit")
    check_invariants(office)


def test_meetings_take_allowed_steps_only(refused):
    refused("meeting_not_scheduled", "run_meeting", meeting_id=DEMO, action="start")
    refused("meeting_not_scheduled", "run_meeting", meeting_id=OLD, action="cancel")
    refused("meeting_not_live", "run_meeting", meeting_id=DUE, action="end")
    refused("meeting_not_live", "run_meeting", meeting_id=OLD, action="lock")


def test_ending_empties_the_meeting_and_stops_its_recording(call, office):
    call("set_recording", meeting_id=DEMO, recording="on")
    call("advance_clock", minutes=12)
    assert call("run_meeting", meeting_id=DEMO, action="end")["recording_id"] == "REC-0002"
    recording = office.recordings.require("REC-0002")
    assert (recording.minutes, recording.size_mb, recording.status) == (12, 120, "processing")
    view = call("list_participants", meeting_id=DEMO)
    assert (view["present"], view["waiting"], view["status"]) == (0, 0, "ended")
    check_invariants(office)


def test_cancelling_sends_those_who_wait_away(call, office):
    assert call("run_meeting", meeting_id=DUE, action="cancel")["waiting"] == 0
    assert part(office, DUE, BEN).presence == "invited"
    check_invariants(office)


def test_cohosts_run_meetings_but_do_not_end_them(call, office, refused):
    message = refused("not_host", "run_meeting", meeting_id=STANDUP, action="end")
    assert "you are cohost" in message
    assert "ask Ben Reed" in message
    call("run_meeting", meeting_id=STANDUP, action="lock")
    manage(call, office, STANDUP, CY, "mute")
    cy = part(office, STANDUP, CY).id
    refused("not_host", "manage_participant", participant_id=cy, action="promote")
    ben = part(office, STANDUP, BEN).id
    refused("host_protected", "manage_participant", participant_id=ben, action="remove")
    me = part(office, STANDUP, ME).id
    refused("host_protected", "manage_participant", participant_id=me, action="remove")
    refused("already_so", "manage_participant", participant_id=cy, action="mute")
    check_invariants(office)


def test_attendees_may_nothing_of_that(refused):
    refused("not_host", "run_meeting", meeting_id=BOARD, action="start")
    refused("not_host", "invite_participant", meeting_id=BOARD, contact_id=CY)
    refused("not_host", "set_recording", meeting_id=BOARD, recording="on")


def test_roles_change_for_those_who_are_in(call, office, refused):
    assert manage(call, office, DEMO, BEN, "promote")["role"] == "cohost"
    ben, cy = part(office, DEMO, BEN).id, part(office, DEMO, CY).id
    refused("already_so", "manage_participant", participant_id=ben, action="promote")
    assert manage(call, office, DEMO, BEN, "demote")["role"] == "attendee"
    message = refused("not_present", "manage_participant", participant_id=cy, action="promote")
    assert "in it are Ana Cruz, Ben Reed" in message
    office.plan = "basic"
    refused("plan_lacks_cohosts", "manage_participant", participant_id=ben, action="promote")


def test_who_is_removed_cannot_come_back(call, office, refused):
    call("manage_participant", participant_id=part(office, DEMO, BEN).id, action="mute")
    report = manage(call, office, DEMO, BEN, "remove")
    assert (report["presence"], report["muted"]) == ("removed", False)
    assert manage(call, office, DEMO, DEE, "remove")["presence"] == "removed"
    refused("participant_removed", "invite_participant", meeting_id=DEMO, contact_id=BEN)
    cy = part(office, DEMO, CY).id
    refused("not_present", "manage_participant", participant_id=cy, action="remove")
    check_invariants(office)


def test_invitation_tells_of_clashes(call):
    call("schedule_meeting", topic="Talk", starts_at="2026-03-18T11:00", minutes=30)
    call("run_meeting", meeting_id=DUE, action="cancel")
    assert "clashes_with" not in call("invite_participant", meeting_id="MTG-0006", contact_id=CY)
    call("schedule_meeting", topic="Other", starts_at="2026-03-20T09:00", minutes=30)
    report = call("invite_participant", meeting_id="MTG-0007", contact_id=BEN)
    assert report["clashes_with"] == "Board (2026-03-20T09:00)"
    assert report["seats_left"] == 10


def test_invitations_keep_to_the_rules(call, office, refused):
    refused("meeting_over", "invite_participant", meeting_id=OLD, contact_id=CY)
    refused("already_invited", "invite_participant", meeting_id=DUE, contact_id=CY)
    office.meetings.update(DUE, internal=True)
    refused("external_not_allowed", "invite_participant", meeting_id=DUE, contact_id=DEE)
    call("invite_participant", meeting_id=DUE, contact_id=EVE)


def test_plan_bounds_the_seats(call, office, refused):
    office.plan = "basic"
    made = [office.new_id("contacts") for _ in range(6)]
    for id in made:
        office.contacts.insert(Contact(id=id, name=f"P {id}", email="p@x.example", external=False))
    for id in made[:5]:  # with host, Ben and Cy that makes eight
        call("invite_participant", meeting_id=DUE, contact_id=id)
    message = refused("meeting_full", "invite_participant", meeting_id=DUE, contact_id=made[5])
    assert "All 8 seats" in message


def test_recording_needs_plan_storage_and_a_live_meeting(call, office, refused):
    refused("meeting_not_live", "set_recording", meeting_id=DUE, recording="on")
    refused("already_so", "set_recording", meeting_id=DEMO, recording="off")
    office.recordings.update("REC-0001", size_mb=5_901)
    assert "Only 99 MB" in refused("storage_full", "set_recording", meeting_id=DEMO, recording="on")
    office.recordings.update("REC-0001", size_mb=5_900)
    assert call("set_recording", meeting_id=DEMO, recording="on")["status"] == "running"
    refused("already_so", "set_recording", meeting_id=DEMO, recording="on")
    call("advance_clock", minutes=15)
    assert call("set_recording", meeting_id=DEMO, recording="off")["free_mb"] == 0
    office.plan = "basic"
    refused("plan_lacks_recording", "set_recording", meeting_id=DEMO, recording="on")


def test_deleting_frees_storage(call, office, refused):
    office.recordings.update("REC-0001", keep_until="2026-03-18")
    refused("recording_protected", "delete_recording", recording_id="REC-0001")
    office.recordings.update("REC-0001", keep_until="2026-03-17")
    assert call("delete_recording", recording_id="REC-0001") == {
        "topic": "Old Talk",
        "freed_mb": 300,
        "free_mb": 6_000,
    }
    call("set_recording", meeting_id=DEMO, recording="on")
    assert "stop it" in refused("recording_busy", "delete_recording", recording_id="REC-0002")
    call("set_recording", meeting_id=DEMO, recording="off")
    assert "ready at 2026-03-18T11:00" in refused(
        "recording_busy", "delete_recording", recording_id="REC-0002"
    )
    call("advance_clock", minutes=30)
    call("delete_recording", recording_id="REC-0002")


def test_recordings_of_others_stay(call, refused):
    made = call("set_recording", meeting_id=STANDUP, recording="on")["recording_id"]
    refused("not_host", "delete_recording", recording_id=made)


def test_plan_cuts_long_meetings_off(call, office):
    office.plan = "basic"
    office.participants.update(part(office, STANDUP, ME).id, role="attendee")
    assert call("advance_clock", minutes=9)["ended"] == []  # Demo began half an hour ago
    assert call("advance_clock", minutes=1)["ended"] == ["Demo"]
    check_invariants(office)


def test_people_come_to_the_waiting_room_and_go(call, office):
    cy = part(office, DEMO, CY).id
    assert call("come_or_go", participant_id=cy, event="come") == {"presence": "waiting"}
    assert call("come_or_go", participant_id=cy, event="go") == {"presence": "left"}
    office.meetings.update(DEMO, waiting_room=False)
    assert call("come_or_go", participant_id=cy, event="come") == {"presence": "in"}
    check_invariants(office)


def test_look_ups_filter_and_sort(call):
    assert [row["topic"] for row in call("list_meetings")["meetings"]] == [
        "Demo",
        "Standup",
        "Budget Review",
        "Board",
        "Old Talk",
    ]
    assert call("list_meetings", status="live", host="others")["meetings"] == [
        {
            "meeting_id": STANDUP,
            "topic": "Standup",
            "starts_at": "2026-03-18T10:20",
            "status": "live",
            "host": "Ben Reed",
            "my_role": "cohost",
        }
    ]
    found = call("search_contacts", query="FOX dee")["contacts"]
    assert [(row["contact_id"], row["external"]) for row in found] == [(DEE, True)]
    assert call("search_contacts", query="firm", limit=2)["next_offset"] == 2
    view = call("list_participants", meeting_id=DEMO, presence="removed")
    assert [row["name"] for row in view["participants"]] == ["Eve Lim"]
    assert (view["waiting"], view["present"], view["seats_left"]) == (1, 2, 8)
    assert call("list_recordings", meeting_id=DEMO)["total"] == 0
    assert call("list_recordings", sort_by="largest")["recordings"][0]["size_mb"] == 300
