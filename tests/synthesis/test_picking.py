from random import Random

import pytest

from provelight.synthesis.goals import NoGoal
from provelight.synthesis.phrases import Mention
from provelight.synthesis.picking import confusable, pick
from provelight.synthesis.sightings import Sighting


def account(id, name, **columns):
    return Sighting("account", id, {"account_id": id, "name": name, **columns}, {})


@pytest.mark.parametrize(
    ("one", "other", "confused"),
    [
        ("Savings", "Savings", True),
        ("Savings", "savings", True),
        ("Savings", "Joint Savings", True),
        ("Joint Savings", "Savings", False),
        ("Travel Fund", "Travel Visa", False),
    ],
)
def test_names_that_might_mean_another(one, other, confused):
    assert confusable(account("A1", one), account("A2", other), ("name",)) is confused


def test_further_words_tell_apart():
    one, other = account("A1", "Gym", day="2026-01-01"), account("A2", "Gym", day="2026-02-01")
    assert confusable(one, other, ("name",))
    assert not confusable(one, other, ("name", "day"))


def test_people_do_not_hear_a_sign():
    assert confusable(account("A1", "a", cents=20), account("A2", "b", cents=-20), ("cents",))


def test_only_what_stands_out_among_all_pages_is_picked():
    shown = [account("A1", "Gym"), account("A2", "Rent")]
    mention = Mention("account_id", "account", ("name",))
    everything = [*shown, account("A3", "Gym")]
    for seed in range(10):
        picked = pick(mention, shown, everything, (), None, Random(seed))
        assert picked.id == "A2"
    with pytest.raises(NoGoal, match="tell no account apart"):
        pick(mention, shown, everything, ("A2",), None, Random(0))


def test_an_entity_without_the_told_column_is_not_picked():
    shown = [account("A1", "Gym", note=None), account("A2", "Rent")]
    with pytest.raises(NoGoal):
        pick(Mention("account_id", "account", ("note",)), shown, shown, (), None, Random(0))
