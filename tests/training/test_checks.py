"""Checks of a configuration that cross its parts."""

from __future__ import annotations

import pytest

from provelight.configuration import compose_config
from provelight.errors import ConfigError
from provelight.training.checks import check_config


@pytest.mark.parametrize("steps", ["many", "1.5", "true", "-1"])
def test_steps_are_a_whole_number_although_their_default_is_null(steps: str) -> None:
    with pytest.raises(ConfigError, match=r"steps=.*: give a whole number"):
        check_config(compose_config("train", [f"steps={steps}"]))


@pytest.mark.parametrize("steps", ["null", "0", "3"])
def test_steps_that_can_be_pass(steps: str) -> None:
    check_config(compose_config("train", [f"steps={steps}"]))


@pytest.mark.parametrize(
    ("override", "would_do"),
    [
        ("rollout.group_size=1", "2 or more"),
        ("seed=-1", "0 or more"),
        ("evaluation.split=test", "development"),
        ("evaluation.base_tasks=500", "evaluation.tasks=64"),
    ],
)
def test_a_value_that_cannot_be_is_told_with_what_would_do(override: str, would_do: str) -> None:
    with pytest.raises(ConfigError, match=f"{override}.*{would_do}"):
        check_config(compose_config("train", [override]))
