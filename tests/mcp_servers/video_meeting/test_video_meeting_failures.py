"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.video_meeting.tools import server

WORLDS = range(0, 1100, 70)
CALLS = 60
NEXT = 10


def story(explorer: Explorer) -> None:
    """Looks at what is live or next, then has everybody do everything there."""
    for tool in ("list_meetings", "list_recordings"):
        explorer.call(tool, limit=50)
    explorer.call("search_contacts", query="a", limit=50)
    meetings = explorer.memory.ids["meeting"][:NEXT]
    for meeting_id in meetings:
        explorer.call("list_participants", meeting_id=meeting_id, limit=50)
    ids = {entity: list(found) for entity, found in explorer.memory.ids.items()}
    for meeting_id in meetings:
        for action in ("lock", "lock"):
            explorer.call("run_meeting", meeting_id=meeting_id, action=action)
        for recording in ("on", "off", "on"):
            explorer.call("set_recording", meeting_id=meeting_id, recording=recording)
        for contact_id in ids["contact"]:
            explorer.call("invite_participant", meeting_id=meeting_id, contact_id=contact_id)
    for participant_id in ids["participant"]:
        for action in ("admit", "mute", "mute", "promote", "remove"):
            explorer.call("manage_participant", participant_id=participant_id, action=action)
    for recording_id in explorer.memory.ids["recording"]:
        explorer.call("delete_recording", recording_id=recording_id)
    day = explorer.now.date().isoformat()
    for minutes in (30, 500):
        for hour in ("00", "23", "23"):
            starts_at = f"{day}T{hour}:00"
            explorer.call("schedule_meeting", topic="Talk", starts_at=starts_at, minutes=minutes)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)


def test_every_write_can_fail_on_account_of_the_state():
    assert all(tool.is_read == (not tool.raises) for tool in server.tools.values())
