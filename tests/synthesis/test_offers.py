from random import Random

from provelight.records import Task
from provelight.synthesis import Synthesizer
from provelight.synthesis.offers import choose_tools

EVERY = ["a", "b", "c", "d", "e", "f"]


def test_chosen_tools():
    for seed in range(30):
        chosen = choose_tools(["a", "b"], EVERY, {"c"}, (3, 4), Random(seed))
        assert {"a", "b"} <= set(chosen) <= {"a", "b", "d", "e", "f"}
        assert 3 <= len(chosen) <= 4


def test_a_long_chain_is_offered_whole():
    assert sorted(choose_tools(EVERY[:5], EVERY, (), (3, 4), Random(0))) == EVERY[:5]


def test_all_tools_in_a_drawn_order():
    chosen = choose_tools(["a"], EVERY, {"b"}, None, Random(1))
    assert sorted(chosen) == EVERY
    assert chosen != EVERY


def names(task):
    return {tool["function"]["name"].removeprefix("library__") for tool in task.tools}


def test_no_second_way_is_offered(library, cache_dir):
    made = Synthesizer([library], min_turns=1, max_turns=3, cache_dir=cache_dir)
    tasks = [t for t in (made.candidate(i, 1, "train") for i in range(150)) if isinstance(t, Task)]
    assert len(tasks) > 120
    lengths = [t for t in tasks if "library__get_length" in t.chain]
    loans = [t for t in tasks if "library__borrow_book" in t.chain]
    assert lengths
    assert loans
    for task in (*lengths, *loans):
        assert not {"list_books", "search_books"} <= names(task)  # both find a book
    assert not any("get_book" in names(task) for task in lengths)  # it tells the length too
    assert any("get_book" in names(task) for task in tasks)


def test_what_has_to_be_done_first_comes_in_an_earlier_turn(library, cache_dir):
    made = Synthesizer([library], min_turns=1, max_turns=3, cache_dir=cache_dir)
    tasks = [t for t in (made.candidate(i, 1, "train") for i in range(150)) if isinstance(t, Task)]
    for task in tasks:
        calls = [call.name for call in task.ground_truth]
        if "library__borrow_book" in calls:
            assert "library__stamp_card" in calls[: calls.index("library__borrow_book")]
