"""Whatever is called, in whatever order, and whatever mail comes in: the invariants hold."""

from __future__ import annotations

from typing import Any

from email_invariants import check_append_only, check_invariants, everybody
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine

from mcp_servers.email.state import OWNER, EmailState
from mcp_servers.email.tools import server
from provelight.records import Json

PICK = st.integers(0, 300)
ROLES = st.sampled_from(["to", "cc", "bcc"])
FOLDERS = st.sampled_from(["inbox", "archive", "spam", "trash"])
MARKS = st.sampled_from(["read", "unread", "starred", "unstarred"])


class MailboxMachine(ServerMachine):
    """Writes, sends and sorts, lets mail come in and time pass."""

    server = server
    state: EmailState

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: Any) -> None:
        assert result
        check_append_only(before, self.state)
        new = list(self.state.messages)[len(before.messages) :]
        assert bool(new) == (tool in ("send_draft", "receive_message"))
        if tool == "send_draft":
            draft, sent = before.drafts.require(arguments["draft_id"]), new[0]
            assert draft.id not in self.state.drafts
            kept = ("to", "cc", "bcc", "files", "body", "answers")
            assert all(getattr(sent, name) == getattr(draft, name) for name in kept)
            assert sent.sender == OWNER
            away = {id for id in everybody(draft) if self.state.contacts.require(id).away_until}
            assert {m.sender for m in new[1:]} == away
            assert all(m.answers == sent.id for m in new[1:])
        else:
            gone = set(before.drafts.ids()) - set(self.state.drafts.ids())
            assert gone == ({arguments["draft_id"]} if tool == "discard_draft" else set())

    @rule(draft=PICK)
    def send(self, draft: int) -> None:
        if len(self.state.drafts):
            self.call("send_draft", draft_id=self.id_of("drafts", draft))

    @rule(message=PICK, everybody_too=st.booleans())
    def answer(self, message: int, everybody_too: bool) -> None:
        id = self.id_of("messages", message)
        report = self.call("draft_reply", message_id=id, body="Yes.", reply_all=everybody_too)
        if report is not None:
            self.call("send_draft", draft_id=report["draft_id"])

    @rule(message=PICK, contact=PICK)
    def forward(self, message: int, contact: int) -> None:
        ids = {"message_id": self.id_of("messages", message)}
        self.call("draft_forward", contact_id=self.id_of("contacts", contact), **ids)

    @rule(draft=PICK, contact=PICK, role=ROLES)
    def add_recipient(self, draft: int, contact: int, role: str) -> None:
        if len(self.state.drafts):
            ids = {"draft_id": self.id_of("drafts", draft)}
            self.call("edit_draft", contact_id=self.id_of("contacts", contact), add_as=role, **ids)

    @rule(draft=PICK, file=PICK)
    def attach(self, draft: int, file: int) -> None:
        if len(self.state.drafts):
            ids = {"draft_id": self.id_of("drafts", draft)}
            self.call("attach_file", attachment_id=self.id_of("files", file), **ids)

    @rule(thread=PICK, label=PICK, action=st.sampled_from(["add", "add", "remove"]))
    def label(self, thread: int, label: int, action: str) -> None:
        ids = {"thread_id": self.id_of("threads", thread), "label_id": self.id_of("labels", label)}
        self.call("label_thread", action=action, **ids)

    @rule(thread=PICK, folder=FOLDERS, mark=MARKS)
    def sort(self, thread: int, folder: str, mark: str) -> None:
        id = self.id_of("threads", thread)
        if self.call("move_thread", thread_id=id, folder=folder) is not None:
            assert self.state.threads.require(id).folder == folder
        self.call("mark_thread", thread_id=id, mark=mark)

    @rule(contact=PICK, message=PICK, answers=st.booleans())
    def receive(self, contact: int, message: int, answers: bool) -> None:
        more = {"message_id": self.id_of("messages", message)} if answers else {}
        self.call("receive_message", contact_id=self.id_of("contacts", contact), body="Hi", **more)

    @rule(minutes=st.one_of(st.integers(1, 300), st.integers(1, 4_000)))
    def wait(self, minutes: int) -> None:
        self.call("advance_clock", minutes=minutes)


TestMailbox = MailboxMachine.TestCase
TestMailbox.settings = settings(MACHINE_SETTINGS, max_examples=12)
