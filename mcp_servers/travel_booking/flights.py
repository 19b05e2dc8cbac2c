"""Look-ups on airports, flights, fares and seats."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.travel_booking import fares
from mcp_servers.travel_booking.state import (
    Airport,
    Cabin,
    FareName,
    Flight,
    Position,
    TravelState,
)

FlightId = Annotated[str, arg("Id of the flight.", entity="flight")]


class AirportRow(Output):
    """An airport in a list."""

    airport_id: Annotated[str, out("Id of the airport.", entity="airport")]
    city: Annotated[str, out("City that it serves.", label_of="airport")]
    name: Annotated[str, out("Name of the airport.", label_of="airport")]
    country: Annotated[str, out("Country.")]


class Airports(Page):
    """Result of search_airports."""

    airports: Annotated[list[AirportRow], out("By city and name.")]


class FlightRow(Output):
    """A flight in a list."""

    flight_id: Annotated[str, out("Id of the flight.", entity="flight")]
    number: Annotated[str, out("Flight number.", label_of="flight")]
    from_city: Annotated[str, out("Where it starts.")]
    departs_at: Annotated[str, out("Departure.", label_of="flight", format="datetime")]
    arrives_at: Annotated[str, out("Arrival.", format="datetime")]
    price_cents: Annotated[int, out("Cheapest fare with seats, else saver.", format="money")]
    seats_left: Annotated[int, out("Seats that can be sold.")]


class Flights(Page):
    """Result of search_flights."""

    flights: Annotated[list[FlightRow], out("Flights that are not cancelled and have not left.")]


class FareRow(Output):
    """A fare of a flight."""

    fare: Annotated[FareName, out("Name of the fare.")]
    cabin: Annotated[Cabin, out("Its cabin.")]
    price_cents: Annotated[int, out("Price for one.", format="money")]
    seats_left: Annotated[int, out("Seats left in the cabin.")]
    change_fee_cents: Annotated[
        int | None, out("Fee for a change, if allowed.", format="money")
    ] = None
    refund: Annotated[str, out("none, credit (less a fee) or full.")]
    bags: Annotated[int, out("Checked bags.")]


class FlightDetails(Output):
    """Result of get_flight."""

    flight_id: Annotated[str, out("Id of the flight.", entity="flight")]
    number: Annotated[str, out("Flight number.", label_of="flight")]
    airline: Annotated[str, out("Airline.")]
    from_airport: Annotated[str, out("Where it starts.")]
    to_airport: Annotated[str, out("Where it lands.")]
    departs_at: Annotated[str, out("Departure.", label_of="flight", format="datetime")]
    arrives_at: Annotated[str, out("Arrival.", format="datetime")]
    status: Annotated[str, out("scheduled or cancelled.")]
    fares: Annotated[list[FareRow], out("Fares, the cheapest first.")]


class SeatRow(Output):
    """Free seats of one kind."""

    cabin: Annotated[Cabin, out("Cabin.")]
    position: Annotated[Position, out("window, middle or aisle.")]
    seats: Annotated[str, out("The free ones.")]


class SeatMap(Output):
    """Result of get_seat_map."""

    flight_id: Annotated[str, out("Id of the flight.", entity="flight")]
    free: Annotated[list[SeatRow], out("Free seats.")]


def search_airports(
    state: TravelState,
    query: Annotated[
        str,
        arg("City, or words of the name.", min_length=1, examples=("International", "Regional")),
    ],
    offset: Offset = 0,
    limit: Limit = 5,
) -> Airports:
    """Finds airports by city or name; a city may have two."""
    words = query.casefold().split()
    found = [a for a in state.airports if all(w in f"{a.city} {a.name}".casefold() for w in words)]
    found.sort(key=lambda a: (a.city, a.name))
    rows, next_offset = page(found, offset, limit)
    airports = [
        AirportRow(airport_id=a.id, city=a.city, name=a.name, country=a.country) for a in rows
    ]
    return Airports(airports=airports, total=len(found), next_offset=next_offset)


def search_flights(
    state: TravelState,
    to_airport_id: Annotated[str, arg("Where to.", entity="airport")],
    from_airport_id: Annotated[str | None, arg("Only from here.", entity="airport")] = None,
    date: Annotated[str | None, arg("Only this day, YYYY-MM-DD.", format="date")] = None,
    sort: Annotated[Literal["departure", "price"], arg("Order.")] = "departure",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Flights:
    """Finds flights to an airport that can be booked, soonest or cheapest first."""
    state.airports.require(to_airport_id)
    if from_airport_id is not None:
        state.airports.require(from_airport_id)
    now = minute(state.now)
    found = [
        f
        for f in state.flights.where(to_id=to_airport_id, status="scheduled")
        if f.departs_at > now
        and from_airport_id in (None, f.from_id)
        and date in (None, f.departs_at[:10])
    ]
    if sort == "price":
        found.sort(key=lambda f: (f.base_cents, f.departs_at, f.id))
    else:
        found.sort(key=lambda f: (f.departs_at, f.id))
    rows, next_offset = page(found, offset, limit)
    flights = [_row(state, flight) for flight in rows]
    return Flights(flights=flights, total=len(found), next_offset=next_offset)


def get_flight(state: TravelState, flight_id: FlightId) -> FlightDetails:
    """Gets a flight with the price, seats left and rules of each fare."""
    flight = state.flights.require(flight_id)
    start, end = state.airports.require(flight.from_id), state.airports.require(flight.to_id)
    left = {cabin: fares.seats_left(state, flight, cabin) for cabin in fares.SEATS}
    return FlightDetails(
        flight_id=flight.id,
        number=flight.number,
        airline=state.airlines.require(flight.airline_id).name,
        from_airport=_name(start),
        to_airport=_name(end),
        departs_at=flight.departs_at,
        arrives_at=flight.arrives_at,
        status=flight.status,
        fares=[_fare(state, flight, fare, left) for fare in fares.FARES],
    )


def get_seat_map(
    state: TravelState,
    flight_id: FlightId,
    cabin: Annotated[Cabin | None, arg("Only this cabin.")] = None,
    position: Annotated[Position | None, arg("Only these.")] = None,
) -> SeatMap:
    """Shows which seats of a flight are free, for choose_seat."""
    flight = state.flights.require(flight_id)
    kinds: dict[tuple[Cabin, Position], list[str]] = {}
    for one in fares.SEATS:
        for seat in fares.free_seats(state, flight, one) if cabin in (None, one) else ():
            if position in (None, fares.position(seat)):
                kinds.setdefault((one, fares.position(seat)), []).append(seat)
    rows = [SeatRow(cabin=c, position=p, seats=", ".join(s)) for (c, p), s in kinds.items()]
    return SeatMap(flight_id=flight.id, free=rows)


def _row(state: TravelState, flight: Flight) -> FlightRow:
    left = {cabin: fares.seats_left(state, flight, cabin) for cabin in fares.SEATS}
    on_sale: list[FareName] = [f for f, rule in fares.FARES.items() if left[rule.cabin] > 0]
    return FlightRow(
        flight_id=flight.id,
        number=flight.number,
        from_city=state.airports.require(flight.from_id).city,
        departs_at=flight.departs_at,
        arrives_at=flight.arrives_at,
        price_cents=fares.price_cents(flight, on_sale[0] if on_sale else "saver"),
        seats_left=sum(left.values()),
    )


def _fare(state: TravelState, flight: Flight, fare: FareName, left: dict[Cabin, int]) -> FareRow:
    rule = fares.FARES[fare]
    return FareRow(
        fare=fare,
        cabin=rule.cabin,
        price_cents=fares.price_cents(flight, fare),
        seats_left=left[rule.cabin],
        change_fee_cents=fares.change_fee_cents(state, flight, fare),
        refund=rule.refund,
        bags=rule.bags,
    )


def _name(airport: Airport) -> str:
    return f"{airport.name}, {airport.country}"
