"""Tools that book stays in hotels, move and cancel them."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.travel_booking import ledger, rooms
from mcp_servers.travel_booking.failures import (
    AlreadyCancelled,
    StayBegun,
    StayNotChangeable,
    StayUnchanged,
    TooManyGuests,
)
from mcp_servers.travel_booking.hotels import Nights
from mcp_servers.travel_booking.state import Hotel, Room, Stay, TravelState
from mcp_servers.travel_booking.trips import StayId, TripId, require_not_over

CheckIn = Annotated[str, arg("First night, YYYY-MM-DD.", format="date")]


class StayReport(Output):
    """Result of book_hotel."""

    stay_id: Annotated[str, out("Id of the stay.", entity="stay")]
    hotel: Annotated[str, out("Hotel.", label_of="stay")]
    price_cents: Annotated[int, out("Price of all nights.", format="money")]
    free_until: Annotated[
        str | None, out("Last day to cancel for free, if not over.", format="date")
    ] = None


class MovedReport(Output):
    """Result of change_stay."""

    stay_id: Annotated[str, out("Id of the stay.", entity="stay")]
    hotel: Annotated[str, out("Hotel.", label_of="stay")]
    price_cents: Annotated[int, out("New price.", format="money")]
    paid_cents: Annotated[int, out("Paid for the change.", format="money")]
    refunded_cents: Annotated[int, out("Given back to the card.", format="money")]


class StayCancelledReport(Output):
    """Result of cancel_stay."""

    stay_id: Annotated[str, out("Id of the stay.", entity="stay")]
    refunded_cents: Annotated[int, out("Given back to the card.", format="money")]
    kept_cents: Annotated[int, out("What the hotel keeps.", format="money")]


def book_hotel(
    state: TravelState,
    trip_id: TripId,
    room_id: Annotated[str, arg("Kind of room, see get_hotel.", entity="room")],
    check_in: CheckIn,
    nights: Nights,
    guests: Annotated[int, arg("Guests.", ge=1, le=6, examples=(1, 2))],
) -> StayReport:
    """Books and pays one room of a hotel, for a trip."""
    trip, room = state.trips.require(trip_id), state.rooms.require(room_id)
    hotel = state.hotels.require(room.hotel_id)
    require_not_over(state, trip)
    if guests > room.sleeps:
        fits = max(state.rooms.where(hotel_id=hotel.id), key=lambda other: other.sleeps)
        raise TooManyGuests(
            f"The {room.name} room of {hotel.name} sleeps {room.sleeps}, not {guests}; its largest "
            f"is the {fits.name} for {fits.sleeps}. Book that, or more than one room."
        )
    rooms.require_dates(state, room, check_in, nights)
    price = rooms.price_cents(room, check_in, nights)
    ledger.require_budget(state, trip.id, price)
    stay = state.stays.insert(
        Stay(
            id=state.new_id("stays"),
            trip_id=trip.id,
            room_id=room.id,
            check_in=check_in,
            nights=nights,
            guests=guests,
            price_cents=price,
        )
    )
    ledger.pay(state, stay, price)
    return StayReport(
        stay_id=stay.id,
        hotel=hotel.name,
        price_cents=price,
        free_until=rooms.still_free_until(state, hotel, check_in),
    )


def change_stay(
    state: TravelState, stay_id: StayId, check_in: CheckIn, nights: Nights
) -> MovedReport:
    """Moves a stay to other nights in the same room, while its hotel changes for free; the
    difference is paid or given back."""
    stay = state.stays.require(stay_id)
    room, hotel = _require_to_come(state, stay)
    _require_changeable(state, stay, hotel)
    if (check_in, nights) == (stay.check_in, stay.nights):
        raise StayUnchanged(
            f"{_label(stay, hotel)} is for {nights} nights from {check_in} already; give another "
            "first night or number of nights."
        )
    rooms.require_dates(state, room, check_in, nights, moved=stay)
    price = rooms.price_cents(room, check_in, nights)
    more = price - stay.price_cents
    ledger.require_budget(state, stay.trip_id, more)
    moved = state.stays.update(stay.id, check_in=check_in, nights=nights, price_cents=price)
    ledger.move(state, moved, "card", more)
    return MovedReport(
        stay_id=stay.id,
        hotel=hotel.name,
        price_cents=price,
        paid_cents=max(0, more),
        refunded_cents=max(0, -more),
    )


def cancel_stay(state: TravelState, stay_id: StayId) -> StayCancelledReport:
    """Cancels a stay; its hotel's policy says whether all, all but the first night or nothing is
    given back."""
    stay = state.stays.require(stay_id)
    room, hotel = _require_to_come(state, stay)
    kept = _kept_cents(state, stay, room, hotel)
    back = stay.price_cents - kept
    state.stays.update(stay.id, status="cancelled", kept_cents=kept)
    ledger.move(state, stay, "card", -back)
    return StayCancelledReport(stay_id=stay.id, refunded_cents=back, kept_cents=kept)


def _require_to_come(state: TravelState, stay: Stay) -> tuple[Room, Hotel]:
    """Returns room and hotel of a stay that lies ahead.

    Raises:
        AlreadyCancelled, StayBegun: saying what would do.
    """
    room = state.rooms.require(stay.room_id)
    hotel = state.hotels.require(room.hotel_id)
    if stay.status == "cancelled":
        raise AlreadyCancelled(
            f"{_label(stay, hotel)} has been cancelled; book_hotel books a room anew."
        )
    if stay.check_in <= state.now.date().isoformat():
        raise StayBegun(
            f"{_label(stay, hotel)} began on {stay.check_in}; what is left of it can only be "
            "settled at the hotel."
        )
    return room, hotel


def _require_changeable(state: TravelState, stay: Stay, hotel: Hotel) -> None:
    until = rooms.free_until(hotel, stay.check_in)
    if until is None or state.now.date() > until:
        why = "allows no changes" if until is None else f"allowed changes until {until}"
        raise StayNotChangeable(
            f"{hotel.name} {why}, so {_label(stay, hotel)} stays as it is; cancel_stay still works "
            "but does not give everything back."
        )


def _kept_cents(state: TravelState, stay: Stay, room: Room, hotel: Hotel) -> int:
    until = rooms.free_until(hotel, stay.check_in)
    if until is None:
        return stay.price_cents
    if state.now.date() <= until:
        return 0
    return rooms.first_night_cents(room, stay.check_in)


def _label(stay: Stay, hotel: Hotel) -> str:
    return f"The stay at {hotel.name} ({stay.id})"
