"""Whatever is called, in whatever order: the invariants hold."""

from __future__ import annotations

from crm_invariants import check_changes, check_invariants
from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine

from mcp_servers.crm.pipeline import next_stage
from mcp_servers.crm.rules import is_yours
from mcp_servers.crm.state import CrmState
from mcp_servers.crm.tools import server
from provelight.records import Json

PICK = st.integers(0, 400)


class CrmMachine(ServerMachine):
    """Pushes deals and leads on, does what is to be done, and hands over, besides chance."""

    server = server
    state: CrmState

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: CrmState) -> None:
        check_changes(before, self.state)
        for table, key in (("deals", "deal_id"), ("leads", "lead_id"), ("accounts", "account_id")):
            row = getattr(before, table).get(arguments.get(key) or "")
            if row is not None and not server.tools[tool].is_read:
                assert is_yours(before, row.owner_id)
        if tool == "convert_lead":
            assert before.leads.require(arguments["lead_id"]).status == "qualified"
            grown = len(self.state.accounts) - len(before.accounts)
            assert grown == (1 if result["new_account"] else 0)

    def yours(self, table: str, pick: int) -> str:
        """Returns the id of a row that may be changed, of any row where there is none."""
        rows = [row for row in getattr(self.state, table) if is_yours(self.state, row.owner_id)]
        return rows[pick % len(rows)].id if rows else self.id_of(table, pick)

    @rule(pick=PICK, cents=st.integers(100, 1_000_00), contact=PICK)
    def push_deal(self, pick: int, cents: int, contact: int) -> None:
        deal = self.state.deals.require(self.yours("deals", pick))
        people = self.state.contacts.where(account_id=deal.account_id)
        self.call("update_deal", deal_id=deal.id, amount_cents=cents)
        self.call("update_deal", deal_id=deal.id, contact_id=people[contact % len(people)].id)
        stage = next_stage(deal)
        if stage is not None:
            self.call("move_deal", deal_id=deal.id, stage=stage)

    @rule(pick=PICK, outcome=st.sampled_from(["successful", "successful", "no_answer"]))
    def do_what_is_due(self, pick: int, outcome: str) -> None:
        due = [a.id for a in self.state.activities.where(outcome=None, owner_id=self.state.me_id)]
        activity = due[pick % len(due)] if due else self.id_of("activities", pick)
        self.call("complete_activity", activity_id=activity, outcome=outcome)

    @rule(pick=PICK, status=st.sampled_from(["working", "qualified", "disqualified"]))
    def set_lead(self, pick: int, status: str) -> None:
        self.call("update_lead", lead_id=self.yours("leads", pick), status=status)

    @rule(pick=PICK, account=PICK, into=st.booleans(), cents=st.none() | st.integers(100, 9_000))
    def convert(self, pick: int, account: int, into: bool, cents: int | None) -> None:
        leads = [
            lead.id
            for lead in self.state.leads.where(status="qualified")
            if is_yours(self.state, lead.owner_id)
        ]
        lead_id = leads[pick % len(leads)] if leads else self.id_of("leads", pick)
        account_id = self.yours("accounts", account) if into else None
        given = {"account_id": account_id, "deal_amount_cents": cents}
        self.call("convert_lead", lead_id=lead_id, **given)

    @rule(pick=PICK, user=PICK, lead=st.booleans())
    def hand_over(self, pick: int, user: int, lead: bool) -> None:
        user_id = self.id_of("users", user)
        if lead:
            self.call("update_lead", lead_id=self.yours("leads", pick), owner_id=user_id)
        else:
            account_id = self.yours("accounts", pick)
            self.call("transfer_account", account_id=account_id, user_id=user_id)


TestCrm = CrmMachine.TestCase
TestCrm.settings = MACHINE_SETTINGS
