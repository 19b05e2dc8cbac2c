"""A small household made by hand, two routes and a hotel, and calls on the agency."""

from __future__ import annotations

from datetime import datetime

import pytest
from machine import Call, Refused, caller, refuser

from mcp_servers.travel_booking.state import (
    Airline,
    Airport,
    Booking,
    Flight,
    Hotel,
    Room,
    Traveller,
    TravelState,
    Trip,
)
from mcp_servers.travel_booking.tools import server

NOW = datetime(2026, 3, 18, 10, 30)  # a Wednesday
FLIGHTS = (  # number, from, to, departs, arrives, base
    ("KA 1", 1, 2, "2026-03-18T11:29", "2026-03-18T13:00", 100_00),
    ("KA 1", 1, 2, "2026-03-18T11:30", "2026-03-18T13:00", 100_00),
    ("KA 1", 1, 2, "2026-03-19T10:30", "2026-03-19T12:00", 100_00),
    ("KA 3", 1, 2, "2026-03-19T10:31", "2026-03-19T12:00", 120_00),
    ("KA 1", 1, 2, "2026-03-26T10:30", "2026-03-26T12:00", 80_00),
    ("KA 2", 2, 1, "2026-03-26T12:00", "2026-03-26T13:30", 100_00),
    ("KA 7", 1, 3, "2026-03-26T11:00", "2026-03-27T01:00", 300_00),
    ("KA 7", 1, 3, "2026-04-02T11:00", "2026-04-03T01:00", 300_00),
)


@pytest.fixture
def agency() -> TravelState:
    """Two airports at home, one abroad; two adults, a child; trips with and without a budget."""
    state = TravelState(now=NOW)
    for city, country in (("Ayton", "Home"), ("Beeford", "Home"), ("Ceeburg", "Abroad")):
        id = state.new_id("airports")
        state.airports.insert(Airport(id=id, name=f"{city} Field", city=city, country=country))
    state.airlines.insert(
        Airline(id="KA", name="Kay Air", change_fee_cents=50_00, cancel_fee_cents=70_00)
    )
    for number, start, end, departs, arrives, base in FLIGHTS:
        state.flights.insert(
            Flight(
                id=state.new_id("flights"),
                airline_id="KA",
                number=number,
                from_id=f"APT-000{start}",
                to_id=f"APT-000{end}",
                departs_at=departs,
                arrives_at=arrives,
                base_cents=base,
                taken="1A 3A 3B",
            )
        )
    for name, born, expires, credit in (
        ("Ana Reed", "1984-05-01", "2026-03-27", 30_00),
        ("Ben Reed", "1982-05-01", None, 0),
        ("Cay Reed", "2014-03-27", "2030-01-01", 0),
    ):
        state.travellers.insert(
            Traveller(
                id=state.new_id("travellers"),
                name=name,
                born_on=born,
                passport_expires=expires,
                opening_credit_cents=credit,
                credit_cents=credit,
            )
        )
    for title, budget in (("Spring", None), ("Cheap", 200_00)):
        state.trips.insert(Trip(id=state.new_id("trips"), title=title, budget_cents=budget))
    _add_hotels(state)
    return state


def _add_hotels(state: TravelState) -> None:
    for name, free, least in (("Inn", 2, 2), ("Strict", None, 1)):
        hotel = Hotel(
            id=state.new_id("hotels"),
            name=name,
            airport_id="APT-0002",
            stars=3,
            free_cancel_days=free,
            min_nights=least,
        )
        state.hotels.insert(hotel)
        for kind, sleeps, rooms in (("Single", 1, 1), ("Double", 2, 2)):
            state.rooms.insert(
                Room(
                    id=state.new_id("rooms"),
                    hotel_id=hotel.id,
                    name=kind,
                    sleeps=sleeps,
                    nightly_cents=50_00,
                    weekend_cents=70_00,
                    count=rooms,
                )
            )


@pytest.fixture
def call(agency: TravelState) -> Call:
    return caller(server, agency)


@pytest.fixture
def refused(agency: TravelState) -> Refused:
    return refuser(server, agency)


@pytest.fixture
def book(call, agency):
    """Books a flight, a day and more ago unless told otherwise, and returns the booking."""

    def booked(
        flight: int, traveller: int = 1, fare: str = "standard", trip: int = 1, ago: bool = True
    ) -> Booking:
        report = call(
            "book_flight",
            trip_id=f"TRP-000{trip}",
            flight_id=f"FLT-000{flight}",
            traveller_id=f"TRV-000{traveller}",
            fare=fare,
        )
        if ago:
            agency.bookings.update(report["booking_id"], booked_at="2026-03-17T10:29")
        return agency.bookings.require(report["booking_id"])

    return booked
