"""Searches in messages: words and operators, all of which must fit.

`from:` and `mentions:` take part of a name or `me`, `in:` the name of a channel, `has:` says what
belongs to a message, `before:` and `after:` take dates. An unknown `word:` is searched for as it
stands.
"""

from __future__ import annotations

from collections.abc import Callable

from mcp_servers.core.errors import InvalidArguments, did_you_mean
from mcp_servers.core.formats import one_date
from mcp_servers.team_chat.state import ChatState, Message

Test = Callable[[Message], bool]

_EXTRAS = ("pin", "reaction", "thread")


def read_query(state: ChatState, text: str) -> list[Test]:
    """Returns the tests that a message must pass.

    Raises:
        InvalidArguments: for an operator with a value that it does not know.
    """
    return [_test(state, term) for term in text.casefold().split()]


def _test(state: ChatState, term: str) -> Test:
    operator, _, value = term.partition(":")
    match operator if value else "":
        case "from":
            people = _people(state, value)
            return lambda message: message.author in people
        case "mentions":
            people = _people(state, value)
            return lambda message: not people.isdisjoint(message.mentions)
        case "in":
            name = value.removeprefix("#")
            channels = {c.id for c in state.channels if c.name == name}
            return lambda message: message.channel_id in channels
        case "has":
            ids = _having(state, value)
            return lambda message: message.id in ids
        case "before" | "after":
            return _dated(operator, value)
        case _:
            return lambda message: term in _text(state, message)


def _people(state: ChatState, value: str) -> set[str]:
    if value == "me":
        return {state.me}
    return {user.id for user in state.users if value in user.name.casefold()}


def _having(state: ChatState, value: str) -> set[str]:
    match value:
        case "pin":
            return set(state.pins.ids())
        case "reaction":
            return {reaction.message_id for reaction in state.reactions}
        case "thread":
            return {message.root for message in state.messages if message.root is not None}
        case _:
            raise InvalidArguments(
                f"has:{value} means nothing; has: takes {', '.join(_EXTRAS)}."
                f"{did_you_mean(value, _EXTRAS)}"
            )


def _dated(operator: str, value: str) -> Test:
    """Returns a test of the day: `before` leaves the day itself out, `after` takes it in."""
    try:
        day = one_date(value)
    except ValueError as error:
        raise InvalidArguments(f"{operator}: takes a date as YYYY-MM-DD, got {value!r}") from error
    if operator == "before":
        return lambda message: message.at[:10] < day
    return lambda message: message.at[:10] >= day


def _text(state: ChatState, message: Message) -> str:
    return f"{message.text} {state.users.require(message.author).name}".casefold()
