"""Goods that wait for customers: placing holds, and ending them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.retail_chain import hours, inventory
from mcp_servers.retail_chain.customers import CustomerId, no_shows, waiting
from mcp_servers.retail_chain.failures import (
    DateOutOfRange,
    HoldEnded,
    NotHoldable,
    ShelfFull,
    StoreClosed,
    TooManyHolds,
    TooManyNoShows,
    WrongStore,
)
from mcp_servers.retail_chain.products import ProductId
from mcp_servers.retail_chain.state import (
    HOLD_DAYS,
    MOST_HOLDS,
    MOST_UNITS,
    NO_SHOW_DAYS,
    NO_SHOWS,
    ChainState,
    Customer,
    Hold,
    HoldStatus,
    Store,
)


class HoldRow(Output):
    """A hold in a list."""

    hold_id: Annotated[str, out("Id of the hold.", entity="hold")]
    customer: Annotated[str, out("For whom.", label_of="hold")]
    customer_id: Annotated[str, out("Id of the customer.", entity="customer")]
    product: Annotated[str, out("What.", label_of="hold")]
    quantity: Annotated[int, out("How many units.")]
    until: Annotated[str, out("Last day.", format="date")]
    status: Annotated[str, out("waiting, collected, released or expired.")]


class Holds(Page):
    """Result of list_holds."""

    store: Annotated[str, out("The store where you work.")]
    holds: Annotated[list[HoldRow], out("Those that end first come first.")]


class HoldReport(Output):
    """Result of place_hold."""

    hold_id: Annotated[str, out("Id of the new hold.", entity="hold")]
    store: Annotated[str, out("Where it waits.")]
    until: Annotated[str, out("Last day.", format="date")]
    closes: Annotated[str, out("When the store closes on that day.", format="time")]
    total_cents: Annotated[int, out("What the customer will pay.", format="money")]


class EndReport(Output):
    """Result of close_hold."""

    status: Annotated[str, out("collected or released.")]
    quantity: Annotated[int, out("How many units.")]
    paid_cents: Annotated[int | None, out("What the customer pays.", format="money")] = None
    available: Annotated[int, out("Units of it available in the store now.")]


def list_holds(
    state: ChainState,
    status: Annotated[HoldStatus, arg("Only these.")] = "waiting",
    customer_id: Annotated[str | None, arg("Only for them.", entity="customer")] = None,
    offset: Offset = 0,
    limit: Limit = 5,
) -> Holds:
    """Lists the holds in the store where you work."""
    if customer_id is not None:
        state.customers.require(customer_id)
    rows = [
        hold
        for hold in state.holds.where(store_id=state.store_id, status=status)
        if customer_id in (None, hold.customer_id)
    ]
    rows.sort(key=lambda hold: (hold.until, hold.id))
    shown, next_offset = page(rows, offset, limit)
    return Holds(
        store=state.stores.require(state.store_id).name,
        holds=[_row(state, hold) for hold in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def place_hold(
    state: ChainState,
    product_id: ProductId,
    customer_id: CustomerId,
    until: Annotated[str, arg(f"Last day, up to {HOLD_DAYS} ahead.", format="date")],
    quantity: Annotated[int, arg("Units.", ge=1, le=MOST_UNITS, examples=(2, 3))] = 1,
    store_id: Annotated[str | None, arg("Default: your own.", entity="store")] = None,
) -> HoldReport:
    """Puts a product aside for a customer, in your store or another one."""
    product = state.products.require(product_id)
    customer = state.customers.require(customer_id)
    store = state.stores.require(store_id or state.store_id)
    if not product.holdable:
        raise NotHoldable(
            f"{product.name} ({product.id}) is clearance goods, first come first served. "
            "search_products shows what is not."
        )
    _require_reliable(state, customer)
    closes = _require_day(state, store, until)
    inventory.require_available(state, store, product, quantity)
    _require_shelf(state, store, quantity)
    hold = state.holds.insert(
        Hold(
            id=state.new_id("holds"),
            store_id=store.id,
            product_id=product.id,
            customer_id=customer.id,
            quantity=quantity,
            until=until,
        )
    )
    inventory.change(state, store.id, product.id, reserved=quantity)
    return HoldReport(
        hold_id=hold.id,
        store=store.name,
        until=until,
        closes=closes,
        total_cents=quantity * product.price_cents,
    )


def close_hold(
    state: ChainState,
    hold_id: Annotated[str, arg("Hold in your store.", entity="hold")],
    outcome: Annotated[
        Literal["collected", "released"],
        arg("collected: paid for; released: back on sale."),
    ],
) -> EndReport:
    """Ends a hold in the store where you work."""
    hold = state.holds.require(hold_id)
    store = state.stores.require(hold.store_id)
    if hold.status != "waiting":
        raise HoldEnded(
            f"{hold.id} was {hold.status} already. Waiting in {store.name}: "
            f"{listed(h.id for h in state.holds.where(store_id=store.id, status='waiting'))}."
        )
    if store.id != state.store_id:
        raise WrongStore(
            f"{hold.id} waits in {store.name} ({store.id}) and can only be handled there; "
            "switch_store to it first."
        )
    if outcome == "collected" and not hours.is_open(state, store):
        raise StoreClosed(
            f"{store.name} is closed now, so nobody can collect anything; "
            f"{hours.opens_next(state, store)}."
        )
    gone = hold.quantity if outcome == "collected" else 0
    state.holds.update(hold.id, status=outcome)
    stock = inventory.change(
        state, store.id, hold.product_id, on_hand=-gone, reserved=-hold.quantity
    )
    price = state.products.require(hold.product_id).price_cents
    return EndReport(
        status=outcome,
        quantity=hold.quantity,
        paid_cents=gone * price or None,
        available=stock.available,
    )


def shelf_room(state: ChainState, store: Store) -> int:
    """Returns how many more units the shelf for held goods takes."""
    held = state.holds.where(store_id=store.id, status="waiting")
    return store.shelf - sum(hold.quantity for hold in held)


def _require_reliable(state: ChainState, customer: Customer) -> None:
    """Checks that a customer may have one more hold.

    Raises:
        TooManyHolds, TooManyNoShows: saying what would do.
    """
    who = f"{customer.name} ({customer.id})"
    missed = no_shows(state, customer)
    if missed >= NO_SHOWS:
        raise TooManyNoShows(
            f"{who} let {missed} holds expire in the last {NO_SHOW_DAYS} days and gets no more for "
            "now; the goods can be bought directly."
        )
    held = [hold.id for hold in waiting(state, customer)]
    if len(held) >= MOST_HOLDS:
        raise TooManyHolds(
            f"{who} has {len(held)} holds waiting, the most there may be: {listed(held)}. One has "
            "to be collected or released first."
        )


def _require_day(state: ChainState, store: Store, until: str) -> str:
    """Returns when the store closes on the last day of a hold.

    Raises:
        DateOutOfRange, StoreClosed: naming the days that would do.
    """
    today = state.now.date()
    last = today + timedelta(days=HOLD_DAYS)
    if not today <= date.fromisoformat(until) <= last:
        raise DateOutOfRange(
            f"Goods are held for {HOLD_DAYS} days at most: give a day from {today} to {last}, not "
            f"{until}."
        )
    times = hours.hours_on(state, store, date.fromisoformat(until))
    if times is None:
        days = hours.open_days(state, store, today, HOLD_DAYS + 1)
        raise StoreClosed(
            f"{store.name} is closed on {until}. It is open on: {listed(days, HOLD_DAYS + 1)}."
        )
    return times[1]


def _require_shelf(state: ChainState, store: Store, quantity: int) -> None:
    room = shelf_room(state, store)
    if quantity > room:
        raise ShelfFull(
            f"The shelf of {store.name} takes {store.shelf} units and holds {store.shelf - room}; "
            f"at most {room} more fit. Hold fewer, or hold them in another store."
        )


def _row(state: ChainState, hold: Hold) -> HoldRow:
    return HoldRow(
        hold_id=hold.id,
        customer=state.customers.require(hold.customer_id).name,
        customer_id=hold.customer_id,
        product=state.products.require(hold.product_id).name,
        quantity=hold.quantity,
        until=hold.until,
        status=hold.status,
    )
