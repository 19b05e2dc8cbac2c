"""The tools of the email server: which there are, which of them write, and how each may fail.

One session is one mailbox. The functions stand in lookups.py, directory.py, drafting.py,
editing.py, sending.py and sorting.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.email import clock, directory, drafting, editing, lookups, sending, sorting
from mcp_servers.email.failures import (
    AlreadyAttached,
    AlreadyInFolder,
    AlreadyMarked,
    AttachmentForgotten,
    DraftTooLarge,
    EmptyDraft,
    FileTypeBlocked,
    ForwardingForbidden,
    LabelAbsent,
    LabelPresent,
    NoRecipients,
    NoReplyAddress,
    NothingReceived,
    RecipientBounces,
    RecipientListed,
    ReplyDraftExists,
    ReplyKeepsSubject,
    SendingLimitReached,
    ThreadInSpam,
    ThreadInTrash,
    TooManyLabels,
    TooManyRecipients,
)
from mcp_servers.email.state import EmailState
from mcp_servers.email.world import make_world

server = ToolServer(
    "email",
    title="Email",
    instructions=(
        "The mailbox of one person, called me. Nothing is sent before send_draft. Look up the ids "
        "of threads, messages, drafts, labels and contacts before you use them."
    ),
    state=EmailState,
    make_world=make_world,
)

server.read(lookups.search_messages)
server.read(lookups.list_threads)
server.read(lookups.get_thread)
server.read(lookups.get_message)
server.read(directory.search_contacts)
server.read(directory.list_labels)
server.read(directory.list_drafts)

server.write(raises=(NoReplyAddress,))(drafting.create_draft)
server.write(raises=(NoReplyAddress, ReplyDraftExists, ThreadInTrash, ThreadInSpam))(
    drafting.draft_reply
)
server.write(
    raises=(NoReplyAddress, ThreadInTrash, ThreadInSpam, ForwardingForbidden, FileTypeBlocked)
)(drafting.draft_forward)

server.write(raises=(NoReplyAddress, RecipientListed, TooManyRecipients, ReplyKeepsSubject))(
    editing.edit_draft
)
server.write(raises=(AlreadyAttached, ForwardingForbidden, FileTypeBlocked, DraftTooLarge))(
    editing.attach_file
)
server.write(destructive=True)(editing.discard_draft)

server.write(
    raises=(
        NoRecipients,
        EmptyDraft,
        AttachmentForgotten,
        ThreadInTrash,
        ThreadInSpam,
        RecipientBounces,
        SendingLimitReached,
    )
)(sending.send_draft)

server.write(raises=(LabelPresent, LabelAbsent, TooManyLabels, ThreadInTrash, ThreadInSpam))(
    sorting.label_thread
)
server.write(raises=(AlreadyInFolder, NothingReceived, ThreadInSpam))(sorting.move_thread)
server.write(raises=(AlreadyMarked, NothingReceived))(sorting.mark_thread)

server.debug(sending.receive_message)
server.debug(clock.advance_clock)
