from __future__ import annotations

import json
import math
from typing import Any

import mcp_types as types
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provelight.environments.arguments import MAX_DEPTH, why_unsendable

texts = st.text(st.characters(codec="utf-8"))
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**1000), 2**1000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=8
)


@settings(deadline=None, max_examples=30)
@given(st.dictionaries(texts, values))
def test_json_objects_are_sendable_and_arrive_unchanged(arguments: dict[str, Any]) -> None:
    assert why_unsendable(arguments) is None
    params = types.CallToolRequestParams(name="tool", arguments=arguments)
    line = params.model_dump_json(by_alias=True)
    assert types.CallToolRequestParams.model_validate_json(line).arguments == arguments


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([1], "object"),
        ("{}", "object"),
        (None, "object"),
        ({"a": "x\ud800"}, "surrogate at position 1"),
        ({"\udfff": 1}, "surrogate"),
        ({"a": [{"b": math.nan}]}, "nan"),
        ({"a": -math.inf}, "-inf"),
        ({"a": 2**1024}, "bits"),
        ({"a": (1, 2)}, "tuple"),
        ({"a": {1: 2}}, "key 1"),
        ({"a": b"x"}, "bytes"),
    ],
)
def test_what_cannot_travel_is_named(arguments: Any, word: str) -> None:
    reason = why_unsendable(arguments)
    assert reason is not None
    assert word in reason
    reason.encode()


def test_nesting_is_bounded() -> None:
    def nested(levels: int) -> dict[str, Any]:
        return json.loads('{"a": ' * levels + "1" + "}" * levels)

    assert why_unsendable(nested(MAX_DEPTH)) is None
    reason = why_unsendable(nested(MAX_DEPTH + 1))
    assert reason is not None
    assert str(MAX_DEPTH) in reason
