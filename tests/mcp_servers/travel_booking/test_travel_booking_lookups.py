"""Look-ups and trips: filters, orders, pages."""

from __future__ import annotations


def ids(rows, key):
    return [row[key] for row in rows]


def test_airports_are_found_by_city_and_name(call):
    assert call("search_airports", query="bee FIELD")["airports"][0]["airport_id"] == "APT-0002"
    assert call("search_airports", query="field", limit=2)["next_offset"] == 2


def test_flights_are_those_that_have_not_left(call, agency):
    agency.flights.update("FLT-0003", status="cancelled")
    agency.now = agency.now.replace(hour=11, minute=29)
    found = call("search_flights", to_airport_id="APT-0002")
    assert ids(found["flights"], "flight_id") == ["FLT-0002", "FLT-0004", "FLT-0005"]
    cheap = call("search_flights", to_airport_id="APT-0002", sort="price")["flights"]
    assert ids(cheap, "flight_id") == ["FLT-0005", "FLT-0002", "FLT-0004"]
    day = call("search_flights", to_airport_id="APT-0002", date="2026-03-26")
    assert ids(day["flights"], "flight_id") == ["FLT-0005"]
    other = call("search_flights", to_airport_id="APT-0002", from_airport_id="APT-0003")
    assert other["total"] == 0


def test_row_shows_the_cheapest_fare_that_is_left(call, agency):
    agency.flights.update(
        "FLT-0005", taken=" ".join(f"{r}{s}" for r in range(3, 8) for s in "ABCDEF")
    )
    (row,) = call("search_flights", to_airport_id="APT-0002", date="2026-03-26")["flights"]
    assert (row["price_cents"], row["seats_left"]) == (256_00, 8)


def test_fares_tell_their_rules(call):
    rows = call("get_flight", flight_id="FLT-0003")["fares"]
    assert [
        (r["fare"], r["price_cents"], r.get("change_fee_cents"), r["refund"]) for r in rows
    ] == [
        ("saver", 100_00, None, "none"),
        ("standard", 130_00, 50_00, "credit"),
        ("flex", 170_00, 0, "full"),
        ("business", 320_00, 0, "full"),
    ]


def test_hotels_are_found_by_city_and_sorted(call, agency):
    agency.hotels.update("HTL-0002", stars=5)
    found = call("search_hotels", city="beeford", sort="stars")["hotels"]
    assert ids(found, "name") == ["Strict", "Inn"]
    assert ids(call("search_hotels", city="inn")["hotels"], "name") == ["Inn"]
    assert call("search_hotels", city="beeford", stars=4)["total"] == 1


def test_trips_are_told_by_status(call, agency, book):
    book(3)
    status = {row["title"]: row["status"] for row in call("list_trips")["trips"]}
    assert status == {"Spring": "upcoming", "Cheap": "planned"}
    agency.now = agency.now.replace(day=19)
    assert ids(call("list_trips", status="underway")["trips"], "title") == ["Spring"]
    agency.now = agency.now.replace(day=20)
    assert ids(call("list_trips")["trips"], "title") == ["Cheap", "Spring"]  # completed ones last


def test_itinerary_shows_the_cancelled_only_when_asked(call, book):
    booking = book(3)
    call("cancel_flight", booking_id=booking.id)
    assert call("get_trip", trip_id="TRP-0001")["flights"] == []
    (row,) = call("get_trip", trip_id="TRP-0001", cancelled=True)["flights"]
    assert (row["status"], row["to_city"]) == ("cancelled", "Beeford")


def test_travellers_are_told_by_kind(call):
    assert ids(call("list_travellers", kind="child")["travellers"], "name") == ["Cay Reed"]
    assert call("list_travellers", kind="adult")["total"] == 2


def test_titles_differ(call, refused):
    assert call("create_trip", title="Summer", budget_cents=5_00)["trip_id"] == "TRP-0003"
    refused("title_taken", "create_trip", title="SPRING")
