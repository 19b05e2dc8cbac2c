"""What is seen, written, liked and deleted, at the limits of the rules."""

from __future__ import annotations

from datetime import timedelta

from social_media_invariants import check_invariants

from mcp_servers.social_media.state import MOST_POSTS, Like

ME, ANA, BEN, CLEO, DAN, EVE, FAY = (f"USR-000{n}" for n in range(1, 8))
FROST, TULIPS, FRIENDS, SECRET, HIDDEN, GONE, QUIET, CIRCLE, COLD, LOVELY = (
    f"PST-{n:04d}" for n in range(1, 11)
)


def texts(page: dict) -> list[str]:
    return [row["text"] for row in page["posts"]]


def test_feed_is_of_followed_accounts_newest_first(call):
    assert texts(call("get_feed")) == ["Quiet", "Secret garden", "Friends", "Tulips"]
    assert texts(call("get_feed", topic="#Gardening")) == ["Secret garden", "Tulips"]
    call("like_post", post_id=TULIPS)
    assert texts(call("get_feed", sort="top"))[0] == "Tulips"
    call("unfollow_user", user_id=ANA)
    assert texts(call("get_feed")) == ["Secret garden"]


def test_search_shows_what_may_be_seen(call):
    def found(query: str) -> list[str]:
        return texts(call("search_posts", query=query))

    assert found("garden") == ["Secret garden", "Tulips"]
    assert found("#gardening ana") == ["Tulips"]
    assert found("circle") == ["Closed circle"]
    assert found("hidden") == found("gone") == found("cold") == []
    call("unfollow_user", user_id=ANA)
    assert found("friends") == []
    assert found("tulips") == ["Tulips"]
    call("unfollow_user", user_id=BEN)
    assert found("secret") == []


def test_thread_hides_replies_of_accounts_that_are_hidden(network, call):
    thread = call("get_thread", post_id=TULIPS)
    assert (thread["content"], thread["author_id"], thread["total"]) == ("Tulips", ANA, 0)
    network.users.update(CLEO, private=False)
    (reply,) = call("get_thread", post_id=TULIPS)["replies"]
    assert (reply["reply_id"], reply["replier"]) == (LOVELY, "Cleo Ray")


def test_reply_is_hidden_with_what_it_answers(network, call, refused):
    network.users.update(CLEO, private=False)
    assert call("get_thread", post_id=LOVELY)["content"] == "Lovely"
    call("block_user", user_id=ANA)
    message = refused("post_not_visible", "get_thread", post_id=LOVELY)
    assert "You have blocked Ana Cruz" in message


def test_hidden_posts_say_what_would_help(network, call, refused):
    assert "follow_user" in refused("post_not_visible", "get_thread", post_id=HIDDEN)
    assert "has blocked you" in refused("post_not_visible", "like_post", post_id=GONE)
    call("unfollow_user", user_id=ANA)
    assert "followers only" in refused(
        "post_not_visible", "reply_to_post", post_id=FRIENDS, text="Hi"
    )
    call("block_user", user_id=ANA)
    assert "unblock_user" in refused("post_not_visible", "like_post", post_id=TULIPS)
    network.users.update(FAY, suspended=True)
    assert "suspended" in refused("post_not_visible", "like_post", post_id=CIRCLE)


def test_replies_are_for_those_whom_the_author_lets(network, call, refused):
    assert "no replies" in refused("replies_limited", "reply_to_post", post_id=QUIET, text="Hi")
    message = refused("replies_limited", "reply_to_post", post_id=CIRCLE, text="Hi")
    assert "Fay Lund follows" in message
    call("answer_follow_request", request_id="REQ-0001", decision="accept")
    assert call("reply_to_post", post_id=CIRCLE, text="Hi")["replied_to"] == "Fay Lund"
    own = call("create_post", text="Mine", replies="nobody")["post_id"]
    assert call("reply_to_post", post_id=own, text="More")["replies"] == 1
    check_invariants(network)


def test_same_text_is_not_posted_twice_a_day(network, call, refused):
    assert call("create_post", text="Hello")["audience"] == "your followers"
    assert "2026-03-18T10:30" in refused("duplicate_post", "create_post", text="Hello")
    network.now += timedelta(hours=23, minutes=59)
    refused("duplicate_post", "create_post", text="Hello")
    network.now += timedelta(minutes=1)
    assert call("create_post", text="Hello")


def test_five_posts_and_replies_an_hour(network, call, refused):
    for n in range(MOST_POSTS - 1):
        call("create_post", text=f"Post {n}")
        network.now += timedelta(minutes=5)
    call("reply_to_post", post_id=TULIPS, text="Nice")
    message = refused("posting_too_fast", "create_post", text="Too much")
    assert "from 2026-03-18T11:30 on" in message
    refused("posting_too_fast", "reply_to_post", post_id=TULIPS, text="Too much")
    network.now += timedelta(minutes=40)
    assert call("create_post", text="Slower")
    check_invariants(network)


def test_audience_of_a_public_account(network, call):
    network.users.update(ME, private=False)
    assert call("create_post", text="One")["audience"] == "everyone"
    assert call("create_post", text="Two", visibility="followers")["audience"] == "your followers"


def test_like_and_its_undoing(call, refused):
    assert call("like_post", post_id=TULIPS)["likes"] == 1
    assert call("get_thread", post_id=TULIPS)["liked_by_you"] is True
    refused("already_liked", "like_post", post_id=TULIPS)
    assert call("like_post", post_id=TULIPS, undo=True)["likes"] == 0
    refused("not_liked", "like_post", post_id=TULIPS, undo=True)


def test_only_own_posts_are_deleted(refused):
    assert "Ana Cruz wrote" in refused("not_your_post", "delete_post", post_id=TULIPS)


def test_deleted_post_with_replies_leaves_a_stone(network, call, refused):
    network.likes.insert(Like(id=network.new_id("likes"), user_id=ANA, post_id=FROST))
    assert call("delete_post", post_id=FROST) == {"deleted": "Frost", "replies_left": 1}
    assert call("get_profile")["total"] == 0
    thread = call("get_thread", post_id=FROST)
    assert (thread["content"], thread["likes"], thread["total"]) == ("(deleted)", 0, 1)
    refused("post_deleted", "delete_post", post_id=FROST)
    refused("post_deleted", "like_post", post_id=FROST)
    refused("post_deleted", "reply_to_post", post_id=FROST, text="Hi")
    check_invariants(network)


def test_stones_go_with_their_last_reply(network, call):
    first = call("create_post", text="One")["post_id"]
    second = call("reply_to_post", post_id=first, text="Two")["post_id"]
    third = call("reply_to_post", post_id=second, text="Three")["post_id"]
    call("delete_post", post_id=first)
    call("delete_post", post_id=second)
    assert network.posts.require(second).deleted
    assert call("delete_post", post_id=third)["replies_left"] == 0
    assert not {first, second, third} & set(network.posts.ids())
    check_invariants(network)


def test_profile_counts_and_pages(call):
    for n in range(4):
        call("create_post", text=f"Post {n}")
    mine = call("get_profile")
    assert (mine["profile"], mine["followers"], mine["following"]) == ("Mia Ott (@mia)", 1, 2)
    assert (mine["total"], mine["next_offset"], len(mine["posts"])) == (5, 4, 4)
    assert "follows_you" not in mine
    other = call("get_profile", user_id=ANA)
    assert [row["says"] for row in other["posts"]] == ["Quiet", "Friends", "Tulips"]
    assert (other["follows_you"], other["relation"]) == (True, "followed by you")
