"""Seeded worlds of the mailbox: some two dozen contacts, some fifty threads, labels and drafts.

Every world has names that need a look to tell apart (relatives, people with two addresses, threads
on like subjects), and rows on which calls fail: an address that bounces, machines, people who are
away, confidential messages, blocked and large files, drafts that lack something. In two of five
worlds little is left of the day's sending limit.
"""

from __future__ import annotations

from datetime import timedelta

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.email.history import History
from mcp_servers.email.state import (
    BLOCKED_TYPES,
    MOST_LABELS,
    MOST_RECIPIENTS,
    Contact,
    Draft,
    EmailState,
    Label,
    Labelling,
)
from mcp_servers.email.topics import LABELS, LARGE

_COMPANIES = 5
_PEOPLE = 12
_RELATIVES = 3
_SECOND_ADDRESSES = 3
_MACHINES = ("Orders", "Accounts", "Service Team", "Newsletter")


def make_world(world: World) -> EmailState:
    """Returns what is in one mailbox, the same for the same world."""
    state = EmailState(now=world.now, owner_name=world.people(1)[0])
    _add_contacts(state, world)
    History(state, world).write()
    _add_labels(state, world)
    _add_drafts(state, world)
    return state


def _add_contacts(state: EmailState, world: World) -> None:
    """Adds people and machines; the first second address is an old one that bounces."""
    rng = world.rng
    companies = world.sample("company", _COMPANIES)
    names = world.people(_PEOPLE)
    first = world.sample("first_name", _RELATIVES)
    names += [f"{a} {name.split()[-1]}" for a, name in zip(first, names, strict=False)]
    names = list(dict.fromkeys(names))
    rng.shuffle(names)
    for name in names:
        company = rng.choice(companies)
        _add_contact(state, name, _slug(name) + "@" + _slug(company) + ".example", company)
    for n, name in enumerate(rng.sample(names, _SECOND_ADDRESSES)):
        contact = _add_contact(state, name, _slug(name) + "@home.example")
        state.contacts.update(contact.id, bounces=n == 0)
    for machine, company in zip(_MACHINES, companies, strict=False):
        address = f"no-reply@{_slug(company)}.example"
        contact = _add_contact(state, f"{company} {machine}", address, company)
        state.contacts.update(contact.id, automated=True)
    people = [c.id for c in state.contacts if not (c.automated or c.bounces)]
    for id in rng.sample(people, 3):
        until = state.now.date() + timedelta(days=rng.randrange(1, 20))
        state.contacts.update(id, away_until=until.isoformat())


def _add_contact(state: EmailState, name: str, address: str, company: str | None = None) -> Contact:
    new = Contact(id=state.new_id("contacts"), name=name, address=address, company=company)
    return state.contacts.insert(new)


def _add_labels(state: EmailState, world: World) -> None:
    """Puts labels on most threads; two of the inbox have as many as they may."""
    rng = world.rng
    for name in LABELS:
        state.labels.insert(Label(id=state.new_id("labels"), name=name))
    full = rng.sample([thread.id for thread in state.threads.where(folder="inbox")], 2)
    for thread in state.threads:
        count = MOST_LABELS if thread.id in full else rng.choice((0, 1, 1, 2))
        for label_id in rng.sample(state.labels.ids(), count):
            id = f"{thread.id}/{label_id}"
            state.labellings.insert(Labelling(id=id, thread_id=thread.id, label_id=label_id))


def _add_drafts(state: EmailState, world: World) -> None:
    """Adds drafts: fit to be sent, lacking something, too big to grow, and answers."""
    rng = world.rng
    people = [c.id for c in state.contacts if not (c.automated or c.bounces)]
    one, two, three, four, five = rng.sample(people, 5)
    bouncing = state.contacts.where(bounces=True)[0].id
    city, other = world.sample("city", 2)
    at_work = [c.id for c in state.contacts if c.company and not c.automated]
    crowd = rng.sample(at_work, MOST_RECIPIENTS)
    _draft(state, f"Ideas for {city}", "Let us begin with the old harbour.", one)
    _draft(state, f"More ideas for {city}", "A boat trip would be another one.", one, two)
    _draft(state, f"Route to {other}", "Take the second exit after the bridge.")
    _draft(state, "Thank you", "", three)
    _draft(state, "Photos of the terrace", "The photos are attached.", four)
    _draft(state, "Are you still there?", "I have not heard from you for months.", bouncing)
    _draft(state, "Summer party", "Please tell me by Friday if you come.", *crowd)
    large = [f.id for f in state.files if f.name.endswith(LARGE) and _may_go(state, f.id)]
    draft = _draft(state, f"Film from {other}", "Here it is at last.", five)
    state.drafts.update(draft.id, files=frozenset(large[:1]))
    received = [m.id for m in state.messages if m.sender in people and _is_live(state, m.thread_id)]
    for message_id in rng.sample(received, 3):
        message = state.messages.require(message_id)
        subject = state.threads.require(message.thread_id).subject
        draft = _draft(state, subject, "I will see to it tomorrow.", message.sender)
        state.drafts.update(draft.id, answers=message.id)
    for n, id in enumerate(rng.sample(state.drafts.ids(), len(state.drafts))):
        at = state.now - timedelta(hours=n * 5 + 1, minutes=rng.randrange(60))
        state.drafts.update(id, saved_at=minute(at))


def _draft(state: EmailState, subject: str, body: str, *to: str) -> Draft:
    id, at = state.new_id("drafts"), minute(state.now)
    new = Draft(id=id, subject=subject, body=body, to=frozenset(to), saved_at=at)
    return state.drafts.insert(new)


def _may_go(state: EmailState, file_id: str) -> bool:
    file = state.files.require(file_id)
    confidential = state.messages.require(file.message_id).confidential
    return not confidential and not file.name.endswith(BLOCKED_TYPES)


def _is_live(state: EmailState, thread_id: str) -> bool:
    return state.threads.require(thread_id).folder in ("inbox", "archive")


def _slug(name: str) -> str:
    words = "".join(c if c.isalnum() and c.isascii() else " " for c in name.lower()).split()
    return ".".join(words)
