"""Look-ups on hotels and their rooms."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.travel_booking import rooms
from mcp_servers.travel_booking.state import Hotel, Room, TravelState

MOST_NIGHTS = 21

Nights = Annotated[int, arg("Nights.", ge=1, le=MOST_NIGHTS, examples=(1, 2, 3, 4, 5, 7))]


class HotelRow(Output):
    """A hotel in a list."""

    hotel_id: Annotated[str, out("Id of the hotel.", entity="hotel")]
    name: Annotated[str, out("Name of the hotel.", label_of="hotel")]
    city: Annotated[str, out("Where it is.", label_of="hotel")]
    stars: Annotated[int, out("Stars, 2 to 5.")]
    from_cents: Annotated[int, out("Cheapest room on a weekday night.", format="money")]
    free_cancel_days: Annotated[int | None, out("Free to cancel until so many days before.")] = None


class Hotels(Page):
    """Result of search_hotels."""

    hotels: Annotated[list[HotelRow], out("Hotels that fit.")]


class RoomRow(Output):
    """A kind of room."""

    room_id: Annotated[str, out("Id of the kind of room.", entity="room")]
    name: Annotated[str, out("Kind of room.", label_of="room")]
    sleeps: Annotated[int, out("Most guests.")]
    price_cents: Annotated[int, out("Price for all the nights.", format="money")]
    rooms_left: Annotated[int, out("How many are left.")]


class HotelDetails(Output):
    """Result of get_hotel."""

    hotel_id: Annotated[str, out("Id of the hotel.", entity="hotel")]
    name: Annotated[str, out("Name of the hotel.", label_of="hotel")]
    near: Annotated[str, out("Airport nearby.")]
    min_nights: Annotated[int, out("Shortest stay.")]
    policy: Annotated[str, out("What cancelling costs.")]
    check_in: Annotated[str, out("First night of the prices.", format="date")]
    rooms: Annotated[list[RoomRow], out("Kinds of room, the cheapest first.")]


def search_hotels(
    state: TravelState,
    city: Annotated[str, arg("City, or words of the hotel's name.", min_length=1)],
    stars: Annotated[int, arg("At least so many.", ge=2, le=5, examples=(3, 4))] = 2,
    sort: Annotated[Literal["price", "stars", "name"], arg("Order.")] = "price",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Hotels:
    """Finds hotels by city or name, the cheapest, best or first by name on top."""
    words = city.casefold().split()
    found = [
        _row(state, hotel)
        for hotel in state.hotels
        if hotel.stars >= stars and all(word in _text(state, hotel) for word in words)
    ]
    found.sort(key=lambda row: (_rank(row, sort), row.name, row.hotel_id))
    rows, next_offset = page(found, offset, limit)
    return Hotels(hotels=rows, total=len(found), next_offset=next_offset)


def get_hotel(
    state: TravelState,
    hotel_id: Annotated[str, arg("Id of the hotel.", entity="hotel")],
    check_in: Annotated[str | None, arg("First night; else tomorrow.", format="date")] = None,
    nights: Nights = 1,
) -> HotelDetails:
    """Gets the rooms of a hotel, what is left of them and their price for some nights, and its
    cancellation policy."""
    hotel = state.hotels.require(hotel_id)
    first = check_in or (state.now.date() + timedelta(days=1)).isoformat()
    kinds = sorted(state.rooms.where(hotel_id=hotel.id), key=lambda r: (r.nightly_cents, r.id))
    return HotelDetails(
        hotel_id=hotel.id,
        name=hotel.name,
        near=state.airports.require(hotel.airport_id).name,
        min_nights=hotel.min_nights,
        policy=policy(hotel),
        check_in=first,
        rooms=[
            RoomRow(
                room_id=room.id,
                name=room.name,
                sleeps=room.sleeps,
                price_cents=rooms.price_cents(room, first, nights),
                rooms_left=rooms.rooms_left(state, room, first, nights),
            )
            for room in kinds
        ],
    )


def policy(hotel: Hotel) -> str:
    """Returns a hotel's cancellation policy in words."""
    days = hotel.free_cancel_days
    if days is None:
        return "no changes, no refund"
    return f"free until {days} {'day' if days == 1 else 'days'} before, then the first night is due"


def _text(state: TravelState, hotel: Hotel) -> str:
    return f"{hotel.name} {state.airports.require(hotel.airport_id).city}".casefold()


def _rank(row: HotelRow, sort: str) -> int:
    return {"price": row.from_cents, "stars": -row.stars, "name": 0}[sort]


def _row(state: TravelState, hotel: Hotel) -> HotelRow:
    kinds: list[Room] = state.rooms.where(hotel_id=hotel.id)
    return HotelRow(
        hotel_id=hotel.id,
        name=hotel.name,
        city=state.airports.require(hotel.airport_id).city,
        stars=hotel.stars,
        from_cents=min(room.nightly_cents for room in kinds),
        free_cancel_days=hotel.free_cancel_days,
    )
