from datetime import date, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provelight.synthesis.wording import fill, join, money, plain, spoken, spoken_date

NOW = datetime(2026, 3, 4, 9, 30)


@pytest.mark.parametrize(
    ("cents", "text"),
    [(4550, "$45.50"), (120000, "$1,200"), (7, "$0.07"), (-2272, "-$22.72"), (0, "$0")],
)
def test_money(cents, text):
    assert money(cents) == text


@given(st.integers(-(10**9), 10**9))
def test_money_can_be_read_back(cents):
    read = round(float(money(cents).replace("$", "").replace(",", "")) * 100)
    assert read == cents


@given(st.integers(-400, 400), st.integers(0, 99))
def test_a_spoken_date_names_one_day(days, seed):
    day = NOW.date() + timedelta(days=days)
    text = spoken_date(day, NOW, Random(seed))
    relative = {"yesterday": -1, "today": 0, "tomorrow": 1}
    if text in relative:
        assert relative[text] == days
        return
    words = text.replace(",", "").split()
    number = int(words[1].rstrip("stndrh"))
    year = int(words[2]) if len(words) == 3 else NOW.year
    month = datetime.strptime(words[0][:3], "%b").month
    assert date(year, month, number) == day


def test_ordinals_of_the_teens():
    said = {
        spoken_date(date(2026, 3, n), NOW, Random(s)) for n in (11, 12, 13, 22) for s in range(40)
    }
    assert {"March 11th", "March 12th", "March 13th", "March 22nd"} <= said
    assert not any(text.endswith(("11st", "12nd", "13rd")) for text in said)


@pytest.mark.parametrize(
    ("value", "format", "text"),
    [
        ("2026-03-05", "date", "March 5"),
        ("2027-01-02", "date", "January 2, 2027"),
        ("2026-03-05T14:30", "datetime", "March 5 at 2:30 pm"),
        ("00:15", "time", "12:15 am"),
        ("credit_card", None, "credit card"),
        ("Mr_Smith", None, "Mr_Smith"),
        (True, None, "yes"),
        (3, None, "3"),
    ],
)
def test_plain_values(value, format, text):
    assert plain(value, format, NOW) == text


def test_people_do_not_say_minus():
    assert spoken(-2000, "money", NOW, Random(0)) == "$20"
    assert plain(-2000, "money", NOW) == "-$20"


def test_no_on_before_tomorrow():
    assert fill("pay it on {when}.", {"when": "tomorrow"}) == "Pay it tomorrow."
    assert fill("pay it on {when}.", {"when": "March 3"}) == "Pay it on March 3."


def test_what_is_filled_in_is_not_filled_again():
    assert fill("{a} and {b}", {"a": "{b}", "b": "x"}) == "{b} and x"


def test_join():
    assert [join(["a"]), join(["a", "b"]), join(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


def test_lists_are_enumerated():
    assert plain(["Salt", "Ice", "The Hill"], None, NOW) == "Salt, Ice and The Hill"
    assert spoken([200, 1550], "money", NOW, Random(0)) == "$2 and $15.50"
