"""A small bank made by hand, and calls on it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from mcp_servers.banking.state import (
    Account,
    BankState,
    Bill,
    Card,
    Payee,
    ScheduledPayment,
    Transaction,
)
from mcp_servers.banking.tools import server
from mcp_servers.core.errors import StateError
from mcp_servers.core.hashing import state_hash
from provelight.records import Json

NOW = datetime(2026, 3, 18, 10, 30)


@pytest.fixture
def bank() -> BankState:
    """A customer with $1,000.00 in checking, some savings, and a card of each status."""
    state = BankState(now=NOW)
    for name, kind, cents, overdraft, status in (
        ("Everyday Checking", "checking", 1_000_00, 200_00, "open"),
        ("Joint Checking", "checking", 50_00, 0, "open"),
        ("Travel Fund", "savings", 800_00, 0, "open"),
        ("Travel Savings", "savings", 900_00, 0, "frozen"),
    ):
        state.accounts.insert(
            Account(
                id=state.new_id("accounts"),
                name=name,
                kind=kind,
                opening_cents=cents,
                balance_cents=cents,
                overdraft_cents=overdraft,
                daily_limit_cents=500_00,
                alert_below_cents=100_00,
                status=status,
            )
        )
    for i, (name, status) in enumerate(
        (
            ("Travel Visa", "active"),
            ("Travel Debit", "frozen"),
            ("Gold Visa", "blocked"),
            ("Online Visa", "active"),
        )
    ):
        state.cards.insert(
            Card(
                id=state.new_id("cards"),
                name=name,
                ending=f"100{i}",
                account_id="ACC-0002" if name == "Online Visa" else "ACC-0001",
                security_code=f"00{i}",
                daily_limit_cents=300_00,
                status=status,
            )
        )
    for name, status in (("Ana Reed", "active"), ("Ben Reed", "inactive"), ("Cy Ott", "active")):
        state.payees.insert(Payee(id=state.new_id("payees"), name=name, status=status))
    for days, frequency in ((5, "monthly"), (0, "weekly")):
        state.schedules.insert(
            ScheduledPayment(
                id=state.new_id("schedules"),
                account_id="ACC-0001",
                payee_id="PAY-0001",
                amount_cents=20_00,
                frequency=frequency,
                next_date=(NOW.date() + timedelta(days=days)).isoformat(),
            )
        )
    for biller, cents in (("City Water", 90_00), ("City Power", 250_00)):
        state.bills.insert(
            Bill(id=state.new_id("bills"), biller=biller, amount_cents=cents, due_date="2026-03-25")
        )
    return state


@pytest.fixture
def add_purchase(bank: BankState) -> Callable[..., str]:
    """Adds a card purchase to Everyday Checking and returns its id; a pending one only holds."""

    def add(
        days_ago: int = 3,
        cents: int = 10_00,
        status: str = "posted",
        description: str = "Meza Books",
        card_id: str = "CRD-0001",
    ) -> str:
        line = Transaction(
            id=bank.new_id("transactions"),
            account_id="ACC-0001",
            date=(NOW.date() - timedelta(days=days_ago)).isoformat(),
            description=description,
            amount_cents=-cents,
            kind="card",
            status=status,
            card_id=card_id,
        )
        bank.transactions.insert(line)
        if status == "posted":
            balance = bank.accounts.require("ACC-0001").balance_cents
            bank.accounts.update("ACC-0001", balance_cents=balance - cents)
        return line.id

    return add


@pytest.fixture
def call(bank: BankState) -> Callable[..., Json]:
    """Calls a tool on the small bank and returns its result."""
    return lambda tool, **arguments: server.tool(tool).call(bank, arguments)


@pytest.fixture
def refused(bank: BankState) -> Callable[..., str]:
    """Calls a tool that must be refused with the type; returns the message.

    The tool works on the state itself, without the rollback of a session, so this also shows that
    every check comes before the first change.
    """

    def refused_with(type: str, tool: str, **arguments: Json) -> str:
        before = state_hash(bank)
        with pytest.raises(StateError) as caught:
            server.tool(tool).call(bank, arguments)
        assert caught.value.type == type
        assert caught.type in server.tool(tool).raises
        assert state_hash(bank) == before
        return caught.value.message

    return refused_with
