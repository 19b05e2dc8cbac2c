from __future__ import annotations

import pytest

from provelight.environments.naming import qualified, split


def test_names_go_both_ways() -> None:
    """M9: one tool name on two servers makes two names."""
    assert qualified("banking", "pay_bill") == "banking__pay_bill"
    assert qualified("retail", "pay_bill") != qualified("banking", "pay_bill")
    assert split("banking__pay_bill") == ("banking", "pay_bill")
    assert split("issue_tracker__add__label") == ("issue_tracker", "add__label")
    assert split("pay_bill") == ("", "pay_bill")


@pytest.mark.parametrize("tool", ["a b", "caf\u00e9", "a.b", "x" * 60])
def test_names_that_no_model_api_takes_are_refused(tool: str) -> None:
    with pytest.raises(ValueError, match="at most 64"):
        qualified("server", tool)
