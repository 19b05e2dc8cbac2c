"""The tools of the travel server: which there are, which of them write, and how each may fail.

One session is one customer of a travel agency: a household with its travellers and trips.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.travel_booking import (
    booking,
    bookings,
    flights,
    hotels,
    seats,
    staying,
    travellers,
    trips,
)
from mcp_servers.travel_booking.failures import (
    AlreadyCancelled,
    AlreadyCheckedIn,
    CheckInNotOpen,
    ChildAlone,
    DateNotAhead,
    DifferentRoute,
    DoubleBooked,
    FareNotChangeable,
    FlightCancelled,
    FlightClosed,
    NoRoomLeft,
    OverBudget,
    PassportInvalid,
    SameFlight,
    SeatNotInCabin,
    SeatNotIncluded,
    SeatTaken,
    SoldOut,
    StayBegun,
    StayNotChangeable,
    StayTooShort,
    StayUnchanged,
    TitleTaken,
    TooManyGuests,
    TripCompleted,
)
from mcp_servers.travel_booking.state import TravelState
from mcp_servers.travel_booking.world import make_world

server = ToolServer(
    "travel_booking",
    title="Travel agency",
    instructions=(
        "The trips of one household: flights, hotels, fares and fees. Amounts are integer cents. "
        "Look up the ids of airports, flights, travellers, trips and bookings before you use them."
    ),
    state=TravelState,
    make_world=make_world,
)

_NOT_NOW = (FlightCancelled, FlightClosed)
_NOT_ABOARD = (SoldOut, DoubleBooked, PassportInvalid, ChildAlone, OverBudget)
_NOT_LIVE = (AlreadyCancelled, AlreadyCheckedIn)

server.read(flights.search_airports)
server.read(flights.search_flights)
server.read(flights.get_flight)
server.read(flights.get_seat_map)
server.read(hotels.search_hotels)
server.read(hotels.get_hotel)
server.read(travellers.list_travellers)
server.read(trips.list_trips)
server.read(trips.get_trip)
server.read(bookings.get_booking)
server.read(bookings.list_change_options)

server.write(raises=(TitleTaken,))(trips.create_trip)
server.write(raises=(TripCompleted, *_NOT_NOW, *_NOT_ABOARD))(booking.book_flight)
server.write(
    raises=(
        *_NOT_LIVE,
        FareNotChangeable,
        SameFlight,
        DifferentRoute,
        *_NOT_NOW,
        *_NOT_ABOARD,
    ),
)(booking.change_flight)
server.write(destructive=True, raises=(*_NOT_LIVE, FlightClosed, ChildAlone))(booking.cancel_flight)
server.write(
    raises=(AlreadyCancelled, *_NOT_NOW, SeatNotIncluded, SeatNotInCabin, SeatTaken),
)(seats.choose_seat)
server.write(raises=(*_NOT_LIVE, *_NOT_NOW, CheckInNotOpen))(seats.check_in)

_NOT_THESE = (DateNotAhead, StayTooShort, NoRoomLeft, OverBudget)

server.write(raises=(TripCompleted, TooManyGuests, *_NOT_THESE))(staying.book_hotel)
server.write(
    raises=(AlreadyCancelled, StayBegun, StayNotChangeable, StayUnchanged, *_NOT_THESE),
)(staying.change_stay)
server.write(destructive=True, raises=(AlreadyCancelled, StayBegun))(staying.cancel_stay)
