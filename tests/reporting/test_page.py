"""The page as a whole: what is on it, and that nothing hostile gets through."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from provelight.reporting.errors import ReportError
from provelight.reporting.page import render_report
from tests.reporting.conftest import CALL, REWARD, line, rollout


class Page(HTMLParser):
    """The elements and the text of a page."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.text += " "

    def handle_data(self, data):
        self.text += data

    def all(self, tag, css=None):
        return [a for t, a in self.elements if t == tag and css in (None, a.get("class"))]


EVIL = """</div></script><script>alert("x")</script><img src=x onerror='y()'>&amp;{{ 7 * 7 }}"""


def hostile():
    """A rollout with markup wherever a model, a tool or a user can put it."""
    result = {"ok": False, "text": EVIL, "error": {"type": EVIL, "message": EVIL}}
    skipped = {"id": "call_9", "function": {"name": EVIL, "arguments": {EVIL: EVIL}}}
    return rollout(
        task_id=EVIL,
        messages=[
            {"role": "user", "content": EVIL},
            {"role": EVIL, "content": EVIL, "raw": EVIL, "tool_calls": [skipped]},
            {"role": "tool", "content": EVIL},
        ],
        calls=[{"call": {"name": EVIL, "arguments": {EVIL: EVIL}}, "result": result, "turn": 0}],
        reward={**REWARD, "extra": {EVIL: 1.0}},
    )


def test_markup_is_shown_as_text(folder):
    clean = Page(render_report(folder, 20))
    with open(folder / "rollouts.jsonl", "a") as file:
        file.write(line(1, hostile(), group=1))
    (folder / "config.yaml").write_text(json.dumps({"name": EVIL}))
    (folder / "evaluation.json").write_text(
        json.dumps({EVIL: json.loads((folder / "evaluation.json").read_text())["grpo"]})
    )
    page = Page(render_report(folder, 20))
    assert len(page.all("script")) == len(clean.all("script")) == 1
    assert not page.all("img")
    assert page.text.count(EVIL) == 13
    assert all(not name.startswith("on") for _, attrs in page.elements for name in attrs)


def test_the_policy_allows_the_pages_own_script_alone(folder):
    page = render_report(folder, 20)
    [script] = re.findall(r"<script>(.*)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    [policy] = [a["content"] for a in Page(page).all("meta") if "http-equiv" in a]
    assert "default-src 'none'" in policy
    assert f"script-src 'sha256-{digest}'" in policy


def test_nothing_is_fetched(folder):
    page = Page(render_report(folder, 20))
    assert not page.all("link")
    assert not {"src", "href", "srcset"} & {name for _, attrs in page.elements for name in attrs}
    assert "url(" not in render_report(folder, 20)
    assert "@import" not in render_report(folder, 20)


def test_what_the_filters_read_is_there(folder):
    data = [
        tuple(a[f"data-{key}"] for key in ("step", "reward", "success", "failed"))
        for a in Page(render_report(folder, 20)).all("details", "rollout")
    ]
    assert data == [
        ("1", "0.8125", "yes", "0"),
        ("1", "0.25", "no", "0"),
        ("1", "", "", "0"),
        ("0", "0.8125", "yes", "0"),
    ]


def test_failed_calls_are_counted_and_marked(folder):
    failed = {**CALL, "result": {"ok": False, "text": "no", "error": {"type": "t", "message": ""}}}
    (folder / "rollouts.jsonl").write_text(line(0, rollout(calls=[failed])))
    page = Page(render_report(folder, 20))
    assert page.all("details", "rollout")[0]["data-failed"] == "1"
    assert len(page.all("div", "call failed")) == 1
    assert not page.all("div", "call ok")


def test_a_rollout_shows_its_parts_calls_and_finish(folder):
    text = " ".join(Page(render_report(folder, 20)).text.split())
    for part, value in (("efficiency", "-0.25"), ("name", "0.75"), ("coverage", "1.00")):
        assert f"{part} {value}" in text
    assert "2 tokens, finish: timeout" in text
    assert 'banking__pay {"amount_cents": 4550} {"paid": true}' in text


def test_the_evaluation_and_the_configuration_are_there(folder):
    page = Page(render_report(folder, 20))
    cells = " ".join(page.text.split())
    assert "development tasks, greedy" in cells
    assert "warm start new worlds 1 0.500 [0.500, 0.500] 0.25 - 0.00" in cells
    assert "grpo over warm start, new worlds (1 tasks): +0.250" in cells
    assert "environment.servers banking, crm" in cells
    assert "secret" not in cells


def test_older_steps_are_left_out_and_said_to_be(folder):
    page = Page(render_report(folder, 1))
    assert {a["data-step"] for a in page.all("details", "rollout")} == {"1"}
    text = " ".join(page.text.split())
    assert "The last 1 of 2 steps: 3 rollouts. 1 earlier ones are left out" in text
    assert "left out" not in Page(render_report(folder, 2)).text


def test_the_same_run_gives_the_same_page(folder):
    assert render_report(folder, 20) == render_report(folder, 20)


def test_a_run_that_is_not_evaluated_says_so(folder):
    (folder / "evaluation.json").unlink()
    assert "Not evaluated yet." in render_report(folder, 20)


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("config.yaml", None, "no config.yaml in "),
        ("config.yaml", "a: [", "config.yaml cannot be read"),
        ("rollouts.jsonl", None, "rollouts.jsonl: No such file"),
        ("rollouts.jsonl", "", "holds no rollouts; the first training step"),
        ("rollouts.jsonl", "{}\n", "rollouts.jsonl:1: not {"),
        ("rollouts.jsonl", "[" * 100_000 + "\n", "rollouts.jsonl:1: not {"),
        ("evaluation.json", "{", "evaluation.json holds no evaluation"),
        ("evaluation.json", "[]", "evaluation.json holds no evaluation"),
        ("evaluation.json", '{"grpo": [{}]}', "evaluation.json holds no evaluation"),
    ],
)
def test_a_file_that_is_missing_or_broken_is_named(folder, file, content, message):
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_text(content)
    with pytest.raises(ReportError, match=re.escape(message)):
        render_report(folder, 20)


def test_a_folder_that_is_none_is_named(tmp_path):
    with pytest.raises(ReportError, match="nowhere is no folder; give a run"):
        render_report(tmp_path / "nowhere", 20)
