"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.marketplace.tools import server

WORLDS = range(0, 1100, 80)
CALLS = 110
NOUNS = ("Camera", "Guitar", "Bike", "Chess", "Clock", "Armchair", "Lens")
REASONS = ("not_received", "damaged")


def story(explorer: Explorer) -> None:
    """Leads to what chance hardly finds: equal tracking numbers, small refunds, many offers."""
    trades = explorer.call("list_trades", limit=50).result["trades"]
    _answer_disputes(explorer, trades)
    for trade in trades:
        for reason in REASONS:
            explorer.call("open_dispute", trade_id=trade["trade_id"], reason=reason)
        parcel = {"carrier": "DHL", "tracking": "JD0146003"}
        explorer.call("ship_sale", trade_id=trade["trade_id"], **parcel)
    explorer.call("list_offers", limit=50)
    for offer in explorer.memory.ids["offer"]:
        explorer.call("respond_to_offer", offer_id=offer, answer="accept")
    for n in range(13):
        sale = {"kind": "fixed_price", "price_cents": 30_00}
        explorer.call("create_listing", title=f"Tent {n // 2 if n < 4 else n}", **sale)
    for query in NOUNS:
        for row in explorer.call("search_listings", query=query).result["listings"]:
            _try_to_buy(explorer, row["listing_id"], row["price_cents"])
    for role in ("selling", "bidding"):
        for row in explorer.call("list_my_listings", role=role, limit=50).result["listings"]:
            _try_to_buy(explorer, row["listing_id"], row["price_cents"])


def _answer_disputes(explorer: Explorer, trades: list[dict[str, str]]) -> None:
    for trade in [trade for trade in trades if "dispute_id" in trade]:
        answer = {"dispute_id": trade["dispute_id"], "answer": "refund"}
        explorer.call("answer_dispute", refund_cents=10_000_00, **answer)
        if trade["status"] == "paid":
            parcel = {"carrier": "DHL", "tracking": "1Z88A4410"}
            explorer.call("ship_sale", trade_id=trade["trade_id"], **parcel)
            explorer.call("answer_dispute", **(answer | {"answer": "contest"}))
            explorer.call("answer_dispute", refund_cents=1, **answer)
        for _ in range(2):
            explorer.call("answer_dispute", **answer)


def _try_to_buy(explorer: Explorer, listing: str, price_cents: int) -> None:
    for percent in (110, 110, 30, 31, 32, 33, 95, 60):
        offer = {"listing_id": listing, "amount_cents": price_cents * percent // 100}
        explorer.call("make_offer", **offer)
    for percent in (105, 150, 5_000):
        bid = {"listing_id": listing, "max_bid_cents": price_cents * percent // 100}
        explorer.call("place_bid", **bid)
    if explorer.rng.random() < 0.5:
        explorer.call("buy_now", listing_id=listing)


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, CALLS, story) == declared_failures(server)
