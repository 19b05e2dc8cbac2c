"""Why the calendar refuses a call that is well formed: one type for each rule.

Every message names the event, what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class CalendarReadOnly(StateError):
    """The calendar is subscribed to, and only its publisher changes it."""

    type = "calendar_read_only"


class NotOrganizer(StateError):
    """Somebody else organises the event."""

    type = "not_organizer"


class EventCancelled(StateError):
    """The event has been cancelled."""

    type = "event_cancelled"


class EventOver(StateError):
    """The event, or the last of its series, lies in the past."""

    type = "event_over"


class TimePassed(StateError):
    """The time lies in the past."""

    type = "time_passed"


class TimeConflict(StateError):
    """There is another event of one's own at that time."""

    type = "time_conflict"


class SeriesKeepsDays(StateError):
    """A series changes its time of day, not its days."""

    type = "series_keeps_days"


class UntilTooEarly(StateError):
    """The series would end before it has begun, or has ended by now."""

    type = "until_too_early"


class OffPattern(StateError):
    """The event does not lie on a day of the pattern."""

    type = "off_pattern"


class SamePattern(StateError):
    """The event repeats in just this way already."""

    type = "same_pattern"


class OccurrenceCancelled(StateError):
    """This one occurrence has been cancelled."""

    type = "occurrence_cancelled"


class OccurrenceOver(StateError):
    """This one occurrence lies in the past."""

    type = "occurrence_over"


class SkipsOccurrence(StateError):
    """The occurrence would change places with another one of its series."""

    type = "skips_occurrence"


class AlreadyInvited(StateError):
    """The person is invited already."""

    type = "already_invited"


class RoomTooSmall(StateError):
    """The room does not hold all who are invited."""

    type = "room_too_small"


class RoomTaken(StateError):
    """The room is booked at the time of the event."""

    type = "room_taken"


class RoomHeldAlready(StateError):
    """The event has this room already."""

    type = "room_held_already"


class OwnEvent(StateError):
    """One does not answer an invitation of one's own."""

    type = "own_event"


class NotInvited(StateError):
    """The event asks for no answer."""

    type = "not_invited"


class SameAnswer(StateError):
    """This has been answered already."""

    type = "same_answer"
