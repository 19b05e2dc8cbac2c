"""The tools of the food delivery server: which there are, which of them write, how each may fail.

One session is one customer. The functions stand in restaurants.py, menus.py, basket.py,
promotions.py, ordering.py, orders.py and aftercare.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.food_delivery import (
    aftercare,
    basket,
    clock,
    menus,
    ordering,
    orders,
    promotions,
    restaurants,
)
from mcp_servers.food_delivery.failures import (
    AlreadyRefunded,
    BasketEmpty,
    BasketFull,
    BelowMinimum,
    BelowPromotionMinimum,
    ChoiceRequired,
    DeliveryUnchanged,
    DishUnavailable,
    NoCourier,
    NotDelivered,
    NotEnoughPortions,
    OptionUnavailable,
    OrderFinished,
    OrderOnTheWay,
    OtherRestaurant,
    OutOfRange,
    PromotionApplied,
    PromotionElsewhere,
    PromotionExpired,
    PromotionUsedUp,
    RefundWindowPassed,
    RestaurantClosed,
    RestaurantPaused,
    SameQuantity,
    TimeNotAhead,
    TipTooLarge,
    TipWindowPassed,
    TooManyRefunds,
    WrongOption,
)
from mcp_servers.food_delivery.state import FoodState
from mcp_servers.food_delivery.world import make_world

server = ToolServer(
    "food_delivery",
    title="Food delivery",
    instructions=(
        "Restaurants that deliver, and the basket and orders of one customer. Amounts are integer "
        "cents. Look up the ids of dishes, lines, orders and items before you use them."
    ),
    state=FoodState,
    make_world=make_world,
)

_OUT = (DishUnavailable, OptionUnavailable, NotEnoughPortions)

server.read(restaurants.search_restaurants)
server.read(restaurants.get_restaurant)
server.read(menus.list_menu)
server.read(menus.get_dish)

server.read(basket.get_basket)
server.write(raises=(OtherRestaurant, *_OUT, ChoiceRequired, WrongOption, BasketFull))(
    basket.add_to_basket
)
server.write(raises=(SameQuantity, NotEnoughPortions))(basket.change_quantity)
server.write(raises=(DeliveryUnchanged, TimeNotAhead, OutOfRange, RestaurantClosed))(
    basket.set_delivery
)

server.read(promotions.list_promotions)
server.write(
    raises=(
        BasketEmpty,
        PromotionApplied,
        PromotionExpired,
        PromotionUsedUp,
        PromotionElsewhere,
        BelowPromotionMinimum,
    ),
)(promotions.apply_promotion)

server.write(
    raises=(BasketEmpty, RestaurantPaused, RestaurantClosed, OutOfRange, BelowMinimum, *_OUT),
)(ordering.place_order)
server.write(raises=(OtherRestaurant, *_OUT, BasketFull))(ordering.reorder)

server.read(orders.list_orders)
server.read(orders.get_order)

server.write(destructive=True, raises=(OrderOnTheWay, OrderFinished))(aftercare.cancel_order)
server.write(raises=(NotDelivered, RefundWindowPassed, AlreadyRefunded, TooManyRefunds))(
    aftercare.request_refund
)
server.write(raises=(NoCourier, TipWindowPassed, TipTooLarge))(aftercare.tip_courier)

server.debug(clock.advance_clock)
