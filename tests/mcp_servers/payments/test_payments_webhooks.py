"""Events, deliveries, and the attempts that are made until they get through."""

from __future__ import annotations

import pytest
from payments_invariants import check_invariants

from mcp_servers.payments.state import MOST_ATTEMPTS


@pytest.fixture
def stuck(sent, merchant) -> str:
    """The delivery to Warehouse, which answers with 503."""
    sent()
    (delivery,) = merchant.deliveries.where(endpoint_id="WHK-0002")
    return delivery.id


def codes(merchant, delivery_id: str) -> list[tuple[str, int]]:
    return [(a.at[11:], a.code) for a in merchant.attempts.where(delivery_id=delivery_id)]


def test_event_is_told_to_each_enabled_endpoint_at_once(sent, merchant):
    sent()
    told = {d.endpoint_id: d.status for d in merchant.deliveries}
    assert told == {"WHK-0001": "delivered", "WHK-0002": "pending"}
    check_invariants(merchant)


def test_endpoint_gets_only_the_events_that_it_wants(sent, merchant):
    merchant.endpoints.update("WHK-0001", events=frozenset(["refund.created"]))
    sent()
    assert [d.endpoint_id for d in merchant.deliveries] == ["WHK-0002"]


def test_payment_and_refund_are_events_too(call, paid, merchant):
    call("refund_payment", payment_id=paid(), amount_cents=1_00, reason="requested_by_customer")
    assert [e.type for e in merchant.events] == [
        "invoice.sent",
        "payment.succeeded",
        "refund.created",
    ]


def test_listing_shows_what_is_undelivered(call, stuck):
    assert call("list_webhook_deliveries") == {
        "deliveries": [
            {
                "delivery_id": stuck,
                "event": "invoice.sent",
                "customer": "Reed Dental",
                "endpoint": "Warehouse",
                "attempts": 1,
                "last_code": 503,
                "next_retry_at": "2026-03-18T10:35",
            }
        ],
        "total": 1,
    }
    assert call("list_webhook_deliveries", status="failed")["total"] == 0
    assert call("list_webhook_deliveries", status="delivered")["total"] == 1


def test_listing_pages_by_four_newest_first(call, merchant, sent):
    for _ in range(5):
        sent()
    page = call("list_webhook_deliveries")
    ids = [d.id for d in merchant.deliveries if d.endpoint_id == "WHK-0002"]
    assert [row["delivery_id"] for row in page["deliveries"]] == ids[:0:-1]
    assert (page["total"], page["next_offset"]) == (5, 4)
    assert call("list_webhook_deliveries", offset=4)["deliveries"][0]["delivery_id"] == ids[0]


def test_retry_reaches_an_endpoint_that_is_back(call, stuck, merchant, refused):
    merchant.endpoints.update("WHK-0002", answers=200)
    assert call("retry_webhook_delivery", delivery_id=stuck) == {
        "delivery_id": stuck,
        "status": "delivered",
        "code": 200,
        "attempts": 2,
    }
    refused("already_delivered", "retry_webhook_delivery", delivery_id=stuck)
    check_invariants(merchant)


def test_retry_of_an_endpoint_that_is_down_is_one_more_attempt(call, stuck, merchant):
    report = call("retry_webhook_delivery", delivery_id=stuck)
    assert (report["status"], report["code"], report["attempts"]) == ("pending", 503, 2)
    assert report["next_retry_at"] == "2026-03-18T11:00"
    check_invariants(merchant)


def test_attempts_are_bounded(call, stuck, merchant, refused):
    for _ in range(MOST_ATTEMPTS - 1):
        report = call("retry_webhook_delivery", delivery_id=stuck)
    assert (report["status"], report["attempts"]) == ("failed", MOST_ATTEMPTS)
    refused("too_many_attempts", "retry_webhook_delivery", delivery_id=stuck)
    check_invariants(merchant)


def test_disabled_endpoint_is_not_tried(stuck, merchant, refused):
    merchant.endpoints.update("WHK-0002", status="disabled")
    message = refused("endpoint_disabled", "retry_webhook_delivery", delivery_id=stuck)
    assert "can be retried: Shop" in message


def test_endpoint_that_is_gone_is_disabled(call, stuck, merchant, sent):
    sent()
    merchant.endpoints.update("WHK-0002", answers=410)
    assert call("retry_webhook_delivery", delivery_id=stuck)["status"] == "failed"
    assert merchant.endpoints.require("WHK-0002").status == "disabled"
    assert call("list_webhook_deliveries", status="pending")["total"] == 0
    before = len(merchant.deliveries)
    sent()
    assert len(merchant.deliveries) == before + 1
    check_invariants(merchant)


def test_deliveries_are_tried_again_by_themselves(call, stuck, merchant):
    call("advance_clock", minutes=4)
    assert codes(merchant, stuck) == [("10:30", 503)]
    call("advance_clock", minutes=1)
    assert codes(merchant, stuck) == [("10:30", 503), ("10:35", 503)]
    merchant.endpoints.update("WHK-0002", answers=200)
    call("advance_clock", minutes=24 * 60)
    assert codes(merchant, stuck) == [("10:30", 503), ("10:35", 503), ("11:05", 200)]
    assert merchant.deliveries.require(stuck).status == "delivered"
    check_invariants(merchant)


def test_after_the_last_attempt_of_its_own_a_delivery_has_failed(call, stuck, merchant):
    call("advance_clock", minutes=24 * 60)
    times = [at for at, _ in codes(merchant, stuck)]
    assert times == ["10:30", "10:35", "11:05", "13:05", "18:05"]
    assert merchant.deliveries.require(stuck).status == "failed"
    assert call("retry_webhook_delivery", delivery_id=stuck)["attempts"] == 6
    check_invariants(merchant)
