# ruff: noqa: ARG001 - the tools of the club are only declared

from typing import Annotated

import pytest

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.state import State
from mcp_servers.core.tools import ToolServer
from provelight.synthesis import Synthesizer
from provelight.synthesis.chains import Planner
from provelight.synthesis.graph import DependencyGraph, Edge
from provelight.synthesis.phrases import parse
from provelight.synthesis.plans import Carried, Recalled, Told, Worded
from provelight.synthesis.signatures import read_signature


@pytest.fixture(scope="module")
def bank(banking, signatures_of):
    signatures = signatures_of("banking")
    planner = Planner(signatures, banking.graphs["banking"])

    def plans(tool, text, follow_up=False):
        return planner.plans(parse(signatures[tool], text, follow_up))

    return plans


def test_a_look_up_comes_first(bank):
    (plan,) = bank("get_account", "How much is in {account.name}?")
    assert plan.chain == ("list_accounts", "get_account")
    assert plan.steps[1].sources == (("account_id", Told("account_id")),)


def test_two_of_one_type_share_a_look_up(bank):
    text = "{amount_cents} from {from_account_id:account.name} to {to_account_id:account.name}"
    (plan,) = bank("transfer_money", text)
    assert plan.chain == ("list_accounts", "transfer_money")
    assert plan.steps[0].finds == ("from_account_id", "to_account_id")


def test_a_chain_branches(bank):
    (plan,) = bank("pay_payee", "Pay {payee.name} {amount_cents} from {account.name}.")
    assert plan.chain[-1] == "pay_payee"
    assert set(plan.chain[:2]) == {"list_accounts", "list_payees"}


def test_what_a_look_up_needs_is_told_too(bank):
    (plan,) = bank(
        "dispute_transaction", "Dispute {transaction.description} on {account.name}: {reason}."
    )
    assert plan.chain == ("list_accounts", "list_transactions", "dispute_transaction")
    assert plan.steps[1].sources == (("account_id", Told("account")),)


def test_an_unsaid_id_is_carried(bank):
    (plan,) = bank("unfreeze_card", "Unfreeze my {card.name}.")
    assert plan.chain == ("list_cards", "get_card", "unfreeze_card")
    assert dict(plan.steps[2].sources)["security_code"] == Carried(1, "security_code")


def test_a_follow_up_recalls(bank):
    (plan,) = bank("unfreeze_card", "Unfreeze it again.", follow_up=True)
    assert plan.chain == ("get_card", "unfreeze_card")
    assert plan.steps[0].sources == (("card_id", Recalled("card")),)


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("get_account", "How much do I have?"),  # which account?
        ("dispute_transaction", "Dispute {transaction.description}: {reason}."),  # on which one?
        ("pay_payee", "Pay {payee.name} from {account.name}."),  # how much?
        ("get_account", "What is in {account.name}, and {card.name}?"),  # what is the card for?
        ("get_account", "What is in the account with {account.balance_cents}?"),  # no list shows it
    ],
)
def test_what_leaves_an_argument_open_or_a_word_unused_has_no_plan(bank, tool, text):
    assert bank(tool, text) == []


def test_a_search_takes_what_the_entity_is_called(signatures_of, cache_dir):
    signatures = signatures_of("mock")
    made = Synthesizer(["mock"], cache_dir=cache_dir)
    planner = Planner(signatures, made.graphs["mock"])
    (plan,) = planner.plans(parse(signatures["archive_note"], "Archive {note.title}."))
    assert plan.chain == ("search_notes", "archive_note")
    assert plan.steps[0].sources == (("query", Worded("note_id", "title")),)


class Event(Output):
    event_id: Annotated[str, out("Id.", entity="event")]
    title: Annotated[str, out("Title.", label_of="event")]


class Events(Output):
    events: Annotated[list[Event], out("Some.")]


class Group(Output):
    group_id: Annotated[str, out("Id.", entity="group")]
    name: Annotated[str, out("Name.", label_of="group")]


class Groups(Output):
    groups: Annotated[list[Group], out("All.")]


EventId = Annotated[str, arg("Id.", entity="event")]
GroupId = Annotated[str | None, arg("Id.", entity="group")]


def list_groups(state: State) -> Groups:
    """Lists groups of people."""
    return Groups(groups=[])


def list_events(state: State, group_id: GroupId = None) -> Events:
    """Lists events, of one group or of all."""
    return Events(events=[])


def list_guests(
    state: State,
    group_id: GroupId = None,
    event_id: Annotated[str | None, arg("Id.", entity="event")] = None,
) -> Groups:
    """Lists who comes, of a group or to an event."""
    return Groups(groups=[])


def cancel_event(state: State, event_id: EventId) -> Events:
    """Cancels an event."""
    return Events(events=[])


def invite_group(
    state: State, event_id: EventId, group_id: Annotated[str, arg("Id.", entity="group")]
) -> Events:
    """Invites a group to an event."""
    return Events(events=[])


@pytest.fixture
def club():
    server = ToolServer("club", "Club", "", State, lambda world: State(now=world.now))
    for read in (list_groups, list_events, list_guests):
        server.read(read)
    for write in (cancel_event, invite_group):
        server.write()(write)
    signatures = {name: read_signature(tool.spec) for name, tool in server.tools.items()}
    edges = [
        Edge("list_groups", "list_events", "explicit", "group_id", "group"),
        Edge("list_groups", "invite_group", "explicit", "group_id", "group"),
        Edge("list_events", "invite_group", "explicit", "event_id", "event"),
        Edge("list_events", "cancel_event", "explicit", "event_id", "event"),
    ]
    planner = Planner(signatures, DependencyGraph("club", tuple(edges)))

    def plans(tool, text, follow_up=False):
        return planner.plans(parse(signatures[tool], text, follow_up))

    return plans


def test_what_else_nothing_would_need_narrows_a_look_up_down(club):
    (plan,) = club("cancel_event", "Cancel {event.title} of {group.name}.")
    assert plan.chain == ("list_groups", "list_events", "cancel_event")
    assert plan.steps[1].sources == (("group_id", Told("group")),)


def test_what_is_needed_anyway_narrows_nothing_down(club):
    (plan,) = club("invite_group", "Invite {group.name} to {event.title}.")
    assert {step.sources for step in plan.steps[:-1]} == {()}


def test_a_follow_up_means_what_was_talked_about_though_the_argument_is_optional(club):
    (plan,) = club("list_events", "And what do they do?", follow_up=True)
    assert plan.steps[-1].sources == (("group_id", Recalled("group")),)
    assert club("list_events", "What is on?")[0].steps[-1].sources == ()


def test_a_follow_up_that_may_mean_two_types_says_so(club):
    plans = club("list_guests", "And who comes?", follow_up=True)
    assert {plan.steps[-1].sources for plan in plans} == {
        (("group_id", Recalled("group", others=("event",))),),
        (("event_id", Recalled("event", others=("group",))),),
    }
