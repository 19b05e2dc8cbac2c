"""Bids, increments, closing times, buying at once, offers: at the limits of their rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marketplace_invariants import check_invariants

from mcp_servers.marketplace.auction import increment, stand
from mcp_servers.marketplace.state import MOST_OFFERS, Bid, Listing

ME, ANA, BEN, FOE = "MBR-0001", "MBR-0002", "MBR-0003", "MBR-0004"
FIXED = {"kind": "fixed_price", "price_cents": 50_00, "takes_offers": True}


@pytest.mark.parametrize(
    ("price", "step"), [(4_99, 25), (5_00, 50), (99_99, 1_00), (250_00, 5_00), (500_00, 10_00)]
)
def test_increments_grow_with_the_price(price, step):
    assert increment(price) == step


def test_first_bid_pays_the_start_and_a_second_one_an_increment_more(call, put_up, rival, market):
    listing = put_up()
    rival(listing, 30_00)
    assert call("get_listing", listing_id=listing)["minimum_bid_cents"] == 10_50
    report = call("place_bid", listing_id=listing, max_bid_cents=20_00)
    assert (report["leading"], report["price_cents"]) == (False, 20_50)
    report = call("place_bid", listing_id=listing, max_bid_cents=40_00)
    assert (report["leading"], report["price_cents"]) == (True, 31_00)
    assert report["minimum_bid_cents"] == 32_00
    check_invariants(market)


def test_of_equal_maxima_the_earlier_leads_at_that_price(call, put_up, rival):
    listing = put_up()
    rival(listing, 30_00)
    report = call("place_bid", listing_id=listing, max_bid_cents=30_00)
    assert (report["leading"], report["price_cents"]) == (False, 30_00)


def test_bid_is_refused_below_the_minimum_and_where_it_does_not_rise(call, put_up, rival, refused):
    listing = put_up()
    message = refused("bid_too_low", "place_bid", listing_id=listing, max_bid_cents=9_99)
    assert "at least $10.00" in message
    call("place_bid", listing_id=listing, max_bid_cents=10_00)
    refused("bid_not_raised", "place_bid", listing_id=listing, max_bid_cents=10_00)
    # The leader may raise by a cent; others have to add an increment.
    assert call("place_bid", listing_id=listing, max_bid_cents=10_01)["price_cents"] == 10_00
    rival(listing, 25_00)
    refused("bid_too_low", "place_bid", listing_id=listing, max_bid_cents=11_00)


def test_reserve_is_paid_once_a_maximum_reaches_it(call, put_up):
    listing = put_up(reserve_cents=60_00)
    report = call("place_bid", listing_id=listing, max_bid_cents=59_99)
    assert (report["price_cents"], report["reserve_met"]) == (10_00, False)
    report = call("place_bid", listing_id=listing, max_bid_cents=60_00)
    assert (report["price_cents"], report["reserve_met"]) == (60_00, True)


def test_late_bid_keeps_the_auction_open(call, put_up):
    soon, later = put_up(closes_at="2026-03-18T10:39"), put_up(closes_at="2026-03-18T10:40")
    for listing in (soon, later):
        report = call("place_bid", listing_id=listing, max_bid_cents=20_00)
        assert report["closes_at"] == "2026-03-18T10:40"


def test_leading_bids_are_kept_in_the_wallet_and_outbid_ones_are_free(call, put_up, rival, refused):
    listing = put_up()
    call("place_bid", listing_id=listing, max_bid_cents=400_00)
    assert call("list_trades")["free_cents"] == 95_00
    refused("insufficient_funds", "place_bid", listing_id=put_up(), max_bid_cents=90_01)
    call("place_bid", listing_id=listing, max_bid_cents=495_00)  # its own share counts once
    rival(listing, 900_00)
    assert call("list_trades")["free_cents"] == 500_00


def test_who_may_not_buy(put_up, refused):
    for type, listing in (
        ("own_listing", put_up(seller=ME)),
        ("blocked_by_seller", put_up(seller=FOE)),
        ("listing_ended", put_up(status="unsold", closes_at="2026-03-01T10:00")),
    ):
        refused(type, "place_bid", listing_id=listing, max_bid_cents=20_00)
        refused(type, "buy_now", listing_id=listing)
        refused(type, "make_offer", listing_id=listing, amount_cents=5_00)


def test_buying_at_once_ends_the_listing_and_lapses_offers(call, market, offered):
    offer = offered(seller=ANA)
    listing = market.offers.require(offer).listing_id
    report = call("buy_now", listing_id=listing)
    assert (report["total_cents"], report["wallet_cents"]) == (55_00, 445_00)
    assert report["expected_on"] == "2026-03-26"
    assert market.listings.require(listing).status == "sold"
    assert market.offers.require(offer).status == "lapsed"
    check_invariants(market)


def test_buy_now_of_an_auction_is_gone_with_the_first_bid(call, put_up, rival, refused):
    assert call("buy_now", listing_id=put_up(buy_now_cents=70_00))["total_cents"] == 75_00
    listing = put_up(buy_now_cents=70_00)
    rival(listing, 10_00)
    refused("buy_now_gone", "buy_now", listing_id=listing)
    assert "buy_now_cents" not in call("get_listing", listing_id=listing)
    refused("no_buy_now", "buy_now", listing_id=put_up())
    refused(
        "insufficient_funds", "buy_now", listing_id=put_up(kind="fixed_price", price_cents=420_01)
    )
    refused("not_an_auction", "place_bid", listing_id=put_up(**FIXED), max_bid_cents=60_00)


def test_sellers_limits_answer_offers_at_once(call, put_up, market):
    limits = {"accept_from_cents": 45_00, "decline_below_cents": 30_00}
    listing = put_up(**FIXED, **limits)
    offers = {"listing_id": listing}
    assert call("make_offer", amount_cents=29_99, **offers)["status"] == "declined"
    report = call("make_offer", amount_cents=45_00, **offers)
    assert (report["status"], report["total_cents"]) == ("accepted", 50_00)
    assert market.wallet_cents == 450_00
    report = call("make_offer", amount_cents=30_00, listing_id=put_up(**FIXED, **limits))
    assert (report["status"], report["expires_at"]) == ("pending", "2026-03-20T10:30")
    assert call("list_trades")["free_cents"] == 450_00 - 35_00
    check_invariants(market)


def test_offers_have_limits(call, put_up, refused, market):
    listing = put_up(**FIXED)
    refused("offer_not_below_price", "make_offer", listing_id=listing, amount_cents=50_00)
    refused("no_offers_taken", "make_offer", listing_id=put_up(), amount_cents=5_00)
    for _ in range(MOST_OFFERS):
        offer = call("make_offer", listing_id=listing, amount_cents=49_99)["offer_id"]
        refused("offer_already_open", "make_offer", listing_id=listing, amount_cents=49_99)
        market.offers.update(offer, status="declined")
    refused("too_many_offers", "make_offer", listing_id=listing, amount_cents=49_99)
    market.wallet_cents = 54_98
    dear = put_up(**FIXED)
    refused("insufficient_funds", "make_offer", listing_id=dear, amount_cents=49_99)


def test_seller_and_buyer_answer_in_turn(call, offered, refused, market):
    theirs, mine = offered(), offered(seller=ANA, buyer=ME)
    refused("not_your_turn", "respond_to_offer", offer_id=mine, answer="accept")
    assert [o["your_turn"] for o in call("list_offers")["offers"]] == [True, False]
    assert call("respond_to_offer", offer_id=theirs, answer="accept")["total_cents"] == 45_00
    refused("offer_closed", "respond_to_offer", offer_id=theirs, answer="decline")
    market.offers.update(mine, status="countered", counter_cents=48_00)
    assert call("respond_to_offer", offer_id=mine, answer="accept")["total_cents"] == 53_00
    assert market.wallet_cents == 500_00 - 53_00  # the sale is paid out when it is shipped
    check_invariants(market)


def test_countered_offer_needs_the_money(offered, refused, market):
    offer = offered(seller=ANA, buyer=ME, status="countered", counter_cents=48_00)
    market.wallet_cents = 52_99
    refused("insufficient_funds", "respond_to_offer", offer_id=offer, answer="accept")


def test_expired_offer_cannot_be_answered(call, offered, refused):
    offer = offered()
    call("advance_clock", minutes=24 * 60)
    refused("offer_expired", "respond_to_offer", offer_id=offer, answer="decline")


def test_auctions_end_with_the_leader_where_the_reserve_is_met(call, put_up, rival, market):
    won, lost, unmet = put_up(), put_up(), put_up(reserve_cents=90_00)
    sold, idle = put_up(seller=ME), put_up(seller=ME)
    for listing in (won, unmet):
        call("place_bid", listing_id=listing, max_bid_cents=50_00)
    for listing in (lost, sold):
        rival(listing, 30_00)
    call("advance_clock", minutes=3 * 24 * 60)
    status = {id: market.listings.require(id).status for id in (won, lost, unmet, sold, idle)}
    assert status == {won: "sold", lost: "sold", unmet: "unsold", sold: "sold", idle: "unsold"}
    assert {(t.listing_id, t.price_cents) for t in market.trades} == {(won, 10_00), (sold, 10_00)}
    assert market.wallet_cents == 485_00
    check_invariants(market)


@given(st.lists(st.integers(10_00, 200_00), min_size=1, max_size=6), st.integers(0, 200_00))
@settings(deadline=None, max_examples=80)
def test_price_never_falls_while_bids_come_in(maxima, reserve):
    row = {"title": "", "category": "other", "condition": "used", "kind": "auction"}
    times = {"price_cents": 10_00, "shipping_cents": 0, "closes_at": ""}
    listing = Listing(id="L", seller_id="S", reserve_cents=reserve, **row, **times)
    bids, before = [], stand(listing, [])
    for n, most in enumerate(maxima):
        bid = Bid(id=f"{n}", listing_id="L", bidder_id=f"{n}", max_cents=most, placed_at=f"{n}")
        now = stand(listing, [*bids, bid])
        assert now.price_cents >= before.price_cents
        assert now.price_cents <= max(maxima)
        if most >= before.minimum_cents and before.leader is not None:
            assert now.price_cents > before.price_cents or now.leader == bid.bidder_id
        bids.append(bid)
        before = now
