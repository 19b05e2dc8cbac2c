"""Fixtures: a small mailbox made by hand, and calls on it."""

from __future__ import annotations

import pytest
from email_mailbox import small_mailbox
from machine import Call, Refused, caller, refuser

from mcp_servers.email.state import EmailState
from mcp_servers.email.tools import server


@pytest.fixture
def mailbox() -> EmailState:
    return small_mailbox()


@pytest.fixture
def call(mailbox: EmailState) -> Call:
    return caller(server, mailbox)


@pytest.fixture
def refused(mailbox: EmailState) -> Refused:
    return refuser(server, mailbox)
