"""The tools of the CRM: which there are, which of them write, and how each may fail.

One session is one user, who changes what that user owns, or, as a manager, what the team owns. The
functions stand in leads.py, conversion.py, accounts.py, deals.py, terms.py, pipeline.py and
activities.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.crm import (
    accounts,
    activities,
    conversion,
    deals,
    failures,
    leads,
    pipeline,
    terms,
)
from mcp_servers.crm.state import CrmState
from mcp_servers.crm.world import make_world

server = ToolServer(
    "crm",
    title="CRM",
    instructions=(
        "Leads, accounts, deals and activities of a sales team. Amounts are integer cents. Look up "
        "the ids of records and people before you use them."
    ),
    state=CrmState,
    make_world=make_world,
)

server.read(leads.search_leads)
server.read(accounts.search_accounts)
server.read(accounts.get_account)
server.read(accounts.list_users)
server.read(deals.list_deals)
server.read(pipeline.get_deal)
server.read(activities.list_activities)

server.write(raises=(failures.LeadLimitReached, failures.DuplicateLead))(leads.create_lead)
server.write(
    raises=(
        failures.NotOwner,
        failures.LeadConverted,
        failures.LeadStepNotAllowed,
        failures.LeadNotContacted,
        failures.LeadLimitReached,
        failures.DuplicateLead,
        failures.OpenActivities,
        failures.AlreadyOwner,
        failures.UserInactive,
        failures.OtherTeam,
    )
)(leads.update_lead)
server.write(
    raises=(
        failures.NotOwner,
        failures.LeadConverted,
        failures.LeadNotQualified,
        failures.OpenActivities,
        failures.AccountExists,
        failures.AccountOnHold,
        failures.DuplicateDeal,
    )
)(conversion.convert_lead)
server.write(
    raises=(
        failures.NotOwner,
        failures.AccountOnHold,
        failures.DateNotAhead,
        failures.DuplicateDeal,
    )
)(deals.create_deal)
server.write(
    idempotent=True,
    raises=(
        failures.NotOwner,
        failures.DealClosed,
        failures.DateNotAhead,
        failures.DiscountTooLarge,
        failures.ContactElsewhere,
        failures.ContactLeft,
    ),
)(terms.update_deal)
server.write(
    destructive=True,
    raises=(
        failures.NotOwner,
        failures.DealClosed,
        failures.StageNotNext,
        failures.AmountMissing,
        failures.ContactMissing,
        failures.MeetingMissing,
        failures.OpenActivities,
        failures.AccountOnHold,
    ),
)(pipeline.move_deal)
server.write(
    raises=(
        failures.NotOwner,
        failures.LeadClosed,
        failures.DealClosed,
        failures.ContactOptedOut,
        failures.DateNotAhead,
        failures.TimeTaken,
    )
)(activities.schedule_activity)
server.write(raises=(failures.NotOwner, failures.ActivityDone, failures.MeetingAhead))(
    activities.complete_activity
)
server.write(
    raises=(
        failures.NotOwner,
        failures.AlreadyOwner,
        failures.UserInactive,
        failures.OtherTeam,
    )
)(accounts.transfer_account)
