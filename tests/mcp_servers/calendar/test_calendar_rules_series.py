"""Series: rules as RFC 5545 has them, changes of the clocks, single dates moved and cancelled."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr

from mcp_servers.calendar import recurrence
from mcp_servers.core.errors import NotFound

PATTERNS = ("daily", "weekdays", "weekly", "monthly_by_date", "monthly_by_weekday", "yearly")


@pytest.mark.parametrize("repeat", PATTERNS)
@pytest.mark.parametrize("every", [1, 2, 5])
@pytest.mark.parametrize("until", [None, "2026-10-30"])
@pytest.mark.parametrize("start", ["2026-01-30T09:15", "2025-12-29T23:30"])
def test_the_rule_in_writing_means_the_same_dates(diary, add, repeat, every, until, start):
    """dateutil reads the text with zone-aware times, where ours expands local ones."""
    event = diary.events.require(
        add(start, repeat=repeat, every=every, until=until, time_zone="Europe/Berlin")
    )
    line = recurrence.timeline(diary, event)
    first = datetime.fromisoformat(start).replace(tzinfo=ZoneInfo("Europe/Berlin"))
    rule = rrulestr(recurrence.rrule_text(event), dtstart=first)
    read = [at.astimezone(UTC).replace(tzinfo=None) for _, at in zip(line, rule, strict=False)]
    assert [at for at, _ in line] == read
    assert until is None or len(line) == len(list(rule))


def test_a_series_keeps_its_hour_when_the_clocks_of_its_zone_change(add, call):
    """Berlin leaves winter time two weeks after New York: until then the talk is an hour later."""
    event_id = add("2026-03-02T15:00", repeat="weekly", time_zone="Europe/Berlin")
    shown = call("get_event", event_id=event_id)
    assert [d["start"] for d in shown["dates"][:2]] == ["2026-03-23T10:00", "2026-03-30T09:00"]
    assert shown["rrule"] == "FREQ=WEEKLY;BYDAY=MO"


def test_a_time_that_the_clock_skips_counts_with_the_offset_before(call):
    made = call(
        "create_event",
        calendar_id="CAL-0001",
        title="Night shift",
        start="2026-03-29T02:30",
        minutes=30,
        time_zone="Europe/Berlin",
    )
    assert made["start"] == "2026-03-28T21:30"


def test_monthly_patterns(add, call):
    event_id = add("2026-03-31T09:00")
    by_date = call("repeat_event", event_id=event_id, repeat="monthly_by_date")
    assert by_date["rrule"] == "FREQ=MONTHLY;BYMONTHDAY=31"
    dates = [d["start"][:10] for d in call("get_event", event_id=event_id)["dates"]]
    assert dates[:3] == ["2026-03-31", "2026-05-31", "2026-07-31"]
    by_day = call("repeat_event", event_id=event_id, repeat="monthly_by_weekday", every=2)
    assert by_day["rrule"] == "FREQ=MONTHLY;INTERVAL=2;BYDAY=5TU"


def test_the_last_day_belongs_to_the_series(add, call, refused):
    event_id = add("2026-03-19T09:00")
    report = call("repeat_event", event_id=event_id, repeat="daily", until="2026-03-21")
    assert report["rrule"] == "FREQ=DAILY;UNTIL=20260322T035959Z"
    assert len(call("get_event", event_id=event_id)["dates"]) == 3
    pattern = {"event_id": event_id, "repeat": "daily"}
    refused("same_pattern", "repeat_event", until="2026-03-21", **pattern)
    refused("until_too_early", "repeat_event", until="2026-03-18", **pattern)
    call("repeat_event", until="2026-03-19", **pattern)


def test_weekdays_leave_out_a_weekend(add, refused):
    message = refused(
        "off_pattern", "repeat_event", event_id=add("2026-03-21T09:00"), repeat="weekdays"
    )
    assert "use daily or weekly" in message


def test_moving_one_date_leaves_the_others(add, call, diary):
    event_id = add("2026-03-02T09:00", repeat="weekly", invited="PER-0002")
    date_id = f"{event_id}@2026-03-23"
    report = call("move_occurrence", occurrence_id=date_id, start="2026-03-25T14:00")
    assert (report["was"], report["start"]) == ("2026-03-23T09:00", "2026-03-25T14:00")
    dates = call("get_event", event_id=event_id)["dates"]
    assert dates[0] == {"occurrence_id": date_id, "start": "2026-03-25T14:00", "moved": True}
    assert dates[1]["start"] == "2026-03-30T09:00"
    assert next(iter(diary.attendees)).answer == "accepted"
    call("move_occurrence", occurrence_id=date_id, start="2026-03-23T09:00")
    assert len(diary.deviations) == 0


def test_a_date_stays_between_its_neighbours(add, call, refused):
    event_id = add("2026-03-16T09:00", repeat="daily")
    move = {"occurrence_id": f"{event_id}@2026-03-20"}
    for start in ("2026-03-19T09:59", "2026-03-21T08:01", "2026-03-25T09:00"):
        refused("skips_occurrence", "move_occurrence", start=start, **move)
    call("move_occurrence", start="2026-03-19T10:00", **move)
    call("move_occurrence", start="2026-03-21T08:00", **move)


def test_a_date_is_cancelled_once_and_for_all(add, call, refused):
    event_id = add("2026-03-16T09:00", repeat="weekly")
    date = {"occurrence_id": f"{event_id}@2026-03-23"}
    assert call("cancel_occurrence", **date)["next_start"] == "2026-03-30T09:00"
    message = refused("occurrence_cancelled", "cancel_occurrence", **date)
    assert f"{event_id}@2026-03-30" in message
    refused("occurrence_cancelled", "move_occurrence", start="2026-03-24T09:00", **date)
    past = {"occurrence_id": f"{event_id}@2026-03-16"}
    refused("occurrence_over", "cancel_occurrence", **past)
    shown = call("list_events", days=14)["events"]
    assert [row["start"] for row in shown] == ["2026-03-30T09:00"]


@pytest.mark.parametrize("odd", ["EVT-0001@2026-03-24", "EVT-0001", "EVT-0002@2026-03-19"])
def test_dates_that_are_not_in_the_rule_are_unknown(add, call, odd):
    add("2026-03-16T09:00", repeat="weekly")
    add("2026-03-19T09:00")
    with pytest.raises(NotFound, match="get_event shows the ids"):
        call("cancel_occurrence", occurrence_id=odd)


def test_a_series_changes_its_hour_and_keeps_its_days(add, call, refused, diary):
    event_id = add("2026-03-16T09:00", repeat="weekly", invited="PER-0002 PER-0003")
    call("cancel_occurrence", occurrence_id=f"{event_id}@2026-03-23")
    call("move_occurrence", occurrence_id=f"{event_id}@2026-03-30", start="2026-03-31T09:00")
    refused(
        "series_keeps_days",
        "reschedule_event",
        event_id=event_id,
        start_time="11:00",
        new_date="2026-03-24",
    )
    report = call("reschedule_event", event_id=event_id, start_time="11:00")
    assert (report["start"], report["asked_again"]) == ("2026-03-30T11:00", 2)
    assert {a.answer for a in diary.attendees} == {"needs_action"}


def test_a_series_cannot_be_moved_into_the_past(add, call, refused):
    event_id = add("2026-03-11T12:00", repeat="weekly", until="2026-03-18")
    refused("time_passed", "reschedule_event", event_id=event_id, start_time="08:00")
    call("reschedule_event", event_id=event_id, start_time="16:00")
