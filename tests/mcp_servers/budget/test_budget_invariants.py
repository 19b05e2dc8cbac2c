"""Whatever is called, in whatever order, and however time passes: the invariants hold."""

from __future__ import annotations

from datetime import timedelta

from budget_invariants import check_invariants
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine

from mcp_servers.budget.state import BudgetState, Entry
from mcp_servers.budget.tools import server
from provelight.records import Json

PICK = st.integers(0, 400)
CENTS = st.one_of(st.integers(1, 50_00), st.integers(1, 900_00), st.integers(1, 50_000_00))
EVERY = st.sampled_from(["weekly", "monthly", "quarterly", "yearly"])


class BudgetMachine(ServerMachine):
    """Spends, moves, plans and recategorizes on rows of the live state, while days pass."""

    server = server
    state: BudgetState

    def check(self) -> None:
        check_invariants(self.state)

    def after(
        self, tool: str, arguments: dict[str, Json], result: Json, before: BudgetState
    ) -> None:
        """Old entries keep all but their category, closed ones that too; totals move as asked."""
        for old in before.entries:
            new = self.state.entries.require(old.id)
            if new is not old:
                assert tool == "recategorize_transaction"
                assert old.date[:7] > self.state.closed_through
        new = [entry for entry in self.state.entries if entry.id not in before.entries]
        assert len(new) == {"add_transaction": 1, "post_recurring": 1, "transfer_money": 2}.get(
            tool, 0
        )
        for entry in new:
            self.check_new(entry)
        moved = sum(a.balance_cents for a in self.state.accounts)
        moved -= sum(a.balance_cents for a in before.accounts)
        if tool in ("add_transaction", "post_recurring"):
            assert abs(moved) == result.get("amount_cents", arguments.get("amount_cents"))
        else:
            assert moved == 0

    def check_new(self, entry: Entry) -> None:
        assert self.state.accounts.require(entry.account_id).status == "open"
        assert entry.date[:7] > self.state.closed_through

    @rule(account=PICK, category=PICK, cents=CENTS, days=st.integers(-70, 1))
    def spend(self, account: int, category: int, cents: int, days: int) -> None:
        self.call(
            "add_transaction",
            account_id=self.id_of("accounts", account),
            category_id=self.id_of("categories", category),
            payee="Stall",
            amount_cents=cents,
            date=(self.state.now.date() + timedelta(days=days)).isoformat(),
        )

    @rule(pick=PICK, cents=CENTS, days=st.integers(-40, 0))
    def spend_strictly(self, pick: int, cents: int, days: int) -> None:
        """Spends on a strict category, which most often has little left."""
        strict = self.state.categories.where(strict=True)
        ids = self.state.categories.ids()
        self.spend(0, ids.index(strict[pick % len(strict)].id), cents % 60_00 + 1, days)

    @rule(start=PICK, end=PICK, cents=CENTS)
    def move(self, start: int, end: int, cents: int) -> None:
        ends = [self.id_of("accounts", start), self.id_of("accounts", end)]
        report = self.call(
            "transfer_money", from_account_id=ends[0], to_account_id=ends[1], amount_cents=cents
        )
        if report is not None:
            balances = [self.state.accounts.require(id).balance_cents for id in ends]
            assert list(report.values()) == balances

    @rule(entry=PICK, category=PICK)
    def recategorize(self, entry: int, category: int) -> None:
        self.call(
            "recategorize_transaction",
            transaction_id=self.id_of("entries", -1 - entry),
            category_id=self.id_of("categories", category),
        )

    @rule(category=PICK, cents=CENTS, start=st.sampled_from(["this_month", "next_month"]))
    def limit(self, category: int, cents: int, start: str) -> None:
        category_id = self.id_of("categories", category)
        report = self.call(
            "set_limit", category_id=category_id, limit_cents=cents % 1_000_00, start=start
        )
        assert report is None or report["unassigned_cents"] >= 0

    @rule(account=PICK, category=PICK, cents=CENTS, every=EVERY, days=st.integers(-1, 40))
    def plan(self, account: int, category: int, cents: int, every: str, days: int) -> None:
        self.call(
            "add_recurring",
            account_id=self.id_of("accounts", account),
            category_id=self.id_of("categories", category),
            payee="Club",
            amount_cents=cents,
            every=every,
            first_due=(self.state.now.date() + timedelta(days=days)).isoformat(),
        )

    @rule(row=PICK, stop=st.booleans())
    def go_on(self, row: int, stop: bool) -> None:
        recurring_id = self.id_of("recurring", row)
        due = self.state.recurring.require(recurring_id).next_due
        report = self.call("post_recurring", recurring_id=recurring_id)
        assert report is None or report["next_due"] > due
        if stop:
            self.call("stop_recurring", recurring_id=recurring_id)

    @rule(days=st.integers(1, 40))
    def time_passes(self, days: int) -> None:
        self.state.now += timedelta(days=days)

    @rule()
    def month_is_closed(self) -> None:
        last = self.state.now.replace(day=1) - timedelta(days=1)
        self.state.closed_through = f"{last:%Y-%m}"


TestBudget = BudgetMachine.TestCase
TestBudget.settings = settings(MACHINE_SETTINGS, max_examples=20)
