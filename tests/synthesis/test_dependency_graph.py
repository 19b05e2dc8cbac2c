import json

import pytest

from provelight.environments.fleet import MCPFleet
from provelight.environments.naming import split
from provelight.synthesis import Synthesizer
from provelight.synthesis.graph import DependencyGraph, Edge, cached, schema_hash
from provelight.synthesis.probing import GraphProbe
from provelight.synthesis.signatures import read_signature


@pytest.fixture(scope="module")
def bank(banking):
    return banking.graphs["banking"]


def test_explicit_edges_of_the_bank(bank):
    assert bank.feeds("list_cards", "freeze_card", "card_id")
    assert bank.feeds("get_card", "unfreeze_card", "security_code")
    assert bank.feeds("schedule_payment", "cancel_scheduled_payment", "schedule_id")
    assert not bank.feeds("list_cards", "get_account", "account_id")
    assert not bank.feeds("list_payees", "pay_bill", "bill_id")


def test_an_id_that_a_tool_was_given_is_none_of_its_outputs(bank):
    assert not bank.feeds("get_account", "list_transactions", "account_id")
    assert not bank.feeds("freeze_card", "get_card", "card_id")


def test_implicit_edges_of_the_bank(bank):
    assert bank.enables("freeze_card", "unfreeze_card")
    assert not bank.enables("list_cards", "unfreeze_card")
    assert not bank.enables("pay_bill", "freeze_card")


def test_edges_behind_what_has_to_be_done_first_are_found(library, cache_dir):
    graph = Synthesizer([library], cache_dir=cache_dir).graphs[library]
    assert graph.enables("stamp_card", "borrow_book")
    assert graph.feeds("list_readers", "borrow_book", "reader_id")


def test_building_again_gives_the_same():
    with MCPFleet(["mock"], backend="local") as fleet:
        signatures = {split(n)[1]: read_signature(s) for n, s in fleet.tools.items()}
        first, second = (GraphProbe(fleet, "mock", signatures).build() for _ in range(2))
        assert fleet.open_sessions == ()
    assert first == second
    assert first.edges


def test_the_cache_is_read_and_keyed_by_the_schemas(tmp_path):
    with MCPFleet(["mock"], backend="local") as fleet:
        specs = fleet.tools
    built = []

    def build():
        built.append(1)
        return DependencyGraph("mock", (Edge("a", "b", "explicit", "x_id", "x"),))

    first = cached("mock", specs, build, tmp_path / "new" / "cache")
    assert cached("mock", specs, build, tmp_path / "new" / "cache") == first
    assert len(built) == 1
    assert [path.suffix for path in (tmp_path / "new" / "cache").iterdir()] == [".json"]

    fewer = dict(list(specs.items())[1:])
    assert schema_hash(fewer) != schema_hash(specs)
    cached("mock", fewer, build, tmp_path / "new" / "cache")
    assert len(built) == 2


def test_the_cache_holds_plain_json(tmp_path, bank):
    cached("banking", {}, lambda: bank, tmp_path)
    (path,) = tmp_path.iterdir()
    assert len(json.loads(path.read_text())) == len(bank.edges)
