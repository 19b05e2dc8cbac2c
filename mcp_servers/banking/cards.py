"""Tools on cards: look-ups, freezing, lifting a freeze, replacement."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Annotated, Literal

from mcp_servers.banking import ledger
from mcp_servers.banking.failures import CardAlreadyFrozen, CardNotFrozen, WrongSecurityCode
from mcp_servers.banking.state import BankState, Card, ReplacementReason
from mcp_servers.core.fields import Output, arg, out

CardId = Annotated[str, arg("Id of the card.", entity="card")]


class CardRow(Output):
    """A card in a list."""

    card_id: Annotated[str, out("Id of the card.", entity="card")]
    name: Annotated[str, out("Name of the card.", label_of="card")]
    ending: Annotated[str, out("Last four digits.", label_of="card")]
    status: Annotated[str, out("active, frozen by the customer, or blocked by the bank.")]


class Cards(Output):
    """Result of list_cards."""

    cards: Annotated[list[CardRow], out("The cards in use.")]


class CardDetails(CardRow):
    """Result of get_card."""

    account: Annotated[str, out("Name of the account that it draws on.")]
    daily_limit_cents: Annotated[int, out("What it may pay a day.", format="money")]
    spent_today_cents: Annotated[int, out("What it has paid today.", format="money")]
    security_code: Annotated[str, out("Code on the back.", entity="security_code")]


class CardChange(Output):
    """Result of freeze_card and unfreeze_card."""

    card_id: Annotated[str, out("Id of the card.", entity="card")]
    status: Annotated[str, out("New status of the card.")]


class Replacement(Output):
    """Result of replace_card."""

    card_id: Annotated[str, out("Id of the new card.", entity="card")]
    name: Annotated[str, out("Name of the new card.", label_of="card")]
    ending: Annotated[str, out("Last four digits of the new card.", label_of="card")]


def list_cards(state: BankState) -> Cards:
    """Lists the customer's cards with id, name and last digits."""
    rows = [
        CardRow(card_id=c.id, name=c.name, ending=c.ending, status=c.status)
        for c in state.cards
        if c.status != "replaced"
    ]
    return Cards(cards=rows)


def get_card(state: BankState, card_id: CardId) -> CardDetails:
    """Gets limit, spending today and security code of one card."""
    card = state.cards.require(card_id)
    return CardDetails(
        card_id=card.id,
        name=card.name,
        ending=card.ending,
        status=card.status,
        account=state.accounts.require(card.account_id).name,
        daily_limit_cents=card.daily_limit_cents,
        spent_today_cents=ledger.card_spent_today_cents(state, card.id),
        security_code=card.security_code,
    )


def freeze_card(state: BankState, card_id: CardId) -> CardChange:
    """Freezes a card so that it cannot pay until it is unfrozen."""
    card = state.cards.require(card_id)
    ledger.require_in_use(card)
    if card.status == "frozen":
        raise CardAlreadyFrozen(
            f"{card.name} ({card.id}) is frozen already; unfreeze_card would lift it."
        )
    return _set_status(state, card, "frozen")


def unfreeze_card(
    state: BankState,
    card_id: CardId,
    security_code: Annotated[
        str,
        arg("Security code of the card, from get_card.", entity="security_code", sensitive=True),
    ],
) -> CardChange:
    """Lifts the freeze of a card."""
    card = state.cards.require(card_id)
    ledger.require_in_use(card)
    if card.status != "frozen":
        raise CardNotFrozen(
            f"{card.name} ({card.id}) is active, there is nothing to lift. {_frozen_cards(state)}"
        )
    if security_code != card.security_code:
        raise WrongSecurityCode(
            f"{security_code!r} is not the security code of {card.name} ({card.id}); "
            "get_card tells it."
        )
    return _set_status(state, card, "active")


def _set_status(state: BankState, card: Card, status: Literal["active", "frozen"]) -> CardChange:
    state.cards.update(card.id, status=status)
    return CardChange(card_id=card.id, status=status)


def _frozen_cards(state: BankState) -> str:
    frozen = [f"{c.name} ({c.id})" for c in state.cards.where(status="frozen")]
    return f"Frozen: {', '.join(frozen)}." if frozen else "No card is frozen."


def replace_card(
    state: BankState,
    card_id: CardId,
    reason: Annotated[ReplacementReason, arg("Why it is replaced.")],
) -> Replacement:
    """Cancels a card for good and issues a new one with new digits."""
    card = state.cards.require(card_id)
    ledger.require_current(card)
    ending, code = _new_digits(state, card)
    new = state.cards.insert(
        replace(
            card,
            id=state.new_id("cards"),
            ending=ending,
            security_code=code,
            status="active",
            issued_because=reason,
        )
    )
    state.cards.update(card.id, status="replaced", replaced_by=new.id)
    return Replacement(card_id=new.id, name=new.name, ending=new.ending)


def _new_digits(state: BankState, card: Card) -> tuple[str, str]:
    """Returns an ending that no card has, and a code.

    They follow from the old card alone, so that two solutions which replace several cards in
    different orders agree.
    """
    taken = {c.ending for c in state.cards}
    attempt = 0
    while True:
        text = f"{card.ending}/{card.security_code}/{attempt}"
        number = int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)
        ending, code = f"{number % 10_000:04d}", f"{number // 10_000 % 1_000:03d}"
        if ending not in taken:
            return ending, code
        attempt += 1
