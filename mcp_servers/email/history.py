"""The mail of the last weeks: threads with people, notices of machines, spam, what was sent today.

This file leaves out who the people are, labels and drafts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from mcp_servers.core.wording import minute
from mcp_servers.core.worlds import World
from mcp_servers.email import mail
from mcp_servers.email.state import (
    LIMIT_HOURS,
    MOST_SENT,
    OWNER,
    Contact,
    EmailState,
    File,
    Folder,
    Message,
    Thread,
    Unread,
)
from mcp_servers.email.topics import (
    ANNOUNCEMENTS,
    BLOCKED_FILE,
    LARGE,
    NOTICES,
    SPAM,
    SPAMMERS,
    TOPICS,
    Topic,
)

_ROUNDS = 3
_BACK_DAYS = 40
_DAYS = ("Monday", "Tuesday", "Thursday", "Friday")
_AT_ONCE = 9
_WAKING = 7


class History:
    """Writes the threads of a mailbox.

    Args:
        state: with contacts.
        world: names and chance.
    """

    def __init__(self, state: EmailState, world: World) -> None:
        self._state = state
        self._world = world
        self._rng: random.Random = world.rng
        self._people = [c for c in state.contacts if not c.automated and not c.bounces]
        self._machines = state.contacts.where(automated=True)

    def write(self) -> None:
        """Makes every topic come up several times, the machines write, and spam come in."""
        for topic in TOPICS * _ROUNDS:
            self._talk(topic)
        for topic in NOTICES:
            for machine in self._rng.sample(self._machines, 2):
                self._single(topic, machine, self._folder((6, 4, 0)))
        for topic in SPAM:
            self._single(topic, self._stranger(), "spam")
        self._spoil()
        if self._rng.random() < 0.4:
            self._announce()

    def _talk(self, topic: Topic) -> None:
        """Adds a thread with one or two people; now and then nobody has answered the owner."""
        other, second = self._rng.sample(self._people, 2)
        mine = self._rng.random() < 0.3
        texts = topic.texts[: self._rng.randrange(1, len(topic.texts) + 1)]
        words = self._words()
        thread = self._thread(topic.subject.format(**words), self._folder((5, 5, 1)))
        at, last = self._beginning(), None
        files = [name.format(**words) for name in topic.files]
        copies = frozenset({second.id}) if self._rng.random() < 0.35 else frozenset()
        for n, text in enumerate(texts):
            sender, to = (OWNER, other.id) if mine == (n % 2 == 0) else (other.id, OWNER)
            body = self._signed(text.format(**words), sender)
            last = self._message(thread, sender, to, at, body, files, copies, last)
            files = []
            at += timedelta(minutes=self._rng.randrange(45, 30 * 60))
            if at.hour < _WAKING:
                at = at.replace(hour=_WAKING)
            if at >= self._state.now:
                break
        if mine and last is not None and last.answers is None:
            self._state.threads.update(thread.id, folder="archive")
        self._leave_unread(last)

    def _single(self, topic: Topic, sender: Contact, folder: Folder) -> None:
        words = self._words()
        thread = self._thread(topic.subject.format(**words), folder)
        files = [name.format(**words) for name in topic.files]
        body = topic.texts[0].format(**words)
        sent = self._message(thread, sender.id, OWNER, self._beginning(), body, files)
        self._leave_unread(sent)

    def _stranger(self) -> Contact:
        """Adds a sender of spam."""
        word = self._rng.choice(self._world.pool("word"))
        new = Contact(
            id=self._state.new_id("contacts"),
            name=f"{word.title()} {self._rng.choice(SPAMMERS)}",
            address=f"{word}@{self._rng.randrange(10, 99)}.example",
            automated=True,
        )
        return self._state.contacts.insert(new)

    def _thread(self, subject: str, folder: Folder) -> Thread:
        new = Thread(
            id=self._state.new_id("threads"),
            subject=subject,
            folder=folder,
            starred=self._rng.random() < 0.15,
        )
        return self._state.threads.insert(new)

    def _message(
        self,
        thread: Thread,
        sender: str,
        to: str,
        at: datetime,
        body: str,
        files: Sequence[str] = (),
        cc: frozenset[str] = frozenset(),
        answered: Message | None = None,
    ) -> Message:
        id = self._state.new_id("messages")
        kept = frozenset(self._file(id, name) for name in files if self._rng.random() < 0.7)
        return self._state.messages.insert(
            Message(
                id=id,
                thread_id=thread.id,
                sender=sender,
                to=frozenset({to}),
                cc=cc,
                sent_at=minute(at),
                body=body,
                files=kept,
                answers=answered.id if answered else None,
            )
        )

    def _file(self, message_id: str, name: str) -> str:
        large = name.endswith(LARGE)
        size = self._rng.randrange(11_000, 17_000) if large else self._rng.randrange(30, 4_000)
        id = self._state.new_id("files")
        self._state.files.insert(File(id=id, message_id=message_id, name=name, size_kb=size))
        return id

    def _leave_unread(self, last: Message | None) -> None:
        """Leaves the last message of a thread unread where it may be, now and then."""
        if last is not None and last.sender != OWNER and self._rng.random() < 0.35:
            self._state.unread.insert(Unread(id=last.id))

    def _spoil(self) -> None:
        """Makes some messages confidential, and lets one carry a file that is not sent."""
        received = [
            message
            for message in self._state.messages
            if message.sender in {person.id for person in self._people}
            and self._state.threads.require(message.thread_id).folder in ("inbox", "archive")
        ]
        for message in self._rng.sample([m for m in received if m.files], 3):
            self._state.messages.update(message.id, confidential=True)
        plain = [m for m in received if not m.files]
        message = self._rng.choice(plain)
        files = frozenset({self._file(message.id, BLOCKED_FILE)})
        self._state.messages.update(message.id, files=files)

    def _announce(self) -> None:
        """Lets the owner have written to many people today, so that little of the limit is left."""
        at = self._state.now - timedelta(hours=self._rng.randrange(2, 8))
        for subject in ANNOUNCEMENTS:
            left = MOST_SENT - mail.sent_since(self._state, at - timedelta(hours=LIMIT_HOURS)) - 1
            if left < 1:
                return
            people = self._rng.sample(self._people, min(_AT_ONCE, left))
            day = self._rng.choice(_DAYS)
            thread = self._thread(subject.format(day=day), "archive")
            sent = self._message(thread, OWNER, people[0].id, at, self._signed("See above.", OWNER))
            copies = frozenset(person.id for person in people[1:])
            self._state.messages.update(sent.id, bcc=copies)

    def _words(self) -> dict[str, str]:
        pool, rng = self._world.pool, self._rng
        kinds = {kind: rng.choice(pool(kind)) for kind in ("city", "company", "street")}
        return kinds | {"n": str(rng.randrange(12, 99)), "day": rng.choice(_DAYS)}

    def _folder(self, weights: Sequence[int]) -> Folder:
        return self._rng.choices(("inbox", "archive", "trash"), weights)[0]

    def _beginning(self) -> datetime:
        """Returns a moment of the last weeks, rather a recent one, during waking hours."""
        days = min(self._rng.randrange(1, _BACK_DAYS), self._rng.randrange(1, _BACK_DAYS))
        day = self._state.now - timedelta(days=days)
        return day.replace(hour=self._rng.randrange(_WAKING, 21), minute=self._rng.randrange(60))

    def _signed(self, text: str, sender: str) -> str:
        if sender == OWNER:
            name = self._state.owner_name
        else:
            name = self._state.contacts.require(sender).name
        return f"{text}\n\nBest wishes\n{name.split()[0]}"
