"""Booking, changing and cancelling flights, at the limits of the rules."""

from __future__ import annotations

from travel_booking_invariants import check_invariants

BOOK = {"trip_id": "TRP-0001", "traveller_id": "TRV-0001", "fare": "standard"}


def test_ticket_is_paid_with_credit_first(call, agency):
    report = call("book_flight", **BOOK, flight_id="FLT-0003")
    assert (report["price_cents"], report["paid_by_credit_cents"]) == (130_00, 30_00)
    assert [(c.method, c.cents) for c in agency.charges] == [("credit", 30_00), ("card", 100_00)]
    assert agency.travellers.require("TRV-0001").credit_cents == 0
    check_invariants(agency)


def test_booking_ends_an_hour_before_departure(call, refused):
    assert "KA 1" in refused("flight_closed", "book_flight", **BOOK, flight_id="FLT-0001")
    call("book_flight", **BOOK, flight_id="FLT-0002")


def test_cancelled_flight_is_not_sold(agency, refused):
    agency.flights.update("FLT-0003", status="cancelled")
    refused("flight_cancelled", "book_flight", **BOOK, flight_id="FLT-0003")


def test_last_seat_of_a_cabin_is_sold_once(agency, call, refused):
    agency.flights.update("FLT-0003", taken="1A 1C 1D 1F 2A 2C 2D")
    call("book_flight", **BOOK | {"fare": "business"}, flight_id="FLT-0003")
    other = BOOK | {"fare": "business", "traveller_id": "TRV-0002"}
    assert "economy" in refused("sold_out", "book_flight", **other, flight_id="FLT-0003")
    check_invariants(agency)


def test_nobody_flies_twice_at_a_time(book, call, refused):
    book(5)  # until 12:00
    refused("double_booked", "book_flight", **BOOK, flight_id="FLT-0007")  # from 11:00
    call("book_flight", **BOOK, flight_id="FLT-0006")  # from 12:00


def test_passport_must_last_until_arrival(call, refused):
    call("book_flight", **BOOK, flight_id="FLT-0007")  # arrives on the passport's last day
    message = refused("passport_invalid", "book_flight", **BOOK, flight_id="FLT-0008")
    assert "2026-03-27" in message
    none = BOOK | {"traveller_id": "TRV-0002"}
    assert "no passport" in refused("passport_invalid", "book_flight", **none, flight_id="FLT-0007")


def test_child_needs_an_adult_until_the_twelfth_birthday(agency, book, call, refused):
    child = BOOK | {"traveller_id": "TRV-0003"}
    assert "Ana Reed" in refused("child_alone", "book_flight", **child, flight_id="FLT-0005")
    adult = book(5)
    call("book_flight", **child, flight_id="FLT-0005")
    agency.travellers.update("TRV-0003", born_on="2014-03-26")
    call("book_flight", **child, flight_id="FLT-0006")
    assert adult.status == "confirmed"


def test_adult_does_not_leave_a_child_behind(agency, book, call, refused):
    adult, _ = book(3), book(3, traveller=3)
    for tool, more in (("cancel_flight", {}), ("change_flight", {"flight_id": "FLT-0005"})):
        message = refused("child_alone", tool, booking_id=adult.id, **more)
        assert "Cay Reed" in message
    book(3, traveller=2)
    call("cancel_flight", booking_id=adult.id)
    check_invariants(agency)


def test_trip_stays_within_its_budget(agency, book, call, refused):
    cheap = BOOK | {"trip_id": "TRP-0002"}
    book(3, trip=2)
    message = refused("over_budget", "book_flight", **cheap, flight_id="FLT-0005")
    assert "only $70.00 is left" in message
    agency.trips.update("TRP-0002", budget_cents=234_00)
    call("book_flight", **cheap, flight_id="FLT-0005")  # exactly the $104 that is left
    check_invariants(agency)


def test_trip_that_is_over_takes_nothing_more(agency, book, refused):
    book(3)
    agency.now = agency.now.replace(day=19, hour=12, minute=0)
    message = refused("trip_completed", "book_flight", **BOOK, flight_id="FLT-0005")
    assert "2026-03-19T12:00" in message


def test_change_costs_the_fee_and_the_difference(agency, book, call):
    booking = book(3)
    report = call("change_flight", booking_id=booking.id, flight_id="FLT-0004")
    assert (report["paid_cents"], report["credit_cents"]) == (76_00, 0)  # 26 more, 50 fee
    after = agency.bookings.require(booking.id)
    assert (after.fare_cents, after.kept_cents) == (156_00, 50_00)
    check_invariants(agency)


def test_cheaper_flight_gives_credit_only_where_changes_are_free(agency, book, call):
    for fare, paid, credit in (("standard", 50_00, 0), ("flex", 0, 34_00)):
        booking = book(3, fare=fare)
        report = call("change_flight", booking_id=booking.id, flight_id="FLT-0005")
        assert (report["paid_cents"], report["credit_cents"]) == (paid, credit)
        check_invariants(agency)
        call("cancel_flight", booking_id=booking.id)


def test_saver_changes_only_where_the_airline_cancelled(agency, book, call, refused):
    booking = book(3, fare="saver")
    change = {"booking_id": booking.id, "flight_id": "FLT-0004"}
    refused("fare_not_changeable", "change_flight", **change)
    assert call("list_change_options", booking_id=booking.id)["total"] == 0
    agency.flights.update("FLT-0003", status="cancelled")
    assert call("list_change_options", booking_id=booking.id)["options"][1]["due_cents"] == 0
    assert call("change_flight", **change)["paid_cents"] == 0
    check_invariants(agency)


def test_change_keeps_the_route(agency, book, refused):
    booking = book(3)
    refused("same_flight", "change_flight", booking_id=booking.id, flight_id="FLT-0003")
    refused("different_route", "change_flight", booking_id=booking.id, flight_id="FLT-0006")
    refused("flight_closed", "change_flight", booking_id=booking.id, flight_id="FLT-0001")
    agency.flights.update("FLT-0004", status="cancelled")
    refused("flight_cancelled", "change_flight", booking_id=booking.id, flight_id="FLT-0004")


def test_change_gives_the_seat_up(agency, book, call):
    booking = book(3)
    call("choose_seat", booking_id=booking.id, seat="4A")
    call("change_flight", booking_id=booking.id, flight_id="FLT-0004")
    assert agency.bookings.require(booking.id).seat is None
    assert any("4A" in row["seats"] for row in call("get_seat_map", flight_id="FLT-0003")["free"])


def test_options_tell_what_the_change_then_costs(book, call):
    booking = book(3)
    options = call("list_change_options", booking_id=booking.id)["options"]
    assert [row["flight_id"] for row in options] == ["FLT-0002", "FLT-0004", "FLT-0005"]
    told = {row["flight_id"]: row["due_cents"] for row in options}
    report = call("change_flight", booking_id=booking.id, flight_id="FLT-0004")
    assert report["paid_cents"] == told["FLT-0004"]


def test_refund_goes_by_the_fare(agency, book, call):
    for fare, card, credit, kept in (
        ("saver", 0, 0, 100_00),
        ("standard", 0, 60_00, 70_00),
        ("flex", 140_00, 30_00, 0),
    ):
        agency.travellers.update("TRV-0001", credit_cents=30_00)
        booking = book(3, fare=fare)
        told = call("get_booking", booking_id=booking.id)["refund_cents"]
        report = call("cancel_flight", booking_id=booking.id)
        assert told == card + credit
        assert (report["card_cents"], report["credit_cents"]) == (card, credit)
        assert report["kept_cents"] == kept


def test_first_day_gives_everything_back_a_week_ahead(agency, book, call):
    booking = book(5, fare="saver", ago=False)
    assert call("get_booking", booking_id=booking.id)["refund_cents"] == 80_00
    late = agency.bookings.update(booking.id, booked_at="2026-03-17T10:30")
    assert call("get_booking", booking_id=late.id)["refund_cents"] == 80_00
    agency.bookings.update(booking.id, booked_at="2026-03-17T10:29")
    assert call("get_booking", booking_id=booking.id)["refund_cents"] == 0
    soon = book(3, traveller=2, fare="saver", ago=False)
    assert call("get_booking", booking_id=soon.id)["refund_cents"] == 0


def test_cancelled_booking_stays_cancelled(book, call, refused):
    booking = book(3)
    call("cancel_flight", booking_id=booking.id)
    for tool, more in (
        ("cancel_flight", {}),
        ("check_in", {}),
        ("choose_seat", {"seat": "4A"}),
        ("change_flight", {"flight_id": "FLT-0004"}),
    ):
        refused("already_cancelled", tool, booking_id=booking.id, **more)
