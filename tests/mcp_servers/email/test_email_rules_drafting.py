"""Rules of drafting at their limits: whom mail may go to, what may be passed on, how large."""

from __future__ import annotations

import pytest
from email_mailbox import add_draft, add_file

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.email.state import MOST_KB, MOST_RECIPIENTS


def test_a_draft_is_not_sent_by_being_made(mailbox, call):
    sent = len(mailbox.messages)
    made = call("create_draft", contact_id="CON-0001", subject="Lunch", body="Today?")
    assert made == {"draft_id": "DRF-0001", "subject": "Lunch", "to": "Ann Reed"}
    assert len(mailbox.messages) == sent
    assert mailbox.drafts.require("DRF-0001").saved_at == "2026-03-18T10:30"


def test_nobody_writes_to_a_machine(mailbox, refused):
    add_draft(mailbox)
    new = {"subject": "Hi", "body": "Hello."}
    assert "'Shop'" in refused("no_reply_address", "create_draft", contact_id="CON-0005", **new)
    refused("no_reply_address", "draft_reply", message_id="MSG-0004", body="Thanks.")
    refused("no_reply_address", "draft_forward", message_id="MSG-0001", contact_id="CON-0005")
    refused("no_reply_address", "edit_draft", draft_id="DRF-0001", contact_id="CON-0005")


def test_a_reply_goes_to_the_sender_and_with_all_to_the_rest(mailbox, call):
    assert call("draft_reply", message_id="MSG-0001", body="Yes.")["to"] == "Ann Reed"
    mailbox.drafts.delete("DRF-0001")
    call("draft_reply", message_id="MSG-0001", body="Yes.", reply_all=True)
    draft = mailbox.drafts.require("DRF-0002")
    assert (draft.to, draft.cc, draft.subject) == ({"CON-0001"}, {"CON-0002"}, "Site visit")


def test_a_reply_to_own_mail_goes_to_whom_that_went(call):
    assert call("draft_reply", message_id="MSG-0002", body="By the way")["to"] == "Ann Reed"


def test_a_message_has_one_answer_in_the_making(call, refused):
    call("draft_reply", message_id="MSG-0001", body="Yes.")
    again = {"message_id": "MSG-0001", "body": "No."}
    assert "DRF-0001" in refused("reply_draft_exists", "draft_reply", **again)
    call("discard_draft", draft_id="DRF-0001")
    call("draft_reply", **again)


@pytest.mark.parametrize(("message", "type"), [(5, "thread_in_trash"), (6, "thread_in_spam")])
def test_what_was_thrown_away_is_not_answered_or_passed_on(call, refused, message, type):
    ids = {"message_id": f"MSG-{message:04d}"}
    refused(type, "draft_reply", body="Hm.", **ids)
    refused(type, "draft_forward", contact_id="CON-0001", **ids)
    call("move_thread", thread_id=f"THR-{message - 2:04d}", folder="inbox")
    call("draft_reply", body="Hm.", **ids)


def test_forwarding_takes_text_and_files_along(mailbox, call):
    ids = {"message_id": "MSG-0001", "contact_id": "CON-0006"}
    made = call("draft_forward", note="See below.", **ids)
    assert made["subject"] == "Fwd: Site visit"
    assert made["attachments"] == "film.mp4, plan.pdf"
    body = mailbox.drafts.require("DRF-0001").body
    assert body.startswith("See below.\n\n----")
    assert "From: Ann Reed" in body
    assert body.endswith("Shall we meet?")


def test_confidential_mail_and_its_files_stay_here(mailbox, call, refused):
    add_draft(mailbox, "CON-0001")
    mailbox.messages.update("MSG-0001", confidential=True)
    ids = {"message_id": "MSG-0001", "contact_id": "CON-0006"}
    assert "Ann Reed" in refused("forwarding_forbidden", "draft_forward", **ids)
    files = {"draft_id": "DRF-0001", "attachment_id": "ATT-0001"}
    refused("forwarding_forbidden", "attach_file", **files)
    call("attach_file", draft_id="DRF-0001", attachment_id="ATT-0003")


def test_programs_are_not_sent(mailbox, refused):
    add_draft(mailbox, "CON-0001")
    file_id = add_file(mailbox, "MSG-0003", "setup.exe", 20)
    refused("file_type_blocked", "attach_file", draft_id="DRF-0001", attachment_id=file_id)
    ids = {"message_id": "MSG-0003", "contact_id": "CON-0006"}
    assert ".exe" in refused("file_type_blocked", "draft_forward", **ids)


def test_files_fit_to_the_last_kilobyte(mailbox, call, refused):
    draft = {"draft_id": add_draft(mailbox, "CON-0001", files=frozenset({"ATT-0002"}))}
    message = refused("draft_too_large", "attach_file", attachment_id="ATT-0003", **draft)
    assert "room for 10000 KB" in message
    mailbox.files.update("ATT-0003", size_kb=MOST_KB - 15_000)
    call("attach_file", attachment_id="ATT-0003", **draft)
    refused("already_attached", "attach_file", attachment_id="ATT-0003", **draft)


def test_a_draft_takes_ten_recipients_each_once(mailbox, call, refused):
    draft = {"draft_id": add_draft(mailbox, "CON-0001")}
    added = {"contact_id": "CON-0002", "add_as": "bcc"}
    assert call("edit_draft", **draft, **added)["to"] == "Ann Reed, Tom Reed"
    assert "as bcc" in refused("recipient_listed", "edit_draft", contact_id="CON-0002", **draft)
    crowd = frozenset(f"CON-1{n:03d}" for n in range(MOST_RECIPIENTS - 2))
    mailbox.drafts.update("DRF-0001", cc=crowd)
    refused("too_many_recipients", "edit_draft", contact_id="CON-0006", **draft)


def test_a_reply_keeps_its_subject_and_may_change_its_text(mailbox, call, refused):
    call("draft_reply", message_id="MSG-0001", body="Yes.")
    draft = {"draft_id": "DRF-0001"}
    refused("reply_keeps_subject", "edit_draft", subject="Other", body="No.", **draft)
    call("edit_draft", subject="Site visit", body="No.", **draft)
    assert mailbox.drafts.require("DRF-0001").body == "No."


def test_an_edit_changes_something(mailbox, call):
    draft_id = add_draft(mailbox)
    with pytest.raises(InvalidArguments, match="at least one"):
        call("edit_draft", draft_id=draft_id)
