"""Whatever is called, whoever comes and goes, and however time passes: the invariants hold."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine
from video_meeting_invariants import check_invariants, check_step

from mcp_servers.core.wording import minute
from mcp_servers.video_meeting.tools import server

PICK = st.integers(0, 300)


class MeetingMachine(ServerMachine):
    """Runs one's own meetings and others', with everybody in them."""

    server = server

    def check(self):
        check_invariants(self.state)

    def after(self, tool, arguments, result, before):  # noqa: ARG002
        check_step(before, self.state)

    @rule(meeting=PICK, action=st.sampled_from(["start", "end", "cancel", "lock", "unlock"]))
    def run_mine(self, meeting, action):
        mine = self.state.meetings.where(host_id=self.state.me_id)
        row = mine[meeting % len(mine)]
        self.call("run_meeting", meeting_id=row.id, action=action)

    @rule(meeting=PICK, start=st.booleans())
    def hurry(self, meeting, start):
        """Ends what is live, or starts what is due."""
        rows = self.state.meetings.where(status="scheduled" if start else "live")
        if rows:
            row = rows[meeting % len(rows)]
            action = "start" if start else "end"
            self.call("run_meeting", meeting_id=row.id, action=action)

    @rule(pick=PICK, action=st.sampled_from(["admit", "remove", "mute", "promote", "demote"]))
    def manage(self, pick, action):
        live = {m.id for m in self.state.meetings.where(status="live")}
        parts = [p for p in self.state.participants if p.meeting_id in live]
        if parts:
            part = parts[pick % len(parts)]
            self.call("manage_participant", participant_id=part.id, action=action)

    @rule(meeting=PICK, contact=PICK)
    def invite(self, meeting, contact):
        self.call(
            "invite_participant",
            meeting_id=self.id_of("meetings", meeting),
            contact_id=self.id_of("contacts", contact),
        )

    @rule(meeting=PICK, recording=st.sampled_from(["on", "off"]))
    def record(self, meeting, recording):
        rows = self.state.meetings.where(status="live") or list(self.state.meetings)
        row = rows[meeting % len(rows)]
        self.call("set_recording", meeting_id=row.id, recording=recording)

    @rule(quarters=st.integers(-4, 200), minutes=st.integers(5, 600))
    def schedule(self, quarters, minutes):
        starts_at = minute(self.state.now + timedelta(minutes=15 * quarters))
        self.call("schedule_meeting", topic="Talk", starts_at=starts_at, minutes=minutes)

    @rule(part=PICK, event=st.sampled_from(["come", "come", "go"]))
    def come_or_go(self, part, event):
        participant_id = self.id_of("participants", part)
        self.call("come_or_go", participant_id=participant_id, event=event)

    @rule(minutes=st.one_of(st.integers(1, 50), st.integers(1, 2_880)))
    def wait(self, minutes):
        self.call("advance_clock", minutes=minutes)


TestMeetings = MeetingMachine.TestCase
TestMeetings.settings = MACHINE_SETTINGS
