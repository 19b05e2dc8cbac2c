"""The tools of the retail chain: which there are, which of them write, and how each may fail.

One session is somebody at work in one of the stores. The functions stand in products.py,
stores.py, customers.py, holds.py and transfers.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.retail_chain import clock, customers, holds, products, stores, transfers
from mcp_servers.retail_chain.failures import (
    AlreadyRequested,
    AlreadyShipped,
    AlreadyThere,
    DateOutOfRange,
    HoldEnded,
    InsufficientStock,
    MoreThanSent,
    NoRoute,
    NotArrived,
    NotHoldable,
    SameStore,
    ShelfFull,
    StoreClosed,
    StoreShut,
    TooManyHolds,
    TooManyNoShows,
    TransferEnded,
    WrongStore,
)
from mcp_servers.retail_chain.state import ChainState
from mcp_servers.retail_chain.world import make_world

server = ToolServer(
    "retail_chain",
    title="Retail chain",
    instructions=(
        "Stock, holds and transfers of a chain of stores, for somebody who works in one of them. "
        "Prices are integer cents. Look up the ids of products, stores, customers, holds and "
        "transfers before you use them."
    ),
    state=ChainState,
    make_world=make_world,
)

server.read(products.search_products)
server.read(products.check_stock)

server.read(stores.find_stores)
server.write(raises=(AlreadyThere, StoreShut))(stores.switch_store)

server.read(customers.find_customers)
server.read(holds.list_holds)
server.write(
    raises=(
        NotHoldable,
        TooManyNoShows,
        TooManyHolds,
        DateOutOfRange,
        StoreClosed,
        InsufficientStock,
        ShelfFull,
    ),
)(holds.place_hold)
server.write(raises=(HoldEnded, WrongStore, StoreClosed))(holds.close_hold)

server.read(transfers.list_transfers)
server.write(raises=(SameStore, StoreShut, NoRoute, AlreadyRequested, InsufficientStock))(
    transfers.request_transfer
)
server.write(
    raises=(TransferEnded, WrongStore, AlreadyShipped, NotArrived, MoreThanSent),
)(transfers.update_transfer)

server.debug(clock.advance_clock)
