"""Tools of the navigation: places, chargers, the route and its stops."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.vehicle import energy
from mcp_servers.vehicle.failures import AlreadyOnRoute, NoRoute, RouteFull
from mcp_servers.vehicle.guards import require_change, require_no_valet, require_on
from mcp_servers.vehicle.state import MOST_STOPS, Category, Place, Stop, VehicleState

PlaceId = Annotated[str, arg("Id of the place or charger.", entity="place")]
PlaceOut = Annotated[str, out("Id of the place.", entity="place")]
PlaceName = Annotated[str, out("Name of the place.", label_of="place")]
Away = Annotated[int, out("How far by road, in metres.")]


class PlaceRow(Output):
    """A place in a list."""

    place_id: PlaceOut
    name: PlaceName
    category: Annotated[str, out("What it is.")]
    street: Annotated[str, out("Where it is.")]
    distance_m: Away


class Places(Page):
    """Result of search_places."""

    places: Annotated[list[PlaceRow], out("The nearest first.")]


class ChargerRow(Output):
    """A charging station in a list."""

    place_id: PlaceOut
    name: PlaceName
    distance_m: Away
    kw: Annotated[int, out("Power in kilowatts.")]
    free_stalls: Annotated[int, out("How many stalls are free.")]
    cents_per_kwh: Annotated[int, out("Price of a kilowatt-hour.", format="money")]
    in_range: Annotated[bool, out("true where the charge takes the car there.")]


class Chargers(Page):
    """Result of list_chargers."""

    chargers: Annotated[list[ChargerRow], out("In the order asked for.")]


class StopRow(Output):
    """A stop of the route."""

    place_id: PlaceOut
    name: PlaceName
    leg_m: Annotated[int, out("Metres from the stop before.")]
    minutes: Annotated[int, out("Minutes from the stop before.")]
    arrival_percent: Annotated[int, out("Charge on arrival.")]


class Route(Output):
    """Result of get_route."""

    destination: Annotated[str | None, out("Where it ends; none where there is no route.")] = None
    distance_m: Annotated[int, out("Whole length in metres.")]
    minutes: Annotated[int, out("How long it takes, without charging.")]
    stops: Annotated[list[StopRow], out("In order; the last one is the destination.")]


class RouteReport(Output):
    """Result of navigate_to and add_stop."""

    destination: Annotated[str, out("Where the route ends.")]
    stops: Annotated[int, out("How many stops it has, the destination included.")]
    distance_m: Annotated[int, out("Whole length in metres.")]
    minutes: Annotated[int, out("How long it takes, without charging.")]
    arrival_percent: Annotated[int, out("Charge on arrival at the destination.")]


def search_places(
    state: VehicleState,
    query: Annotated[str, arg("Words of name, street or category.", min_length=1)],
    category: Annotated[Category | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 5,
) -> Places:
    """Finds places by words, private ones and chargers included, with their ids and distances."""
    words = query.casefold().split()
    found = [
        place
        for place in state.places
        if category in (None, place.category) and all(word in _text(place) for word in words)
    ]
    found.sort(key=lambda place: (energy.meters_to(place), place.id))
    rows, next_offset = page(found, offset, limit)
    return Places(
        places=[
            PlaceRow(
                place_id=place.id,
                name=place.name,
                category=place.category,
                street=place.street,
                distance_m=energy.meters_to(place),
            )
            for place in rows
        ],
        total=len(found),
        next_offset=next_offset,
    )


def list_chargers(
    state: VehicleState,
    sort: Annotated[Literal["distance", "power", "price"], arg("What comes first.")] = "distance",
    min_kw: Annotated[int, arg("At least so much power.", ge=1, le=350, examples=(50, 150))] = 1,
    only_free: Annotated[bool, arg("Only those with a free stall.")] = False,
    offset: Offset = 0,
    limit: Limit = 4,
) -> Chargers:
    """Lists charging stations with power, free stalls and price, and whether they are in range."""
    found = [
        place
        for place in state.places.where(category="charger")
        if place.kw >= min_kw and (place.free_stalls or not only_free)
    ]
    found.sort(key=lambda place: (_sort_key(place, sort), energy.meters_to(place), place.id))
    rows, next_offset = page(found, offset, limit)
    reach = energy.range_m(state)
    return Chargers(
        chargers=[
            ChargerRow(
                place_id=place.id,
                name=place.name,
                distance_m=energy.meters_to(place),
                kw=place.kw,
                free_stalls=place.free_stalls,
                cents_per_kwh=place.cents_per_kwh,
                in_range=energy.meters_to(place) <= reach,
            )
            for place in rows
        ],
        total=len(found),
        next_offset=next_offset,
    )


def get_route(state: VehicleState) -> Route:
    """Gets the route: its stops in order, the charge on arrival at each, length and time."""
    legs = energy.legs(state, route(state), state.mode)
    return Route(
        destination=legs[-1].place.name if legs else None,
        distance_m=sum(leg.meters for leg in legs),
        minutes=sum(leg.minutes for leg in legs),
        stops=[
            StopRow(
                place_id=leg.place.id,
                name=leg.place.name,
                leg_m=leg.meters,
                minutes=leg.minutes,
                arrival_percent=energy.percent(state, leg.arrival_wh),
            )
            for leg in legs
        ],
    )


def navigate_to(state: VehicleState, place_id: PlaceId) -> RouteReport:
    """Starts navigation to a place, in place of any route before. It has to be within range; for
    one farther away navigate to a charger first, and add_stop the place as the last stop."""
    place = state.places.require(place_id)
    require_on(state, "navigation")
    require_change("The route", [p.id for p in route(state)], [place.id])
    _require_allowed(state, place)
    energy.require_reach(state, [place], state.mode)
    return _set_route(state, [place])


def add_stop(
    state: VehicleState,
    place_id: PlaceId,
    order: Annotated[Literal["next", "last"], arg("next: go there first; last: new destination.")],
) -> RouteReport:
    """Adds a stop to the route: as the very next one, or as the last one and new destination."""
    place = state.places.require(place_id)
    require_on(state, "navigation")
    places = route(state)
    if not places:
        raise NoRoute("There is no route to add a stop to; navigate_to starts one.")
    if place in places:
        raise AlreadyOnRoute(
            f"{place.name} ({place.id}) is on the route already; get_route shows its stops."
        )
    if len(places) >= MOST_STOPS:
        raise RouteFull(
            f"The route has {MOST_STOPS} stops, the most it may; navigate_to begins a new one."
        )
    _require_allowed(state, place)
    wanted = [place, *places] if order == "next" else [*places, place]
    energy.require_reach(state, wanted, state.mode)
    return _set_route(state, wanted)


def route(state: VehicleState) -> list[Place]:
    """Returns the places on the route, in order."""
    stops = sorted(state.stops, key=lambda stop: stop.position)
    return [state.places.require(stop.place_id) for stop in stops]


def _require_allowed(state: VehicleState, place: Place) -> None:
    if place.category == "private":
        require_no_valet(state, f"private places such as {place.name}")


def _set_route(state: VehicleState, places: list[Place]) -> RouteReport:
    """Makes these places the route; a stop that stays keeps its row."""
    known = {stop.place_id: stop for stop in state.stops}
    for place_id in known.keys() - {place.id for place in places}:
        state.stops.delete(known[place_id].id)
    for position, place in enumerate(places, 1):
        if place.id in known:
            state.stops.update(known[place.id].id, position=position)
        else:
            stop_id = state.new_id("stops")
            state.stops.insert(Stop(id=stop_id, place_id=place.id, position=position))
    legs = energy.legs(state, places, state.mode)
    return RouteReport(
        destination=places[-1].name,
        stops=len(places),
        distance_m=sum(leg.meters for leg in legs),
        minutes=sum(leg.minutes for leg in legs),
        arrival_percent=energy.percent(state, legs[-1].arrival_wh),
    )


def _sort_key(place: Place, sort: str) -> int:
    if sort == "power":
        return -place.kw
    return place.cents_per_kwh if sort == "price" else energy.meters_to(place)


def _text(place: Place) -> str:
    return f"{place.name} {place.street} {place.category}".casefold()
