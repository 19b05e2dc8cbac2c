import pytest

from provelight.records import GroundTruthCall
from provelight.synthesis.evidence import Delivered, Evidence, is_empty, leaves


@pytest.fixture(scope="module")
def bank(signatures_of):
    return signatures_of("banking")


def row(id, name):
    return {"account_id": id, "name": name, "kind": "checking"}


@pytest.fixture
def evidence(bank):
    made = Evidence()
    accounts = {"accounts": [row("ACC-1", "Main"), row("ACC-2", "Spare"), row("ACC-3", "Spare")]}
    made.add(
        Delivered(GroundTruthCall("c1", "banking__list_accounts"), bank["list_accounts"], accounts)
    )
    paid = {"transaction_id": "TXN-1", "balance_cents": 5000}
    made.add(Delivered(GroundTruthCall("c2", "banking__pay_payee"), bank["pay_payee"], paid))
    return made


def test_an_id_is_shown_where_it_stands_alone_beside_what_is_told(evidence):
    assert evidence.shows("account", "ACC-1", {"name": "Main"}) == "c1"
    assert evidence.shows("account", "ACC-1", {"name": "Spare"}) is None
    assert evidence.shows("account", "ACC-2", {"name": "Spare"}) is None  # might be ACC-3


def test_what_was_taken_back_is_forgotten(evidence):
    evidence.cut(0)
    assert evidence.shows("account", "ACC-1", {"name": "Main"}) is None
    assert len(evidence) == 0


def details(cents):
    return {
        "account_id": "ACC-1",
        "name": "Main",
        "status": "open",
        "balance_cents": cents,
        "available_cents": 7777,
    }


def test_a_figure_that_a_write_reported_answers_the_question(evidence, bank):
    assert evidence.knows(bank["get_account"], details(5000))
    assert not evidence.knows(bank["get_account"], details(6000))


def test_the_same_answer_again_tells_nothing(evidence, bank):
    call = GroundTruthCall("c3", "banking__get_account")
    evidence.add(Delivered(call, bank["get_account"], details(6000)))
    assert evidence.knows(bank["get_account"], details(6000))
    assert not evidence.knows(bank["get_account"], details(6001))


def test_empty_lists():
    assert is_empty({"rows": [], "total": 0})
    assert not is_empty({"rows": [1], "others": []})
    assert not is_empty({"total": 0})


def test_leaves():
    assert list(leaves({"a": [{"b": 1}, {"b": None}], "c": "x"})) == [
        ("b", 1),
        ("b", None),
        ("c", "x"),
    ]
