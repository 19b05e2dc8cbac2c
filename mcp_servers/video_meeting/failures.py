"""Why the service refuses a call that is well formed: one type for each rule.

Every message names what stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class NotHost(StateError):
    """Only the host, or a co-host, may do that."""

    type = "not_host"


class StartsInPast(StateError):
    """A meeting cannot be planned for a time that has passed."""

    type = "starts_in_past"


class TooLong(StateError):
    """The plan does not allow meetings of that length."""

    type = "too_long"


class HostBusy(StateError):
    """Another meeting of the same host is planned for that time."""

    type = "host_busy"


class MeetingOver(StateError):
    """The meeting has ended or was cancelled."""

    type = "meeting_over"


class MeetingNotScheduled(StateError):
    """The meeting is live or over, so it can neither start nor be cancelled."""

    type = "meeting_not_scheduled"


class MeetingNotLive(StateError):
    """The meeting has to be live for that."""

    type = "meeting_not_live"


class TooManyLive(StateError):
    """The host runs as many meetings at a time as the plan allows."""

    type = "too_many_live"


class AlreadySo(StateError):
    """Everything is as asked for already."""

    type = "already_so"


class AlreadyInvited(StateError):
    """The person takes part in the meeting already."""

    type = "already_invited"


class ParticipantRemoved(StateError):
    """The person was removed from the meeting and cannot come back."""

    type = "participant_removed"


class MeetingFull(StateError):
    """Every seat that the plan has is taken."""

    type = "meeting_full"


class ExternalNotAllowed(StateError):
    """The meeting is for people of the company only."""

    type = "external_not_allowed"


class NotWaiting(StateError):
    """The person is not in the waiting room."""

    type = "not_waiting"


class MeetingLocked(StateError):
    """Nobody enters a meeting while it is locked."""

    type = "meeting_locked"


class NotPresent(StateError):
    """The person is not in the meeting."""

    type = "not_present"


class HostProtected(StateError):
    """The host, and oneself, cannot be removed or given another role."""

    type = "host_protected"


class PlanLacksCohosts(StateError):
    """The plan has no co-hosts."""

    type = "plan_lacks_cohosts"


class PlanLacksRecording(StateError):
    """The plan does not record."""

    type = "plan_lacks_recording"


class StorageFull(StateError):
    """There is no room for another recording."""

    type = "storage_full"


class RecordingBusy(StateError):
    """The recording still runs or is being processed."""

    type = "recording_busy"


class RecordingProtected(StateError):
    """The recording has to be kept for a time."""

    type = "recording_protected"
