"""The look-up on who travels."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.core.wording import minute
from mcp_servers.travel_booking import party
from mcp_servers.travel_booking.state import Traveller, TravelState


class TravellerRow(Output):
    """A traveller in a list."""

    traveller_id: Annotated[str, out("Id of the traveller.", entity="traveller")]
    name: Annotated[str, out("Name of the traveller.", label_of="traveller")]
    kind: Annotated[str, out("child (under 12), youth or adult.")]
    passport_expires: Annotated[str | None, out("If there is a passport.", format="date")] = None
    credit_cents: Annotated[int, out("Travel credit.", format="money")]


class Travellers(Page):
    """Result of list_travellers."""

    travellers: Annotated[list[TravellerRow], out("By name.")]


def list_travellers(
    state: TravelState,
    kind: Annotated[Literal["child", "youth", "adult"] | None, arg("Only these.")] = None,
    offset: Offset = 0,
    limit: Limit = 8,
) -> Travellers:
    """Lists who travels on this account, with passports and travel credit."""
    found = [t for t in state.travellers if kind in (None, kind_of(state, t))]
    found.sort(key=lambda traveller: (traveller.name, traveller.id))
    rows, next_offset = page(found, offset, limit)
    travellers = [
        TravellerRow(
            traveller_id=t.id,
            name=t.name,
            kind=kind_of(state, t),
            passport_expires=t.passport_expires,
            credit_cents=t.credit_cents,
        )
        for t in rows
    ]
    return Travellers(travellers=travellers, total=len(found), next_offset=next_offset)


def kind_of(state: TravelState, traveller: Traveller) -> Literal["child", "youth", "adult"]:
    """Returns whether a traveller is a child, a youth or an adult today."""
    years = party.age(traveller, minute(state.now))
    if years < party.CHILD_BELOW:
        return "child"
    return "youth" if years < party.ADULT_FROM else "adult"
