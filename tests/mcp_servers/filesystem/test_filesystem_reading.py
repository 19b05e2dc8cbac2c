"""What the text tools show, and of which files."""

from __future__ import annotations

import hashlib

import pytest


def test_cat_pages_by_lines(call):
    text = "\n".join(f"line {i}" for i in range(35))
    call("write", path="long.txt", text=text)
    first = call("cat", path="long.txt")
    assert (first["lines"], first["next_offset"]) == (35, 30)
    rest = call("cat", path="long.txt", offset=30)
    assert f"{first['text']}\n{rest['text']}" == text
    assert "next_offset" not in rest


def test_head_and_tail(call):
    assert call("head", path="docs/b.txt", lines=2) == {"text": "one\n2", "lines": 4}
    assert call("tail", path="docs/b.txt", lines=1) == {"text": "four", "lines": 4}
    assert call("tail", path="docs/b.txt")["text"] == "2\nthree\nfour"
    assert call("head", path="docs/b.txt", lines=30)["text"] == "one\n2\nthree\nfour"


def test_wc_counts_lines_words_characters(call):
    call("write", path="t.txt", text="zwei Wörter\nx")
    assert call("wc", path="t.txt") == {"lines": 2, "words": 3, "characters": 13}
    call("write", path="t.txt", text="")
    assert call("wc", path="t.txt") == {"lines": 0, "words": 0, "characters": 0}


def test_lines_end_at_newlines_only(call):
    call("write", path="t.txt", text="a\u2028b\x0bc\n")
    assert call("wc", path="t.txt")["lines"] == 1


def test_sort_leaves_the_file_alone(call):
    assert call("sort", path="docs/a.txt")["text"] == "one\nthree\ntwo"
    assert call("sort", path="docs/a.txt", reverse=True)["text"] == "two\nthree\none"
    assert call("cat", path="docs/a.txt")["text"] == "one\ntwo\nthree"


def test_uniq_counts_most_frequent_first(call):
    assert call("uniq", path="work/sync.log")["rows"] == [
        {"count": 3, "line": "ok"},
        {"count": 1, "line": "failed"},
    ]


def test_diff_shows_what_only_one_has(call):
    told = call("diff", path="docs/a.txt", other="docs/b.txt")
    assert told == {"identical": False, "changes": "-two\n+2\n+four"}
    assert call("diff", path="docs/a.txt", other="link.txt") == {"identical": True}


def test_diff_keeps_lines_that_look_like_its_own_marks(call):
    call("write", path="t.txt", text="-- x\n@ y\n")
    call("write", path="u.txt", text="++ z\n@ y\n")
    assert call("diff", path="t.txt", other="u.txt")["changes"] == "--- x\n+++ z"


def test_diff_of_much_is_cut(call):
    call("write", path="t.txt", text="\n".join(map(str, range(50))))
    told = call("diff", path="docs/a.txt", other="t.txt")
    assert len(told["changes"].split("\n")) == 20
    assert told["more"] == 33


def test_checksum_is_that_of_the_contents(call):
    digest = hashlib.sha256(b"one\ntwo\nthree\n").hexdigest()
    assert call("checksum", path="docs/a.txt")["sha256"] == digest
    call("cp", path="docs/photo.jpg", directory="work")
    same = {call("checksum", path=p)["sha256"] for p in ("docs/photo.jpg", "work/photo.jpg")}
    assert len(same) == 1
    assert call("checksum", path="pack.tar.gz")["sha256"] not in same


@pytest.mark.parametrize("tool", ["cat", "head", "tail", "wc", "sort", "uniq"])
def test_only_text_that_may_be_read(refused, tool):
    refused("is_a_directory", tool, path="docs")
    refused("not_text", tool, path="docs/photo.jpg")
    refused("not_text", tool, path="pack.tar.gz")
    refused("permission_denied", tool, path="Shared/team/closed.txt")


def test_diff_and_checksum_need_rights_too(refused):
    refused("permission_denied", "checksum", path="Shared/team/closed.txt")
    refused("is_a_directory", "checksum", path="docs")
    refused("not_text", "diff", path="docs/a.txt", other="docs/photo.jpg")
    refused("permission_denied", "diff", path="Shared/team/closed.txt", other="docs/a.txt")
