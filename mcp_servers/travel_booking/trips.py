"""Travellers and trips: look-ups, what belongs to a trip, and new trips."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.travel_booking import ledger, party, rooms
from mcp_servers.travel_booking.failures import TitleTaken, TripCompleted
from mcp_servers.travel_booking.state import Booking, Stay, Traveller, TravelState, Trip

TripStatus = Literal["planned", "upcoming", "underway", "completed"]
TripId = Annotated[str, arg("Id of the trip.", entity="trip")]
BookingId = Annotated[str, arg("Id of the flight booking.", entity="booking")]
StayId = Annotated[str, arg("Id of the hotel stay.", entity="stay")]
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


class TravellerRow(Output):
    """A traveller in a list."""

    traveller_id: Annotated[str, out("Id of the traveller.", entity="traveller")]
    name: Annotated[str, out("Name of the traveller.", label_of="traveller")]
    kind: Annotated[str, out("child (under 12), youth or adult.")]
    passport_expires: Annotated[str | None, out("If there is a passport.", format="date")] = None
    credit_cents: Annotated[int, out("Travel credit.", format="money")]


class Travellers(Page):
    """Result of list_travellers."""

    travellers: Annotated[list[TravellerRow], out("By name.")]


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


def list_travellers(
    state: TravelState,
    kind: Annotated[Literal["child", "youth", "adult"] | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 8,
) -> Travellers:
    """Lists who travels on this account, with passports and travel credit."""
    found = [t for t in state.travellers if kind in (None, kind_of(state, t))]
    found.sort(key=lambda traveller: (traveller.name, traveller.id))
    rows, next_offset = page(found, offset, limit)
    travellers = [
        TravellerRow(
            traveller_id=t.id,
            name=t.name,
            kind=kind_of(state, t),
            passport_expires=t.passport_expires,
            credit_cents=t.credit_cents,
        )
        for t in rows
    ]
    return Travellers(travellers=travellers, total=len(found), next_offset=next_offset)


def list_trips(
    state: TravelState,
    status: Annotated[TripStatus | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Trips:
    """Lists trips with what they have cost; start here for anything that is booked."""
    spans = {trip.id: _span(state, trip) for trip in state.trips}
    found = [t for t in state.trips if status in (None, _status(state, spans[t.id]))]
    found.sort(
        key=lambda t: (_status(state, spans[t.id]) == "completed", _start(spans[t.id]), t.id)
    )
    rows, next_offset = page(found, offset, limit)
    trips = [_row(state, trip, spans[trip.id]) for trip in rows]
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
    span = _span(state, trip)
    if span is not None and _status(state, span) == "completed":
        raise TripCompleted(
            f"{trip.title} ({trip.id}) ended at {span[1]}; book for an upcoming or planned trip, "
            "or open one with create_trip."
        )


def kind_of(state: TravelState, traveller: Traveller) -> Literal["child", "youth", "adult"]:
    """Returns whether a traveller is a child, a youth or an adult today."""
    years = party.age(traveller, minute(state.now))
    if years < party.CHILD_BELOW:
        return "child"
    return "youth" if years < party.ADULT_FROM else "adult"


def _span(state: TravelState, trip: Trip) -> tuple[str, str] | None:
    """Returns when the first thing of a trip begins and the last one ends, None for an empty."""
    moments: list[str] = []
    for booking in state.bookings.where(trip_id=trip.id):
        if booking.status != "cancelled":
            flight = state.flights.require(booking.flight_id)
            moments += [flight.departs_at, flight.arrives_at]
    for stay in state.stays.where(trip_id=trip.id, status="confirmed"):
        nights = rooms.nights_of(stay.check_in, stay.nights + 1)
        moments += [f"{stay.check_in}T15:00", f"{nights[-1]}T11:00"]
    return (min(moments), max(moments)) if moments else None


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
