"""Reports of what is wrong with a road; enough reports of a closure close it to cars."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import minute
from mcp_servers.maps.failures import AlreadyReported, NotOnARoad, TooManyReports
from mcp_servers.maps.network import closed_roads
from mcp_servers.maps.places import PlaceId
from mcp_servers.maps.state import (
    MOST_REPORTS,
    REPORT_WINDOW_MINUTES,
    MapsState,
    Report,
    ReportKind,
    Segment,
)


class RoadReport(Output):
    """Result of report_road."""

    report_id: Annotated[str, out("Id of the report.", entity="report")]
    street: Annotated[str, out("Where.", label_of="report")]
    reporters: Annotated[int, out("How many people have reported it.")]
    closed: Annotated[bool, out("Whether the road is closed to cars now.")]


def report_road(
    state: MapsState,
    place_id: PlaceId,
    kind: Annotated[ReportKind, arg("What is wrong.")],
) -> RoadReport:
    """Reports what is wrong with the road in front of a place; three reports close it to cars."""
    place = state.places.require(place_id)
    segment = state.segments.require(place.segment_id)
    if segment.road == "path":
        raise NotOnARoad(
            f"{place.name} lies on {segment.street}, a path without cars; reports are of roads."
        )
    known = next(iter(state.reports.where(segment_id=segment.id, kind=kind)), None)
    _require_new(state, known, segment)
    report = _count(state, known, segment, kind)
    return RoadReport(
        report_id=report.id,
        street=segment.street,
        reporters=report.reporters,
        closed=segment.id in closed_roads(state),
    )


def recent_reports(state: MapsState) -> list[str]:
    """Returns when the person made reports that are still counted, the oldest first."""
    since = minute(state.now - timedelta(minutes=REPORT_WINDOW_MINUTES))
    return sorted(r.mine_at for r in state.reports if r.mine_at is not None and r.mine_at > since)


def _require_new(state: MapsState, known: Report | None, segment: Segment) -> None:
    if known is not None and known.mine_at is not None:
        raise AlreadyReported(
            f"You reported {known.kind.replace('_', ' ')} on this part of {segment.street} at "
            f"{known.mine_at}; report something else, or another part."
        )
    recent = recent_reports(state)
    if len(recent) >= MOST_REPORTS:
        again = datetime.fromisoformat(recent[-MOST_REPORTS]) + timedelta(
            minutes=REPORT_WINDOW_MINUTES
        )
        raise TooManyReports(
            f"You made {len(recent)} reports within {REPORT_WINDOW_MINUTES} minutes; the next is "
            f"taken from {minute(again)} on."
        )


def _count(state: MapsState, known: Report | None, segment: Segment, kind: ReportKind) -> Report:
    now = minute(state.now)
    if known is not None:
        return state.reports.update(known.id, reporters=known.reporters + 1, mine_at=now)
    return state.reports.insert(
        Report(
            id=state.new_id("reports"), segment_id=segment.id, kind=kind, reporters=1, mine_at=now
        )
    )
