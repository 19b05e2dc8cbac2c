import pytest

from provelight.synthesis import Synthesizer
from provelight.synthesis.chains import Carried, Planner, Recalled, Told, Worded
from provelight.synthesis.phrases import parse


@pytest.fixture(scope="module")
def bank(banking, signatures_of):
    signatures = signatures_of("banking")
    planner = Planner(signatures, banking.graphs["banking"])

    def plans(tool, text, follow_up=False):
        return planner.plans(parse(signatures[tool], text, follow_up))

    return plans


def test_a_look_up_comes_first(bank):
    (plan,) = bank("get_account", "How much is in {account.name}?")
    assert plan.chain == ("list_accounts", "get_account")
    assert plan.steps[1].sources == (("account_id", Told("account_id")),)


def test_two_of_one_type_share_a_look_up(bank):
    text = "{amount_cents} from {from_account_id:account.name} to {to_account_id:account.name}"
    (plan,) = bank("transfer_money", text)
    assert plan.chain == ("list_accounts", "transfer_money")
    assert plan.steps[0].finds == ("from_account_id", "to_account_id")


def test_a_chain_branches(bank):
    (plan,) = bank("pay_payee", "Pay {payee.name} {amount_cents} from {account.name}.")
    assert plan.chain[-1] == "pay_payee"
    assert set(plan.chain[:2]) == {"list_accounts", "list_payees"}


def test_what_a_look_up_needs_is_told_too(bank):
    (plan,) = bank(
        "dispute_transaction", "Dispute {transaction.description} on {account.name}: {reason}."
    )
    assert plan.chain == ("list_accounts", "list_transactions", "dispute_transaction")
    assert plan.steps[1].sources == (("account_id", Told("account")),)


def test_an_unsaid_id_is_carried(bank):
    (plan,) = bank("unfreeze_card", "Unfreeze my {card.name}.")
    assert plan.chain == ("list_cards", "get_card", "unfreeze_card")
    assert dict(plan.steps[2].sources)["security_code"] == Carried(1, "security_code")


def test_a_follow_up_recalls(bank):
    (plan,) = bank("unfreeze_card", "Unfreeze it again.", follow_up=True)
    assert plan.chain == ("get_card", "unfreeze_card")
    assert plan.steps[0].sources == (("card_id", Recalled("card")),)


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("get_account", "How much do I have?"),  # which account?
        ("dispute_transaction", "Dispute {transaction.description}: {reason}."),  # on which one?
        ("pay_payee", "Pay {payee.name} from {account.name}."),  # how much?
        ("get_account", "What is in {account.name}, and {card.name}?"),  # what is the card for?
        ("get_account", "What is in the account with {account.balance_cents}?"),  # no list shows it
    ],
)
def test_what_leaves_an_argument_open_or_a_word_unused_has_no_plan(bank, tool, text):
    assert bank(tool, text) == []


def test_a_search_takes_what_the_entity_is_called(signatures_of, cache_dir):
    signatures = signatures_of("mock")
    made = Synthesizer(["mock"], cache_dir=cache_dir)
    planner = Planner(signatures, made.graphs["mock"])
    (plan,) = planner.plans(parse(signatures["archive_note"], "Archive {note.title}."))
    assert plan.chain == ("search_notes", "archive_note")
    assert plan.steps[0].sources == (("query", Worded("note_id", "title")),)
