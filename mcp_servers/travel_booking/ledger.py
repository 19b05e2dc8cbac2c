"""Money: what a trip has cost, its budget, and charges by travel credit and card."""

from __future__ import annotations

from mcp_servers.core.wording import dollars
from mcp_servers.travel_booking.failures import OverBudget
from mcp_servers.travel_booking.state import Booking, Charge, Method, Stay, TravelState


def spent_cents(state: TravelState, trip_id: str) -> int:
    """Returns what a trip has cost on balance."""
    return sum(charge.cents for charge in state.charges.where(trip_id=trip_id))


def paid_cents(state: TravelState, item_id: str, method: Method | None = None) -> int:
    """Returns what has been paid for a booking or stay on balance."""
    charges = state.charges.where(item_id=item_id)
    return sum(charge.cents for charge in charges if method in (None, charge.method))


def require_budget(state: TravelState, trip_id: str, due_cents: int) -> None:
    """Checks that a trip may cost that much more.

    Raises:
        OverBudget: telling what is left.
    """
    trip = state.trips.require(trip_id)
    if trip.budget_cents is None or due_cents <= 0:
        return
    left = trip.budget_cents - spent_cents(state, trip_id)
    if due_cents > left:
        raise OverBudget(
            f"This costs {dollars(due_cents)}, but of the budget of {trip.title} ({trip_id}), "
            f"{dollars(trip.budget_cents)}, only {dollars(left)} is left; choose something "
            "cheaper, cancel something, or use another trip."
        )


def pay(state: TravelState, item: Booking | Stay, due_cents: int) -> int:
    """Charges for a booking or stay: the traveller's credit first, then the card.

    Returns:
        What was paid with travel credit, in cents.
    """
    credit = 0
    if isinstance(item, Booking):
        credit = min(due_cents, state.travellers.require(item.traveller_id).credit_cents)
        move(state, item, "credit", credit)
    move(state, item, "card", due_cents - credit)
    return credit


def give_back(state: TravelState, item: Booking | Stay, back_cents: int) -> int:
    """Gives money back the way it was paid, to the card first.

    Returns:
        What went to the card, in cents.
    """
    to_card = min(back_cents, max(0, paid_cents(state, item.id, "card")))
    move(state, item, "card", -to_card)
    move(state, item, "credit", to_card - back_cents)
    return to_card


def move(state: TravelState, item: Booking | Stay, method: Method, cents: int) -> None:
    """Books a charge, or a refund where it is negative; nothing for 0."""
    if cents == 0:
        return
    traveller_id = item.traveller_id if isinstance(item, Booking) else None
    if method == "credit" and traveller_id is not None:
        left = state.travellers.require(traveller_id).credit_cents - cents
        state.travellers.update(traveller_id, credit_cents=left)
    state.charges.insert(
        Charge(
            id=state.new_id("charges"),
            trip_id=item.trip_id,
            item_id=item.id,
            traveller_id=traveller_id,
            method=method,
            cents=cents,
        )
    )
