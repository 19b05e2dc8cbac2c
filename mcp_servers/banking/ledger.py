"""The one way in which money moves, and the rules that stand before it.

This file leaves out what tools answer: it checks, posts and counts.
"""

from __future__ import annotations

from mcp_servers.banking.failures import (
    AccountFrozen,
    CardBlocked,
    CardFrozen,
    CardReplaced,
    DailyLimitExceeded,
    InsufficientFunds,
    WithdrawalLimitReached,
)
from mcp_servers.banking.state import (
    WITHDRAWALS_PER_MONTH,
    Account,
    BankState,
    Card,
    Transaction,
    TransactionKind,
)
from mcp_servers.core.wording import dollars


def today(state: BankState) -> str:
    """Returns the date of the world's clock, ISO."""
    return state.now.date().isoformat()


def held_cents(state: BankState, account_id: str) -> int:
    """Returns what pending purchases hold on an account."""
    pending = state.transactions.where(account_id=account_id, status="pending")
    return -sum(t.amount_cents for t in pending)


def available_cents(state: BankState, account: Account) -> int:
    """Returns what may leave the account: balance and overdraft, less pending purchases."""
    return account.balance_cents + account.overdraft_cents - held_cents(state, account.id)


def paid_today_cents(state: BankState, account_id: str) -> int:
    """Returns what the account has paid to payees today."""
    rows = state.transactions.where(account_id=account_id, kind="payment", date=today(state))
    return -sum(t.amount_cents for t in rows)


def card_spent_today_cents(state: BankState, card_id: str) -> int:
    """Returns what the card has paid today, pending purchases included."""
    rows = state.transactions.where(card_id=card_id, date=today(state))
    return -sum(t.amount_cents for t in rows)


def withdrawals_left(state: BankState, account: Account) -> int | None:
    """Returns how often money may leave the account this month; None where it may always."""
    if account.kind != "savings":
        return None
    month = today(state)[:7]
    rows = state.transactions.where(account_id=account.id)
    used = sum(t.amount_cents < 0 and t.date.startswith(month) for t in rows)
    return max(0, WITHDRAWALS_PER_MONTH - used)


def require_open(account: Account) -> None:
    """Checks that money may move on the account at all.

    Raises:
        AccountFrozen: where the bank has frozen it.
    """
    if account.status == "frozen":
        raise AccountFrozen(
            f"{account.name} ({account.id}) is frozen by the bank, nothing goes in or out; "
            "use another account, or call 555-0100 to have it released."
        )


def require_debit(state: BankState, account: Account, amount_cents: int) -> None:
    """Checks that the amount may leave the account now.

    Raises:
        AccountFrozen: where the bank has frozen it.
        WithdrawalLimitReached: where a savings account has used its withdrawals of the month.
        InsufficientFunds: where less than the amount is available.
    """
    require_open(account)
    if withdrawals_left(state, account) == 0:
        raise WithdrawalLimitReached(
            f"{account.name} ({account.id}) has used its {WITHDRAWALS_PER_MONTH} withdrawals of "
            f"this month. {_sources(state, amount_cents)}"
        )
    available = available_cents(state, account)
    if amount_cents > available:
        raise InsufficientFunds(
            f"{account.name} ({account.id}) has {dollars(available)} available, "
            f"{dollars(amount_cents)} is too much. {_sources(state, amount_cents)}"
        )


def _sources(state: BankState, amount_cents: int) -> str:
    fit = [
        f"{a.name} ({a.id})"
        for a in state.accounts
        if a.status == "open"
        and withdrawals_left(state, a) != 0
        and available_cents(state, a) >= amount_cents
    ]
    wanted = dollars(amount_cents)
    return f"{wanted} would work from: {', '.join(fit)}." if fit else f"No account has {wanted}."


def require_within_limit(whose: str, limit_cents: int, used_cents: int, amount_cents: int) -> None:
    """Checks a limit of the day; `whose` names the account or the card.

    Raises:
        DailyLimitExceeded: saying how much is left today.
    """
    left = limit_cents - used_cents
    if amount_cents > left:
        raise DailyLimitExceeded(
            f"{whose} may pay {dollars(limit_cents)} a day and has {dollars(max(0, left))} left "
            f"today; {dollars(amount_cents)} is too much. Pay less, use another, or wait a day."
        )


def require_current(card: Card) -> None:
    """Checks that the card has no successor.

    Raises:
        CardReplaced: naming its successor.
    """
    if card.status == "replaced":
        raise CardReplaced(f"{card.name} ({card.id}) has been replaced: use {card.replaced_by}.")


def require_in_use(card: Card) -> None:
    """Checks that the card is neither replaced nor blocked by the bank.

    Raises:
        CardReplaced: naming its successor.
        CardBlocked: where the bank suspects fraud.
    """
    require_current(card)
    if card.status == "blocked":
        raise CardBlocked(
            f"{card.name} ({card.id}) is blocked by the bank for suspected fraud; "
            "replace_card sends a new one."
        )


def require_card_payment(state: BankState, card: Card, amount_cents: int) -> None:
    """Checks that the card may pay the amount now.

    Raises:
        CardReplaced, CardBlocked, CardFrozen: for a card that is not active.
        DailyLimitExceeded: for more than the card may pay today.
        AccountFrozen, InsufficientFunds: on account of the account behind it.
    """
    require_in_use(card)
    if card.status == "frozen":
        raise CardFrozen(
            f"{card.name} ({card.id}) is frozen and cannot pay; "
            "lift that with unfreeze_card or use another card."
        )
    spent = card_spent_today_cents(state, card.id)
    require_within_limit(f"{card.name} ({card.id})", card.daily_limit_cents, spent, amount_cents)
    require_debit(state, state.accounts.require(card.account_id), amount_cents)


def post(
    state: BankState,
    account_id: str,
    amount_cents: int,
    description: str,
    kind: TransactionKind,
    *,
    card_id: str | None = None,
    note: str | None = None,
) -> Transaction:
    """Books an amount today, negative where it leaves the account, and returns the line."""
    account = state.accounts.require(account_id)
    state.accounts.update(account_id, balance_cents=account.balance_cents + amount_cents)
    return state.transactions.insert(
        Transaction(
            id=state.new_id("transactions"),
            account_id=account_id,
            date=today(state),
            description=description,
            amount_cents=amount_cents,
            kind=kind,
            card_id=card_id,
            note=note,
        )
    )


def low_balance_alert(state: BankState, account_id: str) -> str | None:
    """Returns the alert to tell where the account is below its alert level, else None."""
    account = state.accounts.require(account_id)
    if account.balance_cents >= account.alert_below_cents:
        return None
    return f"{account.name} is below your alert level of {dollars(account.alert_below_cents)}."
