"""Whatever is called, in whatever order: the invariants hold, and nothing hidden is told."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine
from team_chat_invariants import check_invariants, check_transition

from mcp_servers.core.tools import to_text
from mcp_servers.team_chat.state import ChatState
from mcp_servers.team_chat.talk import EMOJI
from mcp_servers.team_chat.tools import server
from provelight.records import Json

PICK = st.integers(0, 300)
ACTION = st.sampled_from(["add", "remove"])
TEXTS = st.sampled_from(["Hello.", "@channel look here", "Yes"])


class TeamMachine(ServerMachine):
    """Talks, reacts, pins, and moves people in and out of channels."""

    server = server
    state: ChatState

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: Any) -> None:
        check_transition(before, self.state)
        posted = len(self.state.messages) - len(before.messages)
        assert posted == (tool in ("post_message", "reply_in_thread"))
        if "channel_id" in arguments:
            assert self._was_seen(before, arguments["channel_id"])
        if "message_id" in arguments:
            channel_id = before.messages.require(arguments["message_id"]).channel_id
            assert self._was_seen(before, channel_id)
        if tool in ("search_messages", "list_channels"):
            self._tells_nothing_hidden(to_text(result))

    def _was_seen(self, before: ChatState, channel_id: str) -> bool:
        channel = before.channels.require(channel_id)
        return not channel.private or f"{channel_id}/{before.me}" in before.memberships

    def _tells_nothing_hidden(self, text: str) -> None:
        for channel in self.state.channels.where(private=True):
            if f"{channel.id}/{self.state.me}" not in self.state.memberships:
                assert f'"{channel.name}"' not in text

    @rule(channel=PICK, text=TEXTS, mention=st.none() | PICK)
    def post(self, channel: int, text: str, mention: int | None) -> None:
        more = {} if mention is None else {"mention_id": self.id_of("users", mention)}
        self.call("post_message", channel_id=self.id_of("channels", channel), text=text, **more)

    @rule(message=PICK, text=TEXTS, shown=st.booleans())
    def reply(self, message: int, text: str, shown: bool) -> None:
        ids = {"message_id": self.id_of("messages", message)}
        self.call("reply_in_thread", text=text, in_channel=shown, **ids)

    @rule(message=PICK, emoji=st.sampled_from(EMOJI), action=ACTION)
    def react(self, message: int, emoji: str, action: str) -> None:
        ids = {"message_id": self.id_of("messages", message)}
        self.call("react_to_message", emoji=emoji, action=action, **ids)

    @rule(message=PICK, action=st.sampled_from(["pin", "pin", "unpin"]))
    def pin(self, message: int, action: str) -> None:
        self.call("pin_message", message_id=self.id_of("messages", message), action=action)

    @rule(channel=PICK, user=st.none() | PICK, action=ACTION)
    def move(self, channel: int, user: int | None, action: str) -> None:
        more = {} if user is None else {"user_id": self.id_of("users", user)}
        ids = {"channel_id": self.id_of("channels", channel)}
        self.call("set_membership", action=action, **ids, **more)

    @rule(name=st.sampled_from(["club", "general", "salaries"]), private=st.booleans())
    def open_channel(self, name: str, private: bool) -> None:
        opened = self.call("create_channel", name=name, topic="New", private=private)
        if opened is not None:
            assert self.state.channels.require(opened["channel_id"]).private == private

    @rule(channel=PICK, guest=PICK)
    def add_guest(self, channel: int, guest: int) -> None:
        guests = [user.id for user in self.state.users if user.guest]
        ids = {"channel_id": self.id_of("channels", channel)}
        self.call("set_membership", user_id=guests[guest % len(guests)], **ids)

    @rule(query=st.sampled_from(["a", "in:general", "has:pin", "mentions:me", "from:me"]))
    def search(self, query: str) -> None:
        self.call("search_messages", query=query, limit=50)

    @rule(minutes=st.integers(1, 3_000))
    def wait(self, minutes: int) -> None:
        self.call("advance_clock", minutes=minutes)


TestTeam = TeamMachine.TestCase
TestTeam.settings = settings(MACHINE_SETTINGS, max_examples=25)
