import pytest

from provelight.synthesis.phrases import Mention, parse, read_phrases


@pytest.fixture(scope="module")
def bank(signatures_of):
    return signatures_of("banking")


def test_slots(bank):
    phrase = parse(
        bank["dispute_transaction"],
        "Dispute {transaction.description} of {transaction.date} on {account.name}: {reason}.",
    )
    assert phrase.mentions == (
        Mention("transaction_id", "transaction", ("date", "description")),
        Mention("account", "account", ("name",)),  # not taken by the tool: for the look-up
    )
    assert phrase.values == ("reason",)


def test_two_of_a_type(bank):
    text = "{amount_cents} from {from_account_id:account.name} to {to_account_id:account.name}"
    keys = [m.key for m in parse(bank["transfer_money"], text).mentions]
    assert keys == ["from_account_id", "to_account_id"]
    with pytest.raises(ValueError, match=r"'account' fits .*from_account_id:account\.column"):
        parse(bank["transfer_money"], "Move {amount_cents} from {account.name}")


@pytest.mark.parametrize("slot", ["account_id", "no_such"])
def test_ids_and_unknown_slots_are_refused(bank, slot):
    with pytest.raises(ValueError, match=f"slot '{slot}' is no plain parameter"):
        parse(bank["get_account"], f"Show {{{slot}}}")


def test_an_unknown_tool_is_named(bank):
    with pytest.raises(ValueError, match="'fly', which there is not"):
        read_phrases({"tools": {"fly": ["Fly."]}}, bank)
