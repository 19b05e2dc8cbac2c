"""Why the CRM refuses a call that is well formed: one type for each rule.

Every message names the row that stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class NotOwner(StateError):
    """The record belongs to somebody else."""

    type = "not_owner"


class LeadLimitReached(StateError):
    """The person has as many open leads as anybody may."""

    type = "lead_limit_reached"


class DuplicateLead(StateError):
    """An open lead has this e-mail address."""

    type = "duplicate_lead"


class LeadConverted(StateError):
    """The lead has become a contact."""

    type = "lead_converted"


class LeadStepNotAllowed(StateError):
    """A lead does not go from the one status to the other."""

    type = "lead_step_not_allowed"


class LeadNotContacted(StateError):
    """Nobody has spoken to the lead yet."""

    type = "lead_not_contacted"


class LeadNotQualified(StateError):
    """Only a qualified lead can be converted."""

    type = "lead_not_qualified"


class LeadClosed(StateError):
    """The lead is disqualified or converted."""

    type = "lead_closed"


class AccountExists(StateError):
    """There is an account of the lead's company."""

    type = "account_exists"


class AccountOnHold(StateError):
    """The account is on credit hold."""

    type = "account_on_hold"


class DuplicateDeal(StateError):
    """The account has an open deal of this name."""

    type = "duplicate_deal"


class DealClosed(StateError):
    """The deal is won or lost."""

    type = "deal_closed"


class DateNotAhead(StateError):
    """The date or time is not in the future."""

    type = "date_not_ahead"


class ContactElsewhere(StateError):
    """The contact belongs to another account."""

    type = "contact_elsewhere"


class ContactLeft(StateError):
    """The contact has left the company."""

    type = "contact_left"


class ContactOptedOut(StateError):
    """The contact wants neither calls nor e-mails."""

    type = "contact_opted_out"


class DiscountTooLarge(StateError):
    """Only a manager may go that far below the offer."""

    type = "discount_too_large"


class StageNotNext(StateError):
    """The deal would skip a stage, or stay where it is."""

    type = "stage_not_next"


class AmountMissing(StateError):
    """The deal has no amount yet."""

    type = "amount_missing"


class ContactMissing(StateError):
    """The deal has no contact who could receive the proposal."""

    type = "contact_missing"


class MeetingMissing(StateError):
    """No meeting about the deal has taken place."""

    type = "meeting_missing"


class OpenActivities(StateError):
    """Something is still to be done about it."""

    type = "open_activities"


class TimeTaken(StateError):
    """The owner has another call or meeting at that time."""

    type = "time_taken"


class ActivityDone(StateError):
    """The activity has been completed."""

    type = "activity_done"


class MeetingAhead(StateError):
    """A meeting cannot be completed before it begins."""

    type = "meeting_ahead"


class UserInactive(StateError):
    """The person has left."""

    type = "user_inactive"


class OtherTeam(StateError):
    """Only a manager hands things over to another team."""

    type = "other_team"


class AlreadyOwner(StateError):
    """The record belongs to that person already."""

    type = "already_owner"
