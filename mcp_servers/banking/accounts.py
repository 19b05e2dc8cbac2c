"""Tools on accounts: look-ups, transfers between own accounts, disputes of purchases."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from mcp_servers.banking import ledger
from mcp_servers.banking.failures import (
    AlreadyDisputed,
    DisputeWindowPassed,
    NotDisputable,
    TransactionPending,
)
from mcp_servers.banking.state import (
    DISPUTE_WINDOW_DAYS,
    BankState,
    Dispute,
    DisputeReason,
    Transaction,
)
from mcp_servers.core.errors import InvalidArguments
from mcp_servers.core.fields import Output, arg, out

PAGE = 5

AccountId = Annotated[str, arg("Id of the account.", entity="account")]
Amount = Annotated[int, arg("Amount in cents.", format="money", ge=1)]


class AccountRow(Output):
    """An account in a list."""

    account_id: Annotated[str, out("Id of the account.", entity="account")]
    name: Annotated[str, out("Name of the account.", label_of="account")]
    kind: Annotated[str, out("checking or savings.")]


class Accounts(Output):
    """Result of list_accounts."""

    accounts: Annotated[list[AccountRow], out("The accounts of the customer.")]


class AccountDetails(Output):
    """Result of get_account."""

    account_id: Annotated[str, out("Id of the account.", entity="account")]
    name: Annotated[str, out("Name of the account.", label_of="account")]
    status: Annotated[str, out("open or frozen.")]
    balance_cents: Annotated[int, out("Balance in cents.", format="money")]
    available_cents: Annotated[int, out("What may leave the account now.", format="money")]
    payments_left_today_cents: Annotated[int, out("Left of the daily limit.", format="money")]
    withdrawals_left: Annotated[int | None, out("Of this month, for savings.")] = None
    alert_below_cents: Annotated[int, out("Low-balance alert level.", format="money")]


class TransactionRow(Output):
    """A transaction in a list."""

    transaction_id: Annotated[str, out("Id of the transaction.", entity="transaction")]
    date: Annotated[str, out("Date.", label_of="transaction", format="date")]
    description: Annotated[str, out("Merchant or purpose.", label_of="transaction")]
    amount_cents: Annotated[int, out("Cents, negative when paid.", format="money")]
    status: Annotated[str | None, out("pending or disputed, else left out.")] = None


class Transactions(Output):
    """Result of list_transactions."""

    transactions: Annotated[list[TransactionRow], out("Newest first.")]
    total: Annotated[int, out("How many fit the filters.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class Transfer(Output):
    """Result of transfer_money."""

    transaction_id: Annotated[str, out("Id of the outgoing line.", entity="transaction")]
    from_balance_cents: Annotated[int, out("New balance of the source.", format="money")]
    to_balance_cents: Annotated[int, out("New balance of the target.", format="money")]
    alert: Annotated[str | None, out("Low-balance alert, if any.")] = None


class DisputeReceipt(Output):
    """Result of dispute_transaction."""

    dispute_id: Annotated[str, out("Id of the dispute.", entity="dispute")]
    transaction_id: Annotated[str, out("Id of the transaction.", entity="transaction")]
    answer_by: Annotated[str, out("When the bank answers at the latest.", format="date")]


def list_accounts(state: BankState) -> Accounts:
    """Lists the customer's accounts with id and name."""
    rows = [AccountRow(account_id=a.id, name=a.name, kind=a.kind) for a in state.accounts]
    return Accounts(accounts=rows)


def get_account(state: BankState, account_id: AccountId) -> AccountDetails:
    """Gets balance, available money and limits of one account."""
    account = state.accounts.require(account_id)
    paid = ledger.paid_today_cents(state, account_id)
    return AccountDetails(
        account_id=account.id,
        name=account.name,
        status=account.status,
        balance_cents=account.balance_cents,
        available_cents=ledger.available_cents(state, account),
        payments_left_today_cents=max(0, account.daily_limit_cents - paid),
        withdrawals_left=ledger.withdrawals_left(state, account),
        alert_below_cents=account.alert_below_cents,
    )


def list_transactions(
    state: BankState,
    account_id: AccountId,
    search: Annotated[str | None, arg("Only descriptions with this text.")] = None,
    since: Annotated[str | None, arg("First date, YYYY-MM-DD.", format="date")] = None,
    offset: Annotated[int, arg("How many to skip.", ge=0)] = 0,
) -> Transactions:
    """Lists transactions of one account, newest first, five a page."""
    state.accounts.require(account_id)
    rows = [
        t
        for t in state.transactions.where(account_id=account_id)
        if (since is None or t.date >= since)
        and (search is None or search.casefold() in t.description.casefold())
    ]
    rows.sort(key=lambda t: (t.date, t.id), reverse=True)
    end = offset + PAGE
    return Transactions(
        transactions=[_row(state, t) for t in rows[offset:end]],
        total=len(rows),
        next_offset=end if end < len(rows) else None,
    )


def _row(state: BankState, line: Transaction) -> TransactionRow:
    disputed = bool(state.disputes.where(transaction_id=line.id))
    pending = "pending" if line.status == "pending" else None
    return TransactionRow(
        transaction_id=line.id,
        date=line.date,
        description=line.description,
        amount_cents=line.amount_cents,
        status="disputed" if disputed else pending,
    )


def transfer_money(
    state: BankState,
    from_account_id: Annotated[str, arg("Account to take from.", entity="account")],
    to_account_id: Annotated[str, arg("Account to pay into.", entity="account")],
    amount_cents: Amount,
) -> Transfer:
    """Moves money between two accounts of the customer."""
    source = state.accounts.require(from_account_id)
    target = state.accounts.require(to_account_id)
    if source.id == target.id:
        raise InvalidArguments(
            f"from_account_id and to_account_id are both {source.id}; give two different accounts."
        )
    ledger.require_open(target)
    ledger.require_debit(state, source, amount_cents)
    line = ledger.post(state, source.id, -amount_cents, f"Transfer to {target.name}", "transfer")
    ledger.post(state, target.id, amount_cents, f"Transfer from {source.name}", "transfer")
    return Transfer(
        transaction_id=line.id,
        from_balance_cents=state.accounts.require(source.id).balance_cents,
        to_balance_cents=state.accounts.require(target.id).balance_cents,
        alert=ledger.low_balance_alert(state, source.id),
    )


def dispute_transaction(
    state: BankState,
    transaction_id: Annotated[str, arg("Id of the transaction.", entity="transaction")],
    reason: Annotated[DisputeReason, arg("What is wrong with it.")],
) -> DisputeReceipt:
    """Disputes a card purchase of the last 60 days."""
    line = state.transactions.require(transaction_id)
    _require_disputable(state, line)
    now = state.now.date()
    dispute = state.disputes.insert(
        Dispute(
            id=state.new_id("disputes"),
            transaction_id=line.id,
            reason=reason,
            opened_on=now.isoformat(),
        )
    )
    answer_by = (now + timedelta(days=10)).isoformat()
    return DisputeReceipt(dispute_id=dispute.id, transaction_id=line.id, answer_by=answer_by)


def _require_disputable(state: BankState, line: Transaction) -> None:
    what = f"{line.description} of {line.date} ({line.id})"
    if line.card_id is None or line.amount_cents > 0:
        raise NotDisputable(f"{what} is no card purchase; only those can be disputed.")
    if line.status == "pending":
        raise TransactionPending(
            f"{what} is still pending; dispute it once it is booked, or freeze the card."
        )
    if earlier := state.disputes.where(transaction_id=line.id):
        raise AlreadyDisputed(f"{what} is under dispute already, as {earlier[0].id}.")
    first = (state.now.date() - timedelta(days=DISPUTE_WINDOW_DAYS)).isoformat()
    if line.date < first:
        age = (state.now.date() - date.fromisoformat(line.date)).days
        raise DisputeWindowPassed(
            f"{what} is {age} days old; purchases since {first} can be disputed."
        )
