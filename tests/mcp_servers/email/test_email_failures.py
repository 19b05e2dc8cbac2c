"""Every failure that a tool declares can be met in a generated world, and no other one."""

from __future__ import annotations

from explorer import Explorer, declared_failures, met_failures

from mcp_servers.email.tools import server
from provelight.records import Json

WORLDS = range(0, 1100, 137)


def story(explorer: Explorer) -> None:
    """Looks around widely, works on every draft, and tries what is easily done wrong."""
    contacts = rows(explorer, "search_contacts", "contacts", query="a", limit=40)
    drafts = rows(explorer, "list_drafts", "drafts", limit=20)
    explorer.call("list_labels")
    answer_from_trash(explorer)
    files = []
    for query in ("is:confidential", "filename:setup", "filename:mp4", "filename:zip", "in:sent"):
        for row in rows(explorer, "search_messages", "messages", query=query):
            ids = {"message_id": row["message_id"]}
            files += rows(explorer, "get_message", "attachments", **ids)
            explorer.call("draft_forward", contact_id=contacts[0]["contact_id"], **ids)
    for row in drafts:
        id = row["draft_id"]
        if "is_reply" not in row and row.get("to", "").count(",") == 0:
            explorer.call("send_draft", draft_id=id)
        for file in files:
            explorer.call("attach_file", draft_id=id, attachment_id=file["attachment_id"])
        for contact in contacts:
            explorer.call("edit_draft", draft_id=id, contact_id=contact["contact_id"])
        explorer.call("edit_draft", draft_id=id, subject="Change of plan")
    for thread in rows(explorer, "list_threads", "threads", folder="inbox", limit=30):
        for label_id in explorer.memory.ids["label"]:
            explorer.call("label_thread", thread_id=thread["thread_id"], label_id=label_id)


def answer_from_trash(explorer: Explorer) -> None:
    """Answers mail, moves its thread away and then sends the answer."""
    found = rows(explorer, "search_messages", "messages", query="in:inbox -from:me", limit=12)
    for n, row in enumerate(found):
        ids = {"message_id": row["message_id"]}
        draft = explorer.call("draft_reply", body="That works for me.", **ids)
        folder = ("trash", "spam")[n % 2]
        explorer.call("move_thread", thread_id=row["thread_id"], folder=folder)
        explorer.call("draft_reply", body="Let me think about it.", **ids)
        if draft.ok:
            explorer.call("send_draft", draft_id=draft.result["draft_id"])


def rows(explorer: Explorer, tool: str, key: str, **arguments: Json) -> list[dict[str, Json]]:
    """Returns a list of a result, empty where the call failed."""
    found = explorer.call(tool, **arguments)
    return list(found.result[key]) if found.ok else []


def test_declared_failures_are_exactly_those_that_worlds_can_show():
    assert met_failures(server, WORLDS, calls=100, story=story) == declared_failures(server)
