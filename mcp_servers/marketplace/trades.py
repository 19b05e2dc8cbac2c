"""The list of what the user has sold and bought."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.marketplace.settling import committed_cents, expected_on, ship_by
from mcp_servers.marketplace.state import Dispute, MarketState, Trade, TradeStatus


class TradeRow(Output):
    """A trade in a list."""

    trade_id: Annotated[str, out("Id of the trade.", entity="trade")]
    item: Annotated[str, out("Title of the listing.", label_of="trade")]
    role: Annotated[str, out("buying or selling: what the user did.")]
    partner: Annotated[str, out("The other side.")]
    total_cents: Annotated[int, out("What was paid, with shipping.", format="money")]
    sold_on: Annotated[str, out("When.", format="date")]
    status: Annotated[str, out("paid, shipped, delivered or cancelled.")]
    due_on: Annotated[str | None, out("Last day to ship, or to arrive.", format="date")] = None
    dispute_id: Annotated[str | None, out("Id of the dispute, if any.", entity="dispute")] = None
    dispute: Annotated[str | None, out("What about.", label_of="dispute")] = None
    dispute_status: Annotated[str | None, out("open, refunded or contested.")] = None


class Trades(Page):
    """Result of list_trades."""

    wallet_cents: Annotated[int, out("What the wallet holds.", format="money")]
    free_cents: Annotated[int, out("Of that not kept for bids and offers.", format="money")]
    trades: Annotated[list[TradeRow], out("Sales in dispute first, then the newest.")]


def list_trades(
    state: MarketState,
    role: Annotated[Literal["selling", "buying"] | None, arg("Sales or purchases.")] = None,
    status: Annotated[TradeStatus | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 5,
) -> Trades:
    """Lists the user's sales and purchases, with disputes, and what the wallet holds."""
    found = [
        trade
        for trade in state.trades
        if status in (None, trade.status) and role in (None, _role(state, trade))
    ]
    found.sort(key=lambda trade: (trade.sold_on, trade.id), reverse=True)
    about = {dispute.trade_id: dispute for dispute in state.disputes}
    found.sort(key=lambda trade: not _awaits_answer(state, trade, about.get(trade.id)))
    rows, next_offset = page(found, offset, limit)
    return Trades(
        wallet_cents=state.wallet_cents,
        free_cents=state.wallet_cents - committed_cents(state),
        trades=[_row(state, trade, about.get(trade.id)) for trade in rows],
        total=len(found),
        next_offset=next_offset,
    )


def _role(state: MarketState, trade: Trade) -> str:
    return "selling" if trade.seller_id == state.me else "buying"


def _awaits_answer(state: MarketState, trade: Trade, dispute: Dispute | None) -> bool:
    """Tells whether the user has to answer a dispute about a trade."""
    return dispute is not None and dispute.status == "open" and trade.seller_id == state.me


def _row(state: MarketState, trade: Trade, dispute: Dispute | None) -> TradeRow:
    role = _role(state, trade)
    partner = trade.buyer_id if role == "selling" else trade.seller_id
    due = None
    if trade.status in ("paid", "shipped"):
        to_ship = role == "selling" and trade.status == "paid"
        due = ship_by(trade) if to_ship else expected_on(trade)
    return TradeRow(
        trade_id=trade.id,
        item=state.listings.require(trade.listing_id).title,
        role=role,
        partner=state.members.require(partner).name,
        total_cents=trade.total_cents,
        sold_on=trade.sold_on,
        status=trade.status,
        due_on=due,
        dispute_id=dispute.id if dispute else None,
        dispute=dispute.reason if dispute else None,
        dispute_status=dispute.status if dispute else None,
    )
