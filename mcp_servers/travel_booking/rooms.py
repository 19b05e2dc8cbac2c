"""Room nights: which are left, what they cost, until when a stay may be changed for free."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from mcp_servers.core.wording import listed
from mcp_servers.travel_booking.failures import DateNotAhead, NoRoomLeft, StayTooShort
from mcp_servers.travel_booking.state import Hotel, Room, Stay, TravelState

_WEEKEND = (4, 5)  # the nights from Friday and from Saturday


def nights_of(check_in: str, nights: int) -> list[date]:
    """Returns the date on which each night begins."""
    first = date.fromisoformat(check_in)
    return [first + timedelta(days=n) for n in range(nights)]


def price_cents(room: Room, check_in: str, nights: int) -> int:
    """Returns what some nights in a room cost."""
    return sum(_night_cents(room, night) for night in nights_of(check_in, nights))


def first_night_cents(room: Room, check_in: str) -> int:
    """Returns what the first night of a stay costs, which a late cancellation keeps."""
    return _night_cents(room, date.fromisoformat(check_in))


def rooms_left(
    state: TravelState, room: Room, check_in: str, nights: int, without: str | None = None
) -> int:
    """Returns how many rooms of a kind are left in the fullest of some nights.

    Args:
        state: what is taken.
        room: of which kind.
        check_in: the first night, ISO.
        nights: how many.
        without: the id of a stay that does not count, as it is to be moved.
    """
    wanted = dict.fromkeys(nights_of(check_in, nights), room.count)
    for start, length, rooms in _taken(state, room, without):
        for night in nights_of(start, length):
            if night in wanted:
                wanted[night] -= rooms
    return min(wanted.values())


def free_until(hotel: Hotel, check_in: str) -> date | None:
    """Returns the last day on which a stay is cancelled or changed for free, None for never."""
    if hotel.free_cancel_days is None:
        return None
    return date.fromisoformat(check_in) - timedelta(days=hotel.free_cancel_days)


def still_free_until(state: TravelState, hotel: Hotel, check_in: str) -> str | None:
    """Returns the last day for free cancelling, ISO, None where there is none or it has passed."""
    until = free_until(hotel, check_in)
    return until.isoformat() if until and until >= state.now.date() else None


def require_dates(
    state: TravelState, room: Room, check_in: str, nights: int, moved: Stay | None = None
) -> None:
    """Checks that a room can be had for some nights.

    Args:
        state: what is taken.
        room: of which kind.
        check_in: the first night, ISO.
        nights: how many.
        moved: a stay that has these nights for others of its own.

    Raises:
        DateNotAhead, StayTooShort, NoRoomLeft: saying what would do.
    """
    today = state.now.date()
    hotel = state.hotels.require(room.hotel_id)
    if date.fromisoformat(check_in) < today:
        raise DateNotAhead(f"A stay cannot begin on {check_in}; today is {today}, choose a day on.")
    if nights < hotel.min_nights:
        raise StayTooShort(
            f"{hotel.name} takes stays of {hotel.min_nights} nights or more, not of {nights}."
        )
    if rooms_left(state, room, check_in, nights, moved.id if moved else None) < 1:
        others = [
            other.name
            for other in state.rooms.where(hotel_id=hotel.id)
            if other.id != room.id and rooms_left(state, other, check_in, nights) > 0
        ]
        raise NoRoomLeft(
            f"No {room.name} room of {hotel.name} is left for {nights} nights from {check_in}; its "
            f"other rooms that are: {listed(others)}. get_hotel shows other dates."
        )


def _taken(state: TravelState, room: Room, without: str | None) -> Iterator[tuple[str, int, int]]:
    """Yields first night, nights and rooms of everything that takes rooms of a kind."""
    for block in state.blocks.where(room_id=room.id):
        yield block.check_in, block.nights, block.rooms
    for stay in state.stays.where(room_id=room.id, status="confirmed"):
        if stay.id != without:
            yield stay.check_in, stay.nights, 1


def _night_cents(room: Room, night: date) -> int:
    return room.weekend_cents if night.weekday() in _WEEKEND else room.nightly_cents
