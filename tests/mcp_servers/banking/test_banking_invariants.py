"""Whatever is called, in whatever order: the invariants of the bank hold."""

from __future__ import annotations

from dataclasses import dataclass

from banking_invariants import check_invariants
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from mcp_servers.banking.state import BankState
from mcp_servers.banking.tools import server
from mcp_servers.core.errors import ToolError
from mcp_servers.core.hashing import state_hash
from mcp_servers.core.worlds import made_world
from provelight.records import Json

PICK = st.integers(0, 200)
AMOUNTS = st.one_of(st.integers(1, 100_00), st.integers(1, 10_000_00))


@dataclass(frozen=True)
class Moved:
    """What one call did to the money."""

    account_ids: frozenset[str]
    card_ids: frozenset[str]
    total_cents: int


class BankMachine(RuleBasedStateMachine):
    """Calls tools on rows of the live state, good and bad ones alike.

    Calls work on the state itself, so a failed one shows that checks precede changes.
    """

    state: BankState

    @initialize(seed=st.integers(0, 1099))
    def open(self, seed: int) -> None:
        state = made_world(server, seed).copy()
        assert isinstance(state, BankState)
        self.state = state

    def id_of(self, table: str, pick: int) -> str:
        ids = getattr(self.state, table).ids()
        return ids[pick % len(ids)]

    def call(self, tool: str, **arguments: Json) -> Moved | None:
        """Returns what moved, None where the call was refused."""
        before = self.state.copy()
        try:
            server.tool(tool).call(self.state, arguments)
        except ToolError:
            assert state_hash(self.state) == state_hash(before)
            return None
        if server.tool(tool).is_read:
            assert state_hash(self.state) == state_hash(before)
        return self._moved(before)

    def _moved(self, before: BankState) -> Moved:
        new = [t for t in self.state.transactions if t.id not in before.transactions]
        for line in new:
            assert before.accounts.require(line.account_id).status == "open"
            if line.card_id is not None:
                assert before.cards.require(line.card_id).status == "active"
        total = sum(a.balance_cents for a in self.state.accounts)
        return Moved(
            account_ids=frozenset(t.account_id for t in new),
            card_ids=frozenset(t.card_id for t in new if t.card_id is not None),
            total_cents=total - sum(a.balance_cents for a in before.accounts),
        )

    @rule(source=PICK, sink=PICK, cents=AMOUNTS)
    def transfer(self, source: int, sink: int, cents: int) -> None:
        accounts = self.id_of("accounts", source), self.id_of("accounts", sink)
        moved = self.call(
            "transfer_money",
            from_account_id=accounts[0],
            to_account_id=accounts[1],
            amount_cents=cents,
        )
        if moved is not None:
            assert moved == Moved(frozenset(accounts), frozenset(), 0)

    @rule(source=PICK, sink=PICK, more=st.integers(-1, 1))
    def transfer_everything(self, source: int, sink: int, more: int) -> None:
        account_id = self.id_of("accounts", source)
        details = server.tool("get_account").call(self.state, {"account_id": account_id})
        self.transfer(source, sink, details["available_cents"] + more)

    @rule(account=PICK, payee=PICK, cents=AMOUNTS)
    def pay(self, account: int, payee: int, cents: int) -> None:
        account_id = self.id_of("accounts", account)
        payee_id = self.id_of("payees", payee)
        moved = self.call("pay_payee", account_id=account_id, payee_id=payee_id, amount_cents=cents)
        if moved is not None:
            assert moved == Moved(frozenset({account_id}), frozenset(), -cents)

    @rule(bill=PICK, card=PICK)
    def pay_bill(self, bill: int, card: int) -> None:
        bill_id, card_id = self.id_of("bills", bill), self.id_of("cards", card)
        moved = self.call("pay_bill", bill_id=bill_id, card_id=card_id)
        if moved is not None:
            assert moved.card_ids == {card_id}
            assert moved.total_cents == -self.state.bills.require(bill_id).amount_cents

    def still(self, tool: str, **arguments: Json) -> None:
        """Calls a tool that must never move money."""
        assert self.call(tool, **arguments) in (None, Moved(frozenset(), frozenset(), 0))

    @rule(
        account=PICK,
        payee=PICK,
        cents=AMOUNTS,
        frequency=st.sampled_from(["weekly", "monthly", "quarterly"]),
        start=st.dates(),
    )
    def schedule(self, account: int, payee: int, cents: int, frequency: str, start: object) -> None:
        self.still(
            "schedule_payment",
            account_id=self.id_of("accounts", account),
            payee_id=self.id_of("payees", payee),
            amount_cents=cents,
            frequency=frequency,
            start_date=str(start),
        )

    @rule(schedule=PICK, day=st.integers(1, 300))
    def schedule_again(self, schedule: int, day: int) -> None:
        row = self.state.schedules.require(self.id_of("schedules", schedule))
        start = self.state.now.date().fromordinal(self.state.now.date().toordinal() + day)
        self.still(
            "schedule_payment",
            account_id=row.account_id,
            payee_id=row.payee_id,
            amount_cents=row.amount_cents,
            frequency=row.frequency,
            start_date=start.isoformat(),
        )

    @rule(schedule=PICK)
    def cancel(self, schedule: int) -> None:
        self.still("cancel_scheduled_payment", schedule_id=self.id_of("schedules", schedule))

    @rule(card=PICK)
    def freeze(self, card: int) -> None:
        self.still("freeze_card", card_id=self.id_of("cards", card))

    @rule(card=PICK, code_of=PICK)
    def unfreeze(self, card: int, code_of: int) -> None:
        code = self.state.cards.require(self.id_of("cards", code_of)).security_code
        self.still("unfreeze_card", card_id=self.id_of("cards", card), security_code=code)

    @rule(card=PICK, reason=st.sampled_from(["lost", "stolen", "damaged"]))
    def replace(self, card: int, reason: str) -> None:
        self.still("replace_card", card_id=self.id_of("cards", card), reason=reason)

    @rule(line=PICK, reason=st.sampled_from(["fraud", "duplicate", "overcharge"]))
    def dispute(self, line: int, reason: str) -> None:
        transaction_id = self.id_of("transactions", line)
        self.still("dispute_transaction", transaction_id=transaction_id, reason=reason)

    @rule(account=PICK, card=PICK, offset=st.integers(0, 60))
    def look(self, account: int, card: int, offset: int) -> None:
        account_id, card_id = self.id_of("accounts", account), self.id_of("cards", card)
        self.still("list_transactions", account_id=account_id, offset=offset)
        self.still("get_account", account_id=account_id)
        self.still("get_card", card_id=card_id)
        for tool in ("list_accounts", "list_payees", "list_cards", "list_bills"):
            self.still(tool)
        self.still("list_scheduled_payments")

    @precondition(lambda self: hasattr(self, "state"))
    @invariant()
    def state_is_sound(self) -> None:
        check_invariants(self.state)


TestBank = BankMachine.TestCase
TestBank.settings = settings(
    deadline=None,
    max_examples=40,
    stateful_step_count=30,
    suppress_health_check=[HealthCheck.too_slow],
)
