"""Tools for the seat on board, and for checking in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed, minute
from mcp_servers.travel_booking import fares, party
from mcp_servers.travel_booking.failures import (
    AlreadyCheckedIn,
    CheckInNotOpen,
    SeatNotInCabin,
    SeatNotIncluded,
    SeatTaken,
)
from mcp_servers.travel_booking.state import Position, TravelState
from mcp_servers.travel_booking.trips import BookingId

OPENS = timedelta(hours=24)
"""How long before departure check-in opens."""
_EXAMPLES = ("3A", "3C", "4B", "4D", "5A", "5E", "6C", "6F", "7B", "7D")


class SeatReport(Output):
    """Result of choose_seat."""

    booking_id: Annotated[str, out("Id of the booking.", entity="booking")]
    seat: Annotated[str, out("The seat.")]
    position: Annotated[Position, out("window, middle or aisle.")]


class BoardingPass(Output):
    """Result of check_in."""

    booking_id: Annotated[str, out("Id of the booking.", entity="booking")]
    traveller: Annotated[str, out("Who flies.", label_of="booking")]
    number: Annotated[str, out("Flight number.")]
    seat: Annotated[str, out("The seat.")]
    departs_at: Annotated[str, out("Departure.", format="datetime")]


def choose_seat(
    state: TravelState,
    booking_id: BookingId,
    seat: Annotated[str, arg("Row and letter.", pattern=r"^\d{1,2}[A-F]$", examples=_EXAMPLES)],
) -> SeatReport:
    """Gives a booking a certain free seat of its cabin (see get_seat_map); saver fares have a
    choice only once checked in."""
    booking = state.bookings.require(booking_id)
    party.require_booked(state, booking)
    flight = state.flights.require(booking.flight_id)
    party.require_flies(state, flight)
    party.require_open(state, flight)
    rule = fares.FARES[booking.fare]
    if not rule.picks_seat and booking.status != "checked_in":
        raise SeatNotIncluded(
            f"{booking.id} is a {booking.fare} fare, which has no choice of seat before check-in; "
            "check_in gives it one, and then it can be changed."
        )
    if seat not in fares.SEATS[rule.cabin]:
        first, last = fares.SEATS[rule.cabin][0], fares.SEATS[rule.cabin][-1]
        raise SeatNotInCabin(
            f"{seat} is not in {rule.cabin}, which {booking.id} is for; its seats go from {first} "
            f"to {last}."
        )
    free = fares.free_seats(state, flight, rule.cabin)
    if seat not in free:
        whose = "theirs already" if seat == booking.seat else "taken"
        raise SeatTaken(
            f"Seat {seat} of {party.label(state, flight)} is {whose}; free: {listed(free, 8)}."
        )
    state.bookings.update(booking.id, seat=seat)
    return SeatReport(booking_id=booking.id, seat=seat, position=fares.position(seat))


def check_in(state: TravelState, booking_id: BookingId) -> BoardingPass:
    """Checks a booking in, from 24 hours to 60 minutes before departure, and gives it a seat if it
    has none; after that it cannot be changed or cancelled."""
    booking = state.bookings.require(booking_id)
    party.require_booked(state, booking)
    flight = state.flights.require(booking.flight_id)
    if booking.status == "checked_in":
        raise AlreadyCheckedIn(
            f"{party.who(state, booking)} has checked in for {party.label(state, flight)} already, "
            f"in seat {booking.seat}; choose_seat still changes the seat."
        )
    party.require_flies(state, flight)
    party.require_open(state, flight)
    opens = datetime.fromisoformat(flight.departs_at) - OPENS
    if state.now < opens:
        raise CheckInNotOpen(
            f"Check-in for {party.label(state, flight)} opens at {minute(opens)}, and it is "
            f"{minute(state.now)}; choose_seat works before that."
        )
    seat = booking.seat or fares.free_seats(state, flight, fares.FARES[booking.fare].cabin)[0]
    state.bookings.update(booking.id, status="checked_in", seat=seat)
    return BoardingPass(
        booking_id=booking.id,
        traveller=party.who(state, booking),
        number=flight.number,
        seat=seat,
        departs_at=flight.departs_at,
    )
