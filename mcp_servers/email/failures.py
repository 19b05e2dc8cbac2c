"""Why the mailbox refuses a call that is well formed: one type for each rule.

Every message names the row, what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class NoReplyAddress(StateError):
    """Nobody reads what is sent to the address."""

    type = "no_reply_address"


class ReplyDraftExists(StateError):
    """The message is being answered by another draft."""

    type = "reply_draft_exists"


class ThreadInTrash(StateError):
    """The thread is in the trash."""

    type = "thread_in_trash"


class ThreadInSpam(StateError):
    """The thread is in spam."""

    type = "thread_in_spam"


class ForwardingForbidden(StateError):
    """The message is confidential."""

    type = "forwarding_forbidden"


class FileTypeBlocked(StateError):
    """Files of this type are not sent."""

    type = "file_type_blocked"


class RecipientListed(StateError):
    """The address is among the recipients already."""

    type = "recipient_listed"


class TooManyRecipients(StateError):
    """The draft has as many recipients as it may."""

    type = "too_many_recipients"


class ReplyKeepsSubject(StateError):
    """A reply has the subject of its thread."""

    type = "reply_keeps_subject"


class AlreadyAttached(StateError):
    """The draft has this file."""

    type = "already_attached"


class DraftTooLarge(StateError):
    """The files of the draft would be too large together."""

    type = "draft_too_large"


class NoRecipients(StateError):
    """The draft is addressed to nobody."""

    type = "no_recipients"


class EmptyDraft(StateError):
    """The draft has no text."""

    type = "empty_draft"


class AttachmentForgotten(StateError):
    """The text speaks of an attachment that is not there."""

    type = "attachment_forgotten"


class RecipientBounces(StateError):
    """Mail to a recipient came back."""

    type = "recipient_bounces"


class SendingLimitReached(StateError):
    """Too many recipients for one day."""

    type = "sending_limit_reached"


class LabelPresent(StateError):
    """The thread has the label already."""

    type = "label_present"


class LabelAbsent(StateError):
    """The thread does not have the label."""

    type = "label_absent"


class TooManyLabels(StateError):
    """The thread has as many labels as it may."""

    type = "too_many_labels"


class AlreadyInFolder(StateError):
    """The thread is where it should go."""

    type = "already_in_folder"


class NothingReceived(StateError):
    """The thread holds only what the owner sent."""

    type = "nothing_received"


class AlreadyMarked(StateError):
    """The thread is marked so already."""

    type = "already_marked"
