"""Search, lists and the balance as they are shown."""

from __future__ import annotations

import pytest

from mcp_servers.core.errors import NotFound


def test_search_looks_for_all_words(call):
    def found(query):
        return [c["name"] for c in call("search_customers", query=query)["customers"]]

    assert found("REED") == ["Reed Dental", "Reed Design"]
    assert found("design reed") == ["Reed Design"]
    assert found("mail@ott") == ["Ott Legal"]
    assert found("reed ott") == []


def test_search_tells_how_customers_pay(call):
    rows = {c["name"]: c for c in call("search_customers", query="e")["customers"]}
    assert rows["Reed Dental"] == {
        "customer_id": "CUS-0001",
        "name": "Reed Dental",
        "email": "mail@reed.example",
        "pays_by": "card 4242, valid until 2026-03",
    }
    assert rows["Meza Bakery"]["blocked"] is True
    assert rows["Ben Cruz"]["pays_by"] == "nothing stored"


def test_search_pages_by_five(call, merchant):
    for _ in range(5):
        row = merchant.customers.require("CUS-0001")
        fields = {name: getattr(row, name) for name in type(row).__slots__}
        merchant.customers.insert(type(row)(**fields | {"id": merchant.new_id("customers")}))
    first = call("search_customers", query="reed dental")
    assert (len(first["customers"]), first["total"], first["next_offset"]) == (5, 6, 5)
    rest = call("search_customers", query="reed dental", offset=5)
    assert len(rest["customers"]) == 1
    assert "next_offset" not in rest


def test_invoices_of_a_customer_by_status(call, sent, merchant):
    first = sent()
    call(
        "add_invoice_line",
        customer_id="CUS-0001",
        description="Hosting",
        quantity=1,
        unit_price_cents=10_00,
    )
    assert call("list_invoices", customer_id="CUS-0001")["invoices"] == [
        {
            "invoice_id": "INV-0002",
            "total_cents": 10_83,
            "status": "draft",
            "created_on": "2026-03-18",
        },
        {
            "invoice_id": "INV-0001",
            "total_cents": 108_25,
            "status": "open",
            "created_on": "2026-03-17",
            "due_date": "2026-04-17",
        },
    ]
    merchant.invoices.update(first, due_date="2026-03-17")
    for status, total in (("draft", 1), ("open", 1), ("overdue", 1), ("paid", 0)):
        assert call("list_invoices", customer_id="CUS-0001", status=status)["total"] == total
    assert call("list_invoices", customer_id="CUS-0001")["invoices"][1]["status"] == "overdue"


def test_invoice_due_today_is_not_overdue(call, sent, merchant):
    merchant.invoices.update(sent(), due_date="2026-03-18")
    assert call("list_invoices", customer_id="CUS-0001")["invoices"][0]["status"] == "open"


def test_unknown_customer_names_close_ids(call):
    with pytest.raises(NotFound, match="CUS-0001"):
        call("list_invoices", customer_id="CUS-001")


def test_invoice_in_full(call):
    assert call("get_invoice", invoice_id="INV-0001") == {
        "invoice_id": "INV-0001",
        "customer": "Reed Dental",
        "status": "draft",
        "lines": [{"description": "Consulting", "quantity": 2, "unit_price_cents": 50_00}],
        "tax_cents": 8_25,
        "total_cents": 108_25,
    }


def test_balance_tells_what_is_outstanding_and_who_is_late(call, sent, paid, merchant):
    for day in (4, 2, 6, 1, 5, 3):
        merchant.invoices.update(sent(), due_date=f"2026-03-0{day}")
    sent()
    paid("CUS-0004")
    balance = call("get_balance")
    assert balance["balance_cents"] == 500_00
    assert balance["processing_cents"] == 108_25
    assert balance["open_cents"] == 7 * 108_25
    assert balance["overdue_cents"] == 6 * 108_25
    days = [row["due_date"][-1] for row in balance["overdue"]]
    assert days == ["1", "2", "3", "4", "5"]
    assert balance["overdue"][0]["customer"] == "Reed Dental"
