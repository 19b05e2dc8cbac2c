"""Trips: days with stops at times that can be kept."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.maps.failures import (
    DateNotAhead,
    TimePassed,
    TooManyTrips,
    TripFull,
    TripNameTaken,
    TripOver,
)
from mcp_servers.maps.hours import clock, minutes_of
from mcp_servers.maps.itinerary import (
    is_over,
    leaves_at,
    require_open,
    require_time,
    stops_of,
    travel_minutes,
)
from mcp_servers.maps.network import network_of
from mcp_servers.maps.places import PlaceId
from mcp_servers.maps.state import (
    MOST_STOPS,
    MOST_TRIPS,
    TRIP_WITHIN_DAYS,
    MapsState,
    Mode,
    Stop,
    Trip,
)

TripId = Annotated[str, arg("Id of the trip.", entity="trip")]


class StopRow(Output):
    """A stop of a trip."""

    stop_id: Annotated[str, out("Id of the stop.", entity="stop")]
    place: Annotated[str, out("Where.", label_of="stop")]
    arrive_at: Annotated[str, out("When.", format="time")]
    stay_minutes: Annotated[int, out("For how long.")]
    travel_minutes: Annotated[int | None, out("From the stop before; none: no way now.")] = None
    late: Annotated[bool | None, out("true where closed roads make it late.")] = None


class TripRow(Output):
    """A trip with its stops."""

    trip_id: Annotated[str, out("Id of the trip.", entity="trip")]
    name: Annotated[str, out("Name of the trip.", label_of="trip")]
    date: Annotated[str, out("Its day.", format="date")]
    mode: Annotated[str, out("How to travel.")]
    start: Annotated[str, out("Where it starts.")]
    stops: Annotated[list[StopRow], out("In order.")]


class Trips(Page):
    """Result of list_trips."""

    trips: Annotated[list[TripRow], out("Next first; past ones latest first.")]


class TripReport(Output):
    """Result of create_trip."""

    trip_id: Annotated[str, out("Id of the trip.", entity="trip")]
    name: Annotated[str, out("Name of the trip.", label_of="trip")]
    date: Annotated[str, out("Its day.", format="date")]


class StopReport(Output):
    """Result of add_stop."""

    stop_id: Annotated[str, out("Id of the stop.", entity="stop")]
    travel_minutes: Annotated[int, out("From the stop before, or the start.")]
    leave_at: Annotated[str, out("When the stay ends.")]
    stops: Annotated[int, out("How many stops the trip has now.")]


class RemovedStop(Output):
    """Result of remove_stop."""

    removed: Annotated[str, out("Where the stop was.")]
    trip: Annotated[str, out("Name of the trip.")]
    stops: Annotated[int, out("How many stops are left.")]


def list_trips(
    state: MapsState,
    when: Annotated[Literal["upcoming", "past"], arg("Which.")] = "upcoming",
    offset: Offset = 0,
    limit: Limit = 3,
) -> Trips:
    """Lists trips with their stops, and what closed roads make late."""
    rows = [trip for trip in state.trips if is_over(state, trip) == (when == "past")]
    rows.sort(key=lambda trip: (trip.date, trip.id), reverse=when == "past")
    shown, next_offset = page(rows, offset, limit)
    return Trips(
        trips=[_row(state, trip) for trip in shown], total=len(rows), next_offset=next_offset
    )


def create_trip(
    state: MapsState,
    name: Annotated[
        str,
        arg(
            "A name for it.",
            examples=("Errands", "City tour", "Client visits", "Family day", "Museum crawl"),
            min_length=1,
            max_length=40,
        ),
    ],
    date: Annotated[str, arg("YYYY-MM-DD.", format="date")],
    start_place_id: Annotated[str, arg("Where it starts.", entity="place")],
    mode: Annotated[Mode, arg("How to travel.")] = "driving",
) -> TripReport:
    """Creates a trip for one day; stops are added with add_stop."""
    start = state.places.require(start_place_id)
    _require_ahead(state, date)
    upcoming = [trip for trip in state.trips if not is_over(state, trip)]
    taken = next((t for t in upcoming if t.name.casefold() == name.casefold()), None)
    if taken is not None:
        raise TripNameTaken(f"There is a trip {taken.name!r} on {taken.date}; give another name.")
    if len(upcoming) >= MOST_TRIPS:
        raise TooManyTrips(f"{MOST_TRIPS} trips are planned, the most there may be at a time.")
    trip = state.trips.insert(
        Trip(id=state.new_id("trips"), name=name, date=date, mode=mode, start_place_id=start.id)
    )
    return TripReport(trip_id=trip.id, name=trip.name, date=trip.date)


def add_stop(
    state: MapsState,
    trip_id: TripId,
    place_id: PlaceId,
    arrive_at: Annotated[
        str,
        arg(
            "HH:MM.",
            format="time",
            examples=("09:30", "10:15", "11:00", "12:45", "14:30", "15:00", "16:15", "17:30"),
        ),
    ],
    stay_minutes: Annotated[
        int, arg("How long to stay.", ge=5, le=480, examples=(15, 20, 45, 60, 90))
    ] = 30,
) -> StopReport:
    """Adds a stop to a trip, where it is open and there is time to get there and onward."""
    trip, place = state.trips.require(trip_id), state.places.require(place_id)
    arrive = minutes_of(arrive_at)
    _require_changeable(state, trip)
    _require_not_passed(state, trip, arrive)
    if len(stops_of(state, trip.id)) >= MOST_STOPS:
        raise TripFull(
            f"{trip.name} has {MOST_STOPS} stops, the most it may; take one out with remove_stop."
        )
    require_open(trip, place, arrive, stay_minutes)
    require_time(state, trip, place, arrive, stay_minutes)
    stop = state.stops.insert(
        Stop(
            id=state.new_id("stops"),
            trip_id=trip.id,
            place_id=place.id,
            arrive_at=clock(arrive),
            stay_minutes=stay_minutes,
        )
    )
    return _stop_report(state, trip, stop)


def remove_stop(
    state: MapsState, stop_id: Annotated[str, arg("Id of the stop.", entity="stop")]
) -> RemovedStop:
    """Takes a stop out of a trip. list_trips shows the ids of stops."""
    stop = state.stops.require(stop_id)
    trip = state.trips.require(stop.trip_id)
    _require_changeable(state, trip)
    state.stops.delete(stop.id)
    return RemovedStop(
        removed=state.places.require(stop.place_id).name,
        trip=trip.name,
        stops=len(state.stops.where(trip_id=trip.id)),
    )


def _require_ahead(state: MapsState, day: str) -> None:
    today = state.now.date()
    last = today + timedelta(days=TRIP_WITHIN_DAYS)
    if not today <= date.fromisoformat(day) <= last:
        raise DateNotAhead(f"No trip can be planned for {day}; give a date from {today} to {last}.")


def _require_changeable(state: MapsState, trip: Trip) -> None:
    if is_over(state, trip):
        raise TripOver(
            f"{trip.name} was on {trip.date} and stays as it is; list_trips shows the trips that "
            "are still ahead."
        )


def _require_not_passed(state: MapsState, trip: Trip, arrive: int) -> None:
    now = 60 * state.now.hour + state.now.minute
    if trip.date == state.now.date().isoformat() and arrive <= now:
        raise TimePassed(
            f"{trip.name} is today, and it is {clock(now)} already; give a time after that."
        )


def _stop_report(state: MapsState, trip: Trip, stop: Stop) -> StopReport:
    stops = stops_of(state, trip.id)
    times = travel_minutes(network_of(state), state, trip)
    return StopReport(
        stop_id=stop.id,
        travel_minutes=times[stops.index(stop)] or 0,
        leave_at=clock(leaves_at(stop)),
        stops=len(stops),
    )


def _row(state: MapsState, trip: Trip) -> TripRow:
    stops = stops_of(state, trip.id)
    times = travel_minutes(network_of(state), state, trip)
    free_from = [0, *(leaves_at(stop) for stop in stops)]
    return TripRow(
        trip_id=trip.id,
        name=trip.name,
        date=trip.date,
        mode=trip.mode,
        start=state.places.require(trip.start_place_id).name,
        stops=[
            _stop_row(state, trip, stop, minutes, since)
            for stop, minutes, since in zip(stops, times, free_from, strict=False)
        ],
    )


def _stop_row(
    state: MapsState, trip: Trip, stop: Stop, minutes: int | None, free_from: int
) -> StopRow:
    arrive = minutes_of(stop.arrive_at)
    late = minutes is None or free_from + minutes > arrive
    return StopRow(
        stop_id=stop.id,
        place=state.places.require(stop.place_id).name,
        arrive_at=stop.arrive_at,
        stay_minutes=stop.stay_minutes,
        travel_minutes=minutes,
        late=True if late and not is_over(state, trip) else None,
    )
