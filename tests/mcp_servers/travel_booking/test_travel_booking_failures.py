"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from datetime import timedelta

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.travel_booking.tools import server

WORLDS = (0, 7, 1005)


def story(explorer: Explorer) -> None:
    """Looks at every trip and route, then tries each booking on each flight of its city."""
    airports = explorer.call("search_airports", query="a", limit=50).result["airports"]
    explorer.call("list_trips", limit=50)
    explorer.call("list_travellers", limit=50)
    routes: dict[str, list[str]] = {}
    for airport in airports:
        found = explorer.call("search_flights", to_airport_id=airport["airport_id"], limit=50)
        ids = [row["flight_id"] for row in found.result["flights"]]
        routes.setdefault(airport["city"], []).extend(ids)
    trips = [
        explorer.call("get_trip", trip_id=trip_id, cancelled=True).result
        for trip_id in explorer.memory.ids["trip"]
    ]
    for row in (row for trip in trips for row in trip["flights"]):
        known = explorer.call("get_booking", booking_id=row["booking_id"]).result
        if known["flight_status"] == "cancelled":
            routes.setdefault(known["to_city"], []).append(known["flight_id"])
    for trip in trips:
        for row in trip["flights"]:
            _try_booking(explorer, row["booking_id"], routes)
        for row in trip["stays"]:
            _try_stay(explorer, row)
    explorer.call("search_hotels", city="o", limit=50)
    every = explorer.memory.ids["trip"]
    for trip_id in (*every[:2], *every[-2:]):
        _try_rooms(explorer, trip_id)
    for trip_id in every:
        _fill(explorer, trip_id, routes)


def _try_booking(explorer: Explorer, booking_id: str, routes: dict[str, list[str]]) -> None:
    known = explorer.call("get_booking", booking_id=booking_id).result
    for seat in ("9A", "5C", "5C"):
        explorer.call("choose_seat", booking_id=booking_id, seat=seat)
    if known["flight_status"] == "cancelled":
        explorer.call("check_in", booking_id=booking_id)
        _book(explorer, explorer.memory.ids["trip"][0], known["flight_id"], 0)
    elsewhere = next(fs[0] for city, fs in routes.items() if city != known["to_city"] and fs)
    for flight_id in (elsewhere, known["flight_id"], *routes.get(known["to_city"], ())):
        explorer.call("change_flight", booking_id=booking_id, flight_id=flight_id)
    explorer.call("check_in", booking_id=booking_id)
    if known["status"] != "confirmed" or explorer.rng.random() < 0.3:
        explorer.call("cancel_flight", booking_id=booking_id)


def _try_stay(explorer: Explorer, row: dict) -> None:
    ahead = [explorer.now.date() + timedelta(days=days) for days in (-1, 3, 5, 9, 14, 20)]
    for day in (row["check_in"], *(day.isoformat() for day in ahead)):
        for nights in (row["nights"], 1, 14):
            explorer.call("change_stay", stay_id=row["stay_id"], check_in=day, nights=nights)


def _try_rooms(explorer: Explorer, trip_id: str) -> None:
    for hotel_id in explorer.memory.ids["hotel"][:8]:
        for room in explorer.call("get_hotel", hotel_id=hotel_id).result["rooms"]:
            for days, nights, guests in ((-1, 3, 1), (3, 1, 1), (5, 7, 1), (9, 3, 6)):
                explorer.call(
                    "book_hotel",
                    trip_id=trip_id,
                    room_id=room["room_id"],
                    check_in=(explorer.now.date() + timedelta(days=days)).isoformat(),
                    nights=nights,
                    guests=guests,
                )


def _fill(explorer: Explorer, trip_id: str, routes: dict[str, list[str]]) -> None:
    """Books every other traveller on some flights, known ones of the past too."""
    some = [fs[0] for fs in routes.values() if fs] + explorer.memory.ids["flight"][-3:]
    for flight_id in explorer.rng.sample(some, 4):
        for n in range(0, 12, 2):
            _book(explorer, trip_id, flight_id, n)


def _book(explorer: Explorer, trip_id: str, flight_id: str, n: int) -> None:
    traveller_id = explorer.memory.ids["traveller"][n]
    ticket = {"trip_id": trip_id, "flight_id": flight_id, "traveller_id": traveller_id}
    explorer.call("book_flight", **ticket, fare="standard")


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, 300, story) == declared_failures(server)
