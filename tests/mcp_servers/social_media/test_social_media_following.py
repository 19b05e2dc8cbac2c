"""Following, blocking and requests, at the limits of their rules."""

from __future__ import annotations

from datetime import timedelta

import pytest
from social_media_invariants import check_invariants

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.social_media.state import Request

ME, ANA, BEN, CLEO, DAN, EVE, FAY = (f"USR-000{n}" for n in range(1, 8))


def relations(call) -> dict[str, str | None]:
    page = (
        call("search_users", query="a", limit=50)["users"]
        + call("search_users", query="e", limit=50)["users"]
    )
    return {row["user_id"]: row.get("relation") for row in page}


def declined(network, answered_on: str) -> None:
    network.requests.insert(
        Request(
            id=network.new_id("requests"),
            user_id=ME,
            followed_id=CLEO,
            asked_on=answered_on,
            status="declined",
            answered_on=answered_on,
        )
    )


def test_public_account_is_followed_at_once(network, call, refused):
    assert call("follow_user", user_id=FAY)["now"] == "followed by you"
    assert "unfollow_user" in refused("already_following", "follow_user", user_id=FAY)
    assert call("unfollow_user", user_id=FAY)["now"] == "not followed by you"
    refused("not_following", "unfollow_user", user_id=FAY)
    check_invariants(network)


def test_private_account_is_asked(network, call, refused):
    assert call("follow_user", user_id=CLEO)["now"] == "requested by you"
    assert "2026-03-18" in refused("request_pending", "follow_user", user_id=CLEO)
    assert relations(call)[CLEO] == "requested by you"
    assert call("get_profile", user_id=CLEO)["hidden"] == "private"
    call("unfollow_user", user_id=CLEO)
    assert not network.requests.where(user_id=ME)
    assert call("follow_user", user_id=CLEO)


def test_after_a_refusal_one_waits_a_week(network, call, refused):
    declined(network, "2026-03-12")
    message = refused("request_declined", "follow_user", user_id=CLEO)
    assert "from 2026-03-19 on" in message
    network.now += timedelta(days=1)
    assert call("follow_user", user_id=CLEO)


def test_what_stands_between_two_accounts(call, refused):
    assert "suspended" in refused("account_suspended", "follow_user", user_id=DAN)
    assert "has blocked you" in refused("blocked_by_user", "follow_user", user_id=EVE)
    call("block_user", user_id=FAY)
    assert "unblock_user" in refused("user_blocked", "follow_user", user_id=FAY)


@pytest.mark.parametrize("tool", ["follow_user", "unfollow_user", "block_user", "unblock_user"])
def test_nobody_does_it_to_themselves(call, tool):
    with pytest.raises(InvalidArguments, match="your own account"):
        call(tool, user_id=ME)


def test_block_ends_follows_and_requests_both_ways(network, call):
    call("block_user", user_id=ANA)
    call("block_user", user_id=FAY)
    assert [(f.user_id, f.followed_id) for f in network.follows] == [(ME, BEN)]
    assert [r.user_id for r in network.requests] == [DAN]
    assert call("get_profile", user_id=ANA)["hidden"] == "blocked by you"
    assert call("get_feed")["total"] == 1
    check_invariants(network)


def test_lifted_block_brings_nothing_back(network, call, refused):
    refused("not_blocked", "unblock_user", user_id=ANA)
    call("block_user", user_id=ANA)
    refused("already_blocked", "block_user", user_id=ANA)
    call("unblock_user", user_id=ANA)
    assert relations(call)[ANA] is None
    refused("not_blocked", "unblock_user", user_id=ANA)
    assert "48 hours" in refused("block_too_soon", "block_user", user_id=ANA)
    network.now += timedelta(hours=47, minutes=59)
    refused("block_too_soon", "block_user", user_id=ANA)
    network.now += timedelta(minutes=1)
    assert call("block_user", user_id=ANA)
    check_invariants(network)


def test_requests_are_answered_once(network, call, refused):
    waiting = call("list_follow_requests")
    assert [row["person"] for row in waiting["requests"]] == ["Dan Bly", "Fay Lund"]
    report = call("answer_follow_request", request_id="REQ-0001", decision="accept")
    assert (report["answered"], report["status"], report["followers"]) == (
        "Fay Lund",
        "accepted",
        2,
    )
    assert call("get_profile", user_id=FAY)["follows_you"] is True
    refused("request_answered", "answer_follow_request", request_id="REQ-0001", decision="decline")
    assert call("list_follow_requests", status="accepted")["total"] == 1
    check_invariants(network)


def test_suspended_account_is_only_declined(network, call, refused):
    answer = {"request_id": "REQ-0002"}
    refused("account_suspended", "answer_follow_request", **answer, decision="accept")
    assert call("answer_follow_request", **answer, decision="decline")["status"] == "declined"
    assert network.requests.require("REQ-0002").answered_on == "2026-03-18"


def test_own_request_is_answered_by_the_other(call, refused):
    call("follow_user", user_id=CLEO)
    (row,) = call("list_follow_requests", direction="outgoing")["requests"]
    assert (row["person"], row["status"]) == ("Cleo Ray", "pending")
    message = refused(
        "not_your_request",
        "answer_follow_request",
        request_id=row["request_id"],
        decision="accept",
    )
    assert "Cleo Ray" in message


def test_search_filters_by_relation(call):
    def found(only: str) -> list[str]:
        page = call("search_users", query="@", only=only)
        return [row["name"] for row in page["users"]]

    assert found("followed") == ["Ana Cruz", "Ben Cruz"]
    assert found("followers") == ["Ana Cruz"]
    assert found("blocked") == []
    call("block_user", user_id=FAY)
    assert found("blocked") == ["Fay Lund"]
    assert [row["handle"] for row in call("search_users", query="CRUZ")["users"]] == [
        "ana.cruz",
        "ben.cruz",
    ]
