"""Trips: look-ups, what belongs to one, and new ones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.travel_booking import ledger, party, rooms
from mcp_servers.travel_booking.failures import TitleTaken, TripCompleted
from mcp_servers.travel_booking.state import Booking, Stay, TravelState, Trip

TripStatus = Literal["planned", "upcoming", "underway", "completed"]
TripId = Annotated[str, arg("Id of the trip.", entity="trip")]
BookingId = Annotated[str, arg("Id of the flight booking.", entity="booking")]
StayId = Annotated[str, arg("Id of the hotel stay.", entity="stay")]
Spans = dict[str, tuple[str, str]]
TITLES = (
    "Anniversary Weekend",
    "Summer Getaway",
    "Sales Meeting",
    "Museum Tour",
    "Ski Week",
    "School Reunion",
    "Book Fair",
    "Surprise Party",
)


class TripRow(Output):
    """A trip in a list."""

    trip_id: Annotated[str, out("Id of the trip.", entity="trip")]
    title: Annotated[str, out("Title of the trip.", label_of="trip")]
    status: Annotated[TripStatus, out("Where it stands; planned is empty.")]
    starts_at: Annotated[str | None, out("First departure or night.", format="datetime")] = None
    spent_cents: Annotated[int, out("What it has cost.", format="money")]
    budget_cents: Annotated[int | None, out("Most that it may cost.", format="money")] = None


class Trips(Page):
    """Result of list_trips."""

    trips: Annotated[list[TripRow], out("By start, the completed ones last.")]


class BookingRow(Output):
    """A flight of a trip."""

    booking_id: Annotated[str, out("Id of the booking.", entity="booking")]
    traveller: Annotated[str, out("Who flies.", label_of="booking")]
    number: Annotated[str, out("Flight number.", label_of="booking")]
    to_city: Annotated[str, out("Where to.", label_of="booking")]
    departs_at: Annotated[str, out("Departure.", format="datetime")]
    fare: Annotated[str, out("Name of the fare.")]
    seat: Annotated[str | None, out("Seat, if chosen.")] = None
    status: Annotated[str, out("confirmed, checked_in or cancelled.")]


class StayRow(Output):
    """A hotel stay of a trip."""

    stay_id: Annotated[str, out("Id of the stay.", entity="stay")]
    hotel: Annotated[str, out("Hotel.", label_of="stay")]
    room: Annotated[str, out("Kind of room.", label_of="stay")]
    check_in: Annotated[str, out("First night.", label_of="stay", format="date")]
    nights: Annotated[int, out("Nights.")]
    free_until: Annotated[
        str | None, out("Last day to cancel for free, if not over.", format="date")
    ] = None
    status: Annotated[str, out("confirmed or cancelled.")]


class Itinerary(Output):
    """Result of get_trip."""

    trip_id: Annotated[str, out("Id of the trip.", entity="trip")]
    title: Annotated[str, out("Title of the trip.", label_of="trip")]
    spent_cents: Annotated[int, out("What it has cost.", format="money")]
    flights: Annotated[list[BookingRow], out("Flights in order of departure.")]
    stays: Annotated[list[StayRow], out("Hotel stays in order.")]


class TripReport(Output):
    """Result of create_trip."""

    trip_id: Annotated[str, out("Id of the trip.", entity="trip")]
    title: Annotated[str, out("Title of the trip.", label_of="trip")]


def list_trips(
    state: TravelState,
    status: Annotated[TripStatus | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Trips:
    """Lists trips with what they have cost; start here for anything that is booked."""
    spans = _spans(state.bookings, state.stays, state)
    statuses = {trip.id: _status(state, spans.get(trip.id)) for trip in state.trips}
    found = [t for t in state.trips if status in (None, statuses[t.id])]
    found.sort(key=lambda t: (statuses[t.id] == "completed", _start(spans.get(t.id)), t.id))
    rows, next_offset = page(found, offset, limit)
    trips = [_row(state, trip, spans.get(trip.id)) for trip in rows]
    return Trips(trips=trips, total=len(found), next_offset=next_offset)


def get_trip(
    state: TravelState,
    trip_id: TripId,
    cancelled: Annotated[bool, arg("With what has been cancelled.")] = False,
) -> Itinerary:
    """Gets a trip's itinerary: its flight bookings and hotel stays."""
    trip = state.trips.require(trip_id)
    bookings = [b for b in state.bookings.where(trip_id=trip.id) if cancelled or _live(b)]
    stays = [s for s in state.stays.where(trip_id=trip.id) if cancelled or _live(s)]
    flights = [_booking(state, booking) for booking in bookings]
    return Itinerary(
        trip_id=trip.id,
        title=trip.title,
        spent_cents=ledger.spent_cents(state, trip.id),
        flights=sorted(flights, key=lambda row: (row.departs_at, row.traveller, row.booking_id)),
        stays=[_stay(state, s) for s in sorted(stays, key=lambda s: (s.check_in, s.id))],
    )


def create_trip(
    state: TravelState,
    title: Annotated[str, arg("Title of its own.", min_length=1, max_length=60, examples=TITLES)],
    budget_cents: Annotated[
        int | None, arg("Most that it may cost.", format="money", ge=1, le=10_000_000)
    ] = None,
) -> TripReport:
    """Opens an empty trip, to book flights and hotels for."""
    for trip in state.trips:
        if trip.title.casefold() == title.casefold():
            raise TitleTaken(
                f"There is a trip {trip.title!r} already ({trip.id}); book for that, or give "
                "another title."
            )
    trip = state.trips.insert(
        Trip(id=state.new_id("trips"), title=title, budget_cents=budget_cents)
    )
    return TripReport(trip_id=trip.id, title=trip.title)


def require_not_over(state: TravelState, trip: Trip) -> None:
    """Raises TripCompleted where everything of a trip lies in the past."""
    own = state.bookings.where(trip_id=trip.id), state.stays.where(trip_id=trip.id)
    span = _spans(*own, state).get(trip.id)
    if span is not None and _status(state, span) == "completed":
        raise TripCompleted(
            f"{trip.title} ({trip.id}) ended at {span[1]}; book for an upcoming or planned trip, "
            "or open one with create_trip."
        )


def _spans(bookings: Iterable[Booking], stays: Iterable[Stay], state: TravelState) -> Spans:
    """Returns trip -> when its first thing begins and its last one ends; none for empty trips."""
    spans: Spans = {}
    for booking in bookings:
        if booking.status != "cancelled":
            flight = state.flights.require(booking.flight_id)
            _widen(spans, booking.trip_id, flight.departs_at, flight.arrives_at)
    for stay in stays:
        if stay.status != "cancelled":
            last = date.fromisoformat(stay.check_in) + timedelta(days=stay.nights)
            _widen(spans, stay.trip_id, f"{stay.check_in}T15:00", f"{last}T11:00")
    return spans


def _widen(spans: Spans, trip_id: str, start: str, end: str) -> None:
    first, last = spans.get(trip_id, (start, end))
    spans[trip_id] = (min(first, start), max(last, end))


def _start(span: tuple[str, str] | None) -> str:
    return span[0] if span else "9999"


def _status(state: TravelState, span: tuple[str, str] | None) -> TripStatus:
    now = minute(state.now)
    if span is None:
        return "planned"
    if span[1] <= now:
        return "completed"
    return "underway" if span[0] <= now else "upcoming"


def _live(item: Booking | Stay) -> bool:
    return item.status != "cancelled"


def _row(state: TravelState, trip: Trip, span: tuple[str, str] | None) -> TripRow:
    return TripRow(
        trip_id=trip.id,
        title=trip.title,
        status=_status(state, span),
        starts_at=span[0] if span else None,
        spent_cents=ledger.spent_cents(state, trip.id),
        budget_cents=trip.budget_cents,
    )


def _booking(state: TravelState, booking: Booking) -> BookingRow:
    flight = state.flights.require(booking.flight_id)
    return BookingRow(
        booking_id=booking.id,
        traveller=party.who(state, booking),
        number=flight.number,
        to_city=state.airports.require(flight.to_id).city,
        departs_at=flight.departs_at,
        fare=booking.fare,
        seat=booking.seat,
        status=booking.status,
    )


def _stay(state: TravelState, stay: Stay) -> StayRow:
    room = state.rooms.require(stay.room_id)
    hotel = state.hotels.require(room.hotel_id)
    return StayRow(
        stay_id=stay.id,
        hotel=hotel.name,
        room=room.name,
        check_in=stay.check_in,
        nights=stay.nights,
        free_until=rooms.still_free_until(state, hotel, stay.check_in),
        status=stay.status,
    )
