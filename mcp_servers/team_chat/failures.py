"""Why the chat refuses a call that is well formed: one type for each rule.

Every message names the row, what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class NotInChannel(StateError):
    """Only members of the channel may do this."""

    type = "not_in_channel"


class ChannelArchived(StateError):
    """The channel is archived."""

    type = "channel_archived"


class ManagersOnly(StateError):
    """Only managers of the channel may do this."""

    type = "managers_only"


class CallTooWide(StateError):
    """The channel is too large for `@channel`."""

    type = "call_too_wide"


class MentionOutside(StateError):
    """Who is mentioned is not in the private channel."""

    type = "mention_outside"


class UserDeactivated(StateError):
    """The account is deactivated."""

    type = "user_deactivated"


class ThreadLocked(StateError):
    """The thread takes no more replies."""

    type = "thread_locked"


class AlreadyReacted(StateError):
    """The reaction is there."""

    type = "already_reacted"


class NotReacted(StateError):
    """There is no such reaction to take back."""

    type = "not_reacted"


class TooManyEmoji(StateError):
    """The message has as many different emoji as it may."""

    type = "too_many_emoji"


class AlreadyPinned(StateError):
    """The message is pinned."""

    type = "already_pinned"


class NotPinned(StateError):
    """The message is not pinned."""

    type = "not_pinned"


class TooManyPins(StateError):
    """The channel has as many pins as it may."""

    type = "too_many_pins"


class AlreadyMember(StateError):
    """The person is in the channel."""

    type = "already_member"


class NotMember(StateError):
    """The person to be removed is not in the channel."""

    type = "not_member"


class GuestLimit(StateError):
    """The guest is in as many channels as guests may be."""

    type = "guest_limit"


class HomeChannel(StateError):
    """Nobody leaves this channel."""

    type = "home_channel"


class NameTaken(StateError):
    """Another channel has the name."""

    type = "name_taken"
