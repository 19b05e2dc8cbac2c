"""Whatever is called, in whatever order, and however time passes: the invariants hold."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine
from marketplace_invariants import check_invariants, standings_of

from mcp_servers.marketplace.auction import standing
from mcp_servers.marketplace.selling import late_sales
from mcp_servers.marketplace.state import MarketState
from mcp_servers.marketplace.tools import server
from provelight.records import Json

PICK = st.integers(0, 300)
ANSWERS = st.sampled_from(["accept", "decline"])
REASONS = st.sampled_from(["not_received", "not_as_described", "damaged"])


class MemberMachine(ServerMachine):
    """Bids near what is accepted, haggles, sells, quarrels, and lets time pass."""

    server = server
    state: MarketState

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: Any) -> None:
        assert self.state.now == before.now or tool == "advance_clock"
        then, today = standings_of(before), standings_of(self.state)
        for listing in before.listings:
            now = self.state.listings.require(listing.id)
            old, new = then.get(listing.id), today.get(listing.id)
            assert old is None or new.price_cents >= old.price_cents
            assert now.price_cents == listing.price_cents
            assert now.closes_at >= listing.closes_at
            if now.closes_at != listing.closes_at:
                assert (tool, arguments["listing_id"]) == ("place_bid", listing.id)
            if listing.status != "active":
                assert (now.status, new) == (listing.status, old)
        if tool == "place_bid":
            assert result["price_cents"] <= arguments["max_bid_cents"] or not result["leading"]
        if tool == "create_listing":
            assert late_sales(before) == []
        for trade in before.trades:
            assert self.state.trades.require(trade.id).total_cents == trade.total_cents

    @rule(listing=PICK, more=st.integers(-100, 80_00))
    def bid(self, listing: int, more: int) -> None:
        listing_id = self.id_of("listings", listing)
        now = standing(self.state, self.state.listings.require(listing_id))
        cents = max(1, now.minimum_cents + more)
        self.call("place_bid", listing_id=listing_id, max_bid_cents=cents)

    @rule(listing=PICK)
    def buy(self, listing: int) -> None:
        self.call("buy_now", listing_id=self.id_of("listings", listing))

    @rule(listing=PICK, percent=st.integers(30, 102))
    def haggle(self, listing: int, percent: int) -> None:
        row = self.state.listings.require(self.id_of("listings", listing))
        cents = max(1, row.price_cents * percent // 100)
        self.call("make_offer", listing_id=row.id, amount_cents=cents)

    @rule(offer=PICK, answer=ANSWERS)
    def respond(self, offer: int, answer: str) -> None:
        self.call("respond_to_offer", offer_id=self.id_of("offers", offer), answer=answer)

    @rule(trade=PICK, number=st.integers(10_000_000, 10_000_009))
    def ship(self, trade: int, number: int) -> None:
        parcel = {"carrier": "UPS", "tracking": str(number)}
        self.call("ship_sale", trade_id=self.id_of("trades", trade), **parcel)

    @rule(trade=PICK, reason=REASONS)
    def complain(self, trade: int, reason: str) -> None:
        self.call("open_dispute", trade_id=self.id_of("trades", trade), reason=reason)

    @rule(dispute=PICK, cents=st.none() | st.integers(1, 100_00))
    def refund(self, dispute: int, cents: int | None) -> None:
        part = {} if cents is None else {"refund_cents": cents}
        answer = {"dispute_id": self.id_of("disputes", dispute), "answer": "refund"}
        self.call("answer_dispute", **answer, **part)

    @rule(minutes=st.one_of(st.integers(1, 300), st.integers(1, 9_000)))
    def wait(self, minutes: int) -> None:
        self.call("advance_clock", minutes=minutes)


TestMember = MemberMachine.TestCase
TestMember.settings = MACHINE_SETTINGS
