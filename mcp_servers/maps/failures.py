"""Why the map refuses a call that is well formed: one type for each rule."""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class NoRoute(StateError):
    """No way that the mode may use leads there."""

    type = "no_route"


class ListReadOnly(StateError):
    """The list belongs to somebody else, who lets the person view it only."""

    type = "list_read_only"


class ListFull(StateError):
    """The list holds as many places as a list may."""

    type = "list_full"


class AlreadySaved(StateError):
    """The list holds the place."""

    type = "already_saved"


class TripNameTaken(StateError):
    """An upcoming trip has this name."""

    type = "trip_name_taken"


class DateNotAhead(StateError):
    """The day has passed, or lies too far ahead."""

    type = "date_not_ahead"


class TooManyTrips(StateError):
    """There are as many upcoming trips as there may be."""

    type = "too_many_trips"


class TripOver(StateError):
    """The day of the trip has passed."""

    type = "trip_over"


class TimePassed(StateError):
    """The trip is today, and the time has passed."""

    type = "time_passed"


class TripFull(StateError):
    """The trip has as many stops as it may."""

    type = "trip_full"


class PlaceGone(StateError):
    """The business has closed for good."""

    type = "place_gone"


class PlaceClosed(StateError):
    """The place is not open for the whole stay."""

    type = "place_closed"


class NotEnoughTime(StateError):
    """There is no time to travel between two stops."""

    type = "not_enough_time"


class NotOnARoad(StateError):
    """The place lies on a path, where no cars go."""

    type = "not_on_a_road"


class AlreadyReported(StateError):
    """The person has reported just that."""

    type = "already_reported"


class TooManyReports(StateError):
    """The person has made as many reports as one may in a while."""

    type = "too_many_reports"
