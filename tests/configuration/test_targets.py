"""Arguments against signatures, before anything is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from omegaconf import OmegaConf

from provelight.configuration import check_targets
from provelight.errors import ConfigError


class Opaque:
    pass


@dataclass(frozen=True)
class Settings:
    rank: int = 16
    alpha: float = 32.0
    kind: Literal["none", "nf4"] = "none"
    targets: str | Sequence[str] = "all"
    pair: tuple[float, float] = (0.9, 0.999)
    limit: int | None = None
    folder: Path = Path()
    opaque: Opaque | None = None
    rate: float | Opaque = 0.1
    weights: Any = None

    def __post_init__(self):
        pytest.fail("built while checking")


def open_ended(rank: int, **rest: object) -> None:
    pytest.fail(f"called with {rank} and {rest} while checking")


def check(**arguments):
    target = arguments.pop("_target_", f"{__name__}.Settings")
    check_targets(OmegaConf.create({"a": {"b": {"_target_": target, **arguments}}}))


def refusal(**arguments):
    with pytest.raises(ConfigError) as raised:
        check(**arguments)
    return str(raised.value)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"rank": 4, "alpha": 1, "kind": "nf4", "limit": None, "_partial_": True},
        {"targets": ["q", "k"], "pair": [0.5, 1], "folder": "/x", "weights": {"a": [1]}},
        {"opaque": "cannot be told from JSON"},
        {"weights": {"_target_": "fractions.Fraction", "numerator": 1}},
        {"_target_": f"{__name__}.open_ended", "anything": 1},
    ],
)
def test_what_fits_passes(arguments):
    check(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rank": 1.5}, "a.b.rank=1.5: should be a valid integer"),
        ({"rank": "4"}, 'a.b.rank="4": should be a valid integer'),
        ({"rank": None}, "a.b.rank=null: should be a valid integer"),
        ({"alpha": "high"}, 'a.b.alpha="high": should be a valid number'),
        ({"kind": "int8"}, "should be 'none' or 'nf4'"),
        ({"targets": 5}, "a.b.targets=5: "),
        ({"pair": [1.0]}, "a.b.pair=[1.0]: "),
        ({"rate": "abc"}, 'a.b.rate="abc": should be a valid number'),
        ({"limit": "many"}, 'a.b.limit="many": '),
        ({"_target_": f"{__name__}.open_ended", "rank": "x"}, 'a.b.rank="x": '),
    ],
)
def test_a_wrong_value_is_named_with_its_key(arguments, message):
    assert message in refusal(**arguments)


def test_an_unknown_argument_is_named_with_the_near_one():
    message = refusal(rnk=4)
    assert message.startswith("a.b.rnk=4: ")
    assert "did you mean rank?" in message
    assert "it takes rank, alpha" in refusal(zzz=4)


@pytest.mark.parametrize("target", ["nowhere.Thing", "fractions.Nothing", "not a name"])
def test_a_target_that_cannot_be_imported_is_named(target):
    message = refusal(_target_=target)
    assert message.startswith(f"a.b._target_={target}: cannot be imported")


def test_a_reference_to_what_the_run_fills_in_passes():
    node = {"_target_": f"{__name__}.Settings", "folder": "${run_folder}"}
    check_targets(OmegaConf.create({"run_folder": None, "a": node}))
    with pytest.raises(ConfigError, match=r"^a\.folder=5"):
        check_targets(OmegaConf.create({"run_folder": 5, "a": node}))


def test_nodes_in_lists_are_checked_too():
    node = {"_target_": f"{__name__}.Settings", "rank": "x"}
    with pytest.raises(ConfigError, match=r"^list\[1\]\.rank="):
        check_targets(OmegaConf.create({"list": [1, node]}))
