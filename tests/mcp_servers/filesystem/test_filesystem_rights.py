"""Whose bits decide, who may change them, and to whom things can be given."""

from __future__ import annotations

import pytest
from filesystem_tree import BOB_LEFT

from mcp_servers.core.errors import InvalidArguments, NotFound
from mcp_servers.filesystem.rights import READ, SEARCH, WRITE, allowed
from mcp_servers.filesystem.state import Node


def node(mode, owner="ana", group="grp-all"):
    return Node(
        id="INO-1",
        kind="file",
        owner=owner,
        group=group,
        mode=mode,
        modified="2026-01-01T00:00",
        volume="system",
    )


@pytest.mark.parametrize(
    ("mode", "owner", "group", "bits", "may"),
    [
        (0o400, "ana", "team-b", READ, True),
        # The owner's bits decide for the owner, though the group's would let her.
        (0o077, "ana", "grp-all", READ, False),
        (0o040, "bob", "team-a", READ, True),
        (0o704, "bob", "team-a", READ, False),
        (0o004, "bob", "team-b", READ, True),
        (0o740, "bob", "team-b", READ, False),
        (0o500, "ana", "grp-all", READ | SEARCH, True),
        (0o500, "ana", "grp-all", WRITE | SEARCH, False),
    ],
)
def test_one_class_of_bits_decides(files, mode, owner, group, bits, may):
    assert allowed(files, node(mode, owner, group), bits) is may


def test_the_superuser_may_everything(files):
    files.user = "root"
    assert allowed(files, node(0o000, "bob"), READ | WRITE | SEARCH)


def test_chmod_opens_and_closes(call, refused):
    told = call("chmod", path="docs/a.txt", mode="200")
    assert told == {
        "path": "/home/ana/docs/a.txt",
        "name": "a.txt",
        "permissions": "--w-------",
    }
    refused("permission_denied", "cat", path="docs/a.txt")
    call("chmod", path="docs/a.txt", mode="600")
    assert call("cat", path="docs/a.txt")["lines"] == 3
    call("chmod", path="folder", mode="1777")
    assert call("stat", path="work")["permissions"] == "drwxrwxrwt"


@pytest.mark.parametrize(
    ("tool", "arguments", "mode"),
    [("ls", {"directory": "docs"}, "500"), ("touch", {"directory": "docs", "name": "b"}, "300")],
)
def test_the_mode_that_a_refusal_names_is_enough(call, refused, tool, arguments, mode):
    call("chmod", path="docs", mode="000")
    assert f"chmod {mode} would allow it" in refused("permission_denied", tool, **arguments)
    call("chmod", path="docs", mode=mode)
    call(tool, **arguments)


@pytest.mark.parametrize("mode", ["8", "64", "u+w", "77777", "", "0o644"])
def test_modes_are_octal(call, mode):
    with pytest.raises(InvalidArguments, match="mode"):
        call("chmod", path="docs/a.txt", mode=mode)


@pytest.mark.parametrize(("tool", "more"), [("chmod", {"mode": "600"}), ("chown", {"user": "ana"})])
def test_only_owners_change_rights(refused, tool, more):
    message = refused("not_owner", tool, path="Shared/team/open.txt", **more)
    assert "belongs to Bob Ott (bob)" in message
    refused("not_owner", tool, path="/home", **more)
    refused("read_only_volume", tool, path="Backup/a.txt", **more)
    refused("permission_denied", tool, path="/home/bob/diary.txt", **more)


def test_chown_gives_away_and_there_is_no_way_back(call, refused):
    told = call("chown", path="docs/a.txt", user="bob", group="team-a")
    assert (told["owner"], told["group"]) == ("bob", "team-a")
    refused("not_owner", "chown", path="docs/a.txt", user="ana")
    assert call("cat", path="docs/a.txt")["lines"] == 3
    refused("permission_denied", "append", path="docs/a.txt", text="x")


def test_chown_to_oneself_changes_the_group_only(call, refused):
    told = call("chown", path="docs/a.txt", user="ana", group="team-a")
    assert (told["owner"], told["group"]) == ("ana", "team-a")
    message = refused("not_group_member", "chown", path="docs/a.txt", user="ana", group="team-b")
    assert "These would do: grp-all, team-a." in message


def test_gifts_count_for_the_receiver(call, refused):
    call("write", path="gift", text="x" * (BOB_LEFT + 1))
    assert "bob has 100 of quota left" in refused(
        "quota_exceeded", "chown", path="gift", user="bob"
    )
    call("write", path="gift", text="x" * BOB_LEFT)
    left = call("df")["quota_free_bytes"]
    call("chown", path="gift", user="bob")
    assert call("df")["quota_free_bytes"] == left + BOB_LEFT


def test_unknown_users_and_groups(call):
    with pytest.raises(NotFound, match=r"no user with the id 'bop'\. Close ids: bob"):
        call("chown", path="docs/a.txt", user="bop")
    with pytest.raises(NotFound, match="no group with the id 'team-c'"):
        call("list_users", group="team-c")
    with pytest.raises(NotFound, match="list_groups tells which"):
        call("chown", path="docs/a.txt", user="ana", group="Everybody")
    with pytest.raises(NotFound, match="list_users tells which"):
        call("chown", path="docs/a.txt", user="roo")  # the superuser is in no list


def test_people_and_groups_are_listed(call):
    assert [u["login"] for u in call("list_users")["users"]] == ["ana", "bob"]
    assert [u["login"] for u in call("list_users", group="team-b")["users"]] == ["bob"]
    groups = {g["group_id"]: g["is_member"] for g in call("list_groups")["groups"]}
    assert groups == {"grp-all": True, "team-a": True, "team-b": False}
