"""Whatever is called, in whatever order, and however time passes: the invariants hold."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine
from travel_booking_invariants import check_invariants

from mcp_servers.travel_booking.state import TravelState
from mcp_servers.travel_booking.tools import server
from provelight.records import Json

PICK = st.integers(0, 400)
FARES = st.sampled_from(["saver", "standard", "flex", "business"])
DAYS = st.integers(-2, 30)


class TravelMachine(ServerMachine):
    """Books, moves and cancels on rows of the live state; days pass, airlines cancel flights."""

    server = server
    state: TravelState

    def check(self) -> None:
        check_invariants(self.state)

    def after(
        self, tool: str, _arguments: dict[str, Json], result: Json, before: TravelState
    ) -> None:
        """What has been checked in or cancelled stays so; money moves as the result says."""
        for old in before.bookings:
            new = self.state.bookings.require(old.id)
            if old.status == "checked_in":
                assert (new.status, new.flight_id) == (old.status, old.flight_id)
            if old.status == "cancelled":
                assert new == old
        moved = sum(c.cents for c in self.state.charges) - sum(c.cents for c in before.charges)
        said = {
            "book_flight": lambda: result["price_cents"],
            "change_flight": lambda: result["paid_cents"] - result["credit_cents"],
            "cancel_flight": lambda: -result["card_cents"] - result["credit_cents"],
            "book_hotel": lambda: result["price_cents"],
            "change_stay": lambda: result["paid_cents"] - result["refunded_cents"],
            "cancel_stay": lambda: -result["refunded_cents"],
        }.get(tool, lambda: 0)
        assert moved == said()

    @rule(trip=PICK, flight=PICK, traveller=PICK, fare=FARES)
    def book(self, trip: int, flight: int, traveller: int, fare: str) -> None:
        self.call(
            "book_flight",
            trip_id=self.id_of("trips", trip),
            flight_id=self.id_of("flights", flight),
            traveller_id=self.id_of("travellers", traveller),
            fare=fare,
        )

    @rule(booking=PICK, option=PICK)
    def move(self, booking: int, option: int) -> None:
        booking_id = self.id_of("bookings", booking)
        options = self.call("list_change_options", booking_id=booking_id)["options"]
        if options:
            chosen = options[option % len(options)]
            told = self.call("get_booking", booking_id=booking_id)["paid_cents"]
            report = self.call(
                "change_flight", booking_id=booking_id, flight_id=chosen["flight_id"]
            )
            if report is not None:
                due = chosen["due_cents"] - chosen.get("back_cents", 0)
                assert report["paid_cents"] - report["credit_cents"] == due
                paid = self.call("get_booking", booking_id=booking_id)["paid_cents"]
                assert paid == told + due

    @rule(booking=PICK)
    def cancel(self, booking: int) -> None:
        booking_id = self.id_of("bookings", booking)
        told = self.call("get_booking", booking_id=booking_id).get("refund_cents")
        report = self.call("cancel_flight", booking_id=booking_id)
        assert report is None or report["card_cents"] + report["credit_cents"] == told

    @rule(
        booking=PICK, row=st.integers(1, 8), letter=st.sampled_from("ABCDEF"), enter=st.booleans()
    )
    def sit(self, booking: int, row: int, letter: str, enter: bool) -> None:
        booking_id = self.id_of("bookings", booking)
        self.call("choose_seat", booking_id=booking_id, seat=f"{row}{letter}")
        if enter:
            self.call("check_in", booking_id=booking_id)

    @rule(trip=PICK, room=PICK, days=DAYS, nights=st.integers(1, 6), guests=st.integers(1, 3))
    def sleep(self, trip: int, room: int, days: int, nights: int, guests: int) -> None:
        day = self.state.now.date() + timedelta(days=days)
        self.call(
            "book_hotel",
            trip_id=self.id_of("trips", trip),
            room_id=self.id_of("rooms", room % 12),
            check_in=day.isoformat(),
            nights=nights,
            guests=guests,
        )

    @rule(stay=PICK, days=DAYS, nights=st.integers(1, 6), drop=st.booleans())
    def move_stay(self, stay: int, days: int, nights: int, drop: bool) -> None:
        stay_id = self.id_of("stays", stay)
        day = self.state.now.date() + timedelta(days=days)
        self.call("change_stay", stay_id=stay_id, check_in=day.isoformat(), nights=nights)
        if drop:
            self.call("cancel_stay", stay_id=stay_id)

    @rule(hours=st.integers(1, 60))
    def time_passes(self, hours: int) -> None:
        self.state.now += timedelta(hours=hours)

    @rule(booking=PICK)
    def airline_cancels(self, booking: int) -> None:
        row = self.state.bookings.require(self.id_of("bookings", booking))
        if row.status == "confirmed":
            self.state.flights.update(row.flight_id, status="cancelled")


TestTravel = TravelMachine.TestCase
TestTravel.settings = MACHINE_SETTINGS
