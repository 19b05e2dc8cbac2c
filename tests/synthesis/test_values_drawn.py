from datetime import date, datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from provelight.synthesis.signatures import Param
from provelight.synthesis.values import NoValue, draw, search_words

NOW = datetime(2026, 3, 4, 9, 30)


def param(format=None, **schema):
    return Param("p", True, None, format, False, schema)


@settings(deadline=None)
@given(
    st.sampled_from(
        [
            param("money", type="integer", minimum=1, maximum=100_000),
            param("money", type="integer", minimum=500, maximum=700),
            param(type="integer", minimum=3, maximum=5),
            param(type="integer", exclusiveMinimum=0),
            param(type="string", enum=["a", "b"]),
            param("text", type="string", maxLength=10),
        ]
    ),
    st.integers(0, 999),
)
def test_values_fit_their_schema(wanted, seed):
    value = draw(wanted, False, NOW, Random(seed))
    assert Draft202012Validator(dict(wanted.schema)).is_valid(value)


@settings(deadline=None)
@given(st.booleans(), st.integers(0, 999))
def test_reads_ask_for_days_behind_and_writes_for_days_ahead(is_read, seed):
    day = date.fromisoformat(draw(param("date", type="string"), is_read, NOW, Random(seed)))
    assert (day < NOW.date()) is is_read
    assert day != NOW.date()


def test_reads_ask_for_days_that_were_shown():
    shown = ["2025-01-01", "2026-03-04", "2026-03-06", "2031-08-09"]
    required, optional = (Param("p", r, None, "date", False, {}) for r in (True, False))
    asked = lambda p, is_read: {draw(p, is_read, NOW, Random(n), shown) for n in range(30)}  # noqa: E731
    assert asked(required, True) == {"2026-03-04", "2026-03-06"}
    assert asked(optional, True) == {"2026-03-06"}, "who asks for today may as well leave it out"
    assert len(asked(required, False)) > 5


def test_examples_come_first():
    assert draw(param(type="string", examples=["x"]), False, NOW, Random(0)) == "x"


def test_nobody_asks_for_the_default():
    optional = Param("p", False, None, None, False, {"enum": ["open", "paid"], "default": "open"})
    assert {draw(optional, True, NOW, Random(seed)) for seed in range(20)} == {"paid"}


def test_free_text_without_anything_to_go_by_is_refused():
    with pytest.raises(NoValue, match="'p' has neither enum nor examples"):
        draw(param(type="string"), False, NOW, Random(0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Call Ann Lee about rent", "Ann Lee"),
        ("Trip to Rome", "Rome"),
        ("Salt", "Salt"),
        ("Ashton Mall", "Ashton Mall"),
        ("Bank of Ashton", "Bank of Ashton"),
        ("Café 21 & Sons", "Café 21 & Sons"),
        ("buy milk", "buy milk"),
    ],
)
def test_a_search_is_for_a_name_in_the_text_or_for_a_text_that_is_a_name(text, words):
    assert search_words([text], Random(0)) == words


def test_where_nothing_was_shown_there_is_nothing_to_search_for():
    with pytest.raises(NoValue):
        search_words([], Random(0))
