"""Search: what each operator finds, how terms combine, which values are refused."""

from __future__ import annotations

import pytest

from mcp_servers.core.errors import InvalidArguments


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("gladly", [2]),
        ("GLADLY site", [2]),
        ('"site visit"', [1, 2, 3]),
        ('"visit site"', []),
        ("from:reed", [1, 3]),
        ("from:ann@reed.example", [1, 3]),
        ("from:me", [2, 7]),
        ("from:olga", [2, 7]),
        ("to:tom", [1]),
        ("to:me from:ann", [1, 3]),
        ("subject:visit", [1, 2, 3]),
        ("subject:gladly", []),
        ("has:attachment", [1, 3]),
        ("-has:attachment subject:visit", [2]),
        ("filename:film", [1]),
        ("is:unread", [3]),
        ("is:read from:ann", [1]),
        ("is:starred", []),
        ("in:sent", [2, 7]),
        ("in:spam", [6]),
        ("in:trash", [5]),
        ("in:anywhere from:ben", [5, 6]),
        ("from:ben", []),
        ("in:inbox -from:ann", [2]),
        ("label:to-do", [1, 2, 3]),
        ('label:"To do"', [1, 2, 3]),
        ("label:todo", []),
        ("before:2026-03-11", [1, 2]),
        ("after:2026-03-11", [3, 4, 7]),
        ("after:2026-03-11 before:2026-03-12", [3]),
        ("re:zero", []),
        ("from:", []),
    ],
)
def test_operators(call, query, found):
    shown = call("search_messages", query=query, sort="oldest", limit=50)
    assert [row["message_id"] for row in shown["messages"]] == [f"MSG-{n:04d}" for n in found]


def test_the_newest_come_first_and_pages_follow(call):
    first = call("search_messages", query="subject:visit", limit=2)
    assert [row["message_id"] for row in first["messages"]] == ["MSG-0003", "MSG-0002"]
    rest = call("search_messages", query="subject:visit", limit=2, offset=first["next_offset"])
    assert [row["message_id"] for row in rest["messages"]] == ["MSG-0001"]
    assert "next_offset" not in rest


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("is:unraed", "Did you mean 'unread'"),
        ("has:pdf", "attachment"),
        ("in:outbox", "in: takes inbox"),
        ("before:tomorrow", "YYYY-MM-DD"),
        ("after:2026-02-30", "YYYY-MM-DD"),
    ],
)
def test_values_that_mean_nothing_are_refused(call, query, hint):
    with pytest.raises(InvalidArguments, match=hint):
        call("search_messages", query=query)


def test_contacts_are_found_by_name_address_and_company(call):
    def names(query):
        return [row["name"] for row in call("search_contacts", query=query)["contacts"]]

    assert names("reed") == ["Ann Reed", "Tom Reed"]
    assert names("HILL.example ben") == ["Ben Hill"]
    assert names("shop") == ["Shop Orders"]
    assert [c.get("bounces") for c in call("search_contacts", query="eva")["contacts"]] == [
        None,
        True,
    ]
