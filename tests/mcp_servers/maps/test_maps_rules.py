"""Look-ups, lists, trips and reports at the limits of their rules."""

from __future__ import annotations

from datetime import timedelta

from mcp_servers.core.hashing import effect_hash
from mcp_servers.maps.state import MOST_SAVED, MOST_TRIPS, Place

CAFE, MUSEUM, GYM, BAKERY, KIOSK, HOME = (f"PLC-000{n}" for n in range(1, 7))
MINE, THEIRS = "LST-0001", "LST-0002"
TODAY, PAST = "TRP-0001", "TRP-0002"


def names(page: dict, rows: str, column: str) -> list[str]:
    return [row[column] for row in page[rows]]


def test_search_finds_by_any_words_and_sorts(town, call):
    assert names(call("search_places", query="ott"), "places", "name") == ["Ott Cafe", "Ott Museum"]
    town.places.update(MUSEUM, rating_tenths=45)
    best = call("search_places", query="ott", sort="rating")
    assert names(best, "places", "name")[0] == "Ott Museum"
    assert call("search_places", query="oak ott", category="cafe")["total"] == 1
    assert call("search_places", query="12 oak")["total"] == 0


def test_search_for_what_is_open(town, call):
    assert call("search_places", query="reed", open_now=True)["total"] == 2
    town.now = town.now.replace(hour=18, minute=0)
    assert call("search_places", query="reed", open_now=True)["total"] == 0
    town.now = town.now.replace(hour=17, minute=59)
    assert call("search_places", query="reed", open_now=True)["total"] == 2
    town.places.update(GYM, gone=True)
    assert call("search_places", query="reed", open_now=True)["total"] == 1


def test_exact_address_comes_first(call):
    found = call("geocode", address="12 oak street")
    assert names(found, "addresses", "address") == ["12 Oak Street", "112 Oak Street"]
    point = {key: found["addresses"][1][key] for key in ("latitude", "longitude")}
    back = call("reverse_geocode", **point)
    assert (back["place_id"], back["distance_m"] <= 1) == ("PLC-0007", True)


def test_details_tell_hours_and_lists(call):
    call("save_place", place_id=MUSEUM, list_id=MINE)
    details = call("get_place", place_id=MUSEUM)
    assert details["hours"] == "09:00-18:00, closed on Monday"
    assert details["on_lists"] == "Mine"
    address = call("get_place", place_id=HOME)
    assert address["hours"] == "always"
    assert address["on_lists"] == "none"
    assert "category" not in address


def test_list_holds_a_place_once(call, refused):
    assert call("save_place", place_id=CAFE, list_id=MINE, note="cash only")["places"] == 1
    assert "Mine already" in refused("already_saved", "save_place", place_id=CAFE, list_id=MINE)
    (entry,) = call("get_list", list_id=MINE)["entries"]
    assert (entry["place"], entry["note"]) == ("Ott Cafe", "cash only")
    gone = call("remove_saved_place", saved_id=entry["saved_id"])
    assert gone == {"removed": "Ott Cafe", "list": "Mine", "places": 0}


def test_list_takes_eight_places(town, call, refused):
    for n in range(MOST_SAVED):
        row = Place(
            id=town.new_id("places"), name=f"{n} Hill Road", address="x", segment_id="SEG-0004",
            offset_m=1,
        )  # fmt: skip
        town.places.insert(row)
        call("save_place", place_id=row.id, list_id=MINE)
    assert "remove_saved_place" in refused("list_full", "save_place", place_id=CAFE, list_id=MINE)


def test_list_of_somebody_else_is_only_viewed(town, call, refused):
    message = refused("list_read_only", "save_place", place_id=CAFE, list_id=THEIRS)
    assert "Ana Cruz" in message
    assert "can be changed: Mine" in message
    saved_id = call("save_place", place_id=CAFE, list_id=MINE)["saved_id"]
    town.lists.update(MINE, access="viewer")
    refused("list_read_only", "remove_saved_place", saved_id=saved_id)


def add(call, place_id: str, arrive_at: str, stay: int = 30, trip_id: str = TODAY) -> dict:
    return call(
        "add_stop", trip_id=trip_id, place_id=place_id, arrive_at=arrive_at, stay_minutes=stay
    )


def test_stop_needs_time_before_and_after(call, refused):
    assert add(call, MUSEUM, "12:00")["travel_minutes"] == 1
    # Museum to gym is 91 m, on foot 2 minutes rounded up; it leaves at 12:30.
    stop = {"trip_id": TODAY, "place_id": GYM, "stay_minutes": 30}
    message = refused("not_enough_time", "add_stop", **stop, arrive_at="12:31")
    assert "takes 2 minutes by walking, and only 1 are free" in message
    assert add(call, GYM, "12:32")["leave_at"] == "13:02"
    assert "stays overlap" in refused("not_enough_time", "add_stop", **stop, arrive_at="12:29")
    refused("not_enough_time", "add_stop", **stop, arrive_at="11:29")
    assert add(call, GYM, "11:28")["stops"] == 3


def test_stop_is_within_opening_hours(town, call, refused):
    stop = {"trip_id": TODAY, "place_id": MUSEUM, "stay_minutes": 60}
    message = refused("place_closed", "add_stop", **stop, arrive_at="17:01")
    assert "Its hours: 09:00-18:00" in message
    assert add(call, MUSEUM, "17:00", 60)
    town.trips.update(TODAY, date="2026-03-23")
    refused("place_closed", "add_stop", **stop, arrive_at="12:00")
    town.places.update(MUSEUM, gone=True)
    refused("place_gone", "add_stop", **stop, arrive_at="12:00")


def test_stop_ends_on_its_day(call, refused):
    stop = {"trip_id": TODAY, "place_id": HOME, "stay_minutes": 60}
    assert "midnight" in refused("not_enough_time", "add_stop", **stop, arrive_at="23:01")
    assert add(call, HOME, "23:00", 60)["leave_at"] == "24:00"


def test_no_car_goes_to_a_stop_on_a_path(town, refused):
    town.trips.update(TODAY, mode="driving")
    refused("no_route", "add_stop", trip_id=TODAY, place_id=KIOSK, arrive_at="12:00")


def test_past_trips_and_times_stay(town, call, refused):
    stop = {"place_id": CAFE, "arrive_at": "10:30"}
    assert "10:30 already" in refused("time_passed", "add_stop", trip_id=TODAY, **stop)
    assert add(call, CAFE, "10:31")
    refused("trip_over", "add_stop", trip_id=PAST, **stop)
    town.now += timedelta(days=1)
    refused("trip_over", "remove_stop", stop_id="STP-0001")


def test_trip_takes_five_stops(call, refused):
    for hour in range(11, 16):
        add(call, HOME, f"{hour}:00")
    refused("trip_full", "add_stop", trip_id=TODAY, place_id=HOME, arrive_at="17:00")
    assert call("remove_stop", stop_id="STP-0003") == {
        "removed": "12 Oak Street",
        "trip": "Errands",
        "stops": 4,
    }
    assert add(call, HOME, "17:00")["stops"] == 5


def test_order_of_adding_does_not_matter(town, call):
    base, other = dict(town.counters), town.copy()
    add(call, MUSEUM, "12:00")
    add(call, GYM, "14:00")
    first, town.stops, town.counters = effect_hash(town, base), other.stops, other.counters
    add(call, GYM, "14:00")
    add(call, MUSEUM, "12:00")
    assert effect_hash(town, base) == first
    (trip,) = call("list_trips")["trips"]
    assert [row["arrive_at"] for row in trip["stops"]] == ["12:00", "14:00"]


def test_closed_road_makes_late(town, call):
    town.trips.update(TODAY, mode="driving")
    add(call, MUSEUM, "12:00")
    for segment_id in ("SEG-0002",):
        town.segments.require(segment_id)
        call("report_road", place_id=MUSEUM, kind="road_closure")
        town.reports.update("RPT-0001", reporters=3)
    (stop,) = call("list_trips")["trips"][0]["stops"]
    assert stop["late"] is True
    assert "travel_minutes" not in stop


def test_trip_is_planned_from_today_for_a_year(call, refused):
    trip = {"name": "Fair", "start_place_id": HOME}
    refused("date_not_ahead", "create_trip", **trip, date="2026-03-17")
    assert "to 2027-03-18" in refused("date_not_ahead", "create_trip", **trip, date="2027-03-19")
    assert call("create_trip", **trip, date="2026-03-18")["trip_id"] == "TRP-0003"
    assert "Fair" in refused("trip_name_taken", "create_trip", **trip | {"name": "fair"},
                             date="2026-04-01")  # fmt: skip
    assert call("create_trip", name="Old tour", start_place_id=HOME, date="2026-04-01")


def test_twelve_trips_may_be_planned(call, refused):
    trip = {"start_place_id": HOME, "date": "2026-03-20"}
    for n in range(MOST_TRIPS - 1):
        call("create_trip", name=f"Tour {n}", **trip)
    refused("too_many_trips", "create_trip", name="One more", **trip)
    assert call("list_trips")["total"] == MOST_TRIPS
    assert names(call("list_trips", when="past"), "trips", "name") == ["Old tour"]


def test_third_report_closes_a_road(town, call):
    report = call("report_road", place_id=CAFE, kind="road_closure")
    assert (report["reporters"], report["closed"]) == (1, False)
    town.reports.update(report["report_id"], reporters=2, mine_at=None)
    again = call("report_road", place_id=HOME, kind="road_closure")
    assert again == {**report, "reporters": 3, "closed": True}


def test_reports_are_counted_and_limited(town, call, refused):
    assert call("report_road", place_id=CAFE, kind="accident")["closed"] is False
    assert "10:30" in refused("already_reported", "report_road", place_id=HOME, kind="accident")
    refused("not_on_a_road", "report_road", place_id=KIOSK, kind="accident")
    call("report_road", place_id=CAFE, kind="flooding")
    town.now += timedelta(minutes=10)
    call("report_road", place_id=CAFE, kind="roadworks")
    message = refused("too_many_reports", "report_road", place_id=GYM, kind="accident")
    assert "from 2026-03-18T11:30 on" in message
    town.now += timedelta(minutes=50)
    assert call("report_road", place_id=GYM, kind="accident")
