"""Customers, and how reliably they come for what is held for them."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.retail_chain.products import ranked
from mcp_servers.retail_chain.state import NO_SHOW_DAYS, ChainState, Customer, Hold

CustomerId = Annotated[str, arg("Id of the customer.", entity="customer")]


class CustomerRow(Output):
    """A customer in a list."""

    customer_id: Annotated[str, out("Id of the customer.", entity="customer")]
    name: Annotated[str, out("Name of the customer.", label_of="customer")]
    phone: Annotated[str, out("Phone number.")]
    waiting_holds: Annotated[int, out("Holds that wait in any store.")]
    no_shows: Annotated[int, out("Holds that expired lately.")]


class Customers(Page):
    """Result of find_customers."""

    customers: Annotated[list[CustomerRow], out("Best match first.")]


def find_customers(
    state: ChainState,
    query: Annotated[str, arg("Name or phone number.", min_length=1)],
    offset: Offset = 0,
    limit: Limit = 5,
) -> Customers:
    """Finds customers, with their phone number and how many holds they have."""
    rows = ranked(state.customers, query, lambda customer: f"{customer.name} {customer.phone}")
    shown, next_offset = page(rows, offset, limit)
    return Customers(
        customers=[
            CustomerRow(
                customer_id=customer.id,
                name=customer.name,
                phone=customer.phone,
                waiting_holds=len(waiting(state, customer)),
                no_shows=no_shows(state, customer),
            )
            for customer in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )


def waiting(state: ChainState, customer: Customer) -> list[Hold]:
    """Returns the holds that wait for a customer, in any store."""
    return state.holds.where(customer_id=customer.id, status="waiting")


def no_shows(state: ChainState, customer: Customer) -> int:
    """Returns how many holds a customer has let expire lately."""
    since = (state.now.date() - timedelta(days=NO_SHOW_DAYS)).isoformat()
    missed = state.holds.where(customer_id=customer.id, status="expired")
    return sum(hold.until >= since for hold in missed)
