"""What is deleted, what only goes into the trash, and how it comes back."""

from __future__ import annotations

import pytest
from filesystem_invariants import check_invariants, contents

from mcp_servers.core.errors import NotFound


def test_rm_deletes_and_frees(call, files):
    left = call("df")["quota_free_bytes"]
    assert call("rm", path="docs/photo.jpg")["freed_bytes"] == 1_000
    assert call("df")["quota_free_bytes"] == left + 1_000
    with pytest.raises(NotFound):
        call("stat", path="docs/photo.jpg")
    check_invariants(files)


def test_rm_of_one_of_two_names_frees_nothing(call, files):
    call("ln", path="docs/photo.jpg", directory="work", kind="hard")
    assert call("rm", path="docs/photo.jpg")["freed_bytes"] == 0
    assert call("rm", path="work/photo.jpg")["freed_bytes"] == 1_000
    check_invariants(files)


def test_rm_takes_the_link_not_the_target(call):
    call("rm", path="link.txt")
    assert call("cat", path="docs/a.txt")["lines"] == 3


def test_rm_of_a_directory_needs_recursive(call, refused, files):
    assert "recursive" in refused("is_a_directory", "rm", path="docs")
    call("ln", path="docs/photo.jpg", directory="work", kind="hard")
    assert call("rm", path="docs", recursive=True)["freed_bytes"] > 0
    assert call("stat", path="work/photo.jpg")["hard_links"] == 1
    check_invariants(files)


@pytest.mark.parametrize(("tool", "more"), [("rm", {"recursive": True}), ("trash", {})])
def test_all_below_must_be_removable(call, refused, tool, more):
    refused("sticky_directory", tool, path="Shared/inbox/note.txt", **more)
    refused("permission_denied", tool, path="Shared/team", **more)
    refused("directory_in_use", tool, path="Shared", **more)
    refused("read_only_volume", tool, path="Backup/a.txt", **more)
    call("chmod", path="docs", mode="500")
    refused("permission_denied", tool, path="docs", **more)
    refused("permission_denied", tool, path="docs/a.txt", **more)
    call("chmod", path="docs", mode="700")
    call("chmod", path="docs/empty", mode="000")
    refused("permission_denied", tool, path="docs", **more)


@pytest.mark.parametrize(
    ("tool", "key"), [("rm", "path"), ("trash", "path"), ("rmdir", "directory")]
)
def test_the_working_directory_stays(call, refused, tool, key):
    call("cd", directory="docs/empty")
    more = {"recursive": True} if tool == "rm" else {}
    message = refused("directory_in_use", tool, **{key: "/home/ana/docs/empty"}, **more)
    assert "cd out of it first" in message
    if tool != "rmdir":
        refused("directory_in_use", tool, path="/home/ana/docs", **more)


def test_rmdir_wants_empty_directories(call, refused, files):
    assert "holds 3 entries" in refused("directory_not_empty", "rmdir", directory="work")
    assert call("rmdir", directory="docs/empty")["freed_bytes"] == 0
    refused("not_a_directory", "rmdir", directory="docs/a.txt")
    refused("not_a_directory", "rmdir", directory="folder")
    refused("directory_in_use", "rmdir", directory="Shared")
    refused("permission_denied", "rmdir", directory="/home/bob")
    check_invariants(files)


def test_hidden_files_count_for_rmdir(call, refused):
    call("rm", path="work/plan.txt")
    call("rm", path="work/sync.log")
    refused("directory_not_empty", "rmdir", directory="work")


def test_the_trash_keeps_everything(call, files):
    before = contents(files)
    item = call("trash", path="docs")["item_id"]
    assert contents(files) == before
    with pytest.raises(NotFound):
        call("ls", directory="docs")
    (row,) = call("list_trash")["items"]
    assert row["item_id"] == item
    assert (row["name"], row["came_from"], row["deleted_on"]) == ("docs", "/home/ana", "2026-03-18")
    check_invariants(files)
    assert call("restore", item_id=item)["path"] == "/home/ana/docs"
    assert call("cat", path="docs/a.txt")["lines"] == 3
    assert call("list_trash")["total"] == 0
    check_invariants(files)


def test_restore_follows_a_directory_that_was_moved(call):
    item = call("trash", path="docs/a.txt")["item_id"]
    call("mv", path="docs", directory="work")
    assert call("restore", item_id=item)["path"] == "/home/ana/work/docs/a.txt"


def test_restore_where_the_place_is_gone(call, refused):
    item = call("trash", path="docs/a.txt")["item_id"]
    call("trash", path="docs")
    message = refused("original_place_gone", "restore", item_id=item)
    assert "/home/ana/docs" in message
    assert call("restore", item_id=item, directory="work")["path"] == "/home/ana/work/a.txt"


def test_restore_where_the_name_is_taken(call, refused):
    item = call("trash", path="docs/a.txt")["item_id"]
    call("touch", directory="docs", name="a.txt")
    assert "give another directory" in refused("already_exists", "restore", item_id=item)


def test_restore_stays_on_its_volume_and_needs_rights(call, refused, files):
    item = call("trash", path="docs/a.txt")["item_id"]
    refused("cross_volume", "restore", item_id=item, directory="Shared/inbox")
    refused("read_only_volume", "restore", item_id=item, directory="Backup")
    refused("permission_denied", "restore", item_id=item, directory="/home")
    refused("not_a_directory", "restore", item_id=item, directory="docs/b.txt")
    own = call("trash", path="Shared/inbox/own.txt")["item_id"]
    call("restore", item_id=own)
    check_invariants(files)


def test_emptying_frees_quota(call, refused, files):
    assert "empty already" in refused("nothing_to_empty", "empty_trash")
    call("trash", path="docs")
    left = call("df")["quota_free_bytes"]
    message = refused("nothing_to_empty", "empty_trash", older_than_days=0)
    assert "leave older_than_days out" in message
    told = call("empty_trash")
    assert told["deleted"] == 1
    assert call("df")["quota_free_bytes"] == left + told["freed_bytes"]
    check_invariants(files)


def test_emptying_by_age(call, refused, files):
    item = call("trash", path="docs/a.txt")["item_id"]
    files.trash.update(item, deleted_at="2026-03-11T10:30")
    refused("nothing_to_empty", "empty_trash", older_than_days=7)
    files.trash.update(item, deleted_at="2026-03-11T10:29")
    assert call("empty_trash", older_than_days=7)["deleted"] == 1


def test_the_trash_is_searched_and_paged(call):
    for name in "abcdefg":
        call("touch", directory="work", name=f"{name}.txt")
        call("trash", path=f"work/{name}.txt")
    first = call("list_trash")
    assert [r["name"] for r in first["items"]] == ["g.txt", "f.txt", "e.txt", "d.txt", "c.txt"]
    assert [r["name"] for r in call("list_trash", offset=5)["items"]] == ["b.txt", "a.txt"]
    assert call("list_trash", search="B.T")["total"] == 1
