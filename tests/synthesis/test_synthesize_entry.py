from collections import Counter

import pytest

from provelight.configuration import compose_config
from provelight.errors import ConfigError, ProvelightError
from provelight.records import Task, read_jsonl
from provelight.synthesis import Synthesizer, entry
from provelight.synthesis.dedup import items_of


def synthesize(tmp_path, *overrides):
    output = tmp_path / "made" / "tasks.jsonl"
    config = compose_config(
        "synthesize",
        [f"output={output}", f"synthesis.cache_dir={tmp_path}/cache", "seed=7", *overrides],
    )
    assert entry.run(config) == 0
    return output


def test_the_same_command_writes_the_same_bytes(tmp_path, capsys):
    first = synthesize(tmp_path, "count=20").read_bytes()
    assert synthesize(tmp_path, "count=20").read_bytes() == first
    assert "accepted" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["tasks.jsonl"]


def test_what_is_written_are_different_tasks(tmp_path):
    output = synthesize(tmp_path, "count=40", "synthesis.min_turns=1", "synthesis.max_turns=2")
    tasks = list(read_jsonl(output, Task))
    assert len(tasks) == 40
    assert len({task.id for task in tasks}) == 40
    items = [items_of(task) for task in tasks]
    for i, one in enumerate(items):
        assert all(len(one & other) < 0.7 * len(one | other) for other in items[:i])


def test_a_smaller_set_is_the_beginning_of_a_larger_one(tmp_path):
    small = synthesize(tmp_path, "count=5").read_text().splitlines()
    assert synthesize(tmp_path, "count=9").read_text().splitlines()[:5] == small


def test_everything_new(tmp_path):
    output = synthesize(tmp_path, "count=3", "split=heldout", "synthesis.everything_new=true")
    assert all(task.knobs["everything_new"] for task in read_jsonl(output, Task))


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["count=0"], "count=0: give at least 1"),
        (["split=test"], "split=test: choose one of train"),
        (["duplicate_similarity=0"], "duplicate_similarity=0"),
        (["synthesis.everything_new=true"], "give split=heldout"),
        (["output=/"], "is a folder"),
    ],
)
def test_values_that_cannot_be(tmp_path, overrides, message):
    with pytest.raises(ConfigError, match=message):
        synthesize(tmp_path, *overrides)


def test_it_gives_up_where_nothing_new_is_left(cache_dir, monkeypatch):
    monkeypatch.setattr(entry, "PATIENCE", 30)
    made = Synthesizer(["mock"], min_turns=1, max_turns=1, cache_dir=cache_dir)
    with pytest.raises(
        ProvelightError, match=r"30 candidates in a row came to nothing .*duplicate"
    ):
        list(entry.data_set(made, 10**6, 0, "train", 0.1, Counter()))


def test_an_interrupted_run_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "data_set", interrupted)
    with pytest.raises(KeyboardInterrupt):
        synthesize(tmp_path, "count=5")
    made = tmp_path / "made"
    assert not made.exists() or list(made.iterdir()) == []
