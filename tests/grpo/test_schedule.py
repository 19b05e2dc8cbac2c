from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provelight.grpo.schedule import Schedule


def test_worked_example() -> None:
    """Two steps of warm-up, then from 1 at step 2 down to 0.2 at step 6."""
    schedule = Schedule(warmup_steps=2, total_steps=6, final_share=0.2)
    expected = [1 / 3, 2 / 3, 1.0, 0.8, 0.6, 0.4, 0.2, 0.2]
    assert [schedule(step) for step in range(8)] == pytest.approx(expected)


def test_a_final_share_of_one_keeps_the_rate() -> None:
    assert [Schedule()(step) for step in (0, 1, 1000)] == [1.0, 1.0, 1.0]


@settings(deadline=None)
@given(st.integers(0, 50), st.integers(1, 100), st.floats(0, 1), st.integers(0, 200))
def test_the_factor_is_never_negative_or_above_one(
    warmup: int, total: int, share: float, step: int
) -> None:
    assert 0 <= Schedule(warmup, total, share)(step) <= 1


@pytest.mark.parametrize(
    ("values", "key"),
    [((-1, 1, 1.0), "warmup_steps=-1"), ((0, 0, 1.0), "total_steps=0"), ((0, 1, 1.5), "1.5")],
)
def test_what_cannot_be_is_named(values: tuple[int, int, float], key: str) -> None:
    with pytest.raises(ValueError, match=key):
        Schedule(*values)
