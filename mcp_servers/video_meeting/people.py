"""Tools on people: finding them, seeing who is in a meeting, inviting."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.video_meeting.failures import (
    AlreadyInvited,
    ExternalNotAllowed,
    MeetingFull,
    MeetingOver,
    ParticipantRemoved,
)
from mcp_servers.video_meeting.roster import (
    called,
    name_of,
    of_meeting,
    overlaps,
    plan_of,
    require_role,
    seats_left,
    span,
)
from mcp_servers.video_meeting.state import (
    Contact,
    Meeting,
    MeetingState,
    Participant,
    Presence,
)

MeetingId = Annotated[str, arg("Id of the meeting.", entity="meeting")]
_ORDER = ("waiting", "in", "invited", "left", "removed", "declined")


class ContactRow(Output):
    """Somebody who can be invited."""

    contact_id: Annotated[str, out("Id of the person.", entity="contact")]
    name: Annotated[str, out("Name of the person.", label_of="contact")]
    email: Annotated[str, out("E-mail address.")]
    external: Annotated[bool | None, out("true for people of other companies.")] = None


class Contacts(Page):
    """Result of search_contacts."""

    contacts: Annotated[list[ContactRow], out("By name.")]


class ParticipantRow(Output):
    """Somebody's part in the meeting."""

    participant_id: Annotated[str, out("Id of the part.", entity="participant")]
    name: Annotated[str, out("Who it is.", label_of="participant")]
    role: Annotated[str, out("host, cohost or attendee.")]
    presence: Annotated[str, out("waiting, in, invited, left, removed or declined.")]
    muted: Annotated[bool | None, out("true where muted.")] = None


class Participants(Page):
    """Result of list_participants."""

    meeting_id: Annotated[str, out("Id of the meeting.", entity="meeting")]
    topic: Annotated[str, out("What it is about.", label_of="meeting")]
    ends_at: Annotated[str, out("When it is to be over.", format="datetime")]
    status: Annotated[str, out("scheduled, live, ended or cancelled.")]
    locked: Annotated[bool | None, out("true where nobody can enter.")] = None
    recording: Annotated[bool | None, out("true where it is being recorded.")] = None
    waiting: Annotated[int, out("How many are in the waiting room.")]
    present: Annotated[int, out("How many are in the meeting.")]
    seats_left: Annotated[int, out("How many more may be invited.")]
    participants: Annotated[list[ParticipantRow], out("Those who wait first.")]


class Invitation(Output):
    """Result of invite_participant."""

    participant_id: Annotated[str, out("Id of the new part.", entity="participant")]
    name: Annotated[str, out("Who was invited.", label_of="participant")]
    topic: Annotated[str, out("To what.")]
    starts_at: Annotated[str, out("When.", format="datetime")]
    seats_left: Annotated[int, out("How many more may be invited.")]
    clashes_with: Annotated[str | None, out("Meetings that the person has at that time.")] = None


def search_contacts(
    state: MeetingState,
    query: Annotated[str, arg("Words of the name or address.", min_length=1)],
    offset: Offset = 0,
    limit: Limit = 6,
) -> Contacts:
    """Finds people by name or e-mail address; gives the ids of whom to invite."""
    words = query.casefold().split()
    rows = [c for c in state.contacts if all(word in _text(c) for word in words)]
    rows.sort(key=lambda contact: (contact.name, contact.id))
    shown, next_offset = page(rows, offset, limit)
    return Contacts(
        contacts=[
            ContactRow(
                contact_id=c.id, name=c.name, email=c.email, external=True if c.external else None
            )
            for c in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def list_participants(
    state: MeetingState,
    meeting_id: MeetingId,
    presence: Annotated[Presence | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 7,
) -> Participants:
    """Shows who is in a meeting, waits or is invited, and whether it is locked or recorded."""
    meeting = state.meetings.require(meeting_id)
    everybody = of_meeting(state, meeting.id)
    rows = [p for p in everybody if presence in (None, p.presence)]
    rows.sort(key=lambda p: (_ORDER.index(p.presence), p.id))
    shown, next_offset = page(rows, offset, limit)
    running = state.recordings.where(meeting_id=meeting.id, status="running")
    return Participants(
        meeting_id=meeting.id,
        topic=meeting.topic,
        ends_at=span(meeting)[1],
        status=meeting.status,
        locked=True if meeting.locked else None,
        recording=True if running else None,
        waiting=sum(p.presence == "waiting" for p in everybody),
        present=sum(p.presence == "in" for p in everybody),
        seats_left=max(0, seats_left(state, meeting)),
        participants=[_row(state, p) for p in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def invite_participant(
    state: MeetingState,
    meeting_id: MeetingId,
    contact_id: Annotated[str, arg("Id of the person.", entity="contact")],
) -> Invitation:
    """Invites somebody to a meeting that you host or co-host and that is not over."""
    meeting = state.meetings.require(meeting_id)
    contact = state.contacts.require(contact_id)
    require_role(state, meeting, "host", "cohost")
    _require_welcome(state, meeting, contact)
    invited = state.participants.insert(
        Participant(
            id=state.new_id("participants"),
            meeting_id=meeting.id,
            contact_id=contact.id,
            role="attendee",
            presence="invited",
        )
    )
    clashes = _clashes(state, meeting, contact)
    return Invitation(
        participant_id=invited.id,
        name=contact.name,
        topic=meeting.topic,
        starts_at=meeting.starts_at,
        seats_left=seats_left(state, meeting),
        clashes_with=listed(clashes) if clashes else None,
    )


def _require_welcome(state: MeetingState, meeting: Meeting, contact: Contact) -> None:
    """Checks that somebody can be invited.

    Raises:
        MeetingOver, ParticipantRemoved, AlreadyInvited, ExternalNotAllowed, MeetingFull: saying
            what would do.
    """
    label = called(meeting)
    if meeting.status in ("ended", "cancelled"):
        raise MeetingOver(f"{label} is {meeting.status}; schedule_meeting plans another.")
    for known in state.participants.where(meeting_id=meeting.id, contact_id=contact.id):
        if known.presence == "removed":
            raise ParticipantRemoved(
                f"{contact.name} was removed from {label} and cannot come back; invite to another "
                "meeting."
            )
        raise AlreadyInvited(f"{contact.name} takes part in {label} already ({known.presence}).")
    if meeting.internal and contact.external:
        raise ExternalNotAllowed(
            f"{label} is internal and {contact.name} ({contact.email}) is of another company; "
            "invite people of your own, or to another meeting."
        )
    if seats_left(state, meeting) <= 0:
        raise MeetingFull(
            f"All {plan_of(state).seats} seats of {label} are taken, more the {state.plan} plan "
            "does not have; schedule_meeting a second one."
        )


def _clashes(state: MeetingState, meeting: Meeting, contact: Contact) -> list[str]:
    """Returns the other meetings that somebody has at the time of a meeting."""
    parts = state.participants.where(contact_id=contact.id, presence="invited")
    others = [state.meetings.require(p.meeting_id) for p in parts if p.meeting_id != meeting.id]
    return [
        called(m) for m in others if m.status == "scheduled" and overlaps(span(m), span(meeting))
    ]


def _text(contact: Contact) -> str:
    return f"{contact.name} {contact.email}".casefold()


def _row(state: MeetingState, participant: Participant) -> ParticipantRow:
    return ParticipantRow(
        participant_id=participant.id,
        name=name_of(state, participant.contact_id),
        role=participant.role,
        presence=participant.presence,
        muted=True if participant.muted else None,
    )
