"""Why the service refuses a call that is well formed: one type for each rule.

Every message names what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class OtherRestaurant(StateError):
    """The basket holds dishes of another restaurant."""

    type = "other_restaurant"


class DishUnavailable(StateError):
    """The dish is off the menu today."""

    type = "dish_unavailable"


class NotEnoughPortions(StateError):
    """Fewer portions are left than are wanted."""

    type = "not_enough_portions"


class ChoiceRequired(StateError):
    """The dish comes in several kinds, and none was chosen."""

    type = "choice_required"


class WrongOption(StateError):
    """The choice or extra does not go with the dish."""

    type = "wrong_option"


class OptionUnavailable(StateError):
    """The choice or extra has run out."""

    type = "option_unavailable"


class BasketFull(StateError):
    """The basket holds as much as an order may have."""

    type = "basket_full"


class BasketEmpty(StateError):
    """There is nothing in the basket."""

    type = "basket_empty"


class SameQuantity(StateError):
    """The line has that quantity already."""

    type = "same_quantity"


class OutOfRange(StateError):
    """The restaurant does not deliver as far as the address."""

    type = "out_of_range"


class RestaurantClosed(StateError):
    """The restaurant is closed at the time of the delivery."""

    type = "restaurant_closed"


class RestaurantPaused(StateError):
    """The kitchen takes no orders for now."""

    type = "restaurant_paused"


class TimeNotAhead(StateError):
    """The time of delivery is too near, too far, or past."""

    type = "time_not_ahead"


class DeliveryUnchanged(StateError):
    """Address and time are those already."""

    type = "delivery_unchanged"


class BelowMinimum(StateError):
    """The basket is worth less than the restaurant delivers for."""

    type = "below_minimum"


class PromotionExpired(StateError):
    """The promotion is over, or has not begun."""

    type = "promotion_not_running"


class PromotionUsedUp(StateError):
    """The customer has used the promotion as often as it may be used."""

    type = "promotion_used_up"


class PromotionElsewhere(StateError):
    """The promotion is for other restaurants."""

    type = "promotion_elsewhere"


class BelowPromotionMinimum(StateError):
    """The basket is worth less than the promotion asks for."""

    type = "below_promotion_minimum"


class PromotionApplied(StateError):
    """The promotion is in the basket already."""

    type = "promotion_already_applied"


class OrderOnTheWay(StateError):
    """The courier has the order: too late to cancel."""

    type = "order_on_the_way"


class OrderFinished(StateError):
    """The order has been delivered or cancelled."""

    type = "order_finished"


class NotDelivered(StateError):
    """Only what was delivered can be refunded."""

    type = "not_delivered"


class RefundWindowPassed(StateError):
    """The delivery is too long ago for a refund."""

    type = "refund_window_passed"


class AlreadyRefunded(StateError):
    """Fewer of the item are left to refund than were asked for."""

    type = "already_refunded"


class TooManyRefunds(StateError):
    """So many refunds were granted lately that a person has to look at it."""

    type = "too_many_refunds"


class NoCourier(StateError):
    """Nobody has picked the order up, so there is nobody to tip."""

    type = "no_courier"


class TipWindowPassed(StateError):
    """The delivery is too long ago for a tip."""

    type = "tip_window_passed"


class TipTooLarge(StateError):
    """The tips for one order would exceed what is allowed."""

    type = "tip_too_large"
