"""Tools for transactions: finding, adding and recategorizing them, and transfers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from mcp_servers.budget import book, envelopes, periods
from mcp_servers.budget.failures import DateAhead, IsTransfer, SameAccount, SameCategory, WrongKind
from mcp_servers.budget.periods import Period
from mcp_servers.budget.state import BudgetState, Category, Entry, Transfer
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page

AccountId = Annotated[str, arg("Id of the account.", entity="account")]
CategoryId = Annotated[str, arg("Id of the category.", entity="category")]
AmountCents = Annotated[int, arg("Cents.", format="money", ge=1)]
_PAYEES = ("Corner Bakery", "City Parking", "Book Barn", "Flower Stall")


class EntryRow(Output):
    """A transaction in a list."""

    transaction_id: Annotated[str, out("Id of the transaction.", entity="transaction")]
    payee: Annotated[str | None, out("From or to whom.", label_of="transaction")] = None
    transfer_with: Annotated[str | None, out("The other account of a transfer.")] = None
    amount_cents: Annotated[int, out("Negative where money left.", format="money")]
    date: Annotated[str, out("Day.", format="date")]
    category: Annotated[str | None, out("Category; none for a transfer.")] = None
    account: Annotated[str, out("Account.")]


class Entries(Page):
    """Result of search_transactions."""

    transactions: Annotated[list[EntryRow], out("The newest first.")]


class AddedReport(Output):
    """Result of add_transaction."""

    transaction_id: Annotated[str, out("Id of the transaction.", entity="transaction")]
    balance_cents: Annotated[int, out("Balance of the account now.", format="money")]
    left_cents: Annotated[int | None, out("Left of the category's limit.", format="money")] = None


class TransferReport(Output):
    """Result of transfer_money."""

    from_balance_cents: Annotated[int, out("New balance of the first account.", format="money")]
    to_balance_cents: Annotated[int, out("New balance of the second.", format="money")]


class RecategorizedReport(Output):
    """Result of recategorize_transaction."""

    transaction_id: Annotated[str, out("Id of the transaction.", entity="transaction")]
    before: Annotated[str, out("The category that it was in.")]
    left_cents: Annotated[int | None, out("Left of the new one's limit.", format="money")] = None


def search_transactions(
    state: BudgetState,
    query: Annotated[str, arg("Words of payee, category or account.", min_length=1)],
    period: Annotated[Period | None, arg("Only these months.")] = None,
    offset: Offset = 0,
    limit: Limit = 6,
) -> Entries:
    """Finds transactions by words, the newest first."""
    words = query.casefold().split()
    first, last = periods.months_of(state, period) if period else ("", "9999")
    names = {row.id: row.name for table in (state.accounts, state.categories) for row in table}
    found = [
        entry
        for entry in state.entries
        if first <= entry.date[:7] <= last
        and all(word in text for text in [_text(state, names, entry)] for word in words)
    ]
    found.sort(key=lambda entry: (entry.date, entry.id), reverse=True)
    rows, next_offset = page(found, offset, limit)
    transactions = [_row(state, entry) for entry in rows]
    return Entries(transactions=transactions, total=len(found), next_offset=next_offset)


def add_transaction(
    state: BudgetState,
    account_id: AccountId,
    category_id: CategoryId,
    payee: Annotated[str, arg("From or to whom.", examples=_PAYEES, min_length=1)],
    amount_cents: AmountCents,
    date: Annotated[str | None, arg("Day, else today.", format="date")] = None,
) -> AddedReport:
    """Enters an expense, or income where the category is one."""
    account = state.accounts.require(account_id)
    category = state.categories.require(category_id)
    day = date or periods.today(state).isoformat()
    if day > periods.today(state).isoformat():
        raise DateAhead(
            f"{day} lies ahead of today, {periods.today(state)}; add_recurring plans what comes, "
            "add_transaction takes what has happened."
        )
    book.require_month(state, day)
    book.require_open(state, account)
    book.require_active(state, category)
    if category.kind == "expense":
        book.require_funds(state, account, amount_cents, day)
        envelopes.require_room(state, category, day[:7], amount_cents)
    cents = amount_cents if category.kind == "income" else -amount_cents
    entry = book.post(state, account.id, payee, cents, day, category_id=category.id)
    return AddedReport(
        transaction_id=entry.id,
        balance_cents=state.accounts.require(account.id).balance_cents,
        left_cents=left_cents(state, category, day[:7]),
    )


def transfer_money(
    state: BudgetState,
    from_account_id: Annotated[str, arg("From this account.", entity="account")],
    to_account_id: Annotated[str, arg("To this account.", entity="account")],
    amount_cents: AmountCents,
) -> TransferReport:
    """Moves money between two own accounts, which is neither income nor expense; also pays off a
    credit card."""
    source = state.accounts.require(from_account_id)
    target = state.accounts.require(to_account_id)
    if source.id == target.id:
        raise SameAccount(f"{source.name} ({source.id}) is both ends; name two accounts.")
    book.require_open(state, source)
    book.require_open(state, target)
    day = periods.today(state).isoformat()
    book.require_funds(state, source, amount_cents, day)
    transfer = state.transfers.insert(
        Transfer(
            id=state.new_id("transfers"),
            from_account_id=source.id,
            to_account_id=target.id,
            cents=amount_cents,
            date=day,
        )
    )
    book.post(state, source.id, None, -amount_cents, day, transfer_id=transfer.id)
    book.post(state, target.id, None, amount_cents, day, transfer_id=transfer.id)
    return TransferReport(
        from_balance_cents=source.balance_cents - amount_cents,
        to_balance_cents=target.balance_cents + amount_cents,
    )


def recategorize_transaction(
    state: BudgetState,
    transaction_id: Annotated[str, arg("Id of the transaction.", entity="transaction")],
    category_id: CategoryId,
) -> RecategorizedReport:
    """Puts a transaction into another category of its kind; its month must not be closed."""
    entry = state.entries.require(transaction_id)
    category = state.categories.require(category_id)
    if entry.category_id is None:
        raise IsTransfer(
            f"{entry.id} is a transfer between own accounts and has no category; "
            "search_transactions shows expenses and income."
        )
    before = state.categories.require(entry.category_id)
    _require_other(entry, before, category)
    book.require_month(state, entry.date)
    book.require_active(state, category)
    envelopes.require_room(state, category, entry.date[:7], -entry.cents)
    state.entries.update(entry.id, category_id=category.id)
    left = left_cents(state, category, entry.date[:7])
    return RecategorizedReport(transaction_id=entry.id, before=before.name, left_cents=left)


def left_cents(state: BudgetState, category: Category, month: str) -> int | None:
    """Returns what is left of a category's limit in a month, negative where it is exceeded."""
    spent = envelopes.spending(state, category.id)
    available = envelopes.available_cents(state, category, month, spent)
    return None if available is None else available - spent[category.id, month]


def _require_other(entry: Entry, before: Category, category: Category) -> None:
    if category.id == before.id:
        raise SameCategory(
            f"{entry.payee} ({entry.id}) is in {category.name} already; name another category."
        )
    if category.kind != before.kind:
        raise WrongKind(
            f"{entry.payee} ({entry.id}) is {before.kind} and {category.name} is for "
            f"{category.kind}; list_categories shows the {before.kind} categories."
        )


def _text(state: BudgetState, names: Mapping[str, str], entry: Entry) -> str:
    """Returns what a search looks through; `names` are those of accounts and categories by id."""
    if entry.category_id is None:
        what = f"transfer {_other_account(state, entry)}"
    else:
        what = f"{entry.payee} {names[entry.category_id]}"
    return f"{what} {names[entry.account_id]}".casefold()


def _other_account(state: BudgetState, entry: Entry) -> str | None:
    """Returns the name of the other account of a transfer, None for other entries."""
    if entry.transfer_id is None:
        return None
    transfer = state.transfers.require(entry.transfer_id)
    ends = (transfer.from_account_id, transfer.to_account_id)
    return state.accounts.require(ends[entry.account_id == ends[0]]).name


def _row(state: BudgetState, entry: Entry) -> EntryRow:
    category = state.categories.require(entry.category_id) if entry.category_id else None
    return EntryRow(
        transaction_id=entry.id,
        payee=entry.payee,
        transfer_with=_other_account(state, entry),
        amount_cents=entry.cents,
        date=entry.date,
        category=category.name if category else None,
        account=state.accounts.require(entry.account_id).name,
    )
