"""The tools of the shop: which there are, which of them write, and how each may fail.

One session is one customer. The functions stand in catalogue.py, cart.py, coupons.py,
addresses.py, checkout.py, orders.py, returning.py and wishes.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.shopping import (
    addresses,
    cart,
    catalogue,
    checkout,
    coupons,
    orders,
    returning,
    wishes,
)
from mcp_servers.shopping import failures as no
from mcp_servers.shopping.state import ShopState
from mcp_servers.shopping.world import make_world

server = ToolServer(
    "shopping",
    title="Online shop",
    instructions=(
        "An online shop as one customer uses it. Amounts are integer cents. Products are bought in "
        "variants: find a product, then its variants. Look up ids before you use them."
    ),
    state=ShopState,
    make_world=make_world,
)

_TOO_MANY = (no.OutOfStock, no.QuantityLimit, no.NotEnoughStock)
_UNSERVED = (no.OversizedToBox, no.NoExpressToBox)
_GONE = (no.OrderShipped, no.OrderDelivered, no.OrderCancelled)

server.read(catalogue.search_products)
server.read(catalogue.get_product)
server.read(catalogue.list_reviews)

server.read(cart.view_cart)
server.write(raises=(*_TOO_MANY, no.CartFull))(cart.add_to_cart)
server.write(raises=(*_TOO_MANY, no.QuantityUnchanged))(cart.set_cart_quantity)
server.write(destructive=True)(cart.remove_from_cart)

server.read(coupons.list_coupons)
server.write(
    raises=(
        no.CouponUsed,
        no.CouponExpired,
        no.CouponNotStarted,
        no.CouponApplied,
        no.CartEmpty,
        no.CouponExcludesCart,
        no.CouponMinimum,
    ),
)(coupons.apply_coupon)

server.read(addresses.list_addresses)
server.write(raises=(no.AddressBookFull, no.LabelTaken, no.AddressKnown))(addresses.add_address)
server.write(destructive=True, raises=(no.LastAddress, no.AddressInUse))(addresses.delete_address)

server.read(raises=(no.CartEmpty,))(checkout.get_shipping_options)
server.write(raises=(no.CartEmpty, *_UNSERVED, no.NotEnoughStock, no.InsufficientCredit))(
    checkout.place_order
)

server.read(orders.list_orders)
server.read(orders.get_order)
server.write(raises=(*_GONE, no.SameAddress, *_UNSERVED))(orders.change_delivery_address)
server.write(destructive=True, raises=_GONE)(orders.cancel_order)

server.write(
    raises=(
        no.OrderCancelled,
        no.NotDelivered,
        no.FinalSale,
        no.ReturnWindowPassed,
        no.AlreadyReturned,
        no.ReturnTooMany,
    ),
)(returning.return_item)
server.read(returning.list_returns)

server.read(wishes.list_wish_list)
server.write(raises=(no.AlreadyWished, no.WishListFull))(wishes.add_to_wish_list)
server.write(destructive=True)(wishes.remove_from_wish_list)
