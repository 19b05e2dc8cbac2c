"""The tools of the budget server: which there are, which of them write, and how each may fail.

One session is the books of one household. The functions stand in overview.py, entries.py, limits.py
and repeating.py.
"""

from __future__ import annotations

from mcp_servers.budget import entries, limits, overview, repeating
from mcp_servers.budget.failures import (
    AccountClosed,
    AlreadyRecurring,
    CategoryArchived,
    DateAhead,
    DateNotAhead,
    InsufficientFunds,
    IsTransfer,
    LimitBelowSpent,
    LimitExceeded,
    LimitUnchanged,
    MonthClosed,
    NoExpense,
    NotDueYet,
    NoWithdrawalLeft,
    OverPlanned,
    PaymentOverdue,
    RecurringStopped,
    SameAccount,
    SameCategory,
    WrongKind,
)
from mcp_servers.budget.state import BudgetState
from mcp_servers.budget.world import make_world
from mcp_servers.core.tools import ToolServer

server = ToolServer(
    "budget",
    title="Household budget",
    instructions=(
        "The books of one household: accounts, categories with monthly limits, recurring entries. "
        "Amounts are positive integer cents. Look up ids before you use them."
    ),
    state=BudgetState,
    make_world=make_world,
)

_NO_MONEY = (AccountClosed, InsufficientFunds, NoWithdrawalLeft)

server.read(overview.list_accounts)
server.read(overview.list_categories)
server.read(overview.get_report)

server.read(entries.search_transactions)
server.write(raises=(*_NO_MONEY, DateAhead, MonthClosed, CategoryArchived, LimitExceeded))(
    entries.add_transaction
)
server.write(raises=(*_NO_MONEY, SameAccount))(entries.transfer_money)
server.write(
    raises=(IsTransfer, SameCategory, WrongKind, MonthClosed, CategoryArchived, LimitExceeded),
)(entries.recategorize_transaction)

server.write(raises=(NoExpense, CategoryArchived, LimitUnchanged, OverPlanned, LimitBelowSpent))(
    limits.set_limit
)

server.read(repeating.list_recurring)
server.write(raises=(AccountClosed, CategoryArchived, DateNotAhead, AlreadyRecurring))(
    repeating.add_recurring
)
server.write(raises=(RecurringStopped, NotDueYet, *_NO_MONEY, LimitExceeded))(
    repeating.post_recurring
)
server.write(destructive=True, raises=(RecurringStopped, PaymentOverdue))(repeating.stop_recurring)
