"""The ledger that a world starts with: three months of purchases, wages, interest and transfers.

This file leaves out who the customer is: it is given accounts, cards, payees and bills.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import accumulate

from mcp_servers.banking.state import (
    DISPUTE_WINDOW_DAYS,
    WITHDRAWALS_PER_MONTH,
    Account,
    BankState,
    Card,
    Transaction,
    TransactionKind,
)
from mcp_servers.core.worlds import World

SHOPS = ("Market", "Bakery", "Pharmacy", "Hardware", "Books", "Fuel", "Bistro", "Sports", "Cinema")
HISTORY_DAYS = 100
RECENT_PURCHASES = 6
OLD_PURCHASES = 4


class History:
    """Collects the lines of a world in any order; `write` books them by date.

    Args:
        state: with everything but transactions; `opening_cents` holds the balance to come out at.
        world: the source of chance and names.
    """

    def __init__(self, state: BankState, world: World) -> None:
        self._state = state
        self._rng = world.rng
        names = world.sample("last_name", len(SHOPS))
        self._shops = [f"{name} {shop}" for name, shop in zip(names, SHOPS, strict=True)]
        self._lines: list[Transaction] = []

    def write(self) -> None:
        """Makes all lines, books them, and sets balances so that the ledger sums to them."""
        main, *others = list(self._state.accounts)
        self._purchases()
        self._wages(main)
        for account in others:
            self._transfer(main, account, self._rng.randrange(5, 90), self._tens(2, 16))
        self._interest()
        self._paid_bills()
        self._busy_savings(main)
        self._payment_today(main)
        self._book()
        for account in self._state.accounts:
            self._settle(account)

    def _add(
        self,
        account_id: str,
        days_ago: int,
        description: str,
        amount_cents: int,
        kind: TransactionKind,
        card: Card | None = None,
    ) -> None:
        self._lines.append(
            Transaction(
                id="",
                account_id=account_id,
                date=(self._state.now.date() - timedelta(days=days_ago)).isoformat(),
                description=description,
                amount_cents=amount_cents,
                kind=kind,
                card_id=card.id if card else None,
                # What was bought today is booked tomorrow.
                status="pending" if kind == "card" and days_ago == 0 else "posted",
            )
        )

    def _purchases(self) -> None:
        """Adds purchases inside and outside the dispute window; no shop twice on one day."""
        taken: set[tuple[int, str]] = set()
        for i, card in enumerate(self._state.cards):
            recent = self._rng.sample(range(1, DISPUTE_WINDOW_DAYS - 5), RECENT_PURCHASES)
            old = self._rng.sample(range(DISPUTE_WINDOW_DAYS + 1, HISTORY_DAYS), OLD_PURCHASES)
            for days_ago in recent + old + ([0] if i == 0 else []):
                shop = self._rng.choice([s for s in self._shops if (days_ago, s) not in taken])
                taken.add((days_ago, shop))
                cents = self._rng.randrange(3_50, 90_00)
                self._add(card.account_id, days_ago, shop, -cents, "card", card)

    def _wages(self, account: Account) -> None:
        cents = self._tens(180, 360)
        for days_ago in (4, 34, 64):
            self._add(account.id, days_ago, "Wages", cents, "deposit")

    def _interest(self) -> None:
        today = self._state.now.date()
        for account in self._state.accounts.where(kind="savings"):
            for day in _month_ends(today, 3):
                cents = self._rng.randrange(80, 9_00)
                self._add(account.id, (today - day).days, "Interest", cents, "deposit")

    def _transfer(self, source: Account, target: Account, days_ago: int, cents: int) -> None:
        self._add(source.id, days_ago, f"Transfer to {target.name}", -cents, "transfer")
        self._add(target.id, days_ago, f"Transfer from {source.name}", cents, "transfer")

    def _paid_bills(self) -> None:
        card = next(iter(self._state.cards))
        for bill in self._state.bills.where(status="paid"):
            days_ago = (self._state.now.date() - date.fromisoformat(bill.due_date)).days + 2
            cents = -bill.amount_cents
            self._add(card.account_id, days_ago, f"Bill {bill.biller}", cents, "bill", card)

    def _busy_savings(self, main: Account) -> None:
        """In half of the worlds one savings account has used its withdrawals of the month."""
        account = self._rng.choice(self._state.accounts.where(kind="savings", status="open"))
        day = self._state.now.day
        if self._rng.random() < 0.5 and day >= WITHDRAWALS_PER_MONTH:
            for days_ago in self._rng.sample(range(day), WITHDRAWALS_PER_MONTH):
                self._transfer(account, main, days_ago, self._tens(1, 3))

    def _payment_today(self, account: Account) -> None:
        """In half of the worlds most of the day's limit for payments is used."""
        payee = self._rng.choice(self._state.payees.where(status="active"))
        if self._rng.random() < 0.5:
            used = account.daily_limit_cents * self._rng.randrange(50, 85) // 100
            self._add(account.id, 0, f"Payment to {payee.name}", -used, "payment")

    def _book(self) -> None:
        for line in sorted(self._lines, key=lambda t: t.date):
            booked = replace(line, id=self._state.new_id("transactions"))
            self._state.transactions.insert(booked)
        for bill in self._state.bills.where(status="paid"):
            (line,) = self._state.transactions.where(description=f"Bill {bill.biller}")
            self._state.bills.update(bill.id, paid_by=line.id)

    def _settle(self, account: Account) -> None:
        """Chooses the opening balance: never below zero on the way, near the aim at the end."""
        booked = self._state.transactions.where(account_id=account.id, status="posted")
        run = list(accumulate(t.amount_cents for t in booked))
        opening = max(account.opening_cents - run[-1], -min(run))
        balance = opening + run[-1]
        self._state.accounts.update(account.id, opening_cents=opening, balance_cents=balance)

    def _tens(self, low: int, high: int) -> int:
        """Returns an amount in cents, a multiple of ten dollars."""
        return 10_00 * self._rng.randrange(low, high)


def _month_ends(today: date, count: int) -> Iterator[date]:
    """Yields the last days of the `count` months before this one, the latest first."""
    day = today
    for _ in range(count):
        day = day.replace(day=1) - timedelta(days=1)
        yield day
