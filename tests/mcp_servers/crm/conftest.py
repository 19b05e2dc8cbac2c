"""A small CRM made by hand, and calls on it."""

from __future__ import annotations

import pytest
from crm_small import small_crm
from machine import Call, Refused, caller, refuser

from mcp_servers.crm.state import CrmState
from mcp_servers.crm.tools import server


@pytest.fixture
def crm() -> CrmState:
    """See small_crm."""
    return small_crm()


@pytest.fixture
def call(crm: CrmState) -> Call:
    """Calls a tool and returns its result."""
    return caller(server, crm)


@pytest.fixture
def refused(crm: CrmState) -> Refused:
    """Makes a call that must be refused with a type, and returns the message."""
    return refuser(server, crm)
