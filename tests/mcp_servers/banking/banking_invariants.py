"""The invariants that the state of the bank declares, as assertions on one state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mcp_servers.banking.state import WITHDRAWALS_PER_MONTH, BankState


def check_invariants(state: BankState) -> None:
    """Asserts every invariant of mcp_servers/banking/state.py that one state can show."""
    _ledger_sums_to_balances(state)
    _no_overdraft_beyond_limit(state)
    _daily_limits_hold(state)
    _savings_withdrawals_hold(state)
    _references_resolve(state)
    _nothing_twice(state)


def _ledger_sums_to_balances(state: BankState) -> None:
    for account in state.accounts:
        lines = state.transactions.where(account_id=account.id, status="posted")
        assert account.opening_cents + sum(t.amount_cents for t in lines) == account.balance_cents


def _no_overdraft_beyond_limit(state: BankState) -> None:
    for account in state.accounts:
        pending = state.transactions.where(account_id=account.id, status="pending")
        free = account.balance_cents + sum(t.amount_cents for t in pending)
        assert free >= -account.overdraft_cents


def _daily_limits_hold(state: BankState) -> None:
    paid: Counter[str] = Counter()
    today = state.now.date().isoformat()
    for line in state.transactions.where(date=today):
        if line.kind == "payment":
            paid[line.account_id] -= line.amount_cents
        if line.card_id is not None:
            paid[line.card_id] -= line.amount_cents
    for holder in (*state.accounts, *state.cards):
        assert paid[holder.id] <= holder.daily_limit_cents


def _savings_withdrawals_hold(state: BankState) -> None:
    savings = {a.id for a in state.accounts.where(kind="savings")}
    used = Counter(
        (t.account_id, t.date[:7])
        for t in state.transactions
        if t.account_id in savings and t.amount_cents < 0
    )
    assert max(used.values(), default=0) <= WITHDRAWALS_PER_MONTH


def _references_resolve(state: BankState) -> None:
    for line in state.transactions:
        assert line.account_id in state.accounts
        assert line.card_id is None or line.card_id in state.cards
    for payment in state.schedules:
        assert payment.account_id in state.accounts
        assert payment.payee_id in state.payees
    for card in state.cards:
        assert card.account_id in state.accounts
        assert (card.status == "replaced") == (card.replaced_by is not None)
        assert card.replaced_by is None or card.replaced_by in state.cards
    for dispute in state.disputes:
        assert dispute.transaction_id in state.transactions
    for bill in state.bills:
        assert (bill.status == "paid") == (bill.paid_by is not None)
        assert bill.paid_by is None or bill.paid_by in state.transactions


def _nothing_twice(state: BankState) -> None:
    _all_different(d.transaction_id for d in state.disputes)
    _all_different(b.paid_by for b in state.bills if b.paid_by)
    _all_different(
        (s.account_id, s.payee_id, s.amount_cents, s.frequency)
        for s in state.schedules.where(status="active")
    )
    _all_different(a.name for a in state.accounts)
    _all_different(p.name for p in state.payees)
    _all_different(c.name for c in state.cards if c.status != "replaced")
    _all_different(c.ending for c in state.cards)


def _all_different(values: Iterable[object]) -> None:
    counts = Counter(values)
    assert not [value for value, count in counts.items() if count > 1]
