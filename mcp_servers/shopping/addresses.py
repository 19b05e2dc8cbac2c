"""Tools on the address book."""

from __future__ import annotations

from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import listed
from mcp_servers.shopping import pricing
from mcp_servers.shopping.failures import (
    AddressBookFull,
    AddressInUse,
    AddressKnown,
    LabelTaken,
    LastAddress,
)
from mcp_servers.shopping.state import MOST_ADDRESSES, Address, Order, ShopState

AddressId = Annotated[str, arg("Id of the address.", entity="address")]


class AddressRow(Output):
    """An address in a list."""

    address_id: Annotated[str, out("Id of the address.", entity="address")]
    label: Annotated[str, out("What the customer calls it.", label_of="address")]
    street: Annotated[str, out("Street and number, or post office box.")]
    city: Annotated[str, out("City.")]
    postal_code: Annotated[str, out("Postal code.")]


class Addresses(Page):
    """Result of list_addresses."""

    addresses: Annotated[list[AddressRow], out("Addresses by label.")]


class AddressReport(Output):
    """Result of add_address and delete_address."""

    address_id: Annotated[str, out("Id of the address.", entity="address")]
    label: Annotated[str, out("What the customer calls it.", label_of="address")]
    addresses: Annotated[int, out("How many there are now.")]


def list_addresses(state: ShopState, offset: Offset = 0, limit: Limit = 8) -> Addresses:
    """Lists where the customer has parcels sent."""
    found = sorted(state.addresses, key=lambda address: address.label)
    rows, next_offset = page(found, offset, limit)
    return Addresses(
        addresses=[
            AddressRow(
                address_id=address.id,
                label=address.label,
                street=address.street,
                city=address.city,
                postal_code=address.postal_code,
            )
            for address in rows
        ],
        total=len(found),
        next_offset=next_offset,
    )


def add_address(
    state: ShopState,
    label: Annotated[
        str,
        arg("Short name for it.", examples=("Gym", "Studio", "Cabin", "Ana's place"), min_length=1),
    ],
    street: Annotated[
        str,
        arg(
            "Street and number, or PO Box.",
            examples=("12 Oak Lane", "408 Mill Street", "PO Box 311", "77 Station Road"),
            min_length=1,
        ),
    ],
    city: Annotated[str, arg("City.", examples=("Springfield", "Ashford", "Milton"), min_length=1)],
    postal_code: Annotated[
        str, arg("Five digits.", examples=("04112", "60614", "97205"), pattern=r"^\d{5}$")
    ],
) -> AddressReport:
    """Saves a new address, to which orders can be sent from then on."""
    _require_new(state, label, street, city, postal_code)
    address = state.addresses.insert(
        Address(
            id=state.new_id("addresses"),
            label=label,
            street=street,
            city=city,
            postal_code=postal_code,
        )
    )
    return AddressReport(address_id=address.id, label=label, addresses=len(state.addresses))


def delete_address(state: ShopState, address_id: AddressId) -> AddressReport:
    """Deletes an address, unless an order is on its way there."""
    address = state.addresses.require(address_id)
    if len(state.addresses) == 1:
        raise LastAddress(f"{address.label} is the only address; add another one first.")
    bound = orders_to(state, address)
    if bound:
        raise AddressInUse(
            f"{listed(o.id for o in bound)} is still to be delivered to {address.label}; wait, or "
            "send what has not been shipped elsewhere with change_delivery_address."
        )
    state.addresses.delete(address_id)
    return AddressReport(address_id=address.id, label=address.label, addresses=len(state.addresses))


def orders_to(state: ShopState, address: Address) -> list[Order]:
    """Returns the orders that are still to arrive at an address."""
    return [
        order
        for order in state.orders.where(ship_to=pricing.one_line(address))
        if order.status in ("processing", "shipped")
    ]


def _require_new(state: ShopState, label: str, street: str, city: str, postal_code: str) -> None:
    """Checks that an address can be added.

    Raises:
        AddressBookFull, LabelTaken, AddressKnown: saying what stands in the way.
    """
    if len(state.addresses) >= MOST_ADDRESSES:
        raise AddressBookFull(
            f"There are {MOST_ADDRESSES} addresses, the most there may be; delete one first."
        )
    new = f"{street}, {city} {postal_code}".casefold()
    for address in state.addresses:
        if address.label.casefold() == label.casefold():
            raise LabelTaken(
                f"{address.label} is {pricing.one_line(address)} ({address.id}); give another "
                "label, or delete that address first."
            )
        if pricing.one_line(address).casefold() == new:
            raise AddressKnown(
                f"{pricing.one_line(address)} is saved already as {address.label} ({address.id}); "
                "use that."
            )
