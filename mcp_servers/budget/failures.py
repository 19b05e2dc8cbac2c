"""Why the budget refuses a call that is well formed: one type for each rule.

Every message names the row, the figure that stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class AccountClosed(StateError):
    """The account has been closed."""

    type = "account_closed"


class InsufficientFunds(StateError):
    """The balance would fall below what the account allows."""

    type = "insufficient_funds"


class NoWithdrawalLeft(StateError):
    """The savings account allows no further withdrawal this month."""

    type = "no_withdrawal_left"


class SameAccount(StateError):
    """A transfer needs two accounts."""

    type = "same_account"


class CategoryArchived(StateError):
    """The category is no longer in use."""

    type = "category_archived"


class LimitExceeded(StateError):
    """A strict category has less left."""

    type = "limit_exceeded"


class DateAhead(StateError):
    """A transaction cannot lie ahead."""

    type = "date_ahead"


class MonthClosed(StateError):
    """The month has been closed."""

    type = "month_closed"


class IsTransfer(StateError):
    """Transfers have no category."""

    type = "is_transfer"


class SameCategory(StateError):
    """The transaction is in that category already."""

    type = "same_category"


class WrongKind(StateError):
    """An expense cannot be in an income category, nor the other way round."""

    type = "wrong_kind"


class NoExpense(StateError):
    """Only expense categories have limits."""

    type = "no_expense"


class OverPlanned(StateError):
    """The limits would exceed the planned income."""

    type = "over_planned"


class LimitBelowSpent(StateError):
    """More than that has been spent on a strict category."""

    type = "limit_below_spent"


class LimitUnchanged(StateError):
    """The limit is that already."""

    type = "limit_unchanged"


class DateNotAhead(StateError):
    """The first date does not lie within the next year."""

    type = "date_not_ahead"


class AlreadyRecurring(StateError):
    """There is an active recurring entry for that payee and category."""

    type = "already_recurring"


class RecurringStopped(StateError):
    """The recurring entry has been stopped."""

    type = "recurring_stopped"


class NotDueYet(StateError):
    """It is too early to post the recurring entry."""

    type = "not_due_yet"


class PaymentOverdue(StateError):
    """The recurring entry has to be posted before it can be stopped."""

    type = "payment_overdue"
