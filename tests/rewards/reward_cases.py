"""Builders and Hypothesis strategies that the reward tests share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from provelight.records import GroundTruthCall
from provelight.rewards import Case, ScoredCall

NAMES = ("bank__find", "bank__pay")
VALUES = st.sampled_from([0, 1, "1", True, 1.0])


def tool(name: str, required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    """Returns an OpenAI schema; a property is given as its type or as a whole schema."""
    schemas = {k: v if isinstance(v, dict) else {"type": v} for k, v in properties.items()}
    parameters = {"type": "object", "properties": schemas, "required": list(required)}
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


def call(name: str | None, ok: bool = True, /, **arguments: Any) -> ScoredCall:
    return ScoredCall(name, arguments, ok)


def due(id: str, name: str, after: tuple[str, ...] = (), /, **arguments: Any) -> GroundTruthCall:
    return GroundTruthCall(id, name, arguments, after)


FIND, PAY = "bank__find", "bank__pay"
TOOLS = (
    tool(FIND, ("query",), query="string", limit="integer"),
    tool(PAY, ("account", "cents"), account="string", cents="integer"),
)


@dataclass(frozen=True)
class Brevity:
    """A reward term of a user's own: 1 for no call, less for each one."""

    weight: float

    def __call__(self, case: Case) -> float | None:
        return 1.0 - 0.1 * len(case.calls)


def brevity(case: Case) -> float | None:
    return 1.0 - 0.1 * len(case.calls)


@st.composite
def ground_truths(draw: st.DrawFn, max_size: int = 4) -> list[GroundTruthCall]:
    """Draws at least one due call, dependencies pointing anywhere without a circle."""
    size = draw(st.integers(1, max_size))
    earlier = [draw(st.lists(st.integers(0, i - 1), unique=True)) if i else [] for i in range(size)]
    order = draw(st.permutations(range(size)))  # so that lists are not topological by themselves
    calls = [
        GroundTruthCall(
            f"g{order[i]}",
            draw(st.sampled_from(NAMES)),
            draw(st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3)),
            tuple(f"g{order[j]}" for j in earlier[i]),
        )
        for i in range(size)
    ]
    return draw(st.permutations(calls))


def call_lists(min_size: int = 0, max_size: int = 6) -> st.SearchStrategy[list[ScoredCall]]:
    one = st.builds(
        ScoredCall,
        st.sampled_from([*NAMES, None, "bank__made_up"]),
        st.dictionaries(st.sampled_from("xyzw"), VALUES, max_size=4),
        st.booleans(),
    )
    return st.lists(one, min_size=min_size, max_size=max_size)


# "y" has no type, so that "1" and 1 differ there and are equal for "x" and "z".
ANY_TOOLS = tuple(tool(name, ("x",), x="integer", y={}, z="string") for name in NAMES)
