"""Look-ups on one flight booking: its rules now, and where it could be moved."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.travel_booking import fares, ledger, party
from mcp_servers.travel_booking.state import Booking, Flight, TravelState
from mcp_servers.travel_booking.trips import BookingId


class BookingDetails(Output):
    """Result of get_booking."""

    booking_id: Annotated[str, out("Id of the booking.", entity="booking")]
    traveller: Annotated[str, out("Who flies.", label_of="booking")]
    flight_id: Annotated[str, out("Id of its flight.", entity="flight")]
    number: Annotated[str, out("Flight number.", label_of="booking")]
    to_city: Annotated[str, out("Where to.", label_of="booking")]
    departs_at: Annotated[str, out("Departure.", format="datetime")]
    flight_status: Annotated[str, out("scheduled or cancelled.")]
    fare: Annotated[str, out("Name of the fare.")]
    status: Annotated[str, out("confirmed, checked_in or cancelled.")]
    seat: Annotated[str | None, out("Seat, if chosen.")] = None
    paid_cents: Annotated[int, out("Paid on balance.", format="money")]
    change_fee_cents: Annotated[
        int | None, out("Fee for a change, if allowed.", format="money")
    ] = None
    refund_cents: Annotated[int | None, out("What cancelling now gives back.", format="money")] = (
        None
    )
    refund_to: Annotated[str | None, out("As credit, or as it was paid.")] = None


class OptionRow(Output):
    """A flight that a booking could be moved to."""

    flight_id: Annotated[str, out("Id of the flight.", entity="flight")]
    number: Annotated[str, out("Flight number.", label_of="flight")]
    departs_at: Annotated[str, out("Departure.", label_of="flight", format="datetime")]
    due_cents: Annotated[int, out("To pay, fee included.", format="money")]
    back_cents: Annotated[int | None, out("Given as travel credit.", format="money")] = None


class Options(Page):
    """Result of list_change_options."""

    booking_id: Annotated[str, out("Id of the booking.", entity="booking")]
    options: Annotated[list[OptionRow], out("Flights on the same route, the soonest first.")]


def get_booking(state: TravelState, booking_id: BookingId) -> BookingDetails:
    """Gets a flight booking: seat, fare, and what changing or cancelling it costs now."""
    booking = state.bookings.require(booking_id)
    flight = state.flights.require(booking.flight_id)
    refund = fares.refund(state, booking) if _may_go(state, booking, flight) else None
    return BookingDetails(
        booking_id=booking.id,
        traveller=party.who(state, booking),
        flight_id=flight.id,
        number=flight.number,
        to_city=state.airports.require(flight.to_id).city,
        departs_at=flight.departs_at,
        flight_status=flight.status,
        fare=booking.fare,
        status=booking.status,
        seat=booking.seat,
        paid_cents=ledger.paid_cents(state, booking.id),
        change_fee_cents=_fee(state, booking, flight),
        refund_cents=refund.cents if refund else None,
        refund_to=refund.to if refund else None,
    )


def list_change_options(
    state: TravelState, booking_id: BookingId, offset: Offset = 0, limit: Limit = 5
) -> Options:
    """Lists flights that a booking can be moved to by change_flight, and what each would cost; none
    where its fare allows no change."""
    booking = state.bookings.require(booking_id)
    flight = state.flights.require(booking.flight_id)
    may = _may_go(state, booking, flight) and _fee(state, booking, flight) is not None
    found = _others(state, booking, flight) if may else []
    rows, next_offset = page(found, offset, limit)
    options = [_option(state, booking, other) for other in rows]
    return Options(
        booking_id=booking.id, options=options, total=len(found), next_offset=next_offset
    )


def _may_go(state: TravelState, booking: Booking, flight: Flight) -> bool:
    return booking.status == "confirmed" and not party.is_closed(state, flight)


def _fee(state: TravelState, booking: Booking, flight: Flight) -> int | None:
    if flight.status == "cancelled":
        return 0
    return fares.change_fee_cents(state, flight, booking.fare)


def _others(state: TravelState, booking: Booking, flight: Flight) -> list[Flight]:
    cabin = fares.FARES[booking.fare].cabin
    route = state.flights.where(from_id=flight.from_id, to_id=flight.to_id, status="scheduled")
    found = [
        other
        for other in route
        if other.id != flight.id
        and not party.is_closed(state, other)
        and fares.seats_left(state, other, cabin) > 0
    ]
    return sorted(found, key=lambda other: (other.departs_at, other.id))


def _option(state: TravelState, booking: Booking, flight: Flight) -> OptionRow:
    change = fares.change(state, booking, flight)
    return OptionRow(
        flight_id=flight.id,
        number=flight.number,
        departs_at=flight.departs_at,
        due_cents=change.due_cents,
        back_cents=change.back_cents or None,
    )
