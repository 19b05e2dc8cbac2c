"""A small merchant made by hand, and calls on the processor."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from mcp_servers.core.errors import StateError
from mcp_servers.core.hashing import state_hash
from mcp_servers.payments import ledger
from mcp_servers.payments.state import Customer, Endpoint, Invoice, PaymentsState
from mcp_servers.payments.tools import server
from provelight.records import Json

NOW = datetime(2026, 3, 18, 10, 30)
CARD = {"method": "card", "card_ending": "4242", "card_expires": "2026-03"}


@pytest.fixture
def merchant() -> PaymentsState:
    """Customers of every kind, a draft of $108.25 for the first, and three endpoints."""
    state = PaymentsState(now=NOW, opening_cents=500_00, balance_cents=500_00)
    for name, how in (
        ("Reed Dental", CARD),
        ("Reed Design", CARD | {"card_expires": "2026-02"}),
        ("Ott Legal", CARD | {"card_declines": True}),
        ("Ana Cruz", {"method": "bank_debit", "email": None}),
        ("Ben Cruz", {"method": None}),
        ("Meza Bakery", CARD | {"status": "blocked"}),
    ):
        email = f"mail@{name.split()[0].lower()}.example"
        row = {"name": name, "email": email, "tax_bps": 825} | how
        state.customers.insert(Customer(id=state.new_id("customers"), **row))
    for name, answers, status in (
        ("Shop", 200, "enabled"),
        ("Warehouse", 503, "enabled"),
        ("CRM", 200, "disabled"),
    ):
        state.endpoints.insert(
            Endpoint(
                id=state.new_id("endpoints"),
                name=name,
                events=frozenset(["invoice.sent", "payment.succeeded", "refund.created"]),
                answers=answers,
                status=status,
            )
        )
    add_draft(state, "CUS-0001")
    return state


def add_draft(state: PaymentsState, customer_id: str) -> str:
    """Adds a draft of two hours at $50.00 and tax, and returns its id."""
    invoice = state.invoices.insert(
        Invoice(
            id=state.new_id("invoices"),
            customer_id=customer_id,
            created_on="2026-03-17",
            tax_bps=825,
            total_cents=0,
            status="draft",
        )
    )
    ledger.add_line(state, invoice, "Consulting", 2, 50_00)
    return invoice.id


@pytest.fixture
def call(merchant: PaymentsState) -> Callable[..., Json]:
    """Calls a tool, the clock's included, and returns its result."""
    return lambda tool, **arguments: server.tool(tool, debug=True).call(merchant, arguments)


@pytest.fixture
def sent(merchant: PaymentsState, call: Callable[..., Json]) -> Callable[..., str]:
    """Sends a new invoice of $108.25 and returns its id."""

    def send(customer_id: str = "CUS-0001") -> str:
        drafts = merchant.invoices.where(customer_id=customer_id, status="draft")
        invoice_id = drafts[0].id if drafts else add_draft(merchant, customer_id)
        if merchant.customers.require(customer_id).email is None:
            merchant.customers.update(customer_id, email="mail@later.example")
        call("send_invoice", invoice_id=invoice_id, due_date="2026-04-17")
        return invoice_id

    return send


@pytest.fixture
def paid(sent: Callable[..., str], call: Callable[..., Json]) -> Callable[..., str]:
    """Charges a new invoice of $108.25 and returns the id of the payment."""
    return lambda customer_id="CUS-0001": call("charge_invoice", invoice_id=sent(customer_id))[
        "payment_id"
    ]


@pytest.fixture
def refused(merchant: PaymentsState) -> Callable[..., str]:
    """Calls a tool that must be refused with the type; returns the message.

    The tool works on the state itself, without the rollback of a session, so this also shows that
    every check comes before the first change.
    """

    def refused_with(type: str, tool: str, **arguments: Json) -> str:
        before = state_hash(merchant)
        with pytest.raises(StateError) as caught:
            server.tool(tool).call(merchant, arguments)
        assert caught.value.type == type
        assert caught.type in server.tool(tool).raises
        assert state_hash(merchant) == before
        return caught.value.message

    return refused_with
