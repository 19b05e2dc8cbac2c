"""The meetings of a world, and who takes part in each."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.video_meeting.roster import plan_of
from mcp_servers.video_meeting.state import (
    Contact,
    Meeting,
    MeetingState,
    MeetingStatus,
    Participant,
    Presence,
    Role,
)

TOPICS = (
    "Budget Review",
    "Design Review",
    "Sales Review",
    "Weekly Standup",
    "Product Demo",
    "Product Planning",
    "Security Training",
    "Customer Training",
    "Board Meeting",
    "Hiring Round",
)
PRESENT: tuple[Presence, ...] = ("in", "waiting", "in", "removed")
LENGTHS = (15, 20, 30, 40)
LONG = (45, 60, 90)
MINE_AHEAD, MINE_PAST = 5, 9
OTHERS_AHEAD, OTHERS_PAST = 4, 7


class Casting:
    """Writes meetings: live ones, those that are due, those to come, those that are over.

    Args:
        state: has the contacts.
        world: names and chance.
    """

    def __init__(self, state: MeetingState, world: World) -> None:
        self._state = state
        self._rng = world.rng
        self._me = state.contacts.require(state.me_id)
        self._others = [c for c in state.contacts if c.id != state.me_id]
        self._colleagues = [c for c in self._others if not c.external]
        clients = [f"Call with {name}" for name in world.sample("company", 3)]
        interviews = [f"Interview with {name}" for name in world.people(4)]
        self._topics = [*TOPICS, *clients, *interviews]
        self._days_ahead = self._days()
        self._days_back = self._days()
        self._used: set[tuple[str, str]] = set()

    def write(self) -> None:
        """Adds all meetings in an order of chance."""
        plans = [
            (when, mine, status)
            for when, mine, status, count in self._counts()
            for _ in range(count)
        ]
        self._rng.shuffle(plans)
        for when, mine, status in plans:
            topic = self._topic(when)
            self._cast(self._meeting(topic, when, mine, status), when)
        self._fill_one()

    def _counts(self) -> tuple[tuple[str, bool, MeetingStatus, int], ...]:
        """Returns when, whether of one's own, what has become of it, and how many of those."""
        return (
            ("running over", True, "live", plan_of(self._state).live),
            ("running over", False, "live", 2),
            ("due", True, "scheduled", 1),
            ("due", False, "scheduled", 1),
            ("ahead", True, "scheduled", MINE_AHEAD),
            ("ahead", False, "scheduled", OTHERS_AHEAD),
            ("ahead", True, "cancelled", 1),
            ("just over", True, "ended", 1),
            ("past", True, "ended", MINE_PAST),
            ("past", False, "ended", OTHERS_PAST),
        )

    def _topic(self, when: str) -> str:
        """Returns a topic; some come again, but not twice at the same time."""
        fresh = [topic for topic in self._topics if (topic, "") not in self._used]
        again = [topic for topic in TOPICS if (topic, when) not in self._used]
        topic = self._rng.choice(fresh if fresh and self._rng.random() < 0.75 else again)
        self._used |= {(topic, ""), (topic, when if when != "past" else "")}
        return topic

    def _days(self) -> list[int]:
        """Returns distances in days, each once, so that no two meetings of a host meet."""
        return self._rng.sample(range(1, 30), 20)

    def _meeting(self, topic: str, when: str, mine: bool, status: MeetingStatus) -> Meeting:
        rng, now = self._rng, self._state.now
        minutes = rng.choice(LENGTHS if self._state.plan == "basic" else LENGTHS + LONG)
        days = {"ahead": self._days_ahead, "past": self._days_back}.get(when)
        if days is None:
            before = {"due": 0, "running over": minutes + 5, "just over": minutes + 15}[when]
            starts_at = now - timedelta(minutes=before)
            if when == "running over" and self._state.plan == "basic":
                minutes, starts_at = 15, now - timedelta(minutes=20)
        else:
            distance = days.pop() * (1 if when == "ahead" else -1)
            day = (now + timedelta(days=distance)).date()
            starts_at = datetime.combine(day, time(rng.randrange(8, 18), rng.choice((0, 30))))
        host = self._me if mine else rng.choice(self._colleagues)
        return self._state.meetings.insert(
            Meeting(
                id=self._state.new_id("meetings"),
                topic=topic,
                host_id=host.id,
                starts_at=minute(starts_at),
                minutes=minutes,
                status=status,
                waiting_room=when in ("due", "running over") or rng.random() < 0.6,
                internal=topic in TOPICS and rng.random() < 0.5,
                locked=status == "live" and rng.random() < 0.35,
                started_at=minute(starts_at) if status in ("live", "ended") else None,
            )
        )

    def _cast(self, meeting: Meeting, when: str) -> None:
        """Adds the host, this person in some role, and others."""
        rng = self._rng
        ended = meeting.status == "ended"
        here: Presence = {"live": "in", "ended": "left"}.get(meeting.status, "invited")  # type: ignore[assignment]
        self._add(meeting, meeting.host_id, "host", here)
        if meeting.host_id != self._me.id:
            helps = rng.random() < (0.8 if meeting.status == "live" else 0.5)
            helps = helps and plan_of(self._state).cohosts
            self._add(meeting, self._me.id, "cohost" if helps else "attendee", here)
        guests = self._guests(meeting, 6 if meeting.status == "live" else rng.randrange(3, 6))
        usual: dict[str, tuple[Presence, ...]] = {
            "live": ("in", "in", "in", "waiting"),
            "ended": ("left", "left", "declined"),
        }
        for i, guest in enumerate(guests):
            presence: Presence = rng.choice(
                usual.get(meeting.status, ("invited", "invited", "declined"))
            )
            if when == "due":
                presence = "waiting" if i < 2 else "invited"
            if meeting.status == "live" and i < len(PRESENT):
                presence = PRESENT[i]
            helps = plan_of(self._state).cohosts and presence == "in" and rng.random() < 0.3
            self._add(meeting, guest.id, "cohost" if helps else "attendee", presence)
        if ended and rng.random() < 0.2:
            (late,) = self._guests(meeting, 1)
            self._add(meeting, late.id, "attendee", "removed")

    def _guests(self, meeting: Meeting, count: int) -> list[Contact]:
        parts = self._state.participants.where(meeting_id=meeting.id)
        known = {part.contact_id for part in parts}
        allowed = self._colleagues if meeting.internal else self._others
        return self._rng.sample([c for c in allowed if c.id not in known], count)

    def _add(self, meeting: Meeting, contact_id: str, role: Role, presence: Presence) -> None:
        self._state.participants.insert(
            Participant(
                id=self._state.new_id("participants"),
                meeting_id=meeting.id,
                contact_id=contact_id,
                role=role,
                presence=presence,
                muted=presence == "in" and self._rng.random() < 0.2,
            )
        )

    def _fill_one(self) -> None:
        """Invites people to one meeting of one's own until no seat is left."""
        mine = self._state.meetings.where(host_id=self._me.id, status="scheduled")
        meeting = self._rng.choice(mine)
        parts = self._state.participants.where(meeting_id=meeting.id)
        seated = sum(part.presence != "declined" for part in parts)
        for guest in self._guests(meeting, plan_of(self._state).seats - seated):
            self._add(meeting, guest.id, "attendee", "invited")
