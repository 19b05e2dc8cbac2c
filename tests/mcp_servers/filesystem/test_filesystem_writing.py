"""Files and directories made, and text changed."""

from __future__ import annotations

import pytest
from filesystem_invariants import check_invariants
from filesystem_tree import BOB_LEFT, QUOTA_LEFT, SHARED_LEFT

from mcp_servers.core.errors import InvalidArguments


def test_touch_creates_an_empty_file(call, files):
    made = call("touch", directory="docs", name="new.txt")
    assert made == {"path": "/home/ana/docs/new.txt", "name": "new.txt", "size_bytes": 0}
    told = call("stat", path="docs/new.txt")
    assert (told["mode"], told["owner"], told["group"]) == ("644", "ana", "grp-all")
    assert call("stat", path="docs")["modified"] == "2026-03-18T10:30"
    check_invariants(files)


def test_touch_marks_what_exists(call, refused):
    assert call("stat", path="docs/a.txt")["modified"] < "2026-03-18"
    call("touch", directory="docs", name="a.txt")
    assert call("stat", path="docs/a.txt")["modified"] == "2026-03-18T10:30"
    assert call("wc", path="docs/a.txt")["lines"] == 3
    call("touch", directory="Shared/team", name="open.txt")
    refused("permission_denied", "touch", directory="Shared/team", name="closed.txt")
    refused("read_only_volume", "touch", directory="Backup", name="a.txt")


def test_touch_may_be_by_the_owner_without_w(call):
    call("chmod", path="docs/a.txt", mode="400")
    call("touch", directory="docs", name="a.txt")


def test_mkdir_makes_one_level(call, refused, files):
    assert call("mkdir", directory="docs", name="sub")["path"] == "/home/ana/docs/sub"
    assert "exists already" in refused("already_exists", "mkdir", directory="docs", name="sub")
    refused("already_exists", "mkdir", directory="docs", name="a.txt")
    refused("permission_denied", "mkdir", directory="/home", name="sub")
    refused("read_only_volume", "mkdir", directory="Backup", name="sub")
    check_invariants(files)


def test_a_setgid_directory_hands_on_its_group(call):
    call("mkdir", directory="Shared/team", name="sub")
    call("touch", directory="Shared/team/sub", name="x")
    told = call("stat", path="Shared/team/sub")
    assert (told["group"], told["mode"]) == ("team-a", "2755")
    assert call("stat", path="Shared/team/sub/x")["group"] == "team-a"


def test_write_replaces_or_creates(call):
    assert call("write", path="docs/a.txt", text="new")["size_bytes"] == 3
    assert call("cat", path="docs/a.txt")["text"] == "new"
    assert call("write", path="~/n.txt", text="é")["size_bytes"] == 2
    assert call("write", path="link.txt", text="via link")["path"] == "/home/ana/docs/a.txt"


def test_write_keeps_owner_and_mode(call):
    call("write", path="Shared/team/open.txt", text="mine")
    told = call("stat", path="Shared/team/open.txt")
    assert (told["owner"], told["mode"], told["size_bytes"]) == ("bob", "664", 4)


def test_write_is_refused_where_it_must_be(refused, call):
    refused("is_a_directory", "write", path="docs", text="x")
    refused("is_a_directory", "write", path="..", text="x")
    refused("is_a_directory", "write", path="~", text="x")
    refused("not_a_directory", "write", path="docs/a.txt/", text="x")
    refused("permission_denied", "write", path="Shared/team/closed.txt", text="x")
    refused("permission_denied", "write", path="/home/new.txt", text="x")
    refused("read_only_volume", "write", path="Backup/new.txt", text="x")
    refused("read_only_volume", "write", path="Backup/a.txt", text="x")
    with pytest.raises(InvalidArguments):
        call("write", path="docs/a.txt", text="x" * 4001)


def test_quota_to_the_last_byte(call, refused):
    call("write", path="a", text="x" * 4_000)
    message = refused("quota_exceeded", "write", path="b", text="x" * (QUOTA_LEFT - 4_000 + 1))
    assert "has 1,000 of quota left" in message
    assert message.endswith("rm something.")  # the trash is empty
    call("write", path="b", text="x" * (QUOTA_LEFT - 4_000))
    assert call("df")["quota_free_bytes"] == 0
    call("touch", directory="docs", name="empty.txt")
    refused("quota_exceeded", "append", path="docs/a.txt", text="")
    call("truncate", path="docs/a.txt", lines=0)
    call("append", path="docs/a.txt", text="")


def test_growth_counts_for_the_owner(call, refused):
    call("write", path="Shared/team/open.txt", text="x" * (5 + BOB_LEFT))
    message = refused("quota_exceeded", "append", path="Shared/team/open.txt", text="")
    assert "bob has 0 of quota left. Only the owner can free some." in message


def test_a_full_volume(call, refused):
    message = refused(
        "no_space_left", "write", path="Shared/inbox/own.txt", text="x" * (SHARED_LEFT + 10)
    )
    assert "500 free" in message
    call("write", path="Shared/inbox/own.txt", text="x" * (SHARED_LEFT + 9))
    refused("no_space_left", "append", path="Shared/inbox/own.txt", text="")


def test_append_adds_lines(call):
    call("append", path="docs/a.txt", text="four")
    assert call("tail", path="docs/a.txt", lines=2)["text"] == "three\nfour"
    call("write", path="docs/b.txt", text="no end")
    call("append", path="docs/b.txt", text="next")
    assert call("cat", path="docs/b.txt")["text"] == "no end\nnext"


def test_append_needs_w_only(call, refused):
    call("chmod", path="docs/a.txt", mode="200")
    call("append", path="docs/a.txt", text="blind")
    refused("permission_denied", "replace", path="docs/a.txt", old="one", new="two")
    refused("permission_denied", "truncate", path="docs/a.txt", lines=1)
    call("chmod", path="docs/a.txt", mode="400")
    assert "write to" in refused("permission_denied", "append", path="docs/a.txt", text="x")


def test_replace_changes_every_place(call, refused):
    assert call("replace", path="work/sync.log", old="ok", new="fine")["replaced"] == 3
    assert call("uniq", path="work/sync.log")["rows"][0]["line"] == "fine"
    message = refused("text_not_found", "replace", path="work/plan.txt", old="todo", new="x")
    assert "only 'TODO'" in message
    refused("not_text", "replace", path="docs/photo.jpg", old="a", new="b")
    refused("quota_exceeded", "replace", path="docs/a.txt", old="one", new="x" * 5_004)


def test_truncate_keeps_the_first_lines(call, refused):
    assert call("truncate", path="docs/b.txt", lines=1)["removed_lines"] == 3
    assert call("cat", path="docs/b.txt")["text"] == "one"
    assert "has 1 lines" in refused("already_shorter", "truncate", path="docs/b.txt", lines=1)
    assert call("truncate", path="docs/b.txt", lines=0)["removed_lines"] == 1
    refused("already_shorter", "truncate", path="docs/b.txt", lines=0)
    refused("read_only_volume", "truncate", path="Backup/a.txt", lines=0)


@pytest.mark.parametrize(
    ("tool", "more"),
    [("append", {"text": "x"}), ("replace", {"old": "a", "new": "b"}), ("truncate", {"lines": 1})],
)
def test_text_tools_need_writable_text(refused, tool, more):
    refused("is_a_directory", tool, path="docs", **more)
    refused("not_text", tool, path="docs/photo.jpg", **more)
    refused("read_only_volume", tool, path="Backup/a.txt", **more)
    refused("permission_denied", tool, path="Shared/inbox/note.txt", **more)
