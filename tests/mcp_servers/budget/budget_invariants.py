"""The invariants that the state of the budget declares, as assertions on one state."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter

from mcp_servers.budget.state import BudgetState, Category


def check_invariants(state: BudgetState) -> None:
    """Asserts every invariant of mcp_servers/budget/state.py that one state can show."""
    _balances_are_sums(state)
    _entries_are_transfers_or_of_a_category(state)
    _strict_categories_keep_within(state)
    _limits_keep_within_the_plan(state)
    _nothing_lies_ahead(state)
    _recurring_keeps_its_day(state)
    _names_differ(state)


def _balances_are_sums(state: BudgetState) -> None:
    sums: Counter[str] = Counter()
    withdrawals: Counter[tuple[str, str]] = Counter()
    for entry in state.entries:
        sums[entry.account_id] += entry.cents
        withdrawals[entry.account_id, entry.date[:7]] += entry.cents < 0
    for account in state.accounts:
        assert account.balance_cents == account.opening_cents + sums.pop(account.id, 0)
        assert account.balance_cents >= account.floor_cents
        if account.withdrawals is not None:
            made = [n for (id, _), n in withdrawals.items() if id == account.id]
            assert max(made, default=0) <= account.withdrawals
    assert not sums


def _entries_are_transfers_or_of_a_category(state: BudgetState) -> None:
    moved: dict[str, list[tuple[str, int]]] = {transfer.id: [] for transfer in state.transfers}
    for entry in state.entries:
        assert (entry.category_id is None) == (entry.transfer_id is not None)
        assert (entry.payee is None) == (entry.transfer_id is not None)
        if entry.transfer_id is not None:
            moved[entry.transfer_id].append((entry.account_id, entry.cents))
        else:
            kind = state.categories.require(entry.category_id or "").kind
            assert (entry.cents > 0) == (kind == "income")
    for id, ends in moved.items():
        row = state.transfers.require(id)
        assert row.cents > 0
        assert row.from_account_id != row.to_account_id
        assert sorted(ends) == sorted(
            [(row.from_account_id, -row.cents), (row.to_account_id, row.cents)]
        )


def _strict_categories_keep_within(state: BudgetState) -> None:
    spent: Counter[tuple[str, str]] = Counter()
    for entry in state.entries:
        if entry.category_id is not None:
            spent[entry.category_id, entry.date[:7]] -= entry.cents
    for category in state.categories.where(strict=True):
        for month, available in _available(state, category, spent).items():
            assert spent[category.id, month] <= available


def _available(
    state: BudgetState, category: Category, spent: Counter[tuple[str, str]]
) -> dict[str, int]:
    """Returns what is available in each month up to now: limits are carried on, rests if wanted."""
    limits = {row.from_month: row.cents for row in state.limits.where(category_id=category.id)}
    found: dict[str, int] = {}
    limit = rest = 0
    month = min(limits, default="9999")
    while month <= f"{state.now:%Y-%m}":
        limit = limits.get(month, limit)
        found[month] = limit + (rest if category.rolls_over else 0)
        rest = max(0, found[month] - spent[category.id, month])
        year, number = int(month[:4]), int(month[5:])
        month = f"{year}-{number + 1:02d}" if number < 12 else f"{year + 1}-01"
    return found


def _limits_keep_within_the_plan(state: BudgetState) -> None:
    pairs = [(row.category_id, row.from_month) for row in state.limits]
    assert len(set(pairs)) == len(pairs)
    assert all(state.categories.require(id).kind == "expense" for id, _ in pairs)
    for month in {month for _, month in pairs}:
        held = {}
        for row in sorted(state.limits, key=lambda row: row.from_month):
            if row.from_month <= month:
                held[row.category_id] = row.cents
        assert sum(held.values()) <= state.planned_cents


def _nothing_lies_ahead(state: BudgetState) -> None:
    today = state.now.date().isoformat()
    assert all(entry.date <= today for entry in state.entries)
    assert all(transfer.date <= today for transfer in state.transfers)


def _recurring_keeps_its_day(state: BudgetState) -> None:
    for row in state.recurring:
        assert row.cents > 0
        assert {row.account_id} <= set(state.accounts.ids())
        if row.every != "weekly":
            last = monthrange(int(row.next_due[:4]), int(row.next_due[5:7]))[1]
            assert int(row.next_due[8:]) == min(row.day, last)
    active = Counter(
        (r.payee.casefold(), r.category_id) for r in state.recurring.where(status="active")
    )
    assert max(active.values(), default=1) == 1


def _names_differ(state: BudgetState) -> None:
    for table in (state.accounts, state.categories):
        assert len({row.name for row in table}) == len(table)
    assert all(e.recurring_id is None or e.recurring_id in state.recurring for e in state.entries)
