"""What a fare allows and costs: cabins, seats, fees, and what a cancellation gives back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from mcp_servers.travel_booking.state import (
    Booking,
    Cabin,
    FareName,
    Flight,
    Position,
    TravelState,
)

_ROUND = 100
_COOL_OFF = timedelta(hours=24)
_COOL_OFF_AHEAD = timedelta(days=7)
_LETTERS: dict[Cabin, str] = {"business": "ACDF", "economy": "ABCDEF"}
_ROWS: dict[Cabin, range] = {"business": range(1, 3), "economy": range(3, 8)}
SEATS: dict[Cabin, tuple[str, ...]] = {
    cabin: tuple(f"{row}{letter}" for row in _ROWS[cabin] for letter in _LETTERS[cabin])
    for cabin in _ROWS
}
"""Cabin -> its seats, the same on every aeroplane."""


@dataclass(frozen=True, slots=True)
class FareRule:
    """What a fare allows.

    Attributes:
        percent: of the base price.
        change: not at all, for the airline's fee, or free.
        refund: nothing, as travel credit less the airline's fee, or all the way it was paid.
        picks_seat: the seat may be chosen before check-in.
        bags: checked bags.
    """

    cabin: Cabin
    percent: int
    change: Literal["no", "fee", "free"]
    refund: Literal["none", "credit", "full"]
    picks_seat: bool
    bags: int


FARES: dict[FareName, FareRule] = {
    "saver": FareRule("economy", 100, "no", "none", False, 0),
    "standard": FareRule("economy", 130, "fee", "credit", True, 1),
    "flex": FareRule("economy", 170, "free", "full", True, 2),
    "business": FareRule("business", 320, "free", "full", True, 2),
}


@dataclass(frozen=True, slots=True)
class Refund:
    """What cancelling gives back: the amount, and whether as travel credit or as it was paid."""

    cents: int
    to: Literal["none", "credit", "as_paid"]


@dataclass(frozen=True, slots=True)
class Change:
    """What a change costs.

    Attributes:
        due_cents: to be paid now, fee included.
        back_cents: given as travel credit.
        fare_cents: what the fare costs afterwards.
        kept_cents: what more is kept of the booking.
    """

    due_cents: int
    back_cents: int
    fare_cents: int
    kept_cents: int


def price_cents(flight: Flight, fare: FareName) -> int:
    """Returns the price of a fare, whole dollars."""
    return flight.base_cents * FARES[fare].percent // 100 // _ROUND * _ROUND


def seats_left(state: TravelState, flight: Flight, cabin: Cabin) -> int:
    """Returns how many seats of a cabin can still be sold."""
    others = sum(seat in SEATS[cabin] for seat in flight.taken.split())
    ours = sum(FARES[b.fare].cabin == cabin for b in on_board(state, flight))
    return len(SEATS[cabin]) - others - ours


def free_seats(state: TravelState, flight: Flight, cabin: Cabin) -> list[str]:
    """Returns the seats of a cabin that nobody has been given."""
    taken = {*flight.taken.split(), *(b.seat for b in on_board(state, flight))}
    return [seat for seat in SEATS[cabin] if seat not in taken]


def on_board(state: TravelState, flight: Flight) -> list[Booking]:
    """Returns our bookings on a flight that are not cancelled."""
    return [b for b in state.bookings.where(flight_id=flight.id) if b.status != "cancelled"]


def position(seat: str) -> Position:
    """Returns where in its row a seat is; business has no middle seats."""
    places: dict[str, Position] = {"A": "window", "F": "window", "C": "aisle", "D": "aisle"}
    return places.get(seat[-1], "middle")


def change_fee_cents(state: TravelState, flight: Flight, fare: FareName) -> int | None:
    """Returns what a change of the fare costs, None where it allows none."""
    fee = state.airlines.require(flight.airline_id).change_fee_cents
    return {"no": None, "fee": fee, "free": 0}[FARES[fare].change]


def refund(state: TravelState, booking: Booking) -> Refund:
    """Returns what cancelling a booking gives back now.

    All of the fare where the airline cancelled the flight, or within a day of booking a week or
    more ahead; else what the fare says. Fees of earlier changes stay with the airline.
    """
    flight = state.flights.require(booking.flight_id)
    rule = FARES[booking.fare]
    if flight.status == "cancelled" or _cooling_off(state, booking, flight):
        return Refund(booking.fare_cents, "as_paid")
    if rule.refund == "full":
        return Refund(booking.fare_cents, "as_paid")
    if rule.refund == "credit":
        fee = state.airlines.require(flight.airline_id).cancel_fee_cents
        left = max(0, booking.fare_cents - fee)
        return Refund(left, "credit" if left else "none")
    return Refund(0, "none")


def change(state: TravelState, booking: Booking, flight: Flight) -> Change:
    """Returns what moving a booking to another flight costs, its fare being changeable.

    Free where the airline cancelled the flight. Cheaper flights give travel credit where changes
    are free, else the difference is lost.
    """
    old = state.flights.require(booking.flight_id)
    if old.status == "cancelled":
        return Change(0, 0, booking.fare_cents, 0)
    fee = change_fee_cents(state, old, booking.fare) or 0
    price = price_cents(flight, booking.fare)
    more = price - booking.fare_cents
    if more >= 0:
        return Change(more + fee, 0, price, fee)
    if FARES[booking.fare].change == "free":
        return Change(0, -more, price, 0)
    return Change(fee, 0, price, fee - more)


def _cooling_off(state: TravelState, booking: Booking, flight: Flight) -> bool:
    booked, departs = map(datetime.fromisoformat, (booking.booked_at, flight.departs_at))
    return state.now - booked <= _COOL_OFF and departs - state.now >= _COOL_OFF_AHEAD
