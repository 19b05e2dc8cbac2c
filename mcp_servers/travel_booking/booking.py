"""Tools that book flights, move bookings and cancel them."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.travel_booking import fares, ledger, party
from mcp_servers.travel_booking.failures import DifferentRoute, FareNotChangeable, SameFlight
from mcp_servers.travel_booking.flights import FlightId
from mcp_servers.travel_booking.state import Booking, FareName, Flight, TravelState
from mcp_servers.travel_booking.trips import BookingId, TripId, require_not_over


class BookedReport(Output):
    """Result of book_flight."""

    booking_id: Annotated[str, out("Id of the booking.", entity="booking")]
    traveller: Annotated[str, out("Who flies.", label_of="booking")]
    number: Annotated[str, out("Flight number.", label_of="booking")]
    price_cents: Annotated[int, out("Price of the fare.", format="money")]
    paid_by_credit_cents: Annotated[int, out("Of that, by travel credit.", format="money")]


class ChangedReport(Output):
    """Result of change_flight."""

    booking_id: Annotated[str, out("Id of the booking.", entity="booking")]
    number: Annotated[str, out("New flight number.", label_of="booking")]
    departs_at: Annotated[str, out("New departure.", format="datetime")]
    paid_cents: Annotated[int, out("Paid for the change.", format="money")]
    credit_cents: Annotated[int, out("Given as travel credit.", format="money")]


class CancelledReport(Output):
    """Result of cancel_flight."""

    booking_id: Annotated[str, out("Id of the booking.", entity="booking")]
    card_cents: Annotated[int, out("Given back to the card.", format="money")]
    credit_cents: Annotated[int, out("Given back as travel credit.", format="money")]
    kept_cents: Annotated[int, out("What the airline keeps.", format="money")]


def book_flight(
    state: TravelState,
    trip_id: TripId,
    flight_id: FlightId,
    traveller_id: Annotated[str, arg("Who flies.", entity="traveller")],
    fare: Annotated[FareName, arg("Fare, see get_flight.")],
) -> BookedReport:
    """Books and pays one traveller's ticket, for a trip; travel credit is used before the card."""
    trip, flight = state.trips.require(trip_id), state.flights.require(flight_id)
    traveller = state.travellers.require(traveller_id)
    require_not_over(state, trip)
    party.require_flies(state, flight)
    party.require_open(state, flight)
    party.require_seat(state, flight, fares.FARES[fare].cabin)
    party.require_may_board(state, traveller, flight)
    price = fares.price_cents(flight, fare)
    ledger.require_budget(state, trip.id, price)
    booking = state.bookings.insert(
        Booking(
            id=state.new_id("bookings"),
            trip_id=trip.id,
            flight_id=flight.id,
            traveller_id=traveller.id,
            fare=fare,
            fare_cents=price,
            kept_cents=0,
            booked_at=minute(state.now),
        )
    )
    return BookedReport(
        booking_id=booking.id,
        traveller=traveller.name,
        number=flight.number,
        price_cents=price,
        paid_by_credit_cents=ledger.pay(state, booking, price),
    )


def change_flight(
    state: TravelState,
    booking_id: BookingId,
    flight_id: Annotated[str, arg("The new flight, on the same route.", entity="flight")],
) -> ChangedReport:
    """Moves a booking to another flight of its route, for what list_change_options says; the seat
    is given up."""
    booking, flight = state.bookings.require(booking_id), state.flights.require(flight_id)
    old = party.require_live(state, booking)
    _require_change(state, booking, old, flight)
    traveller = state.travellers.require(booking.traveller_id)
    party.require_may_board(state, traveller, flight, leaving=booking)
    party.require_no_child_left(state, booking, old)
    change = fares.change(state, booking, flight)
    ledger.require_budget(state, booking.trip_id, change.due_cents)
    moved = state.bookings.update(
        booking.id,
        flight_id=flight.id,
        fare_cents=change.fare_cents,
        kept_cents=booking.kept_cents + change.kept_cents,
        seat=None,
    )
    ledger.pay(state, moved, change.due_cents)
    ledger.move(state, moved, "credit", -change.back_cents)
    return ChangedReport(
        booking_id=booking.id,
        number=flight.number,
        departs_at=flight.departs_at,
        paid_cents=change.due_cents,
        credit_cents=change.back_cents,
    )


def cancel_flight(state: TravelState, booking_id: BookingId) -> CancelledReport:
    """Cancels a booking and gives back what its fare allows; get_booking tells how much that is."""
    booking = state.bookings.require(booking_id)
    flight = party.require_live(state, booking)
    party.require_no_child_left(state, booking, flight)
    refund = fares.refund(state, booking)
    kept = booking.kept_cents + booking.fare_cents - refund.cents
    state.bookings.update(booking.id, status="cancelled", kept_cents=kept, seat=None)
    to_card = 0
    if refund.to == "credit":
        ledger.move(state, booking, "credit", -refund.cents)
    else:
        to_card = ledger.give_back(state, booking, refund.cents)
    return CancelledReport(
        booking_id=booking.id,
        card_cents=to_card,
        credit_cents=refund.cents - to_card,
        kept_cents=kept,
    )


def _require_change(state: TravelState, booking: Booking, old: Flight, flight: Flight) -> None:
    """Checks that fare and flights allow a change; one that the airline forces is always allowed.

    Raises:
        FareNotChangeable, SameFlight, DifferentRoute, FlightCancelled, FlightClosed, SoldOut.
    """
    if fares.FARES[booking.fare].change == "no" and old.status == "scheduled":
        raise FareNotChangeable(
            f"{booking.id} of {party.who(state, booking)} is a {booking.fare} fare, which allows "
            "no change; cancel it with cancel_flight and book anew instead."
        )
    if flight.id == old.id:
        raise SameFlight(
            f"{booking.id} is for {party.label(state, flight)} already; list_change_options shows "
            "the others."
        )
    if (flight.from_id, flight.to_id) != (old.from_id, old.to_id):
        start = state.airports.require(old.from_id).name
        raise DifferentRoute(
            f"{party.label(state, flight)} is another route than from {start} to "
            f"{state.airports.require(old.to_id).name}; list_change_options shows what fits."
        )
    party.require_flies(state, flight)
    party.require_open(state, flight)
    party.require_seat(state, flight, fares.FARES[booking.fare].cabin)
