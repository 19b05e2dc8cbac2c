"""Listings, trees, searches and sizes."""

from __future__ import annotations

from filesystem_tree import QUOTA_LEFT, SHARED_LEFT


def names(rows):
    return [row["name"] for row in rows]


def test_ls_groups_by_kind_and_hides_dotfiles(call):
    listed = call("ls")
    assert names(listed["directories"]) == ["Backup", "Shared", "docs", "work"]
    assert names(listed["links"]) == ["broken", "folder", "link.txt", "loop-1", "loop-2"]
    assert (listed["total"], listed["next_offset"]) == (10, 9)
    rest = call("ls", offset=9)
    assert names(rest["archives"]) == ["pack.tar.gz"]
    assert "next_offset" not in rest
    assert names(call("ls", directory="work")["files"]) == ["plan.txt", "sync.log"]
    shown = call("ls", directory="work", show_hidden=True)
    assert names(shown["files"]) == [".hidden", "plan.txt", "sync.log"]


def test_ls_sorts_by_size_and_by_time(call):
    assert names(call("ls", directory="docs", sort_by="size")["files"])[0] == "photo.jpg"
    call("touch", directory="docs", name="a.txt")
    listed = call("ls", directory="docs", sort_by="modified")
    assert names(listed["files"])[0] == "a.txt"
    assert listed["files"][0]["modified"] == "2026-03-18"
    assert names(listed["directories"]) == ["empty"]


def test_ls_of_an_empty_directory(call):
    assert call("ls", directory="docs/empty") == {"directory": "/home/ana/docs/empty", "total": 0}


def test_listing_needs_r_and_x(call, refused):
    call("chmod", path="docs", mode="300")
    for tool, more in (
        ("ls", {}),
        ("tree", {}),
        ("du", {}),
        ("find", {"name": "a"}),
        ("grep", {"text": "a"}),
    ):
        refused("permission_denied", tool, directory="docs", **more)


def test_tree_goes_down_in_order_and_counts_what_it_cannot_read(call):
    shown = call("tree")
    assert [d["path"].removeprefix("/home/ana/") for d in shown["directories"]] == [
        "Backup",
        "Shared",
        "Shared/inbox",
        "Shared/secret",
        "Shared/team",
        "docs",
        "docs/empty",
        "work",
    ]
    assert (shown["total"], shown["unreadable"]) == (8, 1)
    assert shown["directories"][5] == {"path": "/home/ana/docs", "name": "docs", "files": 3}
    assert call("tree", depth=1)["total"] == 4


def test_find_takes_a_part_or_a_pattern(call):
    found = call("find", name="TXT", directory="docs")
    assert sorted(names(found["files"])) == ["a.txt", "b.txt"]
    assert found["files"][0]["folder"] == "docs"
    call("touch", directory="docs", name="a.txt")
    assert names(call("find", name="?.txt", directory="docs")["files"]) == ["a.txt", "b.txt"]
    call("rm", path="docs/a.txt")
    call("touch", directory="docs", name="b.txt")
    assert names(call("find", name="*", directory="docs")["files"])[0] == "b.txt"
    assert "files" not in call("find", name="tx*", directory="docs")
    (archive,) = call("find", name="pack")["archives"]
    assert archive["name"] == "pack.tar.gz"
    assert archive["size_bytes"] == call("stat", path=archive["path"])["size_bytes"]
    assert names(call("find", name="empty")["directories"]) == ["empty"]


def test_find_filters_by_size_and_time_and_pages(call):
    assert names(call("find", name="*", directory="docs", min_bytes=1_000)["files"]) == [
        "photo.jpg"
    ]
    call("touch", directory="work", name="plan.txt")
    found = call("find", name="*", directory="work", modified_since="2026-03-18")
    assert names(found["files"]) == ["plan.txt"]
    first = call("find", name="*")
    last = call("find", name="*", offset=first["next_offset"])
    assert first["total"] == last["total"] > 10
    assert first["unreadable"] == 1


def test_find_starts_at_the_working_directory(call):
    assert call("find", name="a.txt")["total"] == 2
    call("cd", directory="docs")
    assert call("find", name="a.txt")["total"] == 1


def test_grep_finds_lines_in_what_may_be_read(call):
    (match,) = call("grep", text="call bob")["matches"]
    assert match == {"path": "/home/ana/work/plan.txt", "line_number": 2, "line": "TODO: call Bob"}
    assert call("grep", text="closed")["total"] == 0
    # What Bob has closed: one file, and one directory.
    assert call("grep", text="x")["unreadable"] == 2


def test_grep_shows_long_lines_in_part(call):
    call("write", path="docs/a.txt", text="x" * 500)
    assert len(call("grep", text="xxx")["matches"][0]["line"]) == 120


def test_stat_tells_the_whole_mode(call):
    told = call("stat", path="Shared/inbox/note.txt")
    assert (told["mode"], told["permissions"], told["owner"]) == ("644", "-rw-r--r--", "bob")
    assert call("stat", path="Shared/inbox")["permissions"] == "drwxrwxrwt"
    assert call("stat", path="Shared/team")["mode"] == "2770"


def test_du_counts_each_file_once(call):
    before = call("du")["total_bytes"]
    call("ln", path="docs/photo.jpg", directory="work", kind="hard")
    assert call("du")["total_bytes"] == before
    assert call("du", directory="work")["total_bytes"] > 1_000
    assert call("stat", path="work/photo.jpg")["hard_links"] == 2


def test_du_names_directories_largest_first(call):
    used = call("du")
    assert names(used["directories"])[0] == "docs"
    sizes = [d["size_bytes"] for d in used["directories"]]
    assert sizes == sorted(sizes, reverse=True)
    assert used["unreadable"] == 1


def test_df_tells_what_is_left(call):
    told = call("df")
    assert told["quota_free_bytes"] == QUOTA_LEFT
    shared = next(v for v in told["volumes"] if v["volume"] == "shared")
    assert (shared["mount"], shared["free_bytes"]) == ("/home/ana/Shared", SHARED_LEFT)
    assert [v["volume"] for v in told["volumes"] if v.get("read_only")] == ["backup"]
    call("trash", path="docs/photo.jpg")
    assert call("df")["trash_bytes"] == 1_000
    assert call("df")["quota_free_bytes"] == QUOTA_LEFT
