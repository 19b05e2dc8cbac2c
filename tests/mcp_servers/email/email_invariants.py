"""The invariants that the state of the mailbox declares, as assertions on one state or on two."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from mcp_servers.email.state import (
    BLOCKED_TYPES,
    LIMIT_HOURS,
    MOST_KB,
    MOST_LABELS,
    MOST_RECIPIENTS,
    MOST_SENT,
    OWNER,
    Draft,
    EmailState,
    Message,
)


def check_invariants(state: EmailState) -> None:
    """Asserts every invariant of mcp_servers/email/state.py that one state can show."""
    _threads_are_orderly(state)
    _nobody_is_named_twice(state)
    _drafts_are_within_limits(state)
    _labels_are_few_and_once(state)
    _sending_is_limited(state)
    _references_resolve(state)


def check_append_only(before: EmailState, after: EmailState) -> None:
    """Asserts that all messages and files of `before` are as they were, in their old places."""
    for table in ("messages", "files"):
        old, new = list(getattr(before, table)), list(getattr(after, table))
        assert new[: len(old)] == old


def everybody(row: Draft | Message) -> list[str]:
    """Returns all whom a draft or message names as recipients, as often as it does."""
    return [*row.to, *row.cc, *row.bcc]


def _threads_are_orderly(state: EmailState) -> None:
    for thread in state.threads:
        messages = state.messages.where(thread_id=thread.id)
        assert messages
        assert [m.sent_at for m in messages] == sorted(m.sent_at for m in messages)
        earlier: set[str] = set()
        for message in messages:
            assert message.answers is None or message.answers in earlier
            earlier.add(message.id)
        received = any(m.sender != OWNER for m in messages)
        assert received or thread.folder in ("archive", "trash")
    for row in state.unread:
        assert state.messages.require(row.id).sender != OWNER


def _nobody_is_named_twice(state: EmailState) -> None:
    for message in state.messages:
        named = [*everybody(message), message.sender]
        assert len(set(named)) == len(named)
        assert message.sender == OWNER or not message.bcc
        assert message.sender == OWNER or OWNER in everybody(message)
    for draft in state.drafts:
        assert len(set(everybody(draft))) == len(everybody(draft))
        assert OWNER not in everybody(draft)


def _drafts_are_within_limits(state: EmailState) -> None:
    for draft in state.drafts:
        files = [state.files.require(id) for id in draft.files]
        assert len(everybody(draft)) <= MOST_RECIPIENTS
        assert sum(file.size_kb for file in files) <= MOST_KB
        assert not any(file.name.endswith(BLOCKED_TYPES) for file in files)
        assert not any(state.messages.require(file.message_id).confidential for file in files)
        assert not any(state.contacts.require(id).automated for id in everybody(draft))
    answered = [draft.answers for draft in state.drafts if draft.answers is not None]
    assert len(set(answered)) == len(answered)
    for draft in state.drafts:
        if draft.answers is not None:
            thread = state.threads.require(state.messages.require(draft.answers).thread_id)
            assert draft.subject == thread.subject


def _labels_are_few_and_once(state: EmailState) -> None:
    pairs = Counter((row.thread_id, row.label_id) for row in state.labellings)
    assert max(pairs.values(), default=1) == 1
    assert all(row.id == f"{row.thread_id}/{row.label_id}" for row in state.labellings)
    used = Counter(row.thread_id for row in state.labellings)
    assert max(used.values(), default=0) <= MOST_LABELS


def _sending_is_limited(state: EmailState) -> None:
    sent = state.messages.where(sender=OWNER)
    for message in sent:
        people = [state.contacts.require(id) for id in everybody(message)]
        assert not any(person.bounces or person.automated for person in people)
        end = datetime.fromisoformat(message.sent_at)
        since = (end - timedelta(hours=LIMIT_HOURS)).isoformat(timespec="minutes")
        window = [m for m in sent if since < m.sent_at <= message.sent_at]
        assert sum(len(everybody(m)) for m in window) <= MOST_SENT


def _references_resolve(state: EmailState) -> None:
    people = {OWNER, *state.contacts.ids()}
    for message in state.messages:
        assert message.thread_id in state.threads
        assert {message.sender, *everybody(message)} <= people
        assert all(id in state.files for id in message.files)
    for draft in state.drafts:
        assert set(everybody(draft)) <= people
        assert all(id in state.files for id in draft.files)
    assert all(file.id in state.messages.require(file.message_id).files for file in state.files)
    assert all(row.thread_id in state.threads for row in state.labellings)
    assert all(row.label_id in state.labels for row in state.labellings)
