"""Archives: packed, looked into, unpacked."""

from __future__ import annotations

import pytest
from filesystem_invariants import check_invariants


def test_a_round_trip_brings_back_the_same(call, files):
    made = call("create_archive", source="docs", into="work", name="d.tar.gz")
    assert (made["path"], made["members"]) == ("/home/ana/work/d.tar.gz", 5)
    back = call("extract_archive", path=made["path"], into="work")
    assert back == {"path": "/home/ana/work/docs", "name": "docs", "files": 3}
    for name in ("a.txt", "b.txt", "photo.jpg"):
        one, other = (call("checksum", path=f"{d}/{name}") for d in ("docs", "work/docs"))
        assert one == other
        one, other = (call("stat", path=f"{d}/{name}") for d in ("docs", "work/docs"))
        assert (one["modified"], one["mode"]) == (other["modified"], other["mode"])
    one, other = (call("stat", path=p)["modified"] for p in ("docs", "work/docs"))
    assert one == other
    check_invariants(files)


def test_archives_go_to_the_working_directory_under_the_name_of_the_source(call):
    call("cd", directory="work")
    assert call("create_archive", source="../docs")["path"] == "/home/ana/work/docs.tar.gz"
    assert call("extract_archive", path="docs.tar.gz")["path"] == "/home/ana/work/docs"


def test_text_is_packed_to_half(call):
    call("write", path="docs/empty/t.txt", text="x" * 1_001)
    made = call("create_archive", source="docs/empty")
    assert made["size_bytes"] == 2 * 128 + 501


def test_list_archive_tells_members_without_unpacking(call):
    told = call("list_archive", path="pack.tar.gz")
    assert told == {
        "members": [
            {"member": "bundle"},
            {"member": "bundle/x.txt", "size_bytes": 28},
            {"member": "bundle/y.jpg", "size_bytes": 2_000},
        ],
        "total": 3,
        "extracted_bytes": 2_028,
    }


def test_long_archives_are_paged(call):
    for i in range(12):
        call("touch", directory="docs/empty", name=f"{i:02d}.txt")
    path = call("create_archive", source="docs/empty")["path"]
    first = call("list_archive", path=path)
    assert (first["total"], first["next_offset"]) == (13, 10)
    rest = call("list_archive", path=path, offset=10)["members"]
    assert [m["member"] for m in rest] == [f"empty/{i}.txt" for i in ("09", "10", "11")]


def test_links_are_packed_as_links(call):
    call("ln", path="docs/a.txt", directory="work", kind="symbolic")
    path = call("create_archive", source="work")["path"]
    call("extract_archive", path=path, into="docs")
    assert call("stat", path="docs/work/a.txt")["target"] == "/home/ana/docs/a.txt"


def test_packing_needs_to_read_all_and_a_free_name(call, refused):
    refused("permission_denied", "create_archive", source="Shared/team")
    refused("permission_denied", "create_archive", source="Shared")
    refused("permission_denied", "create_archive", source="/")
    refused("permission_denied", "create_archive", source="docs", into="/home")
    refused("already_exists", "create_archive", source="docs", name="pack.tar.gz")
    refused("not_a_directory", "create_archive", source="docs/a.txt")
    refused("read_only_volume", "create_archive", source="docs", into="Backup")
    refused("no_space_left", "create_archive", source="docs", into="Shared/inbox")
    for i in range(4):
        call("cp", path="docs/photo.jpg", directory="docs", name=f"{i}.jpg")
    refused("quota_exceeded", "create_archive", source="docs")


def test_unpacking_needs_a_free_name_and_room(call, refused, files):
    refused("no_space_left", "extract_archive", path="pack.tar.gz", into="Shared/inbox")
    call("extract_archive", path="pack.tar.gz")
    message = refused("already_exists", "extract_archive", path="pack.tar.gz")
    assert "/home/ana/bundle exists already; give another directory" in message
    call("extract_archive", path="pack.tar.gz", into="work")
    message = refused("quota_exceeded", "extract_archive", path="pack.tar.gz", into="docs")
    assert "needs 2,028 bytes" in message
    refused("read_only_volume", "extract_archive", path="pack.tar.gz", into="Backup")
    refused("permission_denied", "extract_archive", path="pack.tar.gz", into="/home")
    check_invariants(files)


@pytest.mark.parametrize("tool", ["list_archive", "extract_archive"])
def test_only_archives(refused, call, tool):
    refused("not_an_archive", tool, path="docs/a.txt")
    refused("is_a_directory", tool, path="docs")
    call("chmod", path="pack.tar.gz", mode="000")
    refused("permission_denied", tool, path="pack.tar.gz")
