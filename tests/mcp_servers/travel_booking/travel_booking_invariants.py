"""The invariants that the state of the agency declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import combinations

from mcp_servers.travel_booking.state import Booking, Flight, Stay, TravelState

SEATS = {
    "business": {f"{row}{letter}" for row in (1, 2) for letter in "ACDF"},
    "economy": {f"{row}{letter}" for row in range(3, 8) for letter in "ABCDEF"},
}


def check_invariants(state: TravelState) -> None:
    """Asserts every invariant of mcp_servers/travel_booking/state.py that one state can show."""
    _seats_are_sold_once(state)
    _nobody_is_in_two_places(state)
    _passports_are_valid(state)
    _children_have_company(state)
    _rooms_are_not_oversold(state)
    _money_is_conserved(state)
    _budgets_hold(state)
    _references_resolve(state)


def cabin(booking: Booking) -> str:
    return "business" if booking.fare == "business" else "economy"


def live(state: TravelState) -> list[tuple[Booking, Flight]]:
    rows = [b for b in state.bookings if b.status != "cancelled"]
    return [(b, state.flights.require(b.flight_id)) for b in rows]


def _seats_are_sold_once(state: TravelState) -> None:
    sold: Counter[tuple[str, str]] = Counter()
    given: Counter[tuple[str, str]] = Counter()
    for flight in {flight.id: flight for _, flight in live(state)}.values():
        given.update((flight.id, seat) for seat in flight.taken.split())
        for name, seats in SEATS.items():
            sold[flight.id, name] = len(seats & set(flight.taken.split()))
    for booking, flight in live(state):
        sold[flight.id, cabin(booking)] += 1
        if booking.seat is not None:
            assert booking.seat in SEATS[cabin(booking)]
            given[flight.id, booking.seat] += 1
        assert booking.status != "checked_in" or booking.seat is not None
    assert all(count <= len(SEATS[name]) for (_, name), count in sold.items())
    assert max(given.values(), default=1) == 1
    assert all(b.seat is None for b in state.bookings.where(status="cancelled"))


def _nobody_is_in_two_places(state: TravelState) -> None:
    by_traveller: dict[str, list[Flight]] = {}
    for booking, flight in live(state):
        if flight.status == "scheduled":
            by_traveller.setdefault(booking.traveller_id, []).append(flight)
    for flights in by_traveller.values():
        for a, b in combinations(flights, 2):
            assert a.arrives_at <= b.departs_at or b.arrives_at <= a.departs_at


def _passports_are_valid(state: TravelState) -> None:
    for booking, flight in live(state):
        ends = [state.airports.require(id).country for id in (flight.from_id, flight.to_id)]
        if ends[0] != ends[1]:
            expires = state.travellers.require(booking.traveller_id).passport_expires
            assert expires is not None
            assert expires >= flight.arrives_at[:10]


def _children_have_company(state: TravelState) -> None:
    ages: dict[str, list[int]] = {}
    for booking, flight in live(state):
        if flight.status == "scheduled":
            born = state.travellers.require(booking.traveller_id).born_on
            day = flight.departs_at[:10]
            years = int(day[:4]) - int(born[:4]) - (day[5:] < born[5:])
            ages.setdefault(flight.id, []).append(years)
    assert all(max(found) >= 18 for found in ages.values() if min(found) < 12)


def _rooms_are_not_oversold(state: TravelState) -> None:
    taken: Counter[tuple[str, int]] = Counter()
    for stay in state.stays.where(status="confirmed"):
        room = state.rooms.require(stay.room_id)
        assert 1 <= stay.guests <= room.sleeps
        assert stay.nights >= state.hotels.require(room.hotel_id).min_nights
        _take(taken, stay.room_id, stay.check_in, stay.nights, 1)
    for block in state.blocks:
        _take(taken, block.room_id, block.check_in, block.nights, block.rooms)
    assert all(n <= state.rooms.require(room).count for (room, _), n in taken.items())


def _take(
    taken: Counter[tuple[str, int]], room_id: str, check_in: str, nights: int, rooms: int
) -> None:
    first = date.fromisoformat(check_in).toordinal()
    for night in range(first, first + nights):
        taken[room_id, night] += rooms


def _money_is_conserved(state: TravelState) -> None:
    paid: Counter[str] = Counter()
    credit: Counter[str] = Counter()
    for charge in state.charges:
        assert charge.cents != 0
        paid[charge.item_id] += charge.cents
        if charge.method == "credit":
            assert charge.traveller_id is not None
            credit[charge.traveller_id] += charge.cents
    for item in (*state.bookings, *state.stays):
        cost = 0 if item.status == "cancelled" else _price(item)
        assert item.kept_cents >= 0
        assert paid[item.id] == cost + item.kept_cents
    for traveller in state.travellers:
        assert traveller.credit_cents >= 0
        assert traveller.credit_cents == traveller.opening_credit_cents - credit[traveller.id]


def _price(item: Booking | Stay) -> int:
    return item.fare_cents if isinstance(item, Booking) else item.price_cents


def _budgets_hold(state: TravelState) -> None:
    for trip in state.trips:
        spent = sum(charge.cents for charge in state.charges.where(trip_id=trip.id))
        assert trip.budget_cents is None or spent <= trip.budget_cents


def _references_resolve(state: TravelState) -> None:
    titles = [trip.title.casefold() for trip in state.trips]
    assert len(set(titles)) == len(titles)
    for item in (*state.bookings, *state.stays, *state.charges):
        assert item.trip_id in state.trips
    assert all(b.traveller_id in state.travellers for b in state.bookings)
    assert all(c.item_id in state.bookings or c.item_id in state.stays for c in state.charges)
    assert all({f.from_id, f.to_id} <= set(state.airports.ids()) for f in state.flights)
    assert all(h.airport_id in state.airports for h in state.hotels)
