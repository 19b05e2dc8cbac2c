"""Tools on rights: chmod, chown, and who there is to give them to."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, TypeVar

from mcp_servers.core.errors import NotFound
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import page
from mcp_servers.core.tables import Table
from mcp_servers.filesystem import paths, rights, space
from mcp_servers.filesystem.failures import NotGroupMember
from mcp_servers.filesystem.rows import AnyPath, Offset
from mcp_servers.filesystem.state import SUPERUSER, FileState, Group, User

USER_PAGE = 8

RowT = TypeVar("RowT", User, Group)


class Permissions(Output):
    """Result of chmod."""

    path: Annotated[str, out("Path of the file or directory.", entity="file")]
    name: Annotated[str, out("Its name.", label_of="file")]
    permissions: Annotated[str, out("New permissions in letters.")]


class Ownership(Output):
    """Result of chown."""

    path: Annotated[str, out("Path of the file or directory.", entity="file")]
    name: Annotated[str, out("Its name.", label_of="file")]
    owner: Annotated[str, out("Login of the owner now.", entity="user")]
    group: Annotated[str, out("Id of the group now.", entity="group")]


class UserRow(Output):
    """A user in a list."""

    login: Annotated[str, out("Login of the user.", entity="user")]
    name: Annotated[str, out("Full name.", label_of="user")]
    home: Annotated[str, out("Home directory.", entity="directory")]


class Users(Output):
    """Result of list_users."""

    users: Annotated[list[UserRow], out("Users by login.")]
    total: Annotated[int, out("How many fit.")]
    next_offset: Annotated[int | None, out("Offset of the next page, if any.")] = None


class GroupRow(Output):
    """A group in a list."""

    group_id: Annotated[str, out("Id of the group.", entity="group")]
    title: Annotated[str, out("What it is called.", label_of="group")]
    members: Annotated[int, out("How many users it has.")]
    is_member: Annotated[bool, out("True where the user belongs to it.")]


class Groups(Output):
    """Result of list_groups."""

    groups: Annotated[list[GroupRow], out("All groups.")]


def chmod(
    state: FileState,
    path: AnyPath,
    mode: Annotated[
        str,
        arg(
            "Permissions in octal, such as 640.",
            pattern="^[0-7]{3,4}$",
            examples=("600", "640", "644", "660", "700", "750"),
        ),
    ],
) -> Permissions:
    """Sets who may read, write and execute a file, or list, change and enter a directory."""
    place = paths.locate(state, path)
    rights.require_owner(state, place.node, place.path)
    changed = state.nodes.update(place.node.id, mode=int(mode, 8))
    return Permissions(path=place.path, name=place.name, permissions=rights.mode_text(changed))


def chown(
    state: FileState,
    path: AnyPath,
    user: Annotated[
        str, arg("Login of the owner to be, who alone can give it back.", entity="user")
    ],
    group: Annotated[str | None, arg("Id of the new group, if any.", entity="group")] = None,
) -> Ownership:
    """Gives a file or directory away, or with the owner's own login only to another group."""
    place = paths.locate(state, path)
    rights.require_owner(state, place.node, place.path)
    owner = _required(state.users, user, "list_users").id
    new_group = place.node.group if group is None else _own_group(state, group)
    if owner != place.node.owner:
        space.require_quota(state, owner, place.node.size)
    state.nodes.update(place.node.id, owner=owner, group=new_group)
    return Ownership(path=place.path, name=place.name, owner=owner, group=new_group)


def list_users(
    state: FileState,
    group: Annotated[str | None, arg("Only members of this group.", entity="group")] = None,
    offset: Offset = 0,
) -> Users:
    """Lists the people with a login here."""
    members = None if group is None else _required(state.groups, group, "list_groups").members
    found = [u for u in _people(state) if members is None or u.id in members]
    rows, next_offset = page(found, offset, USER_PAGE)
    return Users(
        users=[UserRow(login=u.id, name=u.name, home=u.home) for u in rows],
        total=len(found),
        next_offset=next_offset,
    )


def list_groups(state: FileState) -> Groups:
    """Lists the groups and whether the user belongs to them."""
    rows = [
        GroupRow(
            group_id=g.id, title=g.title, members=len(g.members), is_member=state.user in g.members
        )
        for g in state.groups
        if g.id != SUPERUSER
    ]
    return Groups(groups=rows)


def _people(state: FileState) -> list[User]:
    return sorted((u for u in state.users if u.id != SUPERUSER), key=lambda u: u.id)


def _required(rows: Table[RowT], id: str, told_by: str) -> RowT:
    """Returns a user or group.

    Raises:
        NotFound: naming close ids, or the tool that tells them; the superuser's is in no list.
    """
    if id in rows:
        return rows.require(id)
    near = get_close_matches(id, [known for known in rows.ids() if known != SUPERUSER])
    hint = f"Close ids: {', '.join(near)}." if near else f"{told_by} tells which there are."
    raise NotFound(f"There is no {rows.noun} with the id {id!r}. {hint}")


def _own_group(state: FileState, group: str) -> str:
    """Returns a group that the user may give things to.

    Raises:
        NotFound: where there is none.
        NotGroupMember: naming the groups that would do.
    """
    found = _required(state.groups, group, "list_groups")
    if not rights.is_member(state, group):
        own = ", ".join(g.id for g in state.groups if state.user in g.members)
        raise NotGroupMember(
            f"{state.user} is not in {found.id} ({found.title}) and cannot give anything to it. "
            f"These would do: {own}."
        )
    return found.id
