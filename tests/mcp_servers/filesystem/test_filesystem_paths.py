"""From text to a node: relative and absolute paths, `..`, `~`, links, and where the way ends."""

from __future__ import annotations

import pytest

from mcp_servers.core.errors import InvalidArguments, NotFound


@pytest.mark.parametrize(
    "path",
    [
        "/home/ana/docs/a.txt",
        "docs/a.txt",
        "./docs//a.txt",
        "~/docs/a.txt",
        "work/../docs/a.txt",
        "link.txt",
        "/../home/ana/link.txt",
    ],
)
def test_many_ways_to_one_file(call, path):
    assert call("wc", path=path)["lines"] == 3


def test_paths_are_relative_to_the_working_directory(call):
    assert call("cd", directory="docs") == {"path": "/home/ana/docs", "name": "docs"}
    assert call("pwd") == {"path": "/home/ana/docs", "user": "ana"}
    assert call("cat", path="a.txt")["text"] == "one\ntwo\nthree"
    call("cd", directory="..")
    assert call("pwd")["path"] == "/home/ana"


def test_a_link_to_a_directory_is_entered_physically(call):
    assert call("cd", directory="folder")["path"] == "/home/ana/work"
    assert call("cd", directory="../docs")["path"] == "/home/ana/docs"


def test_the_working_directory_follows_when_a_directory_above_is_renamed(call):
    call("cd", directory="docs/empty")
    call("rename", path="/home/ana/docs", name="papers")
    assert call("pwd")["path"] == "/home/ana/papers/empty"


def test_stat_tells_of_the_link_itself(call):
    told = call("stat", path="link.txt")
    assert (told["kind"], told["target"]) == ("link", "docs/a.txt")
    assert told["permissions"].startswith("l")


def test_missing_names_are_told_with_near_ones(call):
    with pytest.raises(NotFound, match=r"no 'a\.tx' in /home/ana/docs\. Close names there: a\.txt"):
        call("cat", path="docs/a.tx")


def test_a_broken_link_says_where_it_leads(call):
    with pytest.raises(NotFound, match=r"nowhere\.txt.*where the link /home/ana/broken leads"):
        call("cat", path="broken")


def test_links_that_go_round_are_noticed(refused):
    assert "loop" in refused("link_loop", "cat", path="loop-1")
    refused("link_loop", "cat", path="loop-1/x")
    refused("link_loop", "cd", directory="loop-2")


def test_links_that_go_round_can_be_looked_at_and_removed(call):
    assert call("stat", path="loop-1")["target"] == "loop-2"
    assert call("rm", path="loop-1")["removed"] == "/home/ana/loop-1"


def test_patterns_are_for_find(call):
    with pytest.raises(NotFound, match="Patterns work in find only"):
        call("mv", path="docs/*.txt", directory="work")


def test_a_file_is_no_directory(refused):
    refused("not_a_directory", "cd", directory="docs/a.txt")
    refused("not_a_directory", "cat", path="docs/a.txt/b.txt")
    refused("not_a_directory", "cat", path="docs/a.txt/")
    refused("not_a_directory", "cat", path="docs/a.txt/..")


def test_directories_without_x_are_not_passed(call, refused):
    message = refused("permission_denied", "cat", path="/home/bob/diary.txt")
    assert "ana may not enter /home/bob: it is drwx------, owner bob" in message
    call("chmod", path="docs", mode="600")
    assert "chmod 700 would allow it" in refused("permission_denied", "cat", path="docs/a.txt")
    call("chmod", path="docs", mode="100")
    assert call("wc", path="docs/a.txt")["lines"] == 3


def test_an_unreadable_directory_does_not_tell_its_names(call):
    call("chmod", path="docs", mode="100")
    with pytest.raises(NotFound) as caught:
        call("cat", path="docs/a.tx")
    assert "a.txt" not in caught.value.message


@pytest.mark.parametrize("tool", ["touch", "mkdir"])
@pytest.mark.parametrize("name", [".", "..", "a/b", ""])
def test_names_that_cannot_be(call, tool, name):
    with pytest.raises(InvalidArguments):
        call(tool, directory="docs", name=name)


def test_the_root_is_its_own_parent(call):
    assert call("cd", directory="/../..")["path"] == "/"
    assert call("stat", path="/")["path"] == "/"
    assert [d["path"] for d in call("ls")["directories"]] == ["/home"]
