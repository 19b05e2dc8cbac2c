"""Webhooks: events, their delivery to endpoints, and the repetition of what failed."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.payments.failures import AlreadyDelivered, EndpointDisabled, TooManyAttempts
from mcp_servers.payments.state import (
    MOST_ATTEMPTS,
    RETRY_MINUTES,
    Attempt,
    Delivery,
    Event,
    EventType,
    PaymentsState,
)

PAGE = 4
_OK = 200
_GONE = 410


class DeliveryRow(Output):
    """A delivery in a list."""

    delivery_id: Annotated[str, out("Id of the delivery.", entity="delivery")]
    event: Annotated[str, out("What happened.", label_of="delivery")]
    customer: Annotated[str, out("With which customer.", label_of="delivery")]
    endpoint: Annotated[str, out("Who is to be told.", label_of="delivery")]
    attempts: Annotated[int, out("How often it was tried.")]
    last_code: Annotated[int, out("HTTP status of the last attempt.")]
    next_retry_at: Annotated[str | None, out("When it is tried again.", format="datetime")] = None


class Deliveries(Output):
    """Result of list_webhook_deliveries."""

    deliveries: Annotated[list[DeliveryRow], out("Newest first.")]
    total: Annotated[int, out("How many fit.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class RetryReport(Output):
    """Result of retry_webhook_delivery."""

    delivery_id: Annotated[str, out("Id of the delivery.", entity="delivery")]
    status: Annotated[str, out("delivered, pending or failed.")]
    code: Annotated[int, out("HTTP status that the endpoint answered with.")]
    attempts: Annotated[int, out("How often it has been tried now.")]
    next_retry_at: Annotated[str | None, out("When it is tried again.", format="datetime")] = None


def list_webhook_deliveries(
    state: PaymentsState,
    status: Annotated[
        Literal["undelivered", "pending", "failed", "delivered"], arg("Which deliveries.")
    ] = "undelivered",
    offset: Annotated[int, arg("How many to skip.", ge=0)] = 0,
) -> Deliveries:
    """Lists webhook deliveries, four a page; pending ones are tried again by themselves."""
    rows = [
        delivery
        for delivery in reversed(list(state.deliveries))
        if (status == "undelivered" and delivery.status != "delivered") or delivery.status == status
    ]
    end = offset + PAGE
    return Deliveries(
        deliveries=[_row(state, delivery) for delivery in rows[offset:end]],
        total=len(rows),
        next_offset=end if end < len(rows) else None,
    )


def retry_webhook_delivery(
    state: PaymentsState,
    delivery_id: Annotated[str, arg("Id of the delivery.", entity="delivery")],
) -> RetryReport:
    """Sends a webhook again now and tells how its endpoint answered."""
    delivery = state.deliveries.require(delivery_id)
    _require_retry(state, delivery)
    attempt(state, delivery.id)
    delivery = state.deliveries.require(delivery_id)
    made = state.attempts.where(delivery_id=delivery_id)
    return RetryReport(
        delivery_id=delivery.id,
        status=delivery.status,
        code=made[-1].code,
        attempts=len(made),
        next_retry_at=delivery.next_retry_at,
    )


def emit(state: PaymentsState, type: EventType, customer_id: str) -> None:
    """Records an event and tells each endpoint that wants to know, for the first time."""
    event = state.events.insert(
        Event(id=state.new_id("events"), type=type, customer_id=customer_id, at=minute(state.now))
    )
    for endpoint in state.endpoints.where(status="enabled"):
        if type in endpoint.events:
            delivery = state.deliveries.insert(
                Delivery(
                    id=state.new_id("deliveries"),
                    event_id=event.id,
                    endpoint_id=endpoint.id,
                    status="pending",
                )
            )
            attempt(state, delivery.id)


def attempt(state: PaymentsState, delivery_id: str) -> None:
    """Sends a delivery once, and plans the next attempt where that was not answered with 200.

    An endpoint that is gone for good is disabled.
    """
    delivery = state.deliveries.require(delivery_id)
    endpoint = state.endpoints.require(delivery.endpoint_id)
    made = len(state.attempts.where(delivery_id=delivery_id))
    state.attempts.insert(
        Attempt(
            id=state.new_id("attempts"),
            delivery_id=delivery_id,
            at=minute(state.now),
            code=endpoint.answers,
        )
    )
    if endpoint.answers == _OK:
        state.deliveries.update(delivery_id, status="delivered", next_retry_at=None)
    elif endpoint.answers == _GONE:
        state.endpoints.update(endpoint.id, status="disabled")
        for other in state.deliveries.where(endpoint_id=endpoint.id, status="pending"):
            state.deliveries.update(other.id, status="failed", next_retry_at=None)
    elif made < len(RETRY_MINUTES):
        again = minute(state.now + timedelta(minutes=RETRY_MINUTES[made]))
        state.deliveries.update(delivery_id, status="pending", next_retry_at=again)
    else:
        state.deliveries.update(delivery_id, status="failed", next_retry_at=None)


def _require_retry(state: PaymentsState, delivery: Delivery) -> None:
    endpoint = state.endpoints.require(delivery.endpoint_id)
    if delivery.status == "delivered":
        raise AlreadyDelivered(
            f"{delivery.id} has been delivered to {endpoint.name}; list_webhook_deliveries shows "
            "what has not."
        )
    if endpoint.status == "disabled":
        enabled = ", ".join(e.name for e in state.endpoints.where(status="enabled"))
        raise EndpointDisabled(
            f"The endpoint {endpoint.name} of {delivery.id} is disabled and gets nothing. "
            f"Deliveries to these can be retried: {enabled}."
        )
    if len(state.attempts.where(delivery_id=delivery.id)) >= MOST_ATTEMPTS:
        raise TooManyAttempts(
            f"{delivery.id} has been tried {MOST_ATTEMPTS} times, the most it may; "
            f"{endpoint.name} has to fetch this event by itself."
        )


def _row(state: PaymentsState, delivery: Delivery) -> DeliveryRow:
    event = state.events.require(delivery.event_id)
    made = state.attempts.where(delivery_id=delivery.id)
    return DeliveryRow(
        delivery_id=delivery.id,
        event=event.type,
        customer=state.customers.require(event.customer_id).name,
        endpoint=state.endpoints.require(delivery.endpoint_id).name,
        attempts=len(made),
        last_code=made[-1].code,
        next_retry_at=delivery.next_retry_at,
    )
