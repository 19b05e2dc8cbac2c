"""The rules of a day of stops: what fits between what, and what is late.

Stops stand in the order of their times, so in whatever order they were added the trip is the same.
"""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Final

from mcp_servers.maps.failures import NoRoute, NotEnoughTime, PlaceClosed, PlaceGone
from mcp_servers.maps.hours import DAY_MINUTES, clock, hours_in_words, is_open, minutes_of
from mcp_servers.maps.network import CS_PER_MINUTE, Network, network_of
from mcp_servers.maps.routing import no_route_text, whole_minutes
from mcp_servers.maps.state import MapsState, Place, Stop, Trip

_MIDNIGHT: Final = 0


def stops_of(state: MapsState, trip_id: str) -> list[Stop]:
    """Returns the stops of a trip in the order of their times."""
    return sorted(state.stops.where(trip_id=trip_id), key=lambda s: (minutes_of(s.arrive_at), s.id))


def is_over(state: MapsState, trip: Trip) -> bool:
    """True where the day of a trip has passed."""
    return trip.date < state.now.date().isoformat()


def leaves_at(stop: Stop) -> int:
    """Returns the minute of the day at which a stop ends."""
    return minutes_of(stop.arrive_at) + stop.stay_minutes


def travel_minutes(network: Network, state: MapsState, trip: Trip) -> list[int | None]:
    """Returns for each stop of a trip how long it takes to get there from the one before."""
    stops = stops_of(state, trip.id)
    ids = [trip.start_place_id, *(stop.place_id for stop in stops)]
    places = [state.places.require(id) for id in ids]
    times = [network.duration_cs(a, b, trip.mode) for a, b in pairwise(places)]
    return [None if cs is None else whole_minutes(cs) for cs in times]


def require_open(trip: Trip, place: Place, arrive: int, stay: int) -> None:
    """Checks that a place is open for a whole stay, all of it on the day of the trip.

    Raises:
        NotEnoughTime, PlaceGone, PlaceClosed: saying when it is open.
    """
    if arrive + stay > DAY_MINUTES:
        raise NotEnoughTime(
            f"{stay} minutes from {clock(arrive)} on end after midnight; stay less."
        )
    if place.gone:
        raise PlaceGone(f"{place.name} has closed for good; search_places shows what is left.")
    day = date.fromisoformat(trip.date)
    if not is_open(place, day, arrive, arrive + stay):
        raise PlaceClosed(
            f"{place.name} is not open on {trip.date} from {clock(arrive)} to "
            f"{clock(arrive + stay)}, a {day:%A}. Its hours: {hours_in_words(place)}."
        )


def require_time(state: MapsState, trip: Trip, place: Place, arrive: int, stay: int) -> None:
    """Checks that one gets to a new stop from the one before, and from there to the one after.

    Raises:
        NoRoute, NotEnoughTime: saying what would do.
    """
    stops = stops_of(state, trip.id)
    before = [stop for stop in stops if minutes_of(stop.arrive_at) <= arrive]
    after = [stop for stop in stops if minutes_of(stop.arrive_at) > arrive]
    start = state.places.require(before[-1].place_id if before else trip.start_place_id)
    free_from = leaves_at(before[-1]) if before else _MIDNIGHT
    _require_leg(state, trip, start, place, arrive - free_from)
    if after:
        following = state.places.require(after[0].place_id)
        left = minutes_of(after[0].arrive_at) - arrive - stay
        _require_leg(state, trip, place, following, left)


def _require_leg(state: MapsState, trip: Trip, start: Place, end: Place, minutes: int) -> None:
    duration_cs = network_of(state).duration_cs(start, end, trip.mode)
    if duration_cs is None:
        raise NoRoute(no_route_text(state, start, end, trip.mode))
    if duration_cs > minutes * CS_PER_MINUTE:
        needed = whole_minutes(duration_cs)
        has = f"only {minutes} are free" if minutes >= 0 else "the stays overlap"
        raise NotEnoughTime(
            f"From {start.name} to {end.name} it takes {needed} minutes by {trip.mode}, and {has}; "
            f"move the stop by {needed - minutes} minutes or more, or stay less."
        )
