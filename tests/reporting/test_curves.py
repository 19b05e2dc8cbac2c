"""Curves: every mean inside the box, in the order of the steps."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from provelight.reporting.curves import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, curve, curves
from provelight.reporting.samples import StepFigures

VALUES = st.floats(-5, 5)


@given(st.dictionaries(st.integers(0, 999), VALUES, min_size=1))
@settings(deadline=None)
def test_points_stay_in_the_box_and_higher_values_are_drawn_higher(means):
    drawn = curve("reward", dict(sorted(means.items())), min(means), max(means))
    assert [point.x for point in drawn.points] == sorted(point.x for point in drawn.points)
    for point in drawn.points:
        assert LEFT <= point.x <= WIDTH - RIGHT
        assert TOP <= point.y <= HEIGHT - BOTTOM
    heights = [y for _, y in drawn.ticks]
    assert heights == sorted(heights, reverse=True)


def test_the_ends_of_the_axes():
    drawn = curve("reward", {2: 0.0, 4: 1.0}, 2, 4)
    first, last = drawn.points
    assert (first.x, first.y) == (LEFT, HEIGHT - BOTTOM)
    assert (last.x, last.y) == (WIDTH - RIGHT, TOP)
    assert drawn.path == f"{first.x},{first.y} {last.x},{last.y}"


def test_a_part_that_never_applies_has_no_curve():
    assert [c.name for c in curves({0: StepFigures(1, {"reward": [1.0]})})] == ["reward"]
