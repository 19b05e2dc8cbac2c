"""The passing of time, for people and tests: no agent moves the clock of a session.

Webhooks that failed are tried again, bank debits settle, idempotency keys are forgotten.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.payments import keys, ledger, webhooks
from mcp_servers.payments.state import PaymentsState

_WEEK_MINUTES = 7 * 24 * 60


class Clock(Output):
    """Result of advance_clock."""

    now: Annotated[str, out("The new time.", format="datetime")]


def advance_clock(
    state: PaymentsState,
    minutes: Annotated[int, arg("How far to move it.", ge=1, le=_WEEK_MINUTES)],
) -> Clock:
    """Moves the clock; what is due until then happens in order of time."""
    goal = state.now + timedelta(minutes=minutes)
    while (moment := _next_due(state)) is not None and moment <= goal:
        state.now = max(state.now, moment)
        _settle(state)
        _retry(state)
    state.now = goal
    keys.forget_old(state)
    return Clock(now=minute(state.now))


def _next_due(state: PaymentsState) -> datetime | None:
    settles = [p.settles_at for p in state.payments.where(status="processing")]
    retries = [d.next_retry_at for d in state.deliveries.where(status="pending")]
    due = [datetime.fromisoformat(at) for at in (*settles, *retries) if at is not None]
    return min(due, default=None)


def _settle(state: PaymentsState) -> None:
    """Lets the bank debits succeed that are due."""
    for payment in state.payments.where(status="processing"):
        if payment.settles_at is not None and payment.settles_at <= minute(state.now):
            settled = state.payments.update(payment.id, status="succeeded", settles_at=None)
            ledger.credit(state, settled)
            customer_id = state.invoices.require(payment.invoice_id).customer_id
            webhooks.emit(state, "payment.succeeded", customer_id)


def _retry(state: PaymentsState) -> None:
    """Tries the deliveries again that are due; an attempt may end others of its endpoint."""
    for delivery in state.deliveries.where(status="pending"):
        current = state.deliveries.require(delivery.id)
        due = current.next_retry_at
        if current.status == "pending" and due is not None and due <= minute(state.now):
            webhooks.attempt(state, current.id)
