"""Generated worlds: sound, repeatable, with companies and people that need a look."""

from __future__ import annotations

from collections import Counter

import pytest
from crm_invariants import check_invariants

from mcp_servers.core.hashing import state_hash
from mcp_servers.core.pools import pool
from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.crm.rules import open_leads
from mcp_servers.crm.state import CLOSED, MOST_LEADS, CrmState
from mcp_servers.crm.world import make_world

SEEDS = range(0, 1100, 40)


@pytest.fixture(scope="module")
def worlds() -> list[CrmState]:
    return [make_world(World(seed, "crm")) for seed in SEEDS]


def test_worlds_are_sound(worlds):
    for state in worlds:
        check_invariants(state)
        now = minute(state.now)
        for deal in state.deals:
            assert deal.created_at < (deal.closed_at or now) <= now
            assert (deal.close_date <= now[:10]) == (deal.stage in CLOSED)
        for activity in state.activities:
            about = state.leads.get(activity.lead_id or "") or state.deals.get(
                activity.deal_id or ""
            )
            assert activity.done_at is None or about.created_at <= activity.done_at <= now


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    hashes = [state_hash(make_world(World(seed, "crm"))) for seed in (5, 5, 6)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_sizes(worlds):
    for state in worlds:
        assert len(state.users) == 10
        assert len(state.accounts) == 28
        assert len(state.contacts) >= 35
        assert len(state.deals) >= 35
        assert len(state.leads) >= 40
        assert len(state.activities) >= 100


def test_some_names_need_a_second_look(worlds):
    for state in worlds:
        families = Counter(account.name.split()[0] for account in state.accounts)
        assert sum(count > 1 for count in families.values()) >= 9
        deals = Counter(deal.name for deal in state.deals)
        assert max(deals.values()) >= 3
        assert len({lead.name for lead in state.leads}) == len(state.leads)
    shared = [
        len({p.name.split()[-1] for p in (*s.leads, *s.contacts)}) < len(s.leads) + len(s.contacts)
        for s in worlds
    ]
    assert all(shared)


def test_troubles_are_common(worlds):
    for find in (
        lambda s: s.accounts.where(on_hold=True),
        lambda s: [d for d in s.deals if d.stage == "qualification" and d.amount_cents is None],
        lambda s: [d for d in s.deals if d.stage == "qualification" and d.contact_id is None],
        lambda s: s.contacts.where(left=True),
        lambda s: s.contacts.where(opted_out=True),
        lambda s: s.leads.where(status="qualified", owner_id=s.me_id),
        lambda s: s.leads.where(status="converted"),
        lambda s: [u for u in s.users if open_leads(s, u.id) == MOST_LEADS],
        lambda s: [a for a in s.activities.where(outcome=None) if a.due_at < minute(s.now)],
    ):
        assert sum(bool(find(state)) for state in worlds) / len(worlds) > 0.7
    managers = sum(s.users.require(s.me_id).role == "manager" for s in worlds) / len(worlds)
    assert 0.2 < managers < 0.8


def test_everything_new_draws_all_names_from_the_held_out_pools():
    seen = {name for kind in ("first_name", "last_name") for name in pool(kind)}
    for seed in range(1000, 1010):
        state = make_world(World(seed, "crm", everything_new=True))
        check_invariants(state)
        named = (*state.users, *state.contacts, *state.leads)
        words = {word for row in named for word in row.name.split()}
        words |= {account.name.split()[0] for account in state.accounts}
        assert not words & seen
