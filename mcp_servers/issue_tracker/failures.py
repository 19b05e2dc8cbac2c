"""Why the tracker refuses a call that is well formed: one type for each rule.

Every message names the row that stands in the way and what would work instead.
"""

from __future__ import annotations

from mcp_servers.core.errors import StateError


class ProjectArchived(StateError):
    """Nothing in an archived project can change."""

    type = "project_archived"


class IssueClosed(StateError):
    """The issue is done or canceled and has to be reopened first."""

    type = "issue_closed"


class DuplicateTitle(StateError):
    """The project has an open issue of this title."""

    type = "duplicate_title"


class NotAnEpic(StateError):
    """The parent is no epic of the project."""

    type = "not_an_epic"


class EpicClosed(StateError):
    """A closed epic takes no open issues."""

    type = "epic_closed"


class EpicNotPlanned(StateError):
    """Epics have neither estimate nor sprint; their issues do."""

    type = "epic_not_planned"


class NotProjectMember(StateError):
    """The person does not belong to the issue's project."""

    type = "not_project_member"


class MemberInactive(StateError):
    """The person has left."""

    type = "member_inactive"


class AlreadyAssigned(StateError):
    """The issue is assigned to that person already."""

    type = "already_assigned"


class WipLimitReached(StateError):
    """The person has as many issues in progress as anybody may."""

    type = "wip_limit_reached"


class TransitionNotAllowed(StateError):
    """The workflow has no step from the one status to the other."""

    type = "transition_not_allowed"


class AssigneeMissing(StateError):
    """Nobody who is still here would work on the issue."""

    type = "assignee_missing"


class BlockedByOpenIssues(StateError):
    """Other issues have to be closed first."""

    type = "blocked_by_open_issues"


class OwnWorkReview(StateError):
    """Nobody approves what they have made themselves."""

    type = "own_work_review"


class OpenChildren(StateError):
    """The epic has open issues."""

    type = "open_children"


class EstimateMissing(StateError):
    """An issue without estimate cannot be planned."""

    type = "estimate_missing"


class SprintFull(StateError):
    """The sprint has no capacity left for the issue."""

    type = "sprint_full"


class SprintClosed(StateError):
    """A closed sprint takes no more issues."""

    type = "sprint_closed"


class SprintOfOtherProject(StateError):
    """Issue and sprint belong to two projects."""

    type = "sprint_of_other_project"


class AlreadyPlanned(StateError):
    """The issue is in that sprint, or in the backlog, already."""

    type = "already_planned"


class SprintNotPlanned(StateError):
    """Only a planned sprint can be started."""

    type = "sprint_not_planned"


class OtherSprintActive(StateError):
    """The project has an active sprint, which has to be completed first."""

    type = "other_sprint_active"


class SprintEmpty(StateError):
    """A sprint without issues cannot be started."""

    type = "sprint_empty"


class SprintNotActive(StateError):
    """Only the active sprint can be completed."""

    type = "sprint_not_active"


class ReviewPending(StateError):
    """Issues of the sprint are still in review."""

    type = "review_pending"


class ConversationLocked(StateError):
    """The issue takes no more comments."""

    type = "conversation_locked"


class LinkExists(StateError):
    """The two issues are linked in this way already."""

    type = "link_exists"


class LinkCycle(StateError):
    """The issues would block each other in a circle."""

    type = "link_cycle"


class DuplicateChain(StateError):
    """The original would be a duplicate, or the duplicate an original."""

    type = "duplicate_chain"


class LabelPresent(StateError):
    """The issue has this label."""

    type = "label_present"


class LabelAbsent(StateError):
    """The issue does not have this label."""

    type = "label_absent"


class TooManyLabels(StateError):
    """The issue has as many labels as it may."""

    type = "too_many_labels"


class AlreadyWatching(StateError):
    """The person watches the issue already."""

    type = "already_watching"


class NotWatching(StateError):
    """The person does not watch the issue."""

    type = "not_watching"
