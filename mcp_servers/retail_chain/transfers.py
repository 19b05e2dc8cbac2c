"""Transfers: asking another store for goods, sending them off, and taking them in."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.retail_chain import hours, inventory
from mcp_servers.retail_chain.failures import (
    AlreadyRequested,
    AlreadyShipped,
    MoreThanSent,
    NoRoute,
    NotArrived,
    SameStore,
    StoreShut,
    TransferEnded,
    WrongStore,
)
from mcp_servers.retail_chain.products import ProductId
from mcp_servers.retail_chain.state import (
    KEPT_UNITS,
    MOST_SENT,
    ChainState,
    Store,
    Transfer,
    TransferStatus,
)


class TransferRow(Output):
    """A transfer in a list."""

    transfer_id: Annotated[str, out("Id of the transfer.", entity="transfer")]
    product: Annotated[str, out("What.", label_of="transfer")]
    quantity: Annotated[int, out("Units.")]
    from_store: Annotated[str, out("Where it comes from.")]
    to_store: Annotated[str, out("Where it goes.")]
    status: Annotated[str, out("requested, in_transit, arrived, received or cancelled.")]
    expected_on: Annotated[str | None, out("Day of the truck, while under way.", format="date")] = (
        None
    )


class Transfers(Page):
    """Result of list_transfers."""

    transfers: Annotated[list[TransferRow], out("What is to be done first comes first.")]


class RequestReport(Output):
    """Result of request_transfer."""

    transfer_id: Annotated[str, out("Id of the new transfer.", entity="transfer")]
    to_store: Annotated[str, out("Your store.")]
    truck_on: Annotated[str, out("The earliest day that it can arrive.", format="date")]
    left_there: Annotated[int, out("Units that stay available in the other store.")]


class TransferReport(Output):
    """Result of update_transfer."""

    status: Annotated[str, out("in_transit, received or cancelled.")]
    expected_on: Annotated[str | None, out("Day that it arrives.", format="date")] = None
    received: Annotated[int | None, out("Units that were taken in.")] = None
    lost: Annotated[int | None, out("Units that were sent and did not arrive.")] = None


_URGENCY: tuple[TransferStatus, ...] = (
    "arrived",
    "requested",
    "in_transit",
    "received",
    "cancelled",
)


def list_transfers(
    state: ChainState,
    direction: Annotated[Literal["incoming", "outgoing"] | None, arg("Only one way.")] = None,
    status: Annotated[TransferStatus | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 5,
) -> Transfers:
    """Lists the transfers to and from the store where you work."""
    rows = [
        transfer
        for transfer in state.transfers
        if (transfer.to_store_id == state.store_id and direction != "outgoing")
        or (transfer.from_store_id == state.store_id and direction != "incoming")
    ]
    rows = [transfer for transfer in rows if status in (None, transfer.status)]
    rows.sort(key=lambda transfer: (_URGENCY.index(transfer.status), transfer.id))
    shown, next_offset = page(rows, offset, limit)
    return Transfers(
        transfers=[_row(state, transfer) for transfer in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def request_transfer(
    state: ChainState,
    product_id: ProductId,
    from_store_id: Annotated[str, arg("Store that has it.", entity="store")],
    quantity: Annotated[int, arg("Units.", ge=1, le=MOST_SENT, examples=(1, 2, 3, 4, 5))],
) -> RequestReport:
    """Asks another store to send units of a product to the store where you work."""
    product = state.products.require(product_id)
    source, here = state.stores.require(from_store_id), state.stores.require(state.store_id)
    _require_route(state, source, here)
    open_requests = state.transfers.where(
        product_id=product.id, from_store_id=source.id, to_store_id=here.id, status="requested"
    )
    if open_requests:
        raise AlreadyRequested(
            f"{open_requests[0].quantity} of {product.name} are requested from {source.name} "
            f"already, as {open_requests[0].id}. Cancel that with update_transfer to ask for "
            "another number."
        )
    inventory.require_available(state, source, product, quantity, KEPT_UNITS)
    transfer = state.transfers.insert(
        Transfer(
            id=state.new_id("transfers"),
            product_id=product.id,
            from_store_id=source.id,
            to_store_id=here.id,
            quantity=quantity,
            status="requested",
            requested_on=state.now.date().isoformat(),
        )
    )
    stock = inventory.change(state, source.id, product.id, reserved=quantity)
    return RequestReport(
        transfer_id=transfer.id,
        to_store=here.name,
        truck_on=hours.next_truck(here, state.now.date()).isoformat(),
        left_there=stock.available,
    )


def update_transfer(
    state: ChainState,
    transfer_id: Annotated[str, arg("Id of the transfer.", entity="transfer")],
    step: Annotated[
        Literal["ship", "receive", "cancel"],
        arg("What is done."),
    ],
    quantity: Annotated[int | None, arg("Units that arrived; leave out for all.", ge=0)] = None,
) -> TransferReport:
    """Ships a transfer from the store where you work, receives one that has arrived there, or
    cancels a request."""
    transfer = state.transfers.require(transfer_id)
    if transfer.status in ("received", "cancelled"):
        raise TransferEnded(
            f"{transfer.id} was {transfer.status} already. Still open: {_open_ids(state)}."
        )
    _require_own(state, transfer, step)
    if step == "receive":
        return _receive(state, transfer, quantity)
    if transfer.status != "requested":
        instead = "receive" if transfer.status == "arrived" else "wait until it arrives and receive"
        raise AlreadyShipped(
            f"{transfer.id} is {transfer.status}, too late to {step} it; {instead} it "
            f"in {_name(state, transfer.to_store_id)}."
        )
    return ship(state, transfer) if step == "ship" else cancel(state, transfer)


def ship(state: ChainState, transfer: Transfer) -> TransferReport:
    """Sends a requested transfer off; it arrives with the next truck."""
    to_store = state.stores.require(transfer.to_store_id)
    expected = hours.next_truck(to_store, state.now.date()).isoformat()
    _take_off(state, transfer, on_hand=-transfer.quantity)
    state.transfers.update(transfer.id, status="in_transit", expected_on=expected)
    return TransferReport(status="in_transit", expected_on=expected)


def cancel(state: ChainState, transfer: Transfer) -> TransferReport:
    """Cancels a requested transfer: the units are available again where they are."""
    _take_off(state, transfer)
    state.transfers.update(transfer.id, status="cancelled")
    return TransferReport(status="cancelled")


def take_in(state: ChainState, transfer: Transfer, quantity: int) -> None:
    """Takes in the units of a transfer that has arrived; the others are lost."""
    state.transfers.update(transfer.id, status="received", received=quantity, expected_on=None)
    inventory.change(state, transfer.to_store_id, transfer.product_id, on_hand=quantity)


def _receive(state: ChainState, transfer: Transfer, quantity: int | None) -> TransferReport:
    if transfer.status != "arrived":
        when = f"is due on {transfer.expected_on}" if transfer.expected_on else "has not been sent"
        raise NotArrived(
            f"{transfer.id} from {_name(state, transfer.from_store_id)} {when}; it can be received "
            "once the truck has come."
        )
    arrived = transfer.quantity if quantity is None else quantity
    if arrived > transfer.quantity:
        raise MoreThanSent(
            f"{transfer.quantity} units were sent with {transfer.id}, so {arrived} cannot have "
            "arrived; give what was counted, or leave quantity out for all."
        )
    take_in(state, transfer, arrived)
    lost = transfer.quantity - arrived
    return TransferReport(status="received", received=arrived, lost=lost or None)


def _take_off(state: ChainState, transfer: Transfer, on_hand: int = 0) -> None:
    """Ends the reservation of the units in the store that they come from."""
    store_id, product_id = transfer.from_store_id, transfer.product_id
    inventory.change(state, store_id, product_id, on_hand=on_hand, reserved=-transfer.quantity)


def _require_route(state: ChainState, source: Store, here: Store) -> None:
    """Checks that a truck goes from a store to the user's own.

    Raises:
        SameStore, StoreShut, NoRoute: naming stores that would do.
    """
    near = [s for s in state.stores if s.region == here.region and s.id != here.id and not s.shut]
    others = f"Stores that can send to {here.name}: {listed(f'{s.name} ({s.id})' for s in near)}."
    if source.id == here.id:
        raise SameStore(f"{source.name} is where you work; the goods are there. {others}")
    if source.shut:
        raise StoreShut(f"{source.name} is being rebuilt and sends nothing. {others}")
    if source.region != here.region:
        raise NoRoute(
            f"No truck goes from {source.name} in the {source.region} to {here.name} in the "
            f"{here.region}. {others}"
        )


def _require_own(state: ChainState, transfer: Transfer, step: str) -> None:
    """Checks that the user works in the store whose part the step is.

    Raises:
        WrongStore: naming that store.
    """
    ends = {"ship": (transfer.from_store_id,), "receive": (transfer.to_store_id,)}
    allowed = ends.get(step, (transfer.from_store_id, transfer.to_store_id))
    if state.store_id not in allowed:
        stores = " or ".join(f"{_name(state, id)} ({id})" for id in allowed)
        raise WrongStore(
            f"You work in {_name(state, state.store_id)}, and to {step} {transfer.id} is up to "
            f"{stores}; switch_store there first."
        )


def _open_ids(state: ChainState) -> str:
    ends = ("requested", "in_transit", "arrived")
    mine = [t for t in state.transfers if state.store_id in (t.from_store_id, t.to_store_id)]
    return listed(t.id for t in mine if t.status in ends)


def _name(state: ChainState, store_id: str) -> str:
    return state.stores.require(store_id).name


def _row(state: ChainState, transfer: Transfer) -> TransferRow:
    return TransferRow(
        transfer_id=transfer.id,
        product=state.products.require(transfer.product_id).name,
        quantity=transfer.quantity,
        from_store=_name(state, transfer.from_store_id),
        to_store=_name(state, transfer.to_store_id),
        status=transfer.status,
        expected_on=transfer.expected_on,
    )
