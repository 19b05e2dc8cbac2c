"""The tools of the calendar server: which there are, which of them write, and how each may fail.

One session is one person. The functions stand in lookups.py, people.py, rooms.py, scheduling.py
and changing.py.
"""

from __future__ import annotations

from mcp_servers.calendar import changing, lookups, people, rooms, scheduling
from mcp_servers.calendar.failures import (
    AlreadyInvited,
    CalendarReadOnly,
    EventCancelled,
    EventOver,
    NotInvited,
    NotOrganizer,
    OccurrenceCancelled,
    OccurrenceOver,
    OffPattern,
    OwnEvent,
    RoomHeldAlready,
    RoomTaken,
    RoomTooSmall,
    SameAnswer,
    SamePattern,
    SeriesKeepsDays,
    SkipsOccurrence,
    TimeConflict,
    TimePassed,
    UntilTooEarly,
)
from mcp_servers.calendar.state import CalendarState
from mcp_servers.calendar.world import make_world
from mcp_servers.core.tools import ToolServer

server = ToolServer(
    "calendar",
    title="Calendar",
    instructions=(
        "The calendars, invitations and meeting rooms of one person. Times are local to that "
        "person unless a time zone is named. Look up the ids of events, dates of a series, people "
        "and rooms before you use them."
    ),
    state=CalendarState,
    make_world=make_world,
)

_MINE = (CalendarReadOnly, NotOrganizer, EventCancelled)

server.read(lookups.list_calendars)
server.read(lookups.list_events)
server.read(lookups.search_events)
server.read(lookups.get_event)
server.read(people.search_people)
server.read(people.get_free_busy)
server.read(rooms.list_rooms)
server.read(raises=(EventCancelled,))(rooms.suggest_times)

server.write(raises=(CalendarReadOnly, TimePassed, TimeConflict))(scheduling.create_event)
server.write(
    raises=(*_MINE, EventOver, SamePattern, OffPattern, UntilTooEarly, RoomTaken),
)(scheduling.repeat_event)
server.write(
    raises=(*_MINE, EventOver, SeriesKeepsDays, TimePassed, TimeConflict, RoomTaken),
)(scheduling.reschedule_event)
server.write(
    raises=(
        *_MINE,
        OccurrenceCancelled,
        OccurrenceOver,
        SkipsOccurrence,
        TimePassed,
        TimeConflict,
        RoomTaken,
    ),
)(changing.move_occurrence)
server.write(destructive=True, raises=(*_MINE, EventOver))(changing.cancel_event)
server.write(destructive=True, raises=(*_MINE, OccurrenceCancelled, OccurrenceOver))(
    changing.cancel_occurrence
)
server.write(raises=(*_MINE, EventOver, AlreadyInvited, RoomTooSmall))(people.invite_person)
server.write(raises=(EventCancelled, EventOver, OwnEvent, NotInvited, SameAnswer))(
    people.answer_invitation
)
server.write(raises=(*_MINE, EventOver, RoomHeldAlready, RoomTooSmall, RoomTaken))(rooms.book_room)
