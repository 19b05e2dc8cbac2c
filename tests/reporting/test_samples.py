"""Reading rollouts.jsonl."""

from __future__ import annotations

import pytest

from provelight.reporting.errors import ReportError
from provelight.reporting.samples import read_history
from tests.reporting.conftest import REWARD, line, rollout


def test_all_steps_count_and_the_last_are_kept(tmp_path):
    path = tmp_path / "rollouts.jsonl"
    path.write_text("".join(line(step, rollout()) for step in range(5) for _ in range(2)))
    history = read_history(path, 2)
    assert list(history.figures) == [0, 1, 2, 3, 4]
    assert list(history.samples) == [3, 4]
    assert (history.rollouts, history.shown) == (10, 4)
    assert history.samples[4][0].tokens == 2
    assert history.samples[4][0].rollout.ids == ()


def test_means_leave_out_what_is_excluded_or_does_not_apply(tmp_path):
    path = tmp_path / "rollouts.jsonl"
    abstained = rollout(reward={**dict.fromkeys(REWARD), "total": 0.0, "extra": {}}, success=False)
    path.write_text(
        line(0, rollout()) + line(0, abstained) + line(0, rollout(excluded=True, success=False))
    )
    step = read_history(path, 1).figures[0]
    assert step.mean("reward") == 0.8125 / 2
    assert step.mean("coverage") == 1.0
    assert step.mean("success") == 0.5
    assert step.rollouts == 3


def test_a_line_that_is_still_being_written_is_left_out(tmp_path):
    path = tmp_path / "rollouts.jsonl"
    path.write_text(line(0, rollout()) + line(1, rollout())[:50])
    assert list(read_history(path, 9).figures) == [0]


def test_a_broken_line_is_named(tmp_path):
    path = tmp_path / "rollouts.jsonl"
    path.write_text(line(0, rollout()) + line(1, rollout(row="first")) + line(2, rollout()))
    with pytest.raises(ReportError, match=r"rollouts.jsonl:2: .*row.*integer"):
        read_history(path, 9)
