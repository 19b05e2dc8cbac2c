"""Why the bank refuses a call that is well formed: one type for each rule.

Every message names the row, the figure that stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class InsufficientFunds(StateError):
    """The account cannot cover the amount, its overdraft included."""

    type = "insufficient_funds"


class AccountFrozen(StateError):
    """The bank has frozen the account: nothing goes in or out."""

    type = "account_frozen"


class WithdrawalLimitReached(StateError):
    """A savings account has used the withdrawals of this month."""

    type = "withdrawal_limit_reached"


class DailyLimitExceeded(StateError):
    """The payments of today would exceed the limit of the account or the card."""

    type = "daily_limit_exceeded"


class PayeeInactive(StateError):
    """The payee is on the list but may not be paid."""

    type = "payee_inactive"


class DateNotAhead(StateError):
    """A first payment date must lie after today and within a year."""

    type = "date_not_ahead"


class AlreadyScheduled(StateError):
    """The same payment is already planned."""

    type = "already_scheduled"


class AlreadyCancelled(StateError):
    """The scheduled payment has been cancelled before."""

    type = "already_cancelled"


class PaymentInProcess(StateError):
    """The scheduled payment is due today and on its way."""

    type = "payment_in_process"


class BillAlreadyPaid(StateError):
    """The bill has been paid."""

    type = "bill_already_paid"


class CardAlreadyFrozen(StateError):
    """The card is frozen already."""

    type = "card_already_frozen"


class CardNotFrozen(StateError):
    """The card is not frozen, so there is nothing to lift."""

    type = "card_not_frozen"


class CardFrozen(StateError):
    """A frozen card cannot pay."""

    type = "card_frozen"


class CardBlocked(StateError):
    """The bank has blocked the card for suspected fraud: only a replacement helps."""

    type = "card_blocked"


class CardReplaced(StateError):
    """The card has been replaced by another one."""

    type = "card_replaced"


class WrongSecurityCode(StateError):
    """The code is not the one of this card."""

    type = "wrong_security_code"


class NotDisputable(StateError):
    """Only purchases and bills paid by card can be disputed."""

    type = "not_disputable"


class TransactionPending(StateError):
    """The purchase has not been booked yet."""

    type = "transaction_pending"


class DisputeWindowPassed(StateError):
    """The purchase is too old to be disputed."""

    type = "dispute_window_passed"


class AlreadyDisputed(StateError):
    """A dispute about the transaction is open."""

    type = "already_disputed"
