"""Seats and check-in."""

from __future__ import annotations

from travel_booking_invariants import check_invariants


def test_check_in_is_open_from_a_day_to_an_hour_before(book, call, refused):
    assert call("check_in", booking_id=book(3).id)["seat"] == "3C"  # the first that is free
    message = refused("check_in_not_open", "check_in", booking_id=book(4, traveller=2).id)
    assert "opens at 2026-03-18T10:31" in message
    call("check_in", booking_id=book(2).id)


def test_check_in_closes_with_the_flight(agency, book, refused):
    booking = book(2)
    agency.now = agency.now.replace(minute=31)
    refused("flight_closed", "check_in", booking_id=booking.id)
    refused("flight_closed", "cancel_flight", booking_id=booking.id)
    refused("flight_closed", "choose_seat", booking_id=booking.id, seat="4A")


def test_who_has_checked_in_only_changes_the_seat(agency, book, call, refused):
    booking = book(3, fare="saver")
    refused("seat_not_included", "choose_seat", booking_id=booking.id, seat="4A")
    call("check_in", booking_id=booking.id)
    refused("already_checked_in", "check_in", booking_id=booking.id)
    refused("already_checked_in", "cancel_flight", booking_id=booking.id)
    refused("already_checked_in", "change_flight", booking_id=booking.id, flight_id="FLT-0004")
    assert call("choose_seat", booking_id=booking.id, seat="4A")["position"] == "window"
    check_invariants(agency)


def test_seat_is_one_of_the_cabin_and_free(book, call, refused):
    booking, other = book(3), book(3, traveller=2)
    refused("seat_not_in_cabin", "choose_seat", booking_id=booking.id, seat="2A")
    refused("seat_not_in_cabin", "choose_seat", booking_id=booking.id, seat="8A")
    assert "3C" in refused("seat_taken", "choose_seat", booking_id=booking.id, seat="3A")
    call("choose_seat", booking_id=booking.id, seat="7F")
    refused("seat_taken", "choose_seat", booking_id=other.id, seat="7F")
    refused("seat_taken", "choose_seat", booking_id=booking.id, seat="7F")
    business = book(5, fare="business")
    call("choose_seat", booking_id=business.id, seat="2A")


def test_flight_that_the_airline_cancelled_has_no_seats(agency, book, refused):
    booking = book(3)
    agency.flights.update("FLT-0003", status="cancelled")
    refused("flight_cancelled", "choose_seat", booking_id=booking.id, seat="4A")
    refused("flight_cancelled", "check_in", booking_id=booking.id)


def test_seat_map_shows_what_can_be_chosen(call):
    free = call("get_seat_map", flight_id="FLT-0003", cabin="economy", position="window")["free"]
    seats = "3F, 4A, 4F, 5A, 5F, 6A, 6F, 7A, 7F"
    assert free == [{"cabin": "economy", "position": "window", "seats": seats}]
    whole = call("get_seat_map", flight_id="FLT-0003")["free"]
    assert sum(len(row["seats"].split(", ")) for row in whole) == 38 - 3
