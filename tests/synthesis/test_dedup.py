import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provelight.records import GroundTruthCall, Task, Turn
from provelight.synthesis.dedup import Deduplicator, items_of


def task(*calls, servers=("s",)):
    due = tuple(GroundTruthCall(f"c{i}", n, dict(a)) for i, (n, a) in enumerate(calls))
    return Task(
        id="t",
        kind="multi_turn",
        servers=servers,
        world_seed=0,
        now="2026-01-01T09:00",
        persona="",
        chain=(),
        tools=(),
        turns=(Turn("u", ground_truth=due),),
        initial_state_hash="",
        final_state_hash="",
        final_effect_hash="",
    )


def test_items():
    assert items_of(task(("s__a", {}), ("s__b", {"x": 1, "y": "1"}))) == {
        ("s__a", "", "null"),
        ("s__b", "x", "1"),
        ("s__b", "y", '"1"'),
    }


def test_the_threshold_itself_is_a_duplicate():
    seven = [("s__t", {f"k{i}": i}) for i in range(7)]
    kept = Deduplicator(0.70)
    assert kept.accept(task(*seven, ("s__t", {"x": 1}), ("s__t", {"y": 1})))
    assert not kept.accept(task(*seven, ("s__t", {"z": 1})))  # 7 of 10
    assert kept.accept(task(*seven[:6], ("s__t", {"z": 1}), ("s__t", {"w": 1})))


def test_other_servers_are_another_matter():
    kept = Deduplicator()
    assert kept.accept(task(("s__a", {})))
    assert not kept.accept(task(("s__a", {})))
    assert kept.accept(task(("s__a", {}), servers=("r",)))


calls = st.lists(
    st.tuples(
        st.sampled_from(["s__a", "s__b"]),
        st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2)),
    ),
    min_size=1,
    max_size=4,
)


@settings(deadline=None)
@given(st.lists(calls, max_size=12), st.sampled_from([0.3, 0.5, 0.7, 1.0]))
def test_it_equals_comparing_with_every_one(many, threshold):
    kept = Deduplicator(threshold)
    accepted = []
    for made in (task(*each) for each in many):
        items = items_of(made)
        alike = any(len(items & o) >= threshold * len(items | o) for o in accepted)
        assert kept.accept(made) is not alike
        if not alike:
            accepted.append(items)


@pytest.mark.parametrize("threshold", [0, 1.1])
def test_a_threshold_that_is_none(threshold):
    with pytest.raises(ValueError, match="threshold"):
        Deduplicator(threshold)
