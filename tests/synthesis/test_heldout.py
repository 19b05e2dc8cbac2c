import pytest

from mcp_servers.core.pools import pool
from provelight.records import Task
from provelight.synthesis import Synthesizer


@pytest.fixture(scope="module")
def new(cache_dir):
    made = Synthesizer(
        ["banking"], min_turns=1, max_turns=3, everything_new=True, cache_dir=cache_dir
    )
    yield made
    made.close()


def turns_of(synthesizer, split, count):
    """Yields (plan, phrase, plan of the turn before) of every turn of some conversations."""
    kept = []
    converse = synthesizer._converse
    synthesizer._converse = lambda *a: kept.append(converse(*a)) or kept[-1]
    made = [synthesizer.candidate(index, 0, split) for index in range(count)]
    synthesizer._converse = converse
    assert sum(isinstance(task, Task) for task in made) > 0.9 * count
    for conversation in kept:
        before = None
        for goal in conversation.goals:
            yield goal.plan, goal.phrase, before
            before = goal.plan


def test_training_and_held_out_tasks_share_no_turn(banking, new):
    held_out = new._servers["banking"].menu.held_out
    training = list(turns_of(banking, "train", 150))
    unseen = list(turns_of(new, "heldout", 100))
    assert not any(held_out.holds(*turn) for turn in training)
    assert all(held_out.holds(*turn) for turn in unseen)
    assert not {(p.text, q.chain) for q, p, before in training if before is None} & {
        (p.text, q.chain) for q, p, before in unseen if before is None
    }


def test_names_are_held_out_too(new):
    seen = set(pool("first_name", held_out=False)) | set(pool("last_name", held_out=False))
    task = next(t for _, t in new.stream(0, "heldout"))
    assert task.knobs == {"everything_new": True}
    assert task.id.startswith("0-heldout-new-")
    people = [
        m["content"]
        for _, t in zip(range(40), new.stream(0, "heldout"), strict=False)
        for turn in t[1].turns
        for m in turn.trace
        if m.get("name") == "banking__list_payees"
    ]
    assert people
    assert not any(f"{name} " in text for name in seen for text in people[:3])


def test_a_fifth_of_the_phrases_of_every_tool_and_never_its_only_chain(banking):
    menu = banking._servers["banking"].menu
    by_tool = {}
    for entry in menu.entries:
        if not entry.phrase.follow_up:
            held = menu.held_out.holds(entry.plan, entry.phrase, None)
            by_tool.setdefault(entry.plan.target, []).append(held)
    for tool, held in by_tool.items():
        assert 0 < sum(held) <= 0.4 * len(held), tool


def test_some_successions_are_held_out(banking):
    menu = banking._servers["banking"].menu
    plans = list({entry.plan for entry in menu.entries})
    pairs = [menu.held_out._holds_succession(a, b) for a in plans for b in plans]
    assert 0.1 < sum(pairs) / len(pairs) < 0.3


@pytest.mark.parametrize("split", ["train", "development"])
def test_nobody_tunes_on_it(new, split):
    with pytest.raises(ValueError, match="everything_new needs split='heldout'"):
        new.candidate(0, 0, split)
