"""The tables of one customer's bank, and what always holds of them.

Money is integer cents, negative where it leaves an account. Dates are ISO strings. Invariants, in
every world and after every call:

1. The ledger sums to the balances: `balance_cents` of an account = `opening_cents` + the sum of
   its posted transactions.
2. A transfer between own accounts conserves money: the sum of all balances does not change.
3. No account is drawn beyond its overdraft: balance - pending holds >= -`overdraft_cents`.
4. A frozen account gains no transaction, incoming or outgoing.
5. A card that is not active gains no transaction.
6. What an account pays to payees in a day stays within its `daily_limit_cents`, and what a card
   pays in a day stays within the card's.
7. A savings account has at most `WITHDRAWALS_PER_MONTH` outgoing movements in a calendar month.
8. References resolve: transactions, cards and scheduled payments name accounts, scheduled
   payments name payees, disputes name transactions, replaced cards name their successor.
9. A transaction has at most one dispute, and a bill is paid by at most one transaction.
10. No two active scheduled payments agree in payee, account, amount and frequency.
11. Names of accounts, payees and cards in use, and the endings of all cards, are unique.
12. A call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

WITHDRAWALS_PER_MONTH = 3
DISPUTE_WINDOW_DAYS = 60
SCHEDULE_HORIZON_DAYS = 365

AccountKind = Literal["checking", "savings"]
TransactionKind = Literal["card", "bill", "deposit", "transfer", "payment"]
CardStatus = Literal["active", "frozen", "blocked", "replaced"]
Frequency = Literal["weekly", "monthly", "quarterly"]
ReplacementReason = Literal["lost", "stolen", "damaged"]
DisputeReason = Literal["fraud", "duplicate", "overcharge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An account of the customer; `opening_cents` is its balance before the first transaction."""

    id: str
    name: str
    kind: AccountKind
    opening_cents: int
    balance_cents: int
    overdraft_cents: int
    daily_limit_cents: int
    alert_below_cents: int
    status: Literal["open", "frozen"] = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction:
    """A line of the ledger; a pending one holds its amount but is not in the balance yet."""

    id: str
    account_id: str
    date: str
    description: str
    amount_cents: int
    kind: TransactionKind
    status: Literal["posted", "pending"] = "posted"
    card_id: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Payee:
    """Someone whom the customer has registered to pay."""

    id: str
    name: str
    status: Literal["active", "inactive"] = "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledPayment:
    """A standing payment to a payee."""

    id: str
    account_id: str
    payee_id: str
    amount_cents: int
    frequency: Frequency
    next_date: str
    status: Literal["active", "cancelled"] = "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A debit card; `ending` is the last four digits that are printed on it."""

    id: str
    name: str
    ending: str
    account_id: str
    security_code: str
    daily_limit_cents: int
    status: CardStatus = "active"
    replaced_by: str | None = None
    issued_because: ReplacementReason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """A bill that has come in electronically; `paid_by` is the transaction that paid it."""

    id: str
    biller: str
    amount_cents: int
    due_date: str
    status: Literal["open", "paid"] = "open"
    paid_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """An objection to a card transaction."""

    id: str
    transaction_id: str
    reason: DisputeReason
    opened_on: str


@dataclass
class BankState(State):
    """Everything that the bank knows of the customer."""

    accounts: Table[Account] = table(Account, "ACC")
    transactions: Table[Transaction] = table(Transaction, "TXN")
    payees: Table[Payee] = table(Payee, "PAY")
    schedules: Table[ScheduledPayment] = table(ScheduledPayment, "SCH", noun="scheduled payment")
    cards: Table[Card] = table(Card, "CRD")
    bills: Table[Bill] = table(Bill, "BIL")
    disputes: Table[Dispute] = table(Dispute, "DSP")
