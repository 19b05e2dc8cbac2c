from __future__ import annotations

import pytest

from provelight.evaluation.bootstrap import bootstrap_mean, paired_gain


def test_worked_example() -> None:
    """Two values 0 and 1: resampled means are 0, 0.5, 1 with odds 1:2:1, so 95% span [0, 1]."""
    interval = bootstrap_mean([0.0, 1.0])
    assert (interval.mean, interval.low, interval.high, interval.count) == (0.5, 0.0, 1.0, 2)


def test_the_interval_is_that_of_the_normal_law_for_many_values() -> None:
    """100 values, half of them 1: the mean's deviation is 0.05, 1.96 of them to each side."""
    interval = bootstrap_mean([0.0, 1.0] * 50)
    assert interval.low == pytest.approx(0.402, abs=0.011)
    assert interval.high == pytest.approx(0.598, abs=0.011)


def test_the_same_values_give_the_same_interval() -> None:
    values = [0.1, 0.7, 0.4, 1.3]
    assert bootstrap_mean(values) == bootstrap_mean(values)


def test_pairing_takes_the_spread_of_tasks_out() -> None:
    before = [0.0, 0.5, 1.0, 1.3]
    gain = paired_gain([value + 0.1 for value in before], before)
    assert gain.low == pytest.approx(0.1)
    assert gain.high == pytest.approx(0.1)


def test_what_cannot_be_averaged_is_told() -> None:
    with pytest.raises(ValueError, match="at least one task"):
        bootstrap_mean([])
    with pytest.raises(ValueError, match="2 values after, 1 before"):
        paired_gain([1.0, 2.0], [1.0])


def test_it_is_written_as_mean_and_interval() -> None:
    interval = bootstrap_mean([0.25, 0.25])
    assert str(interval) == "0.250 [0.250, 0.250]"
    assert f"{interval:+}" == "+0.250 [+0.250, +0.250]"
    assert f"{interval:.1f}" == "0.2 [0.2, 0.2]"
