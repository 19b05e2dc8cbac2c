"""Seeded accounts: who there is, who follows, blocks and asks whom."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.social_media.state import (
    DECLINED_DAYS,
    Block,
    Follow,
    Request,
    RequestStatus,
    SocialState,
    User,
)
from mcp_servers.social_media.texts import BIOS

OTHERS: Final = 34
PRIVATE: Final = 12
FAMILIES: Final = 5
"""So many pairs of accounts share a last name, and `NAMESAKES` pairs the whole name."""
NAMESAKES: Final = 2
FOLLOWERS: Final = 10


class Cast:
    """Adds accounts and what is between them.

    Args:
        state: gets them.
        world: chance and names.

    Attributes:
        private, public: ids of the other accounts, in an order that says how the person stands
            with them; see `relate`.
    """

    def __init__(self, state: SocialState, world: World) -> None:
        self._state = state
        self._rng = world.rng
        self._now = world.now
        ids = self._accounts(_names(world))
        self._rng.shuffle(ids)
        self.private, self.public = ids[:PRIVATE], ids[PRIVATE:]
        for id in self.private:
            state.users.update(id, private=True)

    def relate(self) -> None:
        """Adds follows among the others, then everything between them and the person."""
        private, public = self.private, self.public
        suspended = public[:2]
        for id in suspended:
            self._state.users.update(id, suspended=True)
        blocking, blocked = [*public[2:4], private[11]], public[4:7]
        apart = {*suspended, *blocking, *blocked}
        self._blocks(blocking, blocked, lifted=public[7:9])
        self._follows_among_others()
        for id in (*private[:5], *public[9:18]):
            self._follow(self._state.me, id)
        near = [id for id in (*private, *public) if id not in apart]
        followers = self._rng.sample(near, FOLLOWERS)
        for id in followers:
            self._follow(id, self._state.me)
        self._requests_of_the_person()
        strangers = [id for id in near if id not in followers]
        asking = [suspended[0], *self._rng.sample(strangers, 6)]
        self._rng.shuffle(asking)
        for id in asking[:5]:
            self._request(id, self._state.me, "pending", self._rng.randrange(1, 9))
        if suspended[0] not in asking[:5]:
            self._request(suspended[0], self._state.me, "pending", 2)
        for id in followers[:2]:
            self._request(id, self._state.me, "accepted", self._rng.randrange(20, 60))
        for id in [id for id in asking[5:] if id != suspended[0]]:
            self._request(id, self._state.me, "declined", self._rng.randrange(10, 40))

    def _accounts(self, names: list[str]) -> list[str]:
        """Adds the person's account, the first, and the others; returns the ids of the others."""
        taken: set[str] = set()
        for i, name in enumerate(names):
            words = "".join(c if c.isalnum() and c.isascii() else " " for c in name.lower()).split()
            handle = ".".join(words)
            if handle in taken:
                handle = f"{handle}{self._rng.randrange(60, 100)}"
            taken.add(handle)
            user = User(
                id=self._state.new_id("users"),
                name=name,
                handle=handle,
                bio=self._rng.choice(BIOS),
                private=i == 0,
            )
            self._state.users.insert(user)
        self._state.me = self._state.users.ids()[0]
        return self._state.users.ids()[1:]

    def _blocks(self, blocking: list[str], blocked: list[str], lifted: list[str]) -> None:
        """Adds blocks; of the lifted ones the first was lifted hours ago, the other weeks ago."""
        me = self._state.me
        ends = (timedelta(hours=self._rng.randrange(2, 40)), timedelta(days=20))
        pairs = [(id, me, None) for id in blocking] + [(me, id, None) for id in blocked]
        for by, of, end in [*pairs, *((me, id, ends[i]) for i, id in enumerate(lifted))]:
            self._state.blocks.insert(
                Block(
                    id=self._state.new_id("blocks"),
                    user_id=by,
                    blocked_id=of,
                    ended_at=None if end is None else minute(self._now - end),
                )
            )

    def _follows_among_others(self) -> None:
        others = self._state.users.ids()[1:]
        for id in others:
            rest = [other for other in others if other != id]
            for other in self._rng.sample(rest, self._rng.randrange(3, 8)):
                self._follow(id, other)

    def _follow(self, user_id: str, followed_id: str) -> None:
        self._state.follows.insert(
            Follow(id=self._state.new_id("follows"), user_id=user_id, followed_id=followed_id)
        )

    def _requests_of_the_person(self) -> None:
        me, private = self._state.me, self.private
        for id in private[5:7]:
            self._request(me, id, "pending", self._rng.randrange(1, 20))
        self._request(me, private[7], "declined", self._rng.randrange(1, DECLINED_DAYS))
        self._request(me, private[8], "declined", 5 * DECLINED_DAYS)

    def _request(
        self, user_id: str, followed_id: str, status: RequestStatus, days_ago: int
    ) -> None:
        """Adds a request, answered on the day that it was made where it is not pending."""
        day = (self._now.date() - timedelta(days=days_ago)).isoformat()
        self._state.requests.insert(
            Request(
                id=self._state.new_id("requests"),
                user_id=user_id,
                followed_id=followed_id,
                asked_on=day,
                status=status,
                answered_on=None if status == "pending" else day,
            )
        )


def _names(world: World) -> list[str]:
    """Returns names, the person's first; some share the last name, some all of it."""
    names = world.people(1 + OTHERS - NAMESAKES)
    for i in range(FAMILIES):
        first = names[1 + 2 * i].split(" ", 1)[0]
        names[1 + 2 * i] = f"{first} {names[2 + 2 * i].split(' ', 1)[1]}"
    return names + names[-NAMESAKES:]
