"""A small tracker made by hand, and calls on it."""

from __future__ import annotations

import pytest
from issue_tracker_small import small_tracker
from machine import Call, Refused, caller, refuser

from mcp_servers.issue_tracker.state import TrackerState
from mcp_servers.issue_tracker.tools import server


@pytest.fixture
def tracker() -> TrackerState:
    """See small_tracker."""
    return small_tracker()


@pytest.fixture
def call(tracker: TrackerState) -> Call:
    """Calls a tool and returns its result."""
    return caller(server, tracker)


@pytest.fixture
def refused(tracker: TrackerState) -> Refused:
    """Makes a call that must be refused with a type, and returns the message."""
    return refuser(server, tracker)
