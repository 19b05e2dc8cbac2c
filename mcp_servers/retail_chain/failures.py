"""Why the chain's system refuses a call that is well formed: one type for each rule.

Every message names what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class InsufficientStock(StateError):
    """The store has fewer units available than are wanted."""

    type = "insufficient_stock"


class NotHoldable(StateError):
    """The product is clearance goods, which are not held."""

    type = "not_holdable"


class DateOutOfRange(StateError):
    """The last day of the hold is past or too far ahead."""

    type = "date_out_of_range"


class StoreClosed(StateError):
    """The store is closed on that day, or at this hour."""

    type = "store_closed"


class ShelfFull(StateError):
    """The shelf for held goods has no room for so many units."""

    type = "shelf_full"


class TooManyHolds(StateError):
    """The customer has as many holds as anybody may have."""

    type = "too_many_holds"


class TooManyNoShows(StateError):
    """The customer has let too many holds expire."""

    type = "too_many_no_shows"


class HoldEnded(StateError):
    """The hold was collected, released, or has expired."""

    type = "hold_ended"


class WrongStore(StateError):
    """That can only be done by somebody in another store."""

    type = "wrong_store"


class SameStore(StateError):
    """The goods are in the user's own store already."""

    type = "same_store"


class NoRoute(StateError):
    """No truck goes from the one store to the other."""

    type = "no_route"


class AlreadyRequested(StateError):
    """The same product has been requested from that store already."""

    type = "already_requested"


class AlreadyShipped(StateError):
    """The transfer has left the store that it comes from."""

    type = "already_shipped"


class NotArrived(StateError):
    """The truck with the transfer has not come yet."""

    type = "not_arrived"


class TransferEnded(StateError):
    """The transfer was received or cancelled."""

    type = "transfer_ended"


class MoreThanSent(StateError):
    """More units cannot arrive than were sent."""

    type = "more_than_sent"


class AlreadyThere(StateError):
    """The user works in that store already."""

    type = "already_there"


class StoreShut(StateError):
    """The store is being rebuilt: nobody works there."""

    type = "store_shut"
