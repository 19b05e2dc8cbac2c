"""Rules of sending at their limits, and of what answers by itself."""

from __future__ import annotations

import pytest
from email_mailbox import add_draft, write

from mcp_servers.email.state import MOST_SENT, OWNER


def test_a_sent_draft_is_a_message_and_no_draft_any_more(mailbox, call):
    draft_id = add_draft(mailbox, "CON-0001", bcc=frozenset({"CON-0006"}))
    report = call("send_draft", draft_id=draft_id)
    assert report["sent_to"] == "Ann Reed, Ben Hill"
    sent = mailbox.messages.require(report["message_id"])
    assert (sent.sender, sent.to, sent.bcc) == (OWNER, {"CON-0001"}, {"CON-0006"})
    assert mailbox.threads.require(report["thread_id"]).folder == "archive"
    assert len(mailbox.drafts) == 0


def test_an_answer_goes_into_its_thread_and_leaves_it_where_it_is(mailbox, call):
    mailbox.threads.update("THR-0001", folder="archive")
    call("draft_reply", message_id="MSG-0003", body="See you.")
    assert call("send_draft", draft_id="DRF-0001")["thread_id"] == "THR-0001"
    assert mailbox.threads.require("THR-0001").folder == "archive"


def test_who_is_away_answers_at_once_and_brings_the_thread_to_the_inbox(mailbox, call):
    report = call("send_draft", draft_id=add_draft(mailbox, "CON-0001", "CON-0002"))
    assert report["away"] == "Tom Reed"
    shown = call("get_thread", thread_id=report["thread_id"])
    assert (shown["folder"], shown["total"]) == ("inbox", 2)
    assert shown["messages"][0]["sender"] == "Tom Reed"
    assert shown["messages"][0]["unread"]
    assert "2026-03-20" in shown["messages"][0]["begins"]


def test_who_is_back_answers_nothing(mailbox, call):
    call("advance_clock", minutes=3 * 24 * 60)
    assert "away" not in call("send_draft", draft_id=add_draft(mailbox, "CON-0002"))


def test_away_lasts_through_its_last_day(mailbox, call):
    call("advance_clock", minutes=2 * 24 * 60)
    assert "away" in call("send_draft", draft_id=add_draft(mailbox, "CON-0002"))


def test_incomplete_drafts_stay(mailbox, call, refused):
    assert "edit_draft" in refused("no_recipients", "send_draft", draft_id=add_draft(mailbox))
    empty = add_draft(mailbox, "CON-0001", body=" \n")
    refused("empty_draft", "send_draft", draft_id=empty)
    call("edit_draft", draft_id=empty, body="Hello.")
    call("send_draft", draft_id=empty)


@pytest.mark.parametrize("body", ["It is attached.", "See the ATTACHMENT", "two attachments here"])
def test_a_promised_file_is_missed(mailbox, call, refused, body):
    draft_id = add_draft(mailbox, "CON-0001", body=body)
    refused("attachment_forgotten", "send_draft", draft_id=draft_id)
    call("attach_file", draft_id=draft_id, attachment_id="ATT-0001")
    call("send_draft", draft_id=draft_id)


def test_words_of_others_promise_nothing(mailbox, call):
    write(mailbox, "THR-0001", "CON-0001", "2026-03-12T08:00", "The plan is attached.")
    draft = call("draft_forward", message_id="MSG-0008", contact_id="CON-0006")
    call("send_draft", draft_id=draft["draft_id"])
    call("send_draft", draft_id=add_draft(mailbox, "CON-0001", body="I grew attachedly fond."))


def test_a_bouncing_address_is_refused_and_the_other_one_told(mailbox, refused):
    draft_id = add_draft(mailbox, "CON-0003")
    assert "eva@home.example" in refused("recipient_bounces", "send_draft", draft_id=draft_id)
    mailbox.contacts.delete("CON-0004")
    assert "No other" in refused("recipient_bounces", "send_draft", draft_id=draft_id)


@pytest.mark.parametrize("folder", ["trash", "spam"])
def test_an_answer_does_not_follow_into_trash_or_spam(call, refused, folder):
    call("draft_reply", message_id="MSG-0001", body="Yes.")
    call("move_thread", thread_id="THR-0001", folder=folder)
    refused(f"thread_in_{folder}", "send_draft", draft_id="DRF-0001")
    call("move_thread", thread_id="THR-0001", folder="inbox")
    call("send_draft", draft_id="DRF-0001")


def test_the_days_limit_counts_recipients_and_passes(mailbox, call, refused):
    for n in range(MOST_SENT - 1):
        call("send_draft", draft_id=add_draft(mailbox, "CON-0001", subject=f"Note {n}"))
    pair = add_draft(mailbox, "CON-0001", "CON-0006")
    assert "1 are left" in refused("sending_limit_reached", "send_draft", draft_id=pair)
    call("send_draft", draft_id=add_draft(mailbox, "CON-0006"))
    call("advance_clock", minutes=24 * 60 - 1)
    refused("sending_limit_reached", "send_draft", draft_id=pair)
    call("advance_clock", minutes=1)
    call("send_draft", draft_id=pair)


def test_new_mail_brings_a_thread_back_unless_it_is_spam(mailbox, call):
    for message_id, folder in (("MSG-0005", "inbox"), ("MSG-0006", "spam"), ("MSG-0007", "inbox")):
        got = call("receive_message", contact_id="CON-0006", body="Hi", message_id=message_id)
        assert mailbox.threads.require(got["thread_id"]).folder == folder
