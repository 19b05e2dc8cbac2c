"""Look-ups on places: by name, by address, by coordinates, and one in full."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.maps.geometry import EAST, NORTH, SOUTH, WEST, degrees, distance_m, metres
from mcp_servers.maps.hours import hours_in_words, open_now
from mcp_servers.maps.network import network_of
from mcp_servers.maps.state import Category, MapsState, Place

PlaceId = Annotated[str, arg("Id of the place.", entity="place")]
OnlyCategory = Annotated[Category | None, arg("Only such places.")]


class PlaceRow(Output):
    """A business in a list."""

    place_id: Annotated[str, out("Id of the place.", entity="place")]
    name: Annotated[str, out("Name of the business.", label_of="place")]
    category: Annotated[str, out("What it is.")]
    at: Annotated[str, out("Its address.")]
    rating: Annotated[float, out("Average stars, 1 to 5.")]
    open_now: Annotated[bool, out("Whether it is open at the moment.")]


class Places(Page):
    """Result of search_places."""

    places: Annotated[list[PlaceRow], out("Businesses that fit.")]


class AddressRow(Output):
    """An address that fits."""

    place_id: Annotated[str, out("Id of the address, as a place.", entity="place")]
    address: Annotated[str, out("The address.", label_of="place")]
    latitude: Annotated[float, out("Degrees north.")]
    longitude: Annotated[float, out("Degrees east.")]


class Addresses(Page):
    """Result of geocode."""

    addresses: Annotated[list[AddressRow], out("Exact matches first.")]


class NearestAddress(Output):
    """Result of reverse_geocode."""

    place_id: Annotated[str, out("Id of the address, as a place.", entity="place")]
    nearest_address: Annotated[str, out("The nearest address.", label_of="place")]
    distance_m: Annotated[int, out("How far off it is, in metres.")]


class PlaceDetails(Output):
    """Result of get_place."""

    place_id: Annotated[str, out("Id of the place.", entity="place")]
    title: Annotated[str, out("Its name.", label_of="place")]
    category: Annotated[str | None, out("What it is; none for an address.")] = None
    street_address: Annotated[str, out("Its address.")]
    latitude: Annotated[float, out("Degrees north.")]
    longitude: Annotated[float, out("Degrees east.")]
    hours: Annotated[str, out("When it is open.")]
    open_now: Annotated[bool, out("Whether it is open at the moment.")]
    rating: Annotated[float | None, out("Average stars, 1 to 5.")] = None
    ratings: Annotated[int | None, out("How many people rated it.")] = None
    on_lists: Annotated[str, out("The person's lists that hold it.")]


def search_places(
    state: MapsState,
    query: Annotated[str, arg("Words of name or street.", min_length=1)],
    category: OnlyCategory = None,
    open_now: Annotated[bool, arg("Only what is open now.")] = False,
    sort: Annotated[Literal["name", "rating"], arg("By name, or best first.")] = "name",
    offset: Offset = 0,
    limit: Limit = 5,
) -> Places:
    """Finds businesses by name. Addresses are found by geocode."""
    words = query.casefold().split()
    rows = [p for p in businesses(state, category, open_now) if _fits(p, words)]
    rows.sort(key=lambda p: (-p.rating_tenths if sort == "rating" else 0, p.name, p.id))
    shown, next_offset = page(rows, offset, limit)
    return Places(
        places=[_row(state, place) for place in shown], total=len(rows), next_offset=next_offset
    )


def geocode(
    state: MapsState,
    address: Annotated[str, arg("House number and street, or a part.", min_length=1)],
    offset: Offset = 0,
    limit: Limit = 5,
) -> Addresses:
    """Finds addresses and their coordinates; the id serves wherever a place is wanted."""
    words = address.casefold().split()
    rows = [p for p in state.places.where(category=None) if _fits(p, words)]
    rows.sort(key=lambda p: (p.address.casefold().split() != words, _by_street(p), p.id))
    shown, next_offset = page(rows, offset, limit)
    return Addresses(
        addresses=[_address(state, place) for place in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def reverse_geocode(
    state: MapsState,
    latitude: Annotated[
        float, arg("Degrees north.", ge=SOUTH, le=NORTH, examples=(44.952, 44.956, 44.9585))
    ],
    longitude: Annotated[
        float, arg("Degrees east.", ge=WEST, le=EAST, examples=(-93.2975, -93.29, -93.284))
    ],
) -> NearestAddress:
    """Finds the address nearest to a point on the map."""
    network, point = network_of(state), metres(latitude, longitude)
    away, nearest = min(
        (distance_m(point, network.point_of(place)), place.id)
        for place in state.places.where(category=None)
    )
    place = state.places.require(nearest)
    return NearestAddress(place_id=place.id, nearest_address=place.address, distance_m=away)


def get_place(state: MapsState, place_id: PlaceId) -> PlaceDetails:
    """Gets opening hours, rating, coordinates, and which of the person's lists hold a place."""
    place = state.places.require(place_id)
    latitude, longitude = degrees(network_of(state).point_of(place))
    lists = {saved.list_id for saved in state.saved.where(place_id=place.id)}
    business = place.category is not None
    return PlaceDetails(
        place_id=place.id,
        title=place.name,
        category=place.category,
        street_address=place.address,
        latitude=latitude,
        longitude=longitude,
        hours=hours_in_words(place),
        open_now=open_now(state, place),
        rating=place.rating_tenths / 10 if business else None,
        ratings=place.ratings if business else None,
        on_lists=listed(sorted(row.name for row in state.lists if row.id in lists)),
    )


def businesses(state: MapsState, category: Category | None, only_open: bool) -> list[Place]:
    """Returns the businesses of a category, or all of them, in order of their ids."""
    return [
        place
        for place in state.places
        if place.category is not None
        and category in (None, place.category)
        and (not only_open or open_now(state, place))
    ]


def _fits(place: Place, words: list[str]) -> bool:
    text = f"{place.name} {place.address}".casefold()
    return all(word in text for word in words)


def _by_street(place: Place) -> tuple[str, int]:
    number, _, street = place.address.partition(" ")
    return street, int(number)


def _row(state: MapsState, place: Place) -> PlaceRow:
    return PlaceRow(
        place_id=place.id,
        name=place.name,
        category=str(place.category),
        at=place.address,
        rating=place.rating_tenths / 10,
        open_now=open_now(state, place),
    )


def _address(state: MapsState, place: Place) -> AddressRow:
    latitude, longitude = degrees(network_of(state).point_of(place))
    return AddressRow(
        place_id=place.id, address=place.address, latitude=latitude, longitude=longitude
    )
