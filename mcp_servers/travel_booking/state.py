"""The tables of one customer of a travel agency, and what always holds of them.

Money is integer cents, times are local ISO strings to the minute, all of one zone. Invariants, in
every world and after every call:

1. On no flight are more seats of a cabin sold than there are: those of others and our bookings. No
   seat is given twice, and a seat lies in the cabin of its fare.
2. Nobody is on two flights at once: bookings of one traveller that are not cancelled do not overlap
   in time, flights that the airline cancelled left out.
3. Where a flight crosses a border, the passport of whoever is booked is valid on arrival.
4. A child under 12 never flies without an adult of the party on the same flight.
5. In no night are more rooms of a kind taken than the hotel has; a stay has at most as many guests
   as the room sleeps, and at least the nights that the hotel asks for.
6. Money is conserved: the charges of a booking or stay add up to what it costs now plus what was
   kept of it (fees, lost differences); of a cancelled one only what was kept remains.
7. Travel credit is what the traveller began with less what was paid with it, and never negative.
8. What a trip has cost on balance never exceeds its budget.
9. Whoever has checked in has a seat, and that booking is neither changed nor cancelled any more.
10. References resolve, titles of trips differ; a call that fails leaves everything as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

FareName = Literal["saver", "standard", "flex", "business"]
Cabin = Literal["economy", "business"]
Position = Literal["window", "middle", "aisle"]
BookingStatus = Literal["confirmed", "checked_in", "cancelled"]
Method = Literal["card", "credit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Airport:
    """An airport; some cities have two."""

    id: str
    name: str
    city: str
    country: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Airline:
    """An airline, whose id is its code, and the fees of its standard fare."""

    id: str
    name: str
    change_fee_cents: int
    cancel_fee_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """One departure. `taken` holds the seats of other customers, separated by spaces."""

    id: str
    airline_id: str
    number: str
    from_id: str
    to_id: str
    departs_at: str
    arrives_at: str
    base_cents: int
    taken: str
    status: Literal["scheduled", "cancelled"] = "scheduled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hotel:
    """A hotel. Stays are free to cancel until `free_cancel_days` before arrival; None: never."""

    id: str
    name: str
    airport_id: str
    stars: int
    free_cancel_days: int | None
    min_nights: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A kind of room of a hotel, of which it has `count`; Friday and Saturday cost more."""

    id: str
    hotel_id: str
    name: str
    sleeps: int
    nightly_cents: int
    weekend_cents: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Rooms that other customers have taken for some nights."""

    id: str
    room_id: str
    check_in: str
    nights: int
    rooms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Traveller:
    """Somebody who travels on this account; `credit_cents` is what airlines owe them."""

    id: str
    name: str
    born_on: str
    passport_expires: str | None
    opening_credit_cents: int
    credit_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """What belongs together: an itinerary of flights and stays, with a budget or without."""

    id: str
    title: str
    budget_cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """One traveller on one flight: what the fare costs now, and what fees have been kept."""

    id: str
    trip_id: str
    flight_id: str
    traveller_id: str
    fare: FareName
    fare_cents: int
    kept_cents: int
    booked_at: str
    seat: str | None = None
    status: BookingStatus = "confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """Some nights in one room of a hotel."""

    id: str
    trip_id: str
    room_id: str
    check_in: str
    nights: int
    guests: int
    price_cents: int
    kept_cents: int = 0
    status: Literal["confirmed", "cancelled"] = "confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """Money that moved for a booking or stay (`item_id`); what was given back is negative."""

    id: str
    trip_id: str
    item_id: str
    traveller_id: str | None
    method: Method
    cents: int


@dataclass
class TravelState(State):
    """What the agency knows, and everything of one customer."""

    airports: Table[Airport] = table(Airport, "APT")
    airlines: Table[Airline] = table(Airline, None)
    flights: Table[Flight] = table(Flight, "FLT")
    hotels: Table[Hotel] = table(Hotel, "HTL")
    rooms: Table[Room] = table(Room, "ROM")
    blocks: Table[Block] = table(Block, "BLK")
    travellers: Table[Traveller] = table(Traveller, "TRV")
    trips: Table[Trip] = table(Trip, "TRP")
    bookings: Table[Booking] = table(Booking, "BKG")
    stays: Table[Stay] = table(Stay, "STY")
    charges: Table[Charge] = table(Charge, "CHG")
