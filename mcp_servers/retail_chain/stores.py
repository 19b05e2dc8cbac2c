"""Tools on stores: finding them with their hours, and going to work in another one."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.retail_chain import hours
from mcp_servers.retail_chain.failures import AlreadyThere, StoreShut
from mcp_servers.retail_chain.products import ranked
from mcp_servers.retail_chain.state import HOLD_DAYS, ChainState, Store

StoreId = Annotated[str, arg("Id of the store.", entity="store")]


class StoreRow(Output):
    """A store in a list."""

    store_id: Annotated[str, out("Id of the store.", entity="store")]
    name: Annotated[str, out("Name of the store.", label_of="store")]
    street: Annotated[str, out("Street and number.")]
    region: Annotated[str, out("Trucks go within a region only.")]
    hours: Annotated[str, out("Usual opening hours.")]
    today: Annotated[str, out("Hours of today: from-to, closed, or rebuilding.")]
    exceptions: Annotated[str | None, out("Days of the next weeks with other hours.")] = None


class Stores(Page):
    """Result of find_stores."""

    stores: Annotated[list[StoreRow], out("Best match first.")]


class WorkplaceReport(Output):
    """Result of switch_store."""

    store: Annotated[str, out("Name of the store.")]
    open_now: Annotated[bool, out("Whether customers can come in.")]
    waiting_holds: Annotated[int, out("Holds that wait for customers there.")]
    transfers_to_ship: Annotated[int, out("Transfers that others have requested from it.")]
    transfers_to_receive: Annotated[int, out("Transfers that have arrived there.")]


def find_stores(
    state: ChainState,
    query: Annotated[
        str, arg("Words of name or city.", min_length=1, examples=("mall", "station", "old town"))
    ],
    open_now: Annotated[bool, arg("Only those that are open now.")] = False,
    offset: Offset = 0,
    limit: Limit = 4,
) -> Stores:
    """Finds stores of the chain, with street and opening hours."""
    found = ranked(state.stores, query, lambda store: store.name)
    rows = [store for store in found if hours.is_open(state, store) or not open_now]
    shown, next_offset = page(rows, offset, limit)
    return Stores(
        stores=[_row(state, store) for store in shown], total=len(rows), next_offset=next_offset
    )


def switch_store(state: ChainState, store_id: StoreId) -> WorkplaceReport:
    """Makes another store the one where you work, whose holds and transfers you see and handle."""
    store = state.stores.require(store_id)
    if store.id == state.store_id:
        raise AlreadyThere(f"You work in {store.name} already; go on, or give another store.")
    if store.shut:
        cities = [s.name for s in state.stores if s.city == store.city and not s.shut]
        raise StoreShut(
            f"{store.name} is being rebuilt, nobody works there. In the same city there is: "
            f"{', '.join(cities) or 'none'}."
        )
    state.store_id = store.id
    return WorkplaceReport(
        store=store.name,
        open_now=hours.is_open(state, store),
        waiting_holds=len(state.holds.where(store_id=store.id, status="waiting")),
        transfers_to_ship=len(state.transfers.where(from_store_id=store.id, status="requested")),
        transfers_to_receive=len(state.transfers.where(to_store_id=store.id, status="arrived")),
    )


def _row(state: ChainState, store: Store) -> StoreRow:
    today = hours.hours_on(state, store, state.now.date())
    return StoreRow(
        store_id=store.id,
        name=store.name,
        street=store.street,
        region=store.region,
        hours=hours.week(store),
        today="rebuilding" if store.shut else hours.worded(today),
        exceptions=_exceptions(state, store) or None,
    )


def _exceptions(state: ChainState, store: Store) -> str:
    days = {(state.now.date() + timedelta(days=d)).isoformat() for d in range(HOLD_DAYS + 1)}
    special = [s for s in state.special_days.where(store_id=store.id) if s.date in days]
    return ", ".join(
        f"{s.date} {f'until {s.closes}' if s.closes else 'closed'}"
        for s in sorted(special, key=lambda s: s.date)
    )
