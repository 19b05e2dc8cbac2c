"""Moves, new names, copies and links."""

from __future__ import annotations

import pytest
from filesystem_invariants import check_invariants, contents
from filesystem_tree import QUOTA_LEFT

from mcp_servers.filesystem.space import used_by


@pytest.fixture
def roomy(files):
    """Gives the shared volume room for the photo."""
    volume = files.volumes.require("shared")
    files.volumes.update("shared", capacity=volume.capacity + 2_000)


def test_mv_keeps_everything_but_the_place(call, files):
    before = contents(files)
    was = call("stat", path="docs/a.txt")
    moved = call("mv", path="docs/a.txt", directory="work")
    assert moved["path"] == "/home/ana/work/a.txt"
    now = call("stat", path="work/a.txt")
    assert now["modified"] == was["modified"]
    assert contents(files) == before
    for directory in ("docs", "work"):
        assert call("stat", path=directory)["modified"] == "2026-03-18T10:30"
    check_invariants(files)


def test_mv_of_a_directory_takes_all_along(call, files):
    call("cd", directory="docs/empty")
    call("mv", path="/home/ana/docs", directory="/home/ana/work")
    assert call("pwd")["path"] == "/home/ana/work/docs/empty"
    assert call("cat", path="../a.txt")["lines"] == 3
    check_invariants(files)


def test_mv_of_a_link_moves_the_link(call):
    call("mv", path="link.txt", directory="work")
    assert call("stat", path="work/link.txt")["kind"] == "link"
    assert call("cat", path="docs/a.txt")["lines"] == 3


def test_mv_refuses_what_cannot_be(call, refused):
    refused("already_there", "mv", path="docs/a.txt", directory="docs")
    refused("into_itself", "mv", path="docs", directory="docs/empty")
    refused("into_itself", "mv", path="docs", directory="docs")
    refused("not_a_directory", "mv", path="docs/a.txt", directory="docs/b.txt")
    refused("directory_in_use", "mv", path="Shared", directory="docs")
    refused("directory_in_use", "mv", path="/", directory="docs")
    refused("read_only_volume", "mv", path="Backup/a.txt", directory="docs")
    refused("read_only_volume", "mv", path="docs/a.txt", directory="Backup")
    refused("permission_denied", "mv", path="docs/a.txt", directory="/home")
    message = refused("sticky_directory", "mv", path="Shared/inbox/note.txt", directory="docs")
    assert "belongs to Bob Ott (bob)" in message
    call("chmod", path="docs", mode="500")
    refused("permission_denied", "mv", path="docs", directory="work")
    refused("permission_denied", "mv", path="docs/a.txt", directory="work")


def test_mv_overwrites_files_only_when_told(call, refused, files):
    call("write", path="work/a.txt", text="other")
    move = {"path": "docs/a.txt", "directory": "work"}
    assert "set overwrite" in refused("already_exists", "mv", **move)
    call("mv", **move, overwrite=True)
    assert call("cat", path="work/a.txt")["lines"] == 3
    call("mkdir", directory="work", name="b.txt")
    refused("already_exists", "mv", path="docs/b.txt", directory="work", overwrite=True)
    check_invariants(files)


@pytest.mark.usefixtures("roomy")
def test_mv_to_another_volume_copies_and_removes(call, files):
    was = call("stat", path="docs/a.txt")
    call("mv", path="docs", directory="Shared/inbox")
    now = call("stat", path="Shared/inbox/docs/a.txt")
    assert now["modified"] == was["modified"]
    check_invariants(files)


def test_mv_to_a_full_volume(refused):
    refused("no_space_left", "mv", path="docs", directory="Shared/inbox")


def test_mv_makes_what_others_owned_ones_own(call, refused, files):
    call("write", path="fill", text="x" * (QUOTA_LEFT // 2))
    call("append", path="fill", text="x" * (QUOTA_LEFT // 2 - 2))
    assert call("df")["quota_free_bytes"] == 0
    refused("quota_exceeded", "mv", path="Shared/team/open.txt", directory="work")
    call("rm", path="fill")
    call("mv", path="Shared/team/open.txt", directory="work")
    assert call("stat", path="work/open.txt")["owner"] == "ana"
    refused("permission_denied", "mv", path="Shared/team/closed.txt", directory="work")
    check_invariants(files)


@pytest.mark.usefixtures("roomy")
def test_mv_to_another_volume_with_a_second_name_counts_twice(call, refused, files):
    call("ln", path="docs/photo.jpg", directory="work", kind="hard")
    move = {"path": "docs/photo.jpg", "directory": "Shared/inbox"}
    files.users.update("ana", quota=used_by(files, "ana") + 999)
    refused("quota_exceeded", "mv", **move)
    files.users.update("ana", quota=used_by(files, "ana") + 1_000)
    call("mv", **move)
    assert call("df")["quota_free_bytes"] == 0
    check_invariants(files)


def test_rename_stays_in_its_directory(call, refused, files):
    assert call("rename", path="docs/a.txt", name="c.txt")["path"] == "/home/ana/docs/c.txt"
    refused("already_exists", "rename", path="docs/c.txt", name="b.txt")
    refused("already_exists", "rename", path="docs/c.txt", name="c.txt")
    refused("directory_in_use", "rename", path="Shared", name="x")
    refused("sticky_directory", "rename", path="Shared/inbox/note.txt", name="x")
    refused("read_only_volume", "rename", path="Backup/a.txt", name="x")
    refused("permission_denied", "rename", path="/home/ana", name="x")
    call("rename", path="Shared/inbox/own.txt", name="mine.txt")
    check_invariants(files)


def test_cp_makes_a_file_of_ones_own(call, files):
    copy = call("cp", path="Shared/inbox/note.txt", directory="docs", name="n.txt")
    assert copy["path"] == "/home/ana/docs/n.txt"
    told = call("stat", path="docs/n.txt")
    assert (told["owner"], told["modified"]) == ("ana", "2026-03-18T10:30")
    call("append", path="docs/n.txt", text="more")
    assert call("cat", path="Shared/inbox/note.txt")["lines"] == 1
    check_invariants(files)


def test_cp_of_a_directory_needs_recursive(call, refused, files):
    refused("is_a_directory", "cp", path="docs", directory="work")
    call("cp", path="docs", directory="work", recursive=True)
    assert call("cat", path="work/docs/a.txt")["lines"] == 3
    refused("into_itself", "cp", path="docs", directory="docs/empty", recursive=True)
    refused("already_exists", "cp", path="docs", directory="work", recursive=True, overwrite=True)
    check_invariants(files)


def test_cp_needs_to_read_all_and_the_room(call, refused):
    refused("permission_denied", "cp", path="Shared/team", directory="work", recursive=True)
    refused("permission_denied", "cp", path="Shared/team/closed.txt", directory="work")
    refused("permission_denied", "cp", path="docs/a.txt", directory="/home")
    refused("read_only_volume", "cp", path="docs/a.txt", directory="Backup")
    refused("no_space_left", "cp", path="docs/photo.jpg", directory="Shared/inbox")
    for i in range(5):
        call("cp", path="docs/photo.jpg", directory="work", name=f"{i}.jpg")
    refused("quota_exceeded", "cp", path="docs/photo.jpg", directory="work", name="5.jpg")


def test_cp_overwrites_what_is_in_the_file(call, refused, files):
    refused("already_exists", "cp", path="docs/a.txt", directory="docs", overwrite=True)
    call("ln", path="docs/b.txt", directory="work", kind="hard")
    call("cp", path="docs/a.txt", directory="docs", name="b.txt", overwrite=True)
    # The file stays, so its other name shows the new contents too.
    assert call("cat", path="work/b.txt")["text"] == "one\ntwo\nthree"
    note = {"path": "docs/a.txt", "directory": "Shared/inbox", "name": "note.txt"}
    refused("permission_denied", "cp", **note, overwrite=True)
    check_invariants(files)


def test_a_hard_link_is_a_second_name(call, refused, files):
    before = contents(files)
    call("ln", path="docs/a.txt", directory="work", kind="hard", name="same.txt")
    assert contents(files) == before
    call("append", path="work/same.txt", text="four")
    assert call("tail", path="docs/a.txt", lines=1)["text"] == "four"
    call("rm", path="docs/a.txt")
    assert call("stat", path="work/same.txt")["hard_links"] == 1
    refused("is_a_directory", "ln", path="docs", directory="work", kind="hard")
    message = refused(
        "cross_volume", "ln", path="docs/b.txt", directory="Shared/inbox", kind="hard"
    )
    assert "only a symbolic link" in message
    check_invariants(files)


def test_a_symbolic_link_leads_to_a_path(call, refused, files):
    call("ln", path="docs/b.txt", directory="Shared/inbox", kind="symbolic")
    assert call("stat", path="Shared/inbox/b.txt")["target"] == "/home/ana/docs/b.txt"
    assert call("cat", path="Shared/inbox/b.txt")["lines"] == 4
    call("ln", path="docs", directory="work", kind="symbolic", name="d")
    assert call("cd", directory="work/d")["path"] == "/home/ana/docs"
    refused("already_exists", "ln", path="b.txt", directory="/home/ana/docs", kind="symbolic")
    refused("read_only_volume", "ln", path="b.txt", directory="/home/ana/Backup", kind="symbolic")
    check_invariants(files)
