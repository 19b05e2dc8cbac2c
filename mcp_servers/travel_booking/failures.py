"""Why the agency refuses a call that is well formed: one type for each rule.

Every message names the row, what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class TitleTaken(StateError):
    """There is a trip of that title."""

    type = "title_taken"


class TripCompleted(StateError):
    """Everything on the trip lies in the past."""

    type = "trip_completed"


class OverBudget(StateError):
    """The trip would cost more than its budget."""

    type = "over_budget"


class FlightCancelled(StateError):
    """The airline has cancelled the flight."""

    type = "flight_cancelled"


class FlightClosed(StateError):
    """The flight has left, or leaves too soon for changes."""

    type = "flight_closed"


class SoldOut(StateError):
    """No seat is left in the cabin."""

    type = "sold_out"


class DoubleBooked(StateError):
    """The traveller is on another flight at that time."""

    type = "double_booked"


class PassportInvalid(StateError):
    """The passport is missing, or not valid on arrival."""

    type = "passport_invalid"


class ChildAlone(StateError):
    """A child would fly without an adult of the party."""

    type = "child_alone"


class FareNotChangeable(StateError):
    """The fare allows no change."""

    type = "fare_not_changeable"


class SameFlight(StateError):
    """The booking is for that flight already."""

    type = "same_flight"


class DifferentRoute(StateError):
    """A change must keep origin and destination."""

    type = "different_route"


class AlreadyCancelled(StateError):
    """The booking or stay has been cancelled."""

    type = "already_cancelled"


class AlreadyCheckedIn(StateError):
    """The traveller has checked in."""

    type = "already_checked_in"


class CheckInNotOpen(StateError):
    """It is too early to check in."""

    type = "check_in_not_open"


class SeatNotIncluded(StateError):
    """The fare has no choice of seat."""

    type = "seat_not_included"


class SeatNotInCabin(StateError):
    """The cabin of the fare has no such seat."""

    type = "seat_not_in_cabin"


class SeatTaken(StateError):
    """Somebody has the seat."""

    type = "seat_taken"


class DateNotAhead(StateError):
    """The first night lies in the past."""

    type = "date_not_ahead"


class TooManyGuests(StateError):
    """The room sleeps fewer."""

    type = "too_many_guests"


class StayTooShort(StateError):
    """The hotel asks for more nights."""

    type = "stay_too_short"


class NoRoomLeft(StateError):
    """The rooms of that kind are taken in some night."""

    type = "no_room_left"


class StayBegun(StateError):
    """The first night has come."""

    type = "stay_begun"


class StayNotChangeable(StateError):
    """The hotel allows no changes, or not this late."""

    type = "stay_not_changeable"


class StayUnchanged(StateError):
    """The stay has these dates already."""

    type = "stay_unchanged"
