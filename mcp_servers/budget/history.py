"""Four months of a household's books, made by the tools' own rules day by day."""

from __future__ import annotations

from datetime import datetime, timedelta

from mcp_servers.budget import entries, envelopes, limits, periods, repeating
from mcp_servers.budget.cast import (
    ARCHIVED,
    CATEGORIES,
    CLOSED,
    EMERGENCY,
    FIRST,
    HOLIDAY,
    JOINT,
    MASTERCARD,
    RECURRING,
    SECOND,
    TIN,
    VISA,
    WALLET,
    Cast,
    CategoryPlan,
    RecurringPlan,
)
from mcp_servers.budget.state import BudgetState, Category, Every
from mcp_servers.core.errors import StateError

MONTHS = 3
"""How many whole months lie behind the present one."""
PURSES = (JOINT, JOINT, FIRST, SECOND, VISA, VISA, WALLET)


class History:
    """Writes the books of one household.

    Args:
        state: with accounts and categories; entries are added to it.
        cast: names, and the source of chance.
    """

    def __init__(self, state: BudgetState, cast: Cast) -> None:
        self._state = state
        self._cast = cast
        self._rng = cast.rng
        self._now = state.now
        self._accounts = state.accounts.ids()
        self._categories = {category.name: category for category in state.categories}

    def write(self) -> None:
        """Lives through the months, then brings about what is to go wrong today."""
        first = periods.month_of(self._state, -MONTHS)
        self._state.now = datetime.fromisoformat(f"{first}-01T09:00")
        for plan in RECURRING:
            self._plan(plan, first)
        self._set_limits()
        while self._state.now.date() <= self._now.date():
            self._live_a_day()
            self._state.now += timedelta(days=1)
        self._state.now = self._now
        self._close_account()
        self._use_up()
        self._add_troubles()
        self._state.closed_through = periods.month_of(self._state, -2)
        self._state.categories.update(self._categories[ARCHIVED].id, status="archived")

    def _plan(self, plan: RecurringPlan, month: str) -> None:
        first = periods.day_in(month, plan.day)
        if plan.every in ("quarterly", "yearly"):
            first = periods.day_in(periods.month_after(month, self._rng.randrange(3)), plan.day)
        repeating.add_recurring(
            self._state,
            self._accounts[plan.account],
            self._named(plan.category).id,
            self._cast.fill(plan.payee),
            self._dollars(plan.dollars),
            plan.every,
            first,
        )
        row = list(self._state.recurring)[-1]
        self._state.recurring.update(row.id, day=plan.day)

    def _set_limits(self) -> None:
        """Sets limits, and then what income is planned, a little above their sum."""
        self._state.planned_cents = 10_000_000
        for plan in CATEGORIES:
            if plan.limit:
                cents = 500 * (plan.limit * self._rng.randrange(85, 116) // 500)
                limits.set_limit(self._state, self._named(plan.name).id, max(500, cents))
        total = envelopes.assigned_cents(self._state, periods.month_of(self._state))
        self._state.planned_cents = (
            -(-(total + self._rng.randrange(80_00, 500_00)) // 100_00) * 100_00
        )

    def _live_a_day(self) -> None:
        """Posts what is due, but nothing of the last days, and buys something."""
        recent = (self._now - self._state.now).days < 4
        today = periods.today(self._state).isoformat()
        for row in self._state.recurring:
            if row.next_due <= today and not (recent and self._rng.random() < 0.5):
                self._post(row.id)
        for plan in CATEGORIES:
            if self._rng.random() < plan.purchases / 30:
                self._buy(plan)
        if today[8:] == "27":
            self._transfer(JOINT, EMERGENCY, (100, 400))
            self._transfer(JOINT, HOLIDAY, (50, 200))
            self._transfer(JOINT, VISA, (100, 500))
            self._transfer(JOINT, FIRST, (350, 550))
            self._transfer(JOINT, SECOND, (150, 300))
        if today[8:] in ("05", "19"):
            self._transfer(FIRST, WALLET, (40, 90))
        if today[8:] == "11":
            self._earn("Side Jobs", SECOND, "{s3} Tutoring", (60, 320))

    def _post(self, recurring_id: str) -> None:
        """Posts where the account has enough; else the entry stays overdue."""
        try:
            repeating.post_recurring(self._state, recurring_id)
        except StateError:
            return

    def _buy(self, plan: CategoryPlan) -> None:
        """Buys something where the rules allow it: history has nothing that they would not."""
        each = max(300, 100 * (plan.limit or 60) // max(1, plan.purchases))
        cents = self._rng.randrange(each // 2, each * 5 // 4)
        if plan.name == "Coffee":
            cents = self._rng.randrange(280, 1_150, 5)
        account = self._accounts[self._rng.choice(PURSES)]
        shop = self._cast.shop(plan.shops)
        try:
            entries.add_transaction(self._state, account, self._named(plan.name).id, shop, cents)
        except StateError:
            return

    def _earn(self, category: str, account: int, payee: str, dollars: tuple[int, int]) -> None:
        entries.add_transaction(
            self._state,
            self._accounts[account],
            self._named(category).id,
            self._cast.fill(payee),
            self._dollars(dollars),
        )

    def _transfer(self, start: int, end: int, dollars: tuple[int, int]) -> None:
        try:
            entries.transfer_money(
                self._state, self._accounts[start], self._accounts[end], self._dollars(dollars)
            )
        except StateError:
            return  # not this month

    def _close_account(self) -> None:
        """Moves what lies on the old account to another one, and closes it."""
        old = self._accounts[CLOSED]
        left = self._state.accounts.require(old).balance_cents
        entries.transfer_money(self._state, old, self._accounts[EMERGENCY], left)
        self._state.accounts.update(old, status="closed")

    def _use_up(self) -> None:
        """Makes the withdrawals that Holiday Savings allows, and nearly empties a category."""
        for _ in range(2):
            self._transfer(HOLIDAY, JOINT, (20, 120))
        category = self._named("Games")
        month = periods.month_of(self._state)
        left = entries.left_cents(self._state, category, month) or 0
        if left > 2_00:
            cents = left - self._rng.randrange(1_00, 2_00)
            shop = self._cast.shop(("Games", "Toys"))
            entries.add_transaction(self._state, self._accounts[JOINT], category.id, shop, cents)

    def _add_troubles(self) -> None:
        """Adds recurring entries that are due, each on an account or category that refuses it."""
        for payee, category, account, dollars in (
            ("{s1} Puzzle Club", "Games", VISA, (12, 30)),
            ("{s2} Travel Club", "Presents", HOLIDAY, (10, 25)),
            ("{s4} Tool Hire", "Home Repairs", MASTERCARD, (120, 190)),
            ("{s5} Orchard", "Groceries", TIN, (95, 140)),
            ("{s6} Pension Advice", "Interest", CLOSED, (10, 20)),
        ):
            self._due(payee, category, account, dollars, "monthly", self._rng.randrange(0, 6))
        for payee, category in (("{s7} Magazine", "Books"), ("{s9} Fitness", "Medicine")):
            self._due(payee, category, VISA, (10, 40), "quarterly", self._rng.randrange(20, 60))
        self._due("{s0} Cinema", "Streaming", SECOND, (8, 18), "monthly", 0)
        stopped = list(self._state.recurring)[-3:-1]
        for row in stopped[: self._rng.randrange(1, 3)]:
            self._state.recurring.update(row.id, status="stopped")

    def _due(
        self,
        payee: str,
        category: str,
        account: int,
        dollars: tuple[int, int],
        every: Every,
        days: int,
    ) -> None:
        """Adds a recurring entry that is due in some days, and one of today a little ago."""
        first = (self._now.date() + timedelta(days=days)).isoformat()
        account_id = self._accounts[account]
        closed = self._state.accounts.require(account_id).status == "closed"
        self._state.accounts.update(account_id, status="open")
        repeating.add_recurring(
            self._state,
            account_id,
            self._named(category).id,
            self._cast.fill(payee),
            self._dollars(dollars),
            every,
            first,
        )
        if closed:
            self._state.accounts.update(account_id, status="closed")
        if days == 0:
            row = list(self._state.recurring)[-1]
            late = (self._now.date() - timedelta(days=self._rng.randrange(1, 9))).isoformat()
            self._state.recurring.update(row.id, next_due=late, day=int(late[8:]))

    def _named(self, name: str) -> Category:
        return self._categories[self._cast.fill(name)]

    def _dollars(self, dollars: tuple[int, int]) -> int:
        return 100 * self._rng.randrange(*dollars) + self._rng.choice((0, 0, 0, 50, 95))
