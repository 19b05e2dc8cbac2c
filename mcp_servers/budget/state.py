"""The tables of one household's budget, and what always holds of them.

Money is integer cents, days are ISO dates, months are YYYY-MM. Invariants, in every world and after
every call:

1. The balance of an account = its opening balance + its entries, and is never below its floor: 0,
   what may be overdrawn, or the limit of a credit card.
2. A transfer is two entries of opposite amounts on two accounts, without category. Every other
   entry has a category: of an expense it is negative, of income positive.
3. In a strict category no month's spending exceeds what is available: the limit that holds in the
   month, and where the category rolls over, what was left of the month before.
4. The limits of the expense categories of a month add up to no more than the planned income.
5. A limit holds from its month on until the next one; a category has at most one for a month.
6. No entry lies ahead. Entries of closed months, and of closed accounts, stay as they are.
7. From a savings account no more withdrawals are made in a month than it allows.
8. The next due date of a recurring entry falls on its day of the month, or on the last day of a
   shorter month. No two active ones have the same payee and category.
9. Names differ, references resolve; a call that fails leaves everything as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

EARLY_DAYS = 7
"""How long before it is due a recurring entry may be posted."""

AccountKind = Literal["checking", "savings", "credit_card", "cash"]
CategoryKind = Literal["expense", "income"]
Group = Literal["housing", "food", "transport", "health", "family", "leisure", "income"]
Every = Literal["weekly", "monthly", "quarterly", "yearly"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Where money lies; `floor_cents` is the lowest balance, 0 or negative.

    `withdrawals` is how many there may be in a month, None for any number.
    """

    id: str
    name: str
    kind: AccountKind
    opening_cents: int
    balance_cents: int
    floor_cents: int = 0
    withdrawals: int | None = None
    status: Literal["open", "closed"] = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """What money is spent on, or comes from."""

    id: str
    name: str
    group: Group
    kind: CategoryKind
    strict: bool = False
    rolls_over: bool = False
    status: Literal["active", "archived"] = "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What may be spent on a category in each month from `from_month` on."""

    id: str
    category_id: str
    from_month: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """Money moved between two own accounts."""

    id: str
    from_account_id: str
    to_account_id: str
    cents: int
    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A transaction on one account: negative where money left it; of a transfer without payee."""

    id: str
    account_id: str
    payee: str | None
    cents: int
    date: str
    category_id: str | None = None
    transfer_id: str | None = None
    recurring_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurring:
    """An expense or income that comes again; `day` is the day of the month that it keeps to."""

    id: str
    account_id: str
    category_id: str
    payee: str
    cents: int
    every: Every
    day: int
    next_due: str
    status: Literal["active", "stopped"] = "active"


@dataclass
class BudgetState(State):
    """The books of one household.

    Attributes:
        planned_cents: the income that limits of a month may use up.
        closed_through: the last month that has been closed, and all before it.
    """

    planned_cents: int = 0
    closed_through: str = ""
    accounts: Table[Account] = table(Account, "ACC")
    categories: Table[Category] = table(Category, "CAT")
    limits: Table[Limit] = table(Limit, "LIM")
    transfers: Table[Transfer] = table(Transfer, "TRF")
    entries: Table[Entry] = table(Entry, "TXN", noun="transaction")
    recurring: Table[Recurring] = table(Recurring, "REC", noun="recurring entry")
