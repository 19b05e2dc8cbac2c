"""Why the network refuses a call that is well formed: one type for each rule."""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class AlreadyFollowing(StateError):
    """The person follows the account."""

    type = "already_following"


class RequestPending(StateError):
    """The person has asked to follow the account and waits for an answer."""

    type = "request_pending"


class RequestDeclined(StateError):
    """The account declined the person's request not long ago."""

    type = "request_declined"


class BlockedByUser(StateError):
    """The account has blocked the person."""

    type = "blocked_by_user"


class UserBlocked(StateError):
    """The person has blocked the account."""

    type = "user_blocked"


class AccountSuspended(StateError):
    """The network has suspended the account."""

    type = "account_suspended"


class NotFollowing(StateError):
    """The person neither follows the account nor has asked to."""

    type = "not_following"


class AlreadyBlocked(StateError):
    """The person has blocked the account."""

    type = "already_blocked"


class BlockTooSoon(StateError):
    """The person has lifted a block of the account not long ago."""

    type = "block_too_soon"


class NotBlocked(StateError):
    """The person has not blocked the account."""

    type = "not_blocked"


class RequestAnswered(StateError):
    """The request has been accepted or declined."""

    type = "request_answered"


class NotYourRequest(StateError):
    """The person made the request; the other account answers it."""

    type = "not_your_request"


class DuplicatePost(StateError):
    """The person has posted the same text not long ago."""

    type = "duplicate_post"


class PostingTooFast(StateError):
    """The person has written as much as one may in a while."""

    type = "posting_too_fast"


class PostNotVisible(StateError):
    """The person may not see the post, or not any more."""

    type = "post_not_visible"


class PostDeleted(StateError):
    """The post has been deleted."""

    type = "post_deleted"


class RepliesLimited(StateError):
    """The author does not let the person reply."""

    type = "replies_limited"


class AlreadyLiked(StateError):
    """The person likes the post."""

    type = "already_liked"


class NotLiked(StateError):
    """The person does not like the post."""

    type = "not_liked"


class NotYourPost(StateError):
    """Somebody else wrote the post."""

    type = "not_your_post"
