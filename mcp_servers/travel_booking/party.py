"""Who may be on which flight: open flights, double bookings, passports, children."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from mcp_servers.core.wording import listed
from mcp_servers.travel_booking import fares
from mcp_servers.travel_booking.failures import (
    AlreadyCancelled,
    AlreadyCheckedIn,
    ChildAlone,
    DoubleBooked,
    FlightCancelled,
    FlightClosed,
    PassportInvalid,
    SoldOut,
)
from mcp_servers.travel_booking.state import Booking, Cabin, Flight, Traveller, TravelState

CLOSES = timedelta(minutes=60)
"""How long before departure bookings, changes and check-in end."""
CHILD_BELOW = 12
ADULT_FROM = 18


def label(state: TravelState, flight: Flight) -> str:
    """Returns how messages name a flight."""
    city = state.airports.require(flight.to_id).city
    return f"{flight.number} to {city} at {flight.departs_at} ({flight.id})"


def is_closed(state: TravelState, flight: Flight) -> bool:
    """True where a flight has left or leaves too soon."""
    return datetime.fromisoformat(flight.departs_at) - state.now < CLOSES


def require_open(state: TravelState, flight: Flight) -> None:
    """Checks that bookings of a flight can still be made and changed.

    Raises:
        FlightClosed: where it has left, or leaves too soon.
    """
    if is_closed(state, flight):
        raise FlightClosed(
            f"{label(state, flight)} has left or leaves within {CLOSES.seconds // 60} minutes of "
            f"now ({state.now:%Y-%m-%dT%H:%M}); search_flights shows later ones."
        )


def require_flies(state: TravelState, flight: Flight) -> None:
    """Raises FlightCancelled where the airline has cancelled a flight."""
    if flight.status == "cancelled":
        raise FlightCancelled(
            f"The airline has cancelled {label(state, flight)}; whoever is booked on it may change "
            "to another flight for free with change_flight, or cancel for a full refund."
        )


def require_live(state: TravelState, booking: Booking) -> Flight:
    """Returns the flight of a booking that may be changed.

    Raises:
        AlreadyCancelled, AlreadyCheckedIn, FlightClosed: saying what would do.
    """
    flight = state.flights.require(booking.flight_id)
    require_booked(state, booking)
    if booking.status == "checked_in":
        raise AlreadyCheckedIn(
            f"{who(state, booking)} has checked in for {label(state, flight)}; only choose_seat "
            "still works, anything else is up to the counter at the airport."
        )
    require_open(state, flight)
    return flight


def require_booked(state: TravelState, booking: Booking) -> None:
    """Raises AlreadyCancelled for a booking that has been cancelled."""
    if booking.status == "cancelled":
        raise AlreadyCancelled(
            f"{booking.id} of {who(state, booking)} has been cancelled; get_trip shows what is "
            "booked, book_flight books anew."
        )


def who(state: TravelState, booking: Booking) -> str:
    """Returns the name of whom a booking is for."""
    return state.travellers.require(booking.traveller_id).name


def age(traveller: Traveller, on: str) -> int:
    """Returns the full years of a traveller on the day of an ISO date or time."""
    born, day = date.fromisoformat(traveller.born_on), date.fromisoformat(on[:10])
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def require_seat(state: TravelState, flight: Flight, cabin: Cabin) -> None:
    """Raises SoldOut where a cabin has no seat left."""
    if fares.seats_left(state, flight, cabin) < 1:
        others = [c for c in fares.SEATS if fares.seats_left(state, flight, c) > 0]
        raise SoldOut(
            f"{cabin} of {label(state, flight)} is sold out; with seats left on it: "
            f"{listed(others)}. search_flights shows other flights."
        )


def require_may_board(
    state: TravelState, traveller: Traveller, flight: Flight, leaving: Booking | None = None
) -> None:
    """Checks that a traveller may fly: free at the time, with a passport, a child not alone.

    Args:
        state: what is booked.
        traveller: who is to fly.
        flight: where.
        leaving: the booking that this one replaces.

    Raises:
        DoubleBooked, PassportInvalid, ChildAlone: saying what would do.
    """
    _require_free(state, traveller, flight, leaving)
    _require_passport(state, traveller, flight)
    if age(traveller, flight.departs_at) < CHILD_BELOW and not _adults(state, flight):
        adults = [t.name for t in state.travellers if age(t, flight.departs_at) >= ADULT_FROM]
        raise ChildAlone(
            f"{traveller.name} is under {CHILD_BELOW} and no adult of the party is on "
            f"{label(state, flight)}; book one on it first: {listed(adults)}."
        )


def require_no_child_left(state: TravelState, booking: Booking, flight: Flight) -> None:
    """Raises ChildAlone where a booking is that of the only adult with a child on a flight."""
    others = [b for b in fares.on_board(state, flight) if b.id != booking.id]
    ages = {b.id: age(state.travellers.require(b.traveller_id), flight.departs_at) for b in others}
    children = [who(state, b) for b in others if ages[b.id] < CHILD_BELOW]
    if flight.status == "cancelled" or not children:
        return
    if not any(years >= ADULT_FROM for years in ages.values()):
        raise ChildAlone(
            f"Without {who(state, booking)}, {listed(children)} would be on {label(state, flight)} "
            "with no adult of the party; cancel the child's booking first, or book another adult."
        )


def _adults(state: TravelState, flight: Flight) -> list[Booking]:
    return [
        b
        for b in fares.on_board(state, flight)
        if age(state.travellers.require(b.traveller_id), flight.departs_at) >= ADULT_FROM
    ]


def _require_free(
    state: TravelState, traveller: Traveller, flight: Flight, leaving: Booking | None
) -> None:
    for booking in state.bookings.where(traveller_id=traveller.id):
        if booking.status == "cancelled" or (leaving and booking.id == leaving.id):
            continue
        other = state.flights.require(booking.flight_id)
        apart = other.arrives_at <= flight.departs_at or flight.arrives_at <= other.departs_at
        if other.status == "scheduled" and not apart:
            raise DoubleBooked(
                f"{traveller.name} is on {label(state, other)} until {other.arrives_at} "
                f"({booking.id}); choose a flight that leaves later, or cancel that booking."
            )


def _require_passport(state: TravelState, traveller: Traveller, flight: Flight) -> None:
    start, end = state.airports.require(flight.from_id), state.airports.require(flight.to_id)
    if start.country == end.country:
        return
    expires = traveller.passport_expires
    if expires is None or expires < flight.arrives_at[:10]:
        has = f"a passport that expires on {expires}" if expires else "no passport on file"
        raise PassportInvalid(
            f"{label(state, flight)} goes from {start.country} to {end.country} and arrives on "
            f"{flight.arrives_at[:10]}, but {traveller.name} has {has}; book a flight before that, "
            "one within the country, or another traveller."
        )
