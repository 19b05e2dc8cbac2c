"""Whatever is called, in whatever order, and however time passes: the invariants hold."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from payments_invariants import check_invariants

from mcp_servers.core.errors import ToolError
from mcp_servers.core.hashing import diff
from mcp_servers.core.worlds import made_world
from mcp_servers.payments.failures import IdempotencyKeyReused
from mcp_servers.payments.state import PaymentsState
from mcp_servers.payments.tools import server
from provelight.records import Json

PICK = st.integers(0, 300)
CENTS = st.one_of(st.integers(1, 100_00), st.integers(1, 10_000_00))
KEYS = st.none() | st.sampled_from(["k-1", "k-2", "k-3"])
REASONS = st.sampled_from(["requested_by_customer", "duplicate", "fraudulent"])


class MerchantMachine(RuleBasedStateMachine):
    """Calls tools on rows of the live state, good and bad ones alike, and moves the clock.

    Calls work on the state itself, so a failed one shows that checks precede changes. Calls with a
    key are kept with their results, for what is made again to be compared with.
    """

    state: PaymentsState

    @initialize(seed=st.integers(0, 1099))
    def open(self, seed: int) -> None:
        state = made_world(server, seed).copy()
        assert isinstance(state, PaymentsState)
        self.state = state
        self.keyed: dict[str, tuple[str, dict[str, Json], Json]] = {}

    def id_of(self, table: str, pick: int) -> str:
        ids = getattr(self.state, table).ids()
        return ids[pick % len(ids)]

    def call(self, tool: str, **arguments: Json) -> Json | None:
        """Returns the result, None where the call was refused, and checks what was sent stays."""
        before = self.state.copy()
        try:
            result = server.tool(tool).call(self.state, arguments)
        except ToolError as error:
            self.is_as(before)
            self.check_key(isinstance(error, IdempotencyKeyReused), tool, arguments)
            return None
        if server.tool(tool).is_read:
            self.is_as(before)
        self.sent_invoices_keep_their_lines(before)
        return result

    def check_key(self, refused: bool, tool: str, arguments: dict[str, Json]) -> None:
        """Checks that a key is refused where it stands for another call, and nowhere else."""
        key = arguments.pop("idempotency_key", None)
        other = key in self.keyed and self.keyed[key][:2] != (tool, arguments)
        assert refused == other

    def call_with_key(self, tool: str, key: str | None, **arguments: Json) -> Json | None:
        """Calls, and checks that a key gives what it gave before, and that it then changes nothing.

        Another call with the same key must be refused.
        """
        before = self.state.copy()
        result = self.call(tool, idempotency_key=key, **arguments)
        if key is None or result is None:
            return result
        if key in self.keyed:
            assert self.keyed[key] == (tool, arguments, result)
            self.is_as(before)
            return None
        self.keyed[key] = (tool, arguments, result)
        return result

    def is_as(self, before: PaymentsState) -> None:
        assert diff(before, self.state) == {}
        assert self.state.counters == before.counters

    def sent_invoices_keep_their_lines(self, before: PaymentsState) -> None:
        drafts = {invoice.id for invoice in before.invoices.where(status="draft")}
        for line in self.state.lines:
            if line.id not in before.lines and line.invoice_id in before.invoices:
                assert line.invoice_id in drafts

    @rule(customer=PICK, quantity=st.integers(1, 9), cents=CENTS, key=KEYS)
    def bill(self, customer: int, quantity: int, cents: int, key: str | None) -> None:
        customer_id = self.id_of("customers", customer)
        report = self.call_with_key(
            "add_invoice_line",
            key,
            customer_id=customer_id,
            description="Hosting",
            quantity=quantity,
            unit_price_cents=cents,
        )
        if report is not None:
            assert self.state.customers.require(customer_id).status == "active"
            invoice = self.state.invoices.require(report["invoice_id"])
            assert invoice.total_cents == report["total_cents"]

    @rule(invoice=PICK, days=st.integers(-5, 100))
    def send(self, invoice: int, days: int) -> None:
        drafts = [i.id for i in self.state.invoices.where(status="draft")]
        invoice_id = drafts[invoice % len(drafts)] if drafts else self.id_of("invoices", invoice)
        due = self.state.now.date() + timedelta(days=days)
        self.call("send_invoice", invoice_id=invoice_id, due_date=due.isoformat())

    @rule(invoice=PICK, key=KEYS)
    def charge(self, invoice: int, key: str | None) -> None:
        invoice_id = self.id_of("invoices", invoice)
        before = self.state.balance_cents
        report = self.call_with_key("charge_invoice", key, invoice_id=invoice_id)
        if report is not None:
            taken = report["amount_cents"] - report["fee_cents"]
            settled = report["status"] == "succeeded"
            assert self.state.balance_cents - before == (taken if settled else 0)

    @rule(payment=PICK, cents=CENTS, reason=REASONS, key=KEYS)
    def refund(self, payment: int, cents: int, reason: str, key: str | None) -> None:
        before = self.state.balance_cents
        report = self.call_with_key(
            "refund_payment",
            key,
            payment_id=self.id_of("payments", payment),
            amount_cents=cents,
            reason=reason,
        )
        if report is not None:
            assert self.state.balance_cents == before - cents == report["balance_cents"]

    @rule(payment=PICK, more=st.integers(-1, 1), reason=REASONS)
    def refund_the_rest(self, payment: int, more: int, reason: str) -> None:
        row = self.state.payments.require(self.id_of("payments", payment))
        given = sum(r.amount_cents for r in self.state.refunds.where(payment_id=row.id))
        self.refund(payment, max(1, row.amount_cents - given + more), reason, None)

    @rule(key=st.sampled_from(["k-1", "k-2", "k-3"]))
    def repeat(self, key: str) -> None:
        if key in self.keyed:
            tool, arguments, _ = self.keyed[key]
            self.call_with_key(tool, key, **arguments)

    @rule(delivery=PICK)
    def retry(self, delivery: int) -> None:
        delivery_id = self.id_of("deliveries", delivery)
        made = len(self.state.attempts.where(delivery_id=delivery_id))
        report = self.call("retry_webhook_delivery", delivery_id=delivery_id)
        assert report is None or report["attempts"] == made + 1

    @rule(endpoint=PICK, answers=st.sampled_from([200, 200, 500, 410]))
    def endpoint_changes(self, endpoint: int, answers: int) -> None:
        self.state.endpoints.update(self.id_of("endpoints", endpoint), answers=answers)

    @rule(customer=PICK, invoice=PICK, query=st.sampled_from("aei"))
    def look(self, customer: int, invoice: int, query: str) -> None:
        self.call("search_customers", query=query)
        self.call("list_invoices", customer_id=self.id_of("customers", customer))
        self.call("get_invoice", invoice_id=self.id_of("invoices", invoice))
        for tool in ("get_balance", "list_webhook_deliveries"):
            self.call(tool)

    @rule(minutes=st.one_of(st.integers(1, 200), st.integers(1, 4_000)))
    def wait(self, minutes: int) -> None:
        server.tool("advance_clock", debug=True).call(self.state, {"minutes": minutes})
        self.keyed = {k: call for k, call in self.keyed.items() if k in self.state.keys}

    @precondition(lambda self: hasattr(self, "state"))
    @invariant()
    def state_is_sound(self) -> None:
        check_invariants(self.state)


TestMerchant = MerchantMachine.TestCase
TestMerchant.settings = settings(
    deadline=None,
    max_examples=40,
    stateful_step_count=30,
    suppress_health_check=[HealthCheck.too_slow],
)
