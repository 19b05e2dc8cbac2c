"""Listing, shipping and disputes, at the limits of their rules."""

from __future__ import annotations

import pytest
from marketplace_invariants import check_invariants

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.marketplace.state import MOST_LISTINGS, Dispute

ME, ANA, BEN = "MBR-0001", "MBR-0002", "MBR-0003"
SALE = {"kind": "fixed_price", "price_cents": 30_00}
PARCEL = {"carrier": "DHL", "tracking": "JD0146003"}
BOUGHT = {"seller": ANA, "buyer": ME}


@pytest.fixture
def disputed(market, traded):
    """Adds a sale of $45.00 with a dispute; returns the id of the dispute."""

    def dispute(reason: str = "damaged", **how: object) -> str:
        delivered = {"status": "delivered", "sold_on": "2026-03-01", "delivered_on": "2026-03-05"}
        row = {"status": "open", "opened_on": "2026-03-18"}
        trade = traded(**(delivered | how))
        made = Dispute(id=market.new_id("disputes"), trade_id=trade, reason=reason, **row)
        return market.disputes.insert(made).id

    return dispute


def test_listing_runs_for_its_days_and_offers_are_for_fixed_prices(call, market):
    report = call("create_listing", title="Tent", **SALE, days=3, takes_offers=True)
    assert (report["closes_at"], report["fee_cents"]) == ("2026-03-21T10:30", 3_00)
    auction = call(
        "create_listing", title="Bench", kind="auction", price_cents=1_00, takes_offers=True
    )
    assert market.listings.require(report["listing_id"]).takes_offers
    assert not market.listings.require(auction["listing_id"]).takes_offers


def test_seller_lists_so_many_each_under_its_own_title(call, refused):
    call("create_listing", title="Tent 0", **SALE)
    refused("duplicate_title", "create_listing", title="TENT 0", **SALE)
    for n in range(1, MOST_LISTINGS):
        call("create_listing", title=f"Tent {n}", **SALE)
    refused("listing_limit", "create_listing", title="Another", **SALE)


def test_who_is_late_lists_nothing_until_it_is_shipped(call, refused, traded):
    trade = traded(sold_on="2026-03-15")
    call("create_listing", title="Tent", **SALE)  # the last day to ship is today
    late = traded(sold_on="2026-03-14")
    assert late in refused("selling_restricted", "create_listing", title="Bench", **SALE)
    call("ship_sale", trade_id=late, **PARCEL)
    call("create_listing", title="Bench", **SALE)
    refused("tracking_number_used", "ship_sale", trade_id=trade, **PARCEL)


def test_shipping_pays_the_seller_out(call, refused, traded, market):
    trade = traded()
    report = call("ship_sale", trade_id=trade, **PARCEL)
    assert (report["proceeds_cents"], report["wallet_cents"]) == (41_00, 541_00)
    refused("already_shipped", "ship_sale", trade_id=trade, **PARCEL)
    refused("not_your_sale", "ship_sale", trade_id=traded(**BOUGHT), **PARCEL)
    check_invariants(market)


def test_unshipped_sale_in_dispute_is_refunded_in_full_from_what_is_held(
    call, refused, disputed, market
):
    dispute = disputed("not_received", status="paid", delivered_on=None)
    trade = market.disputes.require(dispute).trade_id
    refused("dispute_open", "ship_sale", trade_id=trade, **PARCEL)
    refused("no_proof_of_shipping", "answer_dispute", dispute_id=dispute, answer="contest")
    part = {"answer": "refund", "refund_cents": 44_99}
    refused("full_refund_due", "answer_dispute", dispute_id=dispute, **part)
    report = call("answer_dispute", dispute_id=dispute, answer="refund")
    assert (report["refund_cents"], report["wallet_cents"]) == (45_00, 500_00)
    refused("trade_cancelled", "ship_sale", trade_id=trade, **PARCEL)
    check_invariants(market)


def test_partial_refund_brings_its_share_of_the_fee_back(call, disputed, market):
    report = call("answer_dispute", dispute_id=disputed(), answer="refund", refund_cents=10_00)
    assert (report["fee_back_cents"], report["wallet_cents"]) == (88, 490_88)
    check_invariants(market)


def test_refund_is_bounded_by_the_price_and_the_wallet(call, refused, disputed, market):
    dispute = disputed()
    more = {"answer": "refund", "refund_cents": 45_01}
    refused("refund_too_large", "answer_dispute", dispute_id=dispute, **more)
    market.wallet_cents = 40_99  # 45.00 less 4.00 of the fee
    message = refused("insufficient_funds", "answer_dispute", dispute_id=dispute, answer="refund")
    assert "takes $41.00" in message
    with pytest.raises(InvalidArguments):
        call("answer_dispute", dispute_id=dispute, answer="contest", refund_cents=1_00)
    assert call("answer_dispute", dispute_id=dispute, answer="contest")["status"] == "contested"
    refused("dispute_closed", "answer_dispute", dispute_id=dispute, answer="refund")


def test_buyer_complains_once_and_only_of_what_can_be(call, refused, traded):
    on_time, late = traded(**BOUGHT, sold_on="2026-03-10"), traded(**BOUGHT, sold_on="2026-03-09")
    lost = {"reason": "not_received"}
    assert "2026-03-18" in refused("not_overdue", "open_dispute", trade_id=on_time, **lost)
    refused("not_delivered", "open_dispute", trade_id=late, reason="damaged")
    report = call("open_dispute", trade_id=late, **lost)
    assert (report["seller"], report["claim_cents"]) == ("ana", 45_00)
    refused("already_disputed", "open_dispute", trade_id=late, **lost)
    dispute = report["dispute_id"]
    refused("not_yours_to_answer", "answer_dispute", dispute_id=dispute, answer="refund")
    refused("not_your_purchase", "open_dispute", trade_id=traded(), **lost)


def test_disputes_of_delivered_parcels_have_a_window(call, refused, traded):
    came = {"status": "delivered", "sold_on": "2026-02-01"}
    last = traded(**BOUGHT, **came, delivered_on="2026-02-16")
    refused("tracking_shows_delivered", "open_dispute", trade_id=last, reason="not_received")
    call("open_dispute", trade_id=last, reason="damaged")
    old = traded(**BOUGHT, **came, delivered_on="2026-02-15")
    message = refused("dispute_window_passed", "open_dispute", trade_id=old, reason="damaged")
    assert "until 2026-03-17" in message
    cancelled = traded(**BOUGHT, status="cancelled")
    refused("trade_cancelled", "open_dispute", trade_id=cancelled, reason="damaged")


def test_parcels_arrive_when_they_are_expected(call, traded, market):
    trade = traded(status="shipped")
    call("advance_clock", minutes=6 * 24 * 60)
    assert market.trades.require(trade).status == "shipped"
    call("advance_clock", minutes=24 * 60)
    assert market.trades.require(trade).delivered_on == "2026-03-25"


def test_lists_filter_and_show_what_is_to_do_first(call, traded, disputed, put_up):
    old, new = traded(sold_on="2026-03-16"), traded(sold_on="2026-03-17")
    bought = traded(**BOUGHT, sold_on="2026-03-18")
    dispute = disputed()
    rows = call("list_trades")["trades"]
    assert [row["trade_id"] for row in rows[1:]] == [bought, new, old]
    assert (rows[0]["dispute_id"], rows[0]["dispute"]) == (dispute, "damaged")
    assert [r["due_on"] for r in rows[1:]] == ["2026-03-26", "2026-03-20", "2026-03-19"]
    assert call("list_trades", role="buying")["total"] == 1
    assert call("list_trades", status="delivered")["total"] == 1
    mine = put_up("Bench", ME)
    assert call("list_my_listings", status="active")["listings"][0]["listing_id"] == mine
    seen = put_up("Stool")
    call("place_bid", listing_id=seen, max_bid_cents=20_00)
    row = call("list_my_listings", role="bidding")["listings"][0]
    assert (row["listing_id"], row["leading"], row["my_max_cents"]) == (seen, True, 20_00)


def test_search_looks_for_words_among_active_listings(call, put_up):
    dear = put_up("Red Camera", price_cents=90_00)
    fixed = put_up(
        "Blue Camera", kind="fixed_price", price_cents=50_00, closes_at="2026-03-19T09:00"
    )
    put_up("Old Camera", status="sold", closes_at="2026-03-01T09:00")
    found = call("search_listings", query="camera")["listings"]
    assert [row["listing_id"] for row in found] == [fixed, dear]
    assert [
        row["title"] for row in call("search_listings", query="a", sort="title")["listings"]
    ] == [
        "Blue Camera",
        "Red Camera",
    ]
    assert call("search_listings", query="camera red")["total"] == 1
    assert call("search_listings", query="camera", kind="auction")["total"] == 1
    assert call("search_listings", query="camera", max_price_cents=50_00)["total"] == 1
    assert call("search_listings", query="camera", category="music")["total"] == 0
