"""Requests to follow: those that wait for the person's answer, and those that the person made."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.social_media.failures import AccountSuspended, NotYourRequest, RequestAnswered
from mcp_servers.social_media.state import Follow, Request, RequestStatus, SocialState, User


class RequestRow(Output):
    """A request to follow."""

    request_id: Annotated[str, out("Id of the request.", entity="request")]
    person: Annotated[str, out("The other account's name.", label_of="request")]
    person_handle: Annotated[str, out("Its handle, without @.", label_of="request")]
    asked_on: Annotated[str, out("When it was made.", format="date")]
    status: Annotated[str, out("pending, accepted or declined.")]


class Requests(Page):
    """Result of list_follow_requests."""

    requests: Annotated[list[RequestRow], out("Newest first.")]


class AnswerReport(Output):
    """Result of answer_follow_request."""

    request_id: Annotated[str, out("Id of the request.", entity="request")]
    answered: Annotated[str, out("Whose request it was.")]
    status: Annotated[str, out("accepted or declined.")]
    followers: Annotated[int, out("How many follow you now.")]


def list_follow_requests(
    state: SocialState,
    direction: Annotated[
        Literal["incoming", "outgoing"], arg("Asked of you, or by you.")
    ] = "incoming",
    status: Annotated[RequestStatus, arg("Which.")] = "pending",
    offset: Offset = 0,
    limit: Limit = 6,
) -> Requests:
    """Lists requests to follow: those that wait for your answer, or that you made."""
    side = "followed_id" if direction == "incoming" else "user_id"
    rows = state.requests.where(**{side: state.me, "status": status})
    rows.sort(key=lambda r: (r.asked_on, r.id), reverse=True)
    shown, next_offset = page(rows, offset, limit)
    return Requests(
        requests=[_row(state, request) for request in shown],
        total=len(rows),
        next_offset=next_offset,
    )


def answer_follow_request(
    state: SocialState,
    request_id: Annotated[str, arg("Id of the request.", entity="request")],
    decision: Annotated[Literal["accept", "decline"], arg("What to answer.")],
) -> AnswerReport:
    """Accepts or declines somebody's request to follow you."""
    request = state.requests.require(request_id)
    asker = state.users.require(request.user_id)
    _require_answerable(state, request, asker, decision)
    today = state.now.date().isoformat()
    accepted = decision == "accept"
    answered = state.requests.update(
        request.id, status="accepted" if accepted else "declined", answered_on=today
    )
    if accepted:
        state.follows.insert(
            Follow(id=state.new_id("follows"), user_id=asker.id, followed_id=state.me)
        )
    return AnswerReport(
        request_id=request.id,
        answered=asker.name,
        status=answered.status,
        followers=len(state.follows.where(followed_id=state.me)),
    )


def _require_answerable(state: SocialState, request: Request, asker: User, decision: str) -> None:
    """Checks that the person may answer a request so.

    Raises:
        NotYourRequest, RequestAnswered, AccountSuspended: saying why not.
    """
    if request.followed_id != state.me:
        asked = state.users.require(request.followed_id).name
        raise NotYourRequest(
            f"{request.id} is your own request to follow {asked}, who has to answer it; "
            "unfollow_user takes it back."
        )
    if request.status != "pending":
        raise RequestAnswered(
            f"The request of {asker.name} was {request.status} on {request.answered_on}; "
            "block_user keeps a follower away."
        )
    if asker.suspended and decision == "accept":
        raise AccountSuspended(f"The account of {asker.name} is suspended; decline the request.")


def _row(state: SocialState, request: Request) -> RequestRow:
    mine = request.user_id == state.me
    other = state.users.require(request.followed_id if mine else request.user_id)
    return RequestRow(
        request_id=request.id,
        person=other.name,
        person_handle=other.handle,
        asked_on=request.asked_on,
        status=request.status,
    )
