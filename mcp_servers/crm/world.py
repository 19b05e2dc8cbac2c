"""Seeded worlds of the CRM: two teams, some thirty accounts, twice as many deals, and leads.

Every world has companies, people and deals that need a look to tell apart, and rows on which calls
fail: accounts on credit hold, deals that lack an amount, a contact or a meeting, contacts who have
left or opted out, leads whose company is an account already, a colleague with as many leads as
anybody may have. In half of the worlds you are a manager. A fair part of all records is yours.
"""

from __future__ import annotations

from random import Random

from mcp_servers.core.worlds import World
from mcp_servers.crm.cast import JOBS, TRADES, address, draw_owner, people
from mcp_servers.crm.pool import Pool
from mcp_servers.crm.sales import Sales
from mcp_servers.crm.state import Account, Contact, CrmState, User

TEAMS = ("North", "South")
USERS = 10
FAMILIES, SINGLES = 9, 10
ON_HOLD = 4
_YOU, _MANAGER, _LEFT = 0, 3, 4


def make_world(world: World) -> CrmState:
    """Returns the CRM of one company, the same for the same world."""
    state = CrmState(now=world.now)
    names = people(world)
    _add_users(state, world.rng, names)
    _add_accounts(state, world, names)
    for account in state.accounts:
        Sales(state, world.rng, account).add()
    for account_id in world.rng.sample(state.accounts.ids(), ON_HOLD):
        state.accounts.update(account_id, on_hold=True)
    Pool(state, world, names).add()
    return state


def _add_users(state: CrmState, rng: Random, names: list[str]) -> None:
    """Adds two teams of five with a manager each; you are in the first, where one has left."""
    for number in range(USERS):
        team, place = divmod(number, USERS // 2)
        state.users.insert(
            User(
                id=state.new_id("users"),
                name=names.pop(),
                role="manager" if place == _MANAGER else "rep",
                team=TEAMS[team],
                active=number != _LEFT,
            )
        )
    state.me_id = state.users.ids()[rng.choice((_YOU, _MANAGER))]


def _add_accounts(state: CrmState, world: World, names: list[str]) -> None:
    """Adds companies, two each of some names, and the people there."""
    rng = world.rng
    last = world.sample("last_name", FAMILIES + SINGLES)
    companies = [f"{name} {trade}" for name in last[:FAMILIES] for trade in rng.sample(TRADES, 2)]
    companies += [f"{name} {rng.choice(TRADES)}" for name in last[FAMILIES:]]
    rng.shuffle(companies)
    cities = world.sample("city", 8)
    for company in companies:
        account = state.accounts.insert(
            Account(
                id=state.new_id("accounts"),
                name=company,
                city=rng.choice(cities),
                owner_id=draw_owner(state, rng),
            )
        )
        for place in range(rng.randint(1, 3)):
            name = names.pop()
            state.contacts.insert(
                Contact(
                    id=state.new_id("contacts"),
                    account_id=account.id,
                    name=name,
                    title=rng.choice(JOBS),
                    email=address(name, company),
                    opted_out=rng.random() < 0.2,
                    left=place > 0 and rng.random() < 0.3,
                )
            )
