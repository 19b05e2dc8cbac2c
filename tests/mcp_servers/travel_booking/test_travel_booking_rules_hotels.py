"""Room nights: what is left, what it costs, and what policies give back."""

from __future__ import annotations

import pytest
from travel_booking_invariants import check_invariants

from mcp_servers.travel_booking.state import Block

STAY = {"trip_id": "TRP-0001", "check_in": "2026-03-26", "nights": 3, "guests": 1}
SINGLE, DOUBLE, STRICT = "ROM-0001", "ROM-0002", "ROM-0003"


@pytest.fixture
def stay(call, agency):
    def booked(room_id: str = SINGLE, **changes):
        report = call("book_hotel", **STAY | changes, room_id=room_id)
        return agency.stays.require(report["stay_id"])

    return booked


def test_weekend_nights_cost_more(call, stay):
    assert stay(nights=3).price_cents == (50 + 70 + 70) * 100  # Thursday, Friday, Saturday
    (room, _) = call("get_hotel", hotel_id="HTL-0001", check_in="2026-03-28", nights=2)["rooms"]
    assert (room["price_cents"], room["rooms_left"]) == ((70 + 50) * 100, 0)


def test_last_room_is_gone_for_its_nights_only(stay, refused, agency):
    stay()
    message = refused("no_room_left", "book_hotel", **STAY | {"nights": 2}, room_id=SINGLE)
    assert "Double" in message
    for day in ("2026-03-24", "2026-03-29"):  # up to its first night, and after its last
        stay(check_in=day, nights=2)
    check_invariants(agency)


def test_rooms_of_others_count(agency, refused, stay):
    agency.blocks.insert(
        Block(id="BLK-0001", room_id=DOUBLE, check_in="2026-03-27", nights=1, rooms=1)
    )
    stay(DOUBLE)
    refused("no_room_left", "book_hotel", **STAY, room_id=DOUBLE)


def test_stay_fits_room_hotel_and_calendar(refused, stay):
    message = refused("too_many_guests", "book_hotel", **STAY | {"guests": 2}, room_id=SINGLE)
    assert "Double for 2" in message
    refused("stay_too_short", "book_hotel", **STAY | {"nights": 1}, room_id=SINGLE)
    past = STAY | {"check_in": "2026-03-17"}
    refused("date_not_ahead", "book_hotel", **past, room_id=SINGLE)
    stay(check_in="2026-03-18")


def test_trip_stays_within_its_budget(agency, refused, stay):
    refused(
        "over_budget", "book_hotel", **STAY | {"trip_id": "TRP-0002", "nights": 4}, room_id=SINGLE
    )
    row = stay(trip_id="TRP-0002")  # $190 of $200
    more = {"stay_id": row.id, "check_in": "2026-03-26", "nights": 4}
    refused("over_budget", "change_stay", **more)
    check_invariants(agency)


def test_change_pays_the_difference_or_gives_it_back(agency, call, stay):
    row = stay()
    longer = call("change_stay", stay_id=row.id, check_in="2026-03-25", nights=4)
    assert (longer["paid_cents"], longer["refunded_cents"]) == (50_00, 0)
    shorter = call("change_stay", stay_id=row.id, check_in="2026-03-25", nights=2)
    assert (shorter["price_cents"], shorter["refunded_cents"]) == (100_00, 140_00)
    check_invariants(agency)


def test_change_is_refused_after_the_deadline_and_by_strict_hotels(call, stay, refused):
    new = {"check_in": "2026-04-10", "nights": 2}
    refused("stay_not_changeable", "change_stay", stay_id=stay(STRICT).id, **new)
    late = stay(check_in="2026-03-19")  # free until the 17th
    refused("stay_not_changeable", "change_stay", stay_id=late.id, **new)
    row = stay(DOUBLE, check_in="2026-03-20")  # free until today
    same = {"check_in": "2026-03-20", "nights": 3}
    refused("stay_unchanged", "change_stay", stay_id=row.id, **same)
    refused("date_not_ahead", "change_stay", stay_id=row.id, check_in="2026-03-17", nights=3)
    refused("stay_too_short", "change_stay", stay_id=row.id, check_in="2026-04-10", nights=1)
    call("change_stay", stay_id=row.id, **new)


@pytest.mark.parametrize(
    ("room", "check_in", "back", "kept"),
    [
        (SINGLE, "2026-03-20", 190_00, 0),  # until today
        (SINGLE, "2026-03-19", 70_00, 50_00),  # too late: the first night, a Thursday
        (STRICT, "2026-03-26", 0, 190_00),
    ],
)
def test_cancelling_follows_the_policy(agency, call, stay, room, check_in, back, kept):
    nights = 2 if check_in == "2026-03-19" else 3
    row = stay(room, check_in=check_in, nights=nights)
    report = call("cancel_stay", stay_id=row.id)
    assert (report["refunded_cents"], report["kept_cents"]) == (back, kept)
    check_invariants(agency)


def test_begun_and_cancelled_stays_stay_as_they_are(call, stay, refused):
    begun, gone = stay(check_in="2026-03-18"), stay(DOUBLE)
    call("cancel_stay", stay_id=gone.id)
    new = {"check_in": "2026-04-10", "nights": 2}
    for type, row in (("stay_begun", begun), ("already_cancelled", gone)):
        refused(type, "cancel_stay", stay_id=row.id)
        refused(type, "change_stay", stay_id=row.id, **new)


def test_trip_that_is_over_takes_no_stay(agency, stay, refused):
    stay(check_in="2026-03-19", nights=2)
    agency.now = agency.now.replace(day=21, hour=11, minute=0)
    refused("trip_completed", "book_hotel", **STAY, room_id=DOUBLE)
