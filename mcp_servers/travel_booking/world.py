"""Seeded worlds of the agency: one household, the airports it flies to, hotels there.

Every world has names that need a look to tell apart (cities with two airports, flights of one
number on several days, hotels of one family, two trips to one city, two first names), and rows on
which calls fail: full cabins, a passport that expired, one that is about to, children, fares that
allow nothing, a flight that leaves within the hour, one that the airline cancelled, tight budgets.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from itertools import count

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.travel_booking import fares
from mcp_servers.travel_booking.history import History
from mcp_servers.travel_booking.state import (
    Airline,
    Airport,
    Block,
    Flight,
    Hotel,
    Room,
    Traveller,
    TravelState,
)

CITIES = 9
FOREIGN = 3
"""So many of the cities lie abroad, the last ones."""
HOUSES = ("Hotel", "Inn", "Lodge", "Suites", "House", "Palace")
ROOMS = (("Single", 1, 70), ("Double", 2, 100), ("Twin", 2, 95), ("Family", 4, 150))
BEST_ROOMS = (("Junior Suite", 3, 190), ("Penthouse", 4, 320))
SOON_HOURS = (3, 6, 9, 14, 20)
"""In how many hours the flights leave for which check-in is open."""


def make_world(world: World) -> TravelState:
    """Returns what the agency knows, the same for the same world."""
    state = TravelState(now=world.now)
    _add_airports(state, world)
    _add_airlines(state, world)
    _Timetable(state, world.rng).write()
    _add_hotels(state, world)
    _add_travellers(state, world)
    History(state, world.rng).write()
    return state


def _add_airports(state: TravelState, world: World) -> None:
    """Adds the airport of the household first; it and the second city have two."""
    home, *abroad = world.sample("country", 3)
    for n, city in enumerate(world.sample("city", CITIES)):
        names = (
            ("International", "Regional") if n < 2 else (world.rng.choice(("Airport", "Field")),)
        )
        for name in names:
            country = home if n < CITIES - FOREIGN else abroad[n % 2]
            state.airports.insert(
                Airport(
                    id=state.new_id("airports"), name=f"{city} {name}", city=city, country=country
                )
            )


def _add_airlines(state: TravelState, world: World) -> None:
    codes = world.rng.sample([a + b for a in "BDKNQXZ" for b in "AEILOU"], 3)
    for code, last in zip(codes, world.sample("last_name", 3), strict=True):
        state.airlines.insert(
            Airline(
                id=code,
                name=f"{last} {world.rng.choice(('Air', 'Airways', 'Express'))}",
                change_fee_cents=500 * world.rng.randrange(8, 19),
                cancel_fee_cents=500 * world.rng.randrange(10, 23),
            )
        )


class _Timetable:
    """Writes the flights between home and everywhere else: past ones, soon ones, later ones."""

    def __init__(self, state: TravelState, rng: random.Random) -> None:
        self._state = state
        self._rng = rng
        self._numbers = count(rng.randrange(101, 301), 7)
        self._soon = [timedelta(minutes=40), *(timedelta(hours=h) for h in SOON_HOURS)]

    def write(self) -> None:
        airports = list(self._state.airports)
        home, others = airports[0], [a for a in airports if a.city != airports[0].city]
        for place in others:
            far = place.country != home.country
            minutes = self._rng.randrange(240, 540, 5) if far else self._rng.randrange(60, 190, 5)
            cents = 100 * (minutes // 2 + self._rng.randrange(40, 120))
            for start, end in ((home, place), (place, home)):
                self._route(start.id, end.id, minutes, cents)

    def _route(self, start: str, end: str, minutes: int, cents: int) -> None:
        """Adds the flights of one direction, under two numbers, a week or two of each."""
        rng = self._rng
        back = start != self._state.airports.ids()[0]
        days = [-rng.randrange(20, 40), rng.randrange(3, 9), *rng.sample(range(12, 26), 3)]
        numbers = [self._number(), self._number()]
        for n, day in enumerate(days):
            number = numbers[n % 2]
            at = self._day(day + (4 if back else 0), rng.randrange(24, 84))
            self._add(number, (start, end), at, minutes, cents)
            if rng.random() < 0.2:  # a second one on that day
                other = self._day(day + (4 if back else 0), rng.randrange(24, 84))
                self._add(numbers[(n + 1) % 2], (start, end), other, minutes, cents)
        if not back and self._soon:
            at = minute(self._state.now + self._soon.pop(0))
            self._add(numbers[0], (start, end), at, minutes, cents)

    def _number(self) -> str:
        return f"{self._rng.choice(self._state.airlines.ids())} {next(self._numbers)}"

    def _day(self, days: int, quarter: int) -> str:
        midnight = self._state.now.replace(hour=0, minute=0)
        return minute(midnight + timedelta(days=days, minutes=15 * quarter))

    def _add(
        self, number: str, route: tuple[str, str], departs: str, minutes: int, cents: int
    ) -> None:
        if any(f.departs_at == departs for f in self._state.flights.where(from_id=route[0])):
            return  # people tell flights apart by their departure
        moment = datetime.fromisoformat(departs)
        self._state.flights.insert(
            Flight(
                id=self._state.new_id("flights"),
                airline_id=number.split()[0],
                number=number,
                from_id=route[0],
                to_id=route[1],
                departs_at=departs,
                arrives_at=minute(moment + timedelta(minutes=minutes)),
                base_cents=cents + 100 * self._rng.randrange(-25, 60),
                taken=self._taken(),
            )
        )

    def _taken(self) -> str:
        """Draws the seats of other customers; of eight cabins about one is full."""
        seats: list[str] = []
        for cabin in fares.SEATS:
            every = fares.SEATS[cabin]
            share = 1.0 if self._rng.random() < 0.12 else self._rng.uniform(0.2, 0.85)
            seats += self._rng.sample(every, round(share * len(every)))
        return " ".join(sorted(seats))


def _add_hotels(state: TravelState, world: World) -> None:
    """Adds two or three hotels in each city; several are of one family."""
    rng = world.rng
    places = {airport.city: airport for airport in reversed(list(state.airports))}
    names = [f"{n} {h}" for n in world.sample("last_name", 10) for h in rng.sample(HOUSES, 3)]
    rng.shuffle(names)
    for airport in reversed(places.values()):
        for _ in range(rng.randrange(2, 4)):
            hotel = Hotel(
                id=state.new_id("hotels"),
                name=names.pop(),
                airport_id=airport.id,
                stars=rng.randrange(2, 6),
                free_cancel_days=rng.choice((1, 2, 3, 7, 14, None)),
                min_nights=rng.choice((1, 1, 1, 2, 3)),
            )
            state.hotels.insert(hotel)
            _add_rooms(state, rng, hotel)


def _add_rooms(state: TravelState, rng: random.Random, hotel: Hotel) -> None:
    base = 35 + 25 * hotel.stars + rng.randrange(0, 30)
    for name, sleeps, percent in (*rng.sample(ROOMS, 3), rng.choice(BEST_ROOMS)):
        cents = 100 * (base * percent // 100)
        room = Room(
            id=state.new_id("rooms"),
            hotel_id=hotel.id,
            name=name,
            sleeps=sleeps,
            nightly_cents=cents,
            weekend_cents=cents * 5 // 4 // 100 * 100 if rng.random() < 0.8 else cents,
            count=rng.randrange(1, 5),
        )
        state.rooms.insert(room)
        if rng.random() < 0.5:
            first = state.now.date() + timedelta(days=rng.randrange(0, 30))
            state.blocks.insert(
                Block(
                    id=state.new_id("blocks"),
                    room_id=room.id,
                    check_in=first.isoformat(),
                    nights=rng.randrange(2, 9),
                    rooms=room.count if rng.random() < 0.7 else 1,
                )
            )


def _add_travellers(state: TravelState, world: World) -> None:
    """Adds two families with children, and relatives; in the order of `history.Party`."""
    rng = world.rng
    families, first = world.sample("last_name", 6), world.sample("first_name", 11)
    ages = (42, 40, 7, 4, 36, 35, 9, 15, 67, 29, 24, 51)
    names = [
        f"{name} {families[(0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 4)[n]]}" for n, name in enumerate(first)
    ]
    names.append(f"{first[0]} {families[5]}")
    for n, (name, years) in enumerate(zip(names, ages, strict=True)):
        state.travellers.insert(
            Traveller(
                id=state.new_id("travellers"),
                name=name,
                born_on=_ahead(state, -365 * years - rng.randrange(20, 340)),
                passport_expires=_passport(state, rng, n),
                opening_credit_cents=0,
                credit_cents=0,
            )
        )


def _passport(state: TravelState, rng: random.Random, n: int) -> str | None:
    """Returns when a passport expires: of the last three long ago, never issued, in days."""
    days = {9: -rng.randrange(20, 400), 11: 11}.get(n, rng.randrange(400, 2_500))
    return None if n == 10 else _ahead(state, days)


def _ahead(state: TravelState, days: int) -> str:
    return (state.now.date() + timedelta(days=days)).isoformat()
