"""Holds and transfers that a world begins with; what is under way was made by the rules."""

from __future__ import annotations

import random
from datetime import timedelta

from mcp_servers.retail_chain import customers, holds, hours, inventory, transfers
from mcp_servers.retail_chain.state import (
    HOLD_DAYS,
    KEPT_UNITS,
    MOST_HOLDS,
    NO_SHOWS,
    ChainState,
    Hold,
    HoldStatus,
    Product,
    Store,
    Transfer,
    TransferStatus,
)

HOLDS_HERE, HOLDS_ELSEWHERE = 7, 20
MOST_HELD, MOST_MOVED = 3, 5
"""Units of a product in a hold and in a transfer, that a world begins with."""
ENDED_HOLDS = 16
NO_SHOW_CUSTOMERS = 2
UNDER_WAY: tuple[TransferStatus, ...] = ("requested", "in_transit", "arrived")
A_STATUS, ELSEWHERE = 2, 12
"""How many transfers there are of each status to and from the own store, and between others."""


class History:
    """Writes the holds and transfers of a chain.

    Args:
        state: with stores, products, customers and stock; no holds and transfers.
        rng: the source of chance.
    """

    def __init__(self, state: ChainState, rng: random.Random) -> None:
        self._state, self._rng = state, rng
        self._here = state.stores.require(state.store_id)
        self._others = [s for s in state.stores if s.id != state.store_id and not s.shut]

    def write(self) -> None:
        """Adds holds that ended and that wait, and transfers of every status."""
        self._add_ended_holds()
        for _ in range(HOLDS_HERE):
            self._hold(self._here)
        for _ in range(HOLDS_ELSEWHERE):
            self._hold(self._rng.choice(self._others))
        self._add_transfers()

    def _add_ended_holds(self) -> None:
        """Adds holds of the last weeks; some customers let all of theirs expire."""
        rng = self._rng
        absent = rng.sample(self._state.customers.ids(), NO_SHOW_CUSTOMERS)
        for customer_id in absent:
            for _ in range(NO_SHOWS):
                self._ended(customer_id, "expired")
        for _ in range(ENDED_HOLDS):
            customer_id = rng.choice(self._state.customers.ids())
            status: HoldStatus = rng.choice(("collected", "collected", "released"))
            self._ended(customer_id, status)

    def _ended(self, customer_id: str, status: HoldStatus) -> None:
        rng, state = self._rng, self._state
        day = state.now.date() - timedelta(days=rng.randrange(1, 40))
        store = rng.choice([self._here, *self._others])
        state.holds.insert(
            Hold(
                id=state.new_id("holds"),
                store_id=store.id,
                product_id=rng.choice(self._holdable()).id,
                customer_id=customer_id,
                quantity=rng.randrange(1, 4),
                until=day.isoformat(),
                status=status,
            )
        )

    def _holdable(self) -> list[Product]:
        return [product for product in self._state.products if product.holdable]

    def _hold(self, store: Store) -> None:
        """Holds something of which enough is there, where shelf and customer allow it."""
        state, rng = self._state, self._rng
        if holds.shelf_room(state, store) < MOST_HELD:
            return
        days = hours.open_days(state, store, state.now.date(), HOLD_DAYS + 1)
        goods = [p for p in self._holdable() if self._available(store, p) >= MOST_HELD]
        people = [
            customer
            for customer in state.customers
            if len(customers.waiting(state, customer)) < MOST_HOLDS
            and customers.no_shows(state, customer) < NO_SHOWS
        ]
        product, customer = rng.choice(goods), rng.choice(people)
        quantity = rng.randrange(1, MOST_HELD + 1)
        holds.place_hold(state, product.id, customer.id, rng.choice(days), quantity, store.id)

    def _available(self, store: Store, product: Product) -> int:
        return inventory.stock_of(self._state, store.id, product.id).available

    def _add_transfers(self) -> None:
        """Adds transfers in every status to and from the own store, and some between others."""
        near = [store for store in self._others if store.region == self._here.region]
        for source, target in ((near, [self._here]), ([self._here], near)):
            for status in (*UNDER_WAY, "received", "cancelled"):
                for _ in range(A_STATUS):
                    self._transfer(source, target, status)
        for _ in range(ELSEWHERE):
            source_store = self._rng.choice(self._others)
            targets = [
                s
                for s in self._others
                if s.region == source_store.region and s.id != source_store.id
            ]
            self._transfer([source_store], targets, self._rng.choice(UNDER_WAY))

    def _transfer(self, sources: list[Store], targets: list[Store], status: TransferStatus) -> None:
        """Adds a transfer between two of the stores, where the source has enough of anything."""
        state, rng = self._state, self._rng
        source, target = rng.choice(sources), rng.choice(targets)
        asked = state.transfers.where(from_store_id=source.id, to_store_id=target.id)
        taken = {transfer.product_id for transfer in asked}
        spare = [p for p in state.products if self._available(source, p) >= MOST_MOVED + KEPT_UNITS]
        fitting = [product for product in spare if product.id not in taken]
        if not fitting:
            return
        product = rng.choice(fitting)
        here, state.store_id = state.store_id, target.id
        quantity = rng.randrange(1, MOST_MOVED + 1)
        made = transfers.request_transfer(state, product.id, source.id, quantity)
        state.store_id = here
        self._bring_to(state.transfers.require(made.transfer_id), status)

    def _bring_to(self, transfer: Transfer, status: TransferStatus) -> None:
        """Takes a request as far as it is to go; it was made some days ago."""
        state = self._state
        day = state.now.date() - timedelta(days=self._rng.randrange(1, 9))
        transfer = state.transfers.update(transfer.id, requested_on=day.isoformat())
        if status == "cancelled":
            transfers.cancel(state, transfer)
        elif status != "requested":
            transfers.ship(state, transfer)
        if status in ("arrived", "received"):
            transfer = state.transfers.update(transfer.id, status="arrived", expected_on=None)
        if status == "received":
            transfers.take_in(state, transfer, transfer.quantity)
