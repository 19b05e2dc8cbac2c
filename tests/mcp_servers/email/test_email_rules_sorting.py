"""Rules of labels, folders and marks at their limits; what lists and threads show."""

from __future__ import annotations

import pytest


def test_a_label_goes_on_once_and_off_once(call, refused):
    ids = {"thread_id": "THR-0001", "label_id": "LAB-0001"}
    assert "To do" in refused("label_absent", "label_thread", action="remove", **ids)
    assert call("label_thread", **ids)["labels"] == "Clients, To do"
    refused("label_present", "label_thread", **ids)
    assert call("label_thread", action="remove", **ids)["labels"] == "To do"


def test_four_labels_are_enough(call, refused):
    for n in (1, 2, 4):
        call("label_thread", thread_id="THR-0001", label_id=f"LAB-{n:04d}")
    fifth = {"thread_id": "THR-0001", "label_id": "LAB-0005"}
    assert "Clients" in refused("too_many_labels", "label_thread", **fifth)
    call("label_thread", thread_id="THR-0001", label_id="LAB-0003", action="remove")
    call("label_thread", **fifth)


def test_nothing_is_labelled_in_trash_and_spam(refused):
    for thread, type in (("THR-0003", "thread_in_trash"), ("THR-0004", "thread_in_spam")):
        refused(type, "label_thread", thread_id=thread, label_id="LAB-0001")


def test_spam_comes_out_by_way_of_the_inbox(call, refused):
    refused("thread_in_spam", "move_thread", thread_id="THR-0004", folder="archive")
    call("move_thread", thread_id="THR-0004", folder="inbox")
    call("move_thread", thread_id="THR-0004", folder="archive")
    refused("already_in_folder", "move_thread", thread_id="THR-0004", folder="archive")


@pytest.mark.parametrize("folder", ["inbox", "spam"])
def test_what_was_only_sent_was_not_received(call, refused, folder):
    refused("nothing_received", "move_thread", thread_id="THR-0005", folder=folder)
    call("move_thread", thread_id="THR-0005", folder="trash")


def test_unread_concerns_the_last_received_message_and_read_all(mailbox, call, refused):
    thread = {"thread_id": "THR-0001"}
    refused("already_marked", "mark_thread", mark="unread", **thread)
    assert call("mark_thread", mark="read", **thread)["unread"] == 0
    assert "unread would" in refused("already_marked", "mark_thread", mark="read", **thread)
    call("mark_thread", mark="unread", **thread)
    assert mailbox.unread.ids() == ["MSG-0003"]
    refused("nothing_received", "mark_thread", thread_id="THR-0005", mark="unread")


def test_a_star_is_given_and_taken(call, refused):
    thread = {"thread_id": "THR-0001"}
    refused("already_marked", "mark_thread", mark="unstarred", **thread)
    call("mark_thread", mark="starred", **thread)
    assert call("list_threads")["threads"][0]["starred"]
    refused("already_marked", "mark_thread", mark="starred", **thread)


def test_threads_are_listed_by_folder_label_and_state(call):
    archived = call("list_threads", folder="archive")
    assert [row["subject"] for row in archived["threads"]] == ["Any news?", "Your order"]
    by_subject = call("list_threads", folder="archive", sort="subject", limit=1, offset=1)
    assert [row["subject"] for row in by_subject["threads"]] == ["Your order"]
    assert call("list_threads", label_id="LAB-0003")["total"] == 1
    assert call("list_threads", label_id="LAB-0001")["total"] == 0
    assert call("list_threads", folder="archive", unread_only=True)["total"] == 0
    assert call("list_threads", unread_only=True)["threads"][0]["unread"] == 1


def test_a_thread_shows_the_newest_first_and_pages(call):
    first = call("get_thread", thread_id="THR-0001", limit=2)
    assert [row["begins"] for row in first["messages"]] == ["Until then.", "Gladly."]
    assert (first["labels"], first["next_offset"], first["total"]) == ("To do", 2, 3)
    rest = call("get_thread", thread_id="THR-0001", offset=2)
    assert [row["attachments"] for row in rest["messages"]] == [2]


def test_a_message_shows_everything(call):
    shown = call("get_message", message_id="MSG-0001")
    assert (shown["to"], shown["cc"], shown["contact_id"]) == ("me", "Tom Reed", "CON-0001")
    assert [file["size_kb"] for file in shown["attachments"]] == [15_000, 900]
    own = call("get_message", message_id="MSG-0002")
    assert own["mine"]
    assert not {"contact_id", "sender"} & own.keys()
