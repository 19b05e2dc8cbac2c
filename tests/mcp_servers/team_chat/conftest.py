"""Fixtures: a small team made by hand, and calls on its chat."""

from __future__ import annotations

import pytest
from machine import Call, Refused, caller, refuser
from team_chat_team import small_team

from mcp_servers.team_chat.state import ChatState
from mcp_servers.team_chat.tools import server


@pytest.fixture
def chat() -> ChatState:
    return small_team()


@pytest.fixture
def call(chat: ChatState) -> Call:
    return caller(server, chat)


@pytest.fixture
def refused(chat: ChatState) -> Refused:
    return refuser(server, chat)
