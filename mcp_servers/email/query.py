"""Searches as mail programs know them: words and operators, all of which must fit.

`from:ann subject:"site visit" has:attachment before:2026-03-01 -label:work`. Quotes keep words
together, a minus turns a term round, an unknown `word:` is searched for as it stands. This file
leaves out alternatives (OR) and brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mcp_servers.core.errors import InvalidArguments, did_you_mean
from mcp_servers.core.formats import one_date
from mcp_servers.email import mail
from mcp_servers.email.state import OWNER, EmailState, Message, Thread

Test = Callable[[EmailState, Message, Thread], bool]

_TERM = re.compile(r'(-?)(?:([A-Za-z]+):)?(?:"([^"]*)"?|([^\s"]+))')
_PLACES = ("inbox", "archive", "spam", "trash", "sent", "anywhere")
_STATES = ("unread", "read", "starred", "confidential")


@dataclass(frozen=True, slots=True)
class Query:
    """A search, ready to be asked of messages.

    Attributes:
        everywhere: True where spam and trash are searched, too: the search says `in:`.
    """

    tests: tuple[Test, ...]
    everywhere: bool

    def fits(self, state: EmailState, message: Message) -> bool:
        """True where the message passes every term."""
        thread = state.threads.require(message.thread_id)
        if not self.everywhere and thread.folder in ("spam", "trash"):
            return False
        return all(test(state, message, thread) for test in self.tests)


def read_query(text: str) -> Query:
    """Returns the search that a text stands for.

    Raises:
        InvalidArguments: for an operator with a value that it does not know.
    """
    tests, everywhere = [], False
    for minus, operator, quoted, plain in _TERM.findall(text):
        operator, value = operator.lower(), quoted or plain
        if value:
            test = _test(operator, value)
            tests.append(_opposite(test) if minus else test)
            everywhere |= operator == "in"
    return Query(tuple(tests), everywhere)


def _opposite(test: Test) -> Test:
    return lambda state, message, thread: not test(state, message, thread)


def _test(operator: str, value: str) -> Test:
    folded = value.casefold()
    match operator:
        case "from":
            return lambda state, m, _: folded in _person(state, m.sender)
        case "to":
            return lambda state, m, _: any(
                folded in _person(state, person) for person in mail.recipients(m)
            )
        case "subject":
            return lambda _state, _message, thread: folded in thread.subject.casefold()
        case "filename":
            return lambda state, m, _: any(
                folded in state.files.require(id).name.casefold() for id in m.files
            )
        case "label":
            return lambda state, m, _: _labelled(state, m.thread_id, folded)
        case "before" | "after":
            return _dated(operator, value)
        case "has" | "is" | "in":
            return _stated(operator, folded)
        case _:
            words = f"{operator}:{folded}" if operator else folded
            return lambda state, m, thread: words in _text(state, m, thread)


def _dated(operator: str, value: str) -> Test:
    """Returns a test of the day: `before` leaves the day itself out, `after` takes it in."""
    try:
        day = one_date(value)
    except ValueError as error:
        raise InvalidArguments(f"{operator}: takes a date as YYYY-MM-DD, got {value!r}") from error
    if operator == "before":
        return lambda _state, m, _thread: m.sent_at[:10] < day
    return lambda _state, m, _thread: m.sent_at[:10] >= day


def _stated(operator: str, value: str) -> Test:
    known = {"has": ("attachment",), "is": _STATES, "in": _PLACES}[operator]
    if value not in known:
        raise InvalidArguments(
            f"{operator}:{value} means nothing; {operator}: takes {', '.join(known)}."
            f"{did_you_mean(value, known)}"
        )
    tests: dict[str, Test] = {
        "attachment": lambda _state, m, _thread: bool(m.files),
        "unread": lambda state, m, _: m.id in state.unread,
        "read": lambda state, m, _: m.id not in state.unread,
        "starred": lambda _state, _message, thread: thread.starred,
        "confidential": lambda _state, m, _thread: m.confidential,
        "sent": lambda _state, m, _thread: m.sender == OWNER,
        "anywhere": lambda _state, _message, _thread: True,
    }
    return tests.get(value, lambda _state, _message, thread: thread.folder == value)


def _person(state: EmailState, person: str) -> str:
    if person == OWNER:
        return f"{OWNER} {state.owner_name}".casefold()
    contact = state.contacts.require(person)
    return f"{contact.name} {contact.address}".casefold()


def _labelled(state: EmailState, thread_id: str, value: str) -> bool:
    """True where a label of the thread is called so; `to-do` also means `To do`."""
    wanted = value.replace("-", " ")
    return any(
        state.labels.require(row.label_id).name.casefold().replace("-", " ") == wanted
        for row in state.labellings.where(thread_id=thread_id)
    )


def _text(state: EmailState, message: Message, thread: Thread) -> str:
    sender = mail.name_of(state, message.sender)
    return f"{thread.subject} {message.body} {sender}".casefold()
