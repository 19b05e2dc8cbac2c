import re

import pytest

from provelight.records import Task
from provelight.synthesis import Synthesizer

PUT_ASIDE = "library__put_aside"


@pytest.fixture
def reserved(library, cache_dir):
    """Turns that set books aside, with what their calls name: (turn, titles, ids)."""
    made = Synthesizer([library], min_turns=1, max_turns=3, min_chain=1, cache_dir=cache_dir)
    found = [made.candidate(index, 0, "train") for index in range(120)]
    made.close()
    turns = [turn for task in found if isinstance(task, Task) for turn in task.turns]
    return [turn for turn in turns if turn.ground_truth[-1].name == PUT_ASIDE]


def test_a_list_of_ids_is_worded_by_what_the_entities_are_called(reserved):
    """Of the three on the first page, "Red Boat" might mean another one."""
    pairs = [turn for turn in reserved if len(turn.ground_truth[-1].arguments["book_ids"]) == 2]
    assert 0 < len(pairs) < len(reserved)
    for turn in pairs:
        said = re.search("Red Boat Returns and Salt|Salt and Red Boat Returns", turn.user)
        assert said, turn.user
        assert said.group() in turn.trace[-1]["content"]
        assert len(set(turn.ground_truth[-1].arguments["book_ids"])) == 2


def test_every_id_of_a_list_comes_from_a_call_before(reserved):
    for turn in reserved:
        call = turn.ground_truth[-1]
        texts = [m["content"] for m in turn.trace if m["role"] == "tool"]
        here = dict(zip([c.id for c in turn.ground_truth], texts, strict=True))
        shown = "".join(here.get(before, "") for before in call.after)
        if set(call.after) <= here.keys():
            assert all(f'"{id}"' in shown for id in call.arguments["book_ids"])


def test_a_follow_up_puts_what_was_talked_about_into_the_list(reserved):
    recalled = [t for t in reserved if re.search(r"[Kk]eep it for", t.user)]
    assert recalled
    assert all(len(t.ground_truth[-1].arguments["book_ids"]) == 1 for t in recalled)
