"""A wrong signature is refused when the server is imported, with what to write instead."""

from __future__ import annotations

import enum
from datetime import date
from typing import Annotated

import pytest
from tally_server import TallyState, Total

from mcp_servers.core.fields import arg
from mcp_servers.core.tools import Tool


class Colour(enum.StrEnum):
    RED = "red"


def no_state(a: Annotated[int, arg("A.")]) -> Total:
    """Says."""


def bare(state: TallyState, a: int) -> Total:
    """Says."""


def no_description(state: TallyState, a: Annotated[int, arg("")]) -> Total:
    """Says."""


def no_docstring(state: TallyState) -> Total: ...


def no_model(state: TallyState) -> dict:
    """Says."""


def a_date(state: TallyState, a: Annotated[date, arg("A.")]) -> Total:
    """Says."""


def an_enum(state: TallyState, a: Annotated[Colour, arg("A.")]) -> Total:
    """Says."""


def a_union(state: TallyState, a: Annotated[int | str, arg("A.")]) -> Total:
    """Says."""


def none_without_default(state: TallyState, a: Annotated[int | None, arg("A.")]) -> Total:
    """Says."""


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (no_state, "first parameter of no_state must be `state`"),
        (bare, r"parameter 'a' of bare must be written `a: Annotated"),
        (no_description, "needs a description"),
        (no_docstring, "no_docstring needs a docstring"),
        (no_model, "no_model must return an Output model"),
        (a_date, "use str, int"),
        (an_enum, "use str, int, float, bool, Literal"),
        (a_union, "use str, int"),
        (none_without_default, "needs the default None"),
    ],
)
def test_refused_with_the_fix(function, expected):
    with pytest.raises(TypeError, match=expected):
        Tool(function, is_read=True)
