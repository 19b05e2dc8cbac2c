"""Why the shop refuses a call that is well formed: one type for each rule.

Every message names the row, the figure that stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class OutOfStock(StateError):
    """Nothing is left of the variant."""

    type = "out_of_stock"


class NotEnoughStock(StateError):
    """Fewer are left of the variant than are wanted."""

    type = "not_enough_stock"


class QuantityLimit(StateError):
    """An order may not hold as many of one variant."""

    type = "quantity_limit"


class QuantityUnchanged(StateError):
    """The line has that quantity already."""

    type = "quantity_unchanged"


class CartFull(StateError):
    """The cart has as many lines as it may have."""

    type = "cart_full"


class CartEmpty(StateError):
    """There is nothing in the cart."""

    type = "cart_empty"


class CouponExpired(StateError):
    """The last day of the coupon has passed."""

    type = "coupon_expired"


class CouponNotStarted(StateError):
    """The first day of the coupon lies ahead."""

    type = "coupon_not_started"


class CouponUsed(StateError):
    """An order has used the coupon up."""

    type = "coupon_used"


class CouponApplied(StateError):
    """The coupon is on the cart already."""

    type = "coupon_already_applied"


class CouponExcludesCart(StateError):
    """The coupon covers nothing that is in the cart."""

    type = "coupon_excludes_cart"


class CouponMinimum(StateError):
    """What the coupon covers in the cart costs too little."""

    type = "coupon_minimum_not_met"


class LabelTaken(StateError):
    """Another address has that label."""

    type = "label_taken"


class AddressKnown(StateError):
    """The address is saved already, under another label."""

    type = "address_already_saved"


class AddressBookFull(StateError):
    """There are as many addresses as there may be."""

    type = "address_book_full"


class AddressInUse(StateError):
    """An order is on its way to the address."""

    type = "address_in_use"


class LastAddress(StateError):
    """It is the only address."""

    type = "last_address"


class SameAddress(StateError):
    """The order goes to that address already."""

    type = "same_address"


class NoExpressToBox(StateError):
    """Express parcels are not brought to post office boxes."""

    type = "no_express_to_po_box"


class OversizedToBox(StateError):
    """Oversized goods do not fit into post office boxes."""

    type = "oversized_to_po_box"


class InsufficientCredit(StateError):
    """The store credit does not cover the order."""

    type = "insufficient_store_credit"


class OrderShipped(StateError):
    """The order has left the warehouse."""

    type = "order_shipped"


class OrderDelivered(StateError):
    """The order has arrived."""

    type = "order_delivered"


class OrderCancelled(StateError):
    """The order was cancelled."""

    type = "order_cancelled"


class NotDelivered(StateError):
    """What has not arrived cannot be returned."""

    type = "not_delivered"


class FinalSale(StateError):
    """The product cannot be returned for the customer's own reasons."""

    type = "final_sale"


class ReturnWindowPassed(StateError):
    """The product arrived too long ago."""

    type = "return_window_passed"


class AlreadyReturned(StateError):
    """All units of the item have been returned."""

    type = "already_returned"


class ReturnTooMany(StateError):
    """Fewer units of the item are left than are to be returned."""

    type = "return_too_many"


class AlreadyWished(StateError):
    """The variant is on the wish list."""

    type = "already_on_wish_list"


class WishListFull(StateError):
    """The wish list has as many entries as it may have."""

    type = "wish_list_full"
