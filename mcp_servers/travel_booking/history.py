"""What the household has booked by now, made by the tools' own rules at earlier times."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta

from mcp_servers.core.errors import StateError
from mcp_servers.travel_booking import booking, fares, ledger, party, rooms, seats, staying
from mcp_servers.travel_booking.state import (
    Airport,
    Booking,
    FareName,
    Flight,
    Traveller,
    TravelState,
    Trip,
)

KINDS = (
    "Conference",
    "Holiday",
    "Wedding",
    "Trade Fair",
    "Family Visit",
    "City Break",
    "Reunion",
    "Workshop",
    "Marathon",
    "Festival",
    "Anniversary",
    "Regatta",
)
PARTIES = ((0, 1), (0, 2), (1, 2, 3), (4, 5), (4, 6), (5, 7), (8,), (9,), (10,), (0,))
"""Who travels together, by place in the list of travellers; children come after an adult."""
LATE_PASSPORT = 11
FARE_ODDS: dict[FareName, int] = {"saver": 3, "standard": 5, "flex": 3, "business": 1}
UPCOMING = 9
PAST = 4


class History:
    """Writes the trips of one household.

    Args:
        state: with flights, hotels and travellers; trips are added to it.
        rng: the source of chance.
    """

    def __init__(self, state: TravelState, rng: random.Random) -> None:
        self._state = state
        self._rng = rng
        self._home = state.airports.ids()[0]
        self._travellers = list(state.travellers)

    def write(self) -> None:
        """Writes past trips, those that begin today, and coming ones; then what went wrong."""
        for place in self._places(PAST):
            self._trip(place, "past", self._party())
        for flight in self._out("soon"):
            self._trip(self._state.airports.require(flight.to_id), "soon", self._party())
        places = self._places(UPCOMING - 2)
        for place in (*places, *places[:2]):
            self._trip(place, "later", self._party())
        self._short_passport()
        for title in ("Summer Holiday", "Winter Holiday"):
            self._new_trip(title)
        self._choose_seats()
        self._check_in()
        self._cancel_some()
        self._compensate()
        self._set_budgets()

    def _places(self, count: int) -> list[Airport]:
        home = self._state.airports.require(self._home)
        others = [a for a in self._state.airports if a.city != home.city]
        return self._rng.sample(others, min(count, len(others)))

    def _party(self) -> list[Traveller]:
        return [self._travellers[n] for n in self._rng.choice(PARTIES)]

    def _out(self, when: str, to: str | None = None) -> list[Flight]:
        """Returns the flights from home that have left, leave within a day, or later."""
        found = []
        for flight in self._state.flights.where(from_id=self._home):
            ahead = datetime.fromisoformat(flight.departs_at) - self._state.now
            kind = "past" if ahead < timedelta(0) else "soon" if ahead.days < 1 else "later"
            if kind == when and to in (None, flight.to_id):
                found.append(flight)
        return found

    def _new_trip(self, title: str) -> Trip:
        return self._state.trips.insert(Trip(id=self._state.new_id("trips"), title=title))

    def _trip(self, place: Airport, when: str, who: list[Traveller]) -> None:
        flights = self._out(when, place.id)
        if not flights:
            return
        taken = {trip.title for trip in self._state.trips}
        kinds = [k for k in KINDS if f"{place.city} {k}" not in taken]
        out = self._rng.choice(flights)
        back = [
            f
            for f in self._state.flights.where(from_id=place.id, to_id=self._home)
            if timedelta(days=1) < _between(out, f) < timedelta(days=12)
        ]
        home = self._rng.choice(back) if back else None
        trip = self._new_trip(f"{place.city} {self._rng.choice(kinds)}")
        fare = self._rng.choices(list(FARE_ODDS), list(FARE_ODDS.values()))[0]
        with self._earlier(out):
            for flight in (out, home) if home else (out,):
                for traveller in who:
                    self._book(trip, flight, traveller, fare)
            arrive = {b.traveller_id for b in self._state.bookings.where(trip_id=trip.id)}
            if arrive:
                self._stay(trip, out, home, len(arrive))
        if not arrive:
            self._state.trips.delete(trip.id)

    def _book(self, trip: Trip, flight: Flight, traveller: Traveller, fare: FareName) -> None:
        """Books where the rules allow it: history has no booking that they would not."""
        try:
            booking.book_flight(self._state, trip.id, flight.id, traveller.id, fare)
        except StateError:
            return

    def _stay(self, trip: Trip, out: Flight, home: Flight | None, guests: int) -> None:
        """Books a room from the arrival on, at a hotel of the city that has one left."""
        first = out.arrives_at[:10]
        last = date.fromisoformat(home.departs_at[:10] if home else first)
        nights = min(7, max(2, (last - date.fromisoformat(first)).days))
        city = self._state.airports.require(out.to_id).city
        near = {a.id for a in self._state.airports.where(city=city)}
        hotels = [h.id for h in self._state.hotels if h.airport_id in near]
        fitting = [
            r
            for r in self._state.rooms
            if r.hotel_id in hotels
            and r.sleeps >= guests
            and self._state.hotels.require(r.hotel_id).min_nights <= nights
            and rooms.rooms_left(self._state, r, first, nights) > 0
        ]
        if fitting:
            room = self._rng.choice(fitting)
            staying.book_hotel(self._state, trip.id, room.id, first, nights, guests)

    def _short_passport(self) -> None:
        """Books somebody abroad before the passport expires, on a fare that may be changed."""
        traveller = self._travellers[LATE_PASSPORT]
        home = self._state.airports.require(self._home)
        for flight in self._out("later"):
            place = self._state.airports.require(flight.to_id)
            abroad = place.country != home.country
            if abroad and flight.arrives_at[:10] <= (traveller.passport_expires or ""):
                trip = self._new_trip(f"{place.city} Interview")
                with self._earlier(flight):
                    self._book(trip, flight, traveller, "flex")
                if self._state.bookings.where(trip_id=trip.id):
                    return
                self._state.trips.delete(trip.id)

    def _choose_seats(self) -> None:
        for row in self._upcoming():
            flight = self._state.flights.require(row.flight_id)
            free = fares.free_seats(self._state, flight, fares.FARES[row.fare].cabin)
            if fares.FARES[row.fare].picks_seat and self._rng.random() < 0.4:
                seats.choose_seat(self._state, row.id, self._rng.choice(free))

    def _check_in(self) -> None:
        """Checks one in on the first flight for which that is open, where somebody is booked."""
        for row in self._upcoming():
            departs = self._state.flights.require(row.flight_id).departs_at
            if datetime.fromisoformat(departs) - self._state.now < seats.OPENS:
                seats.check_in(self._state, row.id)
                return

    def _cancel_some(self) -> None:
        """Cancels a booking and a stay, and lets an airline cancel a flight."""
        rows = self._upcoming()
        self._rng.shuffle(rows)
        for row in rows:
            try:
                booking.cancel_flight(self._state, row.id)
                break
            except StateError:
                continue  # a child would be left alone, or it has been checked in
        stays = [s for s in self._state.stays if s.check_in > self._state.now.date().isoformat()]
        if len(stays) > 2:
            staying.cancel_stay(self._state, self._rng.choice(stays).id)
        later = [r for r in self._upcoming() if r.status == "confirmed"]
        shared = [r for r in later if any(self._same_route(r, other) for other in later)] or later
        self._state.flights.update(self._rng.choice(shared).flight_id, status="cancelled")

    def _same_route(self, row: Booking, other: Booking) -> bool:
        """True for bookings on two flights of one route."""
        a, b = (self._state.flights.require(r.flight_id) for r in (row, other))
        return a.id != b.id and (a.from_id, a.to_id) == (b.from_id, b.to_id)

    def _compensate(self) -> None:
        """Gives some travellers credit that airlines owed them for other journeys."""
        for traveller in self._rng.sample(self._travellers, 4):
            cents = 500 * self._rng.randrange(8, 60)
            now = self._state.travellers.require(traveller.id)
            self._state.travellers.update(
                now.id,
                opening_credit_cents=now.opening_credit_cents + cents,
                credit_cents=now.credit_cents + cents,
            )

    def _set_budgets(self) -> None:
        """Gives some trips a budget: one in two of them is nearly used up."""
        for n, trip in enumerate(self._rng.sample(list(self._state.trips), 8)):
            spent = max(0, ledger.spent_cents(self._state, trip.id))
            more = 100 * self._rng.randrange(5, 60) if n % 2 else spent + 1_000_00
            whole = -(-(spent + more) // 50_00) * 50_00
            self._state.trips.update(trip.id, budget_cents=whole)

    def _upcoming(self) -> list[Booking]:
        """Returns the bookings that may still be changed."""
        return [
            b
            for b in self._state.bookings
            if b.status != "cancelled"
            and not party.is_closed(self._state, self._state.flights.require(b.flight_id))
        ]

    @contextmanager
    def _earlier(self, flight: Flight) -> Iterator[None]:
        """Sets the clock to some day well before a flight, and back."""
        now = self._state.now
        departs = datetime.fromisoformat(flight.departs_at)
        self._state.now = min(now, departs) - timedelta(days=self._rng.randrange(3, 20))
        try:
            yield
        finally:
            self._state.now = now


def _between(one: Flight, other: Flight) -> timedelta:
    return datetime.fromisoformat(other.departs_at) - datetime.fromisoformat(one.arrives_at)
