"""The tools of the banking server: which there are, which of them write, and how each may fail.

One session is one customer. The functions stand in accounts.py, cards.py and payments.py.
"""

from __future__ import annotations

from mcp_servers.banking import accounts, cards, payments
from mcp_servers.banking.failures import (
    AccountFrozen,
    AlreadyCancelled,
    AlreadyDisputed,
    AlreadyScheduled,
    BillAlreadyPaid,
    CardAlreadyFrozen,
    CardBlocked,
    CardFrozen,
    CardNotFrozen,
    CardReplaced,
    DailyLimitExceeded,
    DateNotAhead,
    DisputeWindowPassed,
    InsufficientFunds,
    NotDisputable,
    PayeeInactive,
    PaymentInProcess,
    TransactionPending,
    WithdrawalLimitReached,
    WrongSecurityCode,
)
from mcp_servers.banking.state import BankState
from mcp_servers.banking.world import make_world
from mcp_servers.core.tools import ToolServer

server = ToolServer(
    "banking",
    title="Bank",
    instructions=(
        "The bank of one customer. Amounts are integer cents. Look up the ids of accounts, cards, "
        "payees, bills and transactions with the list tools before you use them."
    ),
    state=BankState,
    make_world=make_world,
)

_NO_DEBIT = (AccountFrozen, WithdrawalLimitReached, InsufficientFunds)

server.read(accounts.list_accounts)
server.read(accounts.get_account)
server.read(accounts.list_transactions)
server.write(raises=_NO_DEBIT)(accounts.transfer_money)
server.write(
    raises=(NotDisputable, TransactionPending, AlreadyDisputed, DisputeWindowPassed),
)(accounts.dispute_transaction)

server.read(payments.list_payees)
server.write(raises=(PayeeInactive, DailyLimitExceeded, *_NO_DEBIT))(payments.pay_payee)
server.read(payments.list_scheduled_payments)
server.write(
    raises=(AccountFrozen, PayeeInactive, DateNotAhead, AlreadyScheduled),
)(payments.schedule_payment)
server.write(destructive=True, raises=(AlreadyCancelled, PaymentInProcess))(
    payments.cancel_scheduled_payment
)
server.read(payments.list_bills)
server.write(
    raises=(
        BillAlreadyPaid,
        CardReplaced,
        CardBlocked,
        CardFrozen,
        DailyLimitExceeded,
        AccountFrozen,
        InsufficientFunds,
    ),
)(payments.pay_bill)

server.read(cards.list_cards)
server.read(cards.get_card)
server.write(raises=(CardReplaced, CardBlocked, CardAlreadyFrozen))(cards.freeze_card)
server.write(
    raises=(CardReplaced, CardBlocked, CardNotFrozen, WrongSecurityCode),
)(cards.unfreeze_card)
server.write(destructive=True, raises=(CardReplaced,))(cards.replace_card)
