"""Which tools a task offers: those of its chain, and distractors that are no way to its goals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from provelight.environments.naming import qualified
from provelight.records import Json
from provelight.synthesis.binding import Scene
from provelight.synthesis.evidence import leaves
from provelight.synthesis.goals import Goal
from provelight.synthesis.signatures import Signature


def rivals(goal: Goal, scene: Scene, signatures: Mapping[str, Signature], result: Json) -> set[str]:
    """Returns the read-only tools (bare) that would serve a goal as well as those of its plan.

    Either they find an entity that the goal names, or their answer holds all that the answer to the
    goal adds.

    Args:
        goal: whose last call has just been made.
        scene: with a session in the state after that call.
        signatures: the tools by bare name.
        result: what the last call gave.
    """
    others = [s for s in signatures.values() if s.is_read and s.name not in goal.plan.chain]
    finders = {
        s.name
        for s in others
        for m in goal.plan.mentions
        if s.describes(m.entity, m.columns) and not any(p.entity == m.entity for p in s.required())
    }
    if not signatures[goal.plan.target].is_read:
        return finders
    return finders | {s.name for s in others if _answers(s, goal, scene, result)}


def _answers(other: Signature, goal: Goal, scene: Scene, result: Json) -> bool:
    ids = {r.entity: r.id for r in goal.referents.values()}
    if any(p.entity not in ids for p in other.required()):
        return False
    arguments = {p.name: p.holding([ids[p.entity or ""]]) for p in other.required()}
    answer = scene.session.call(qualified(scene.server, other.name), arguments)
    told = {value for _, value in leaves(answer.result) if value is not None}
    return answer.ok and {value for _, value in leaves(result)} <= told


def choose_tools(
    used: Sequence[str],
    every: Sequence[str],
    excluded: Collection[str],
    size: tuple[int, int] | None,
    rng: Random,
) -> list[str]:
    """Returns the tools on offer, shuffled.

    Args:
        used: those of the chain, which are always offered.
        every: all tools of the server.
        excluded: other ways to the goal; offered only where everything is.
        size: from how many to how many tools; None: all tools of the server.
        rng: draws their number, the distractors and the order.
    """
    if size is None:
        chosen = list(every)
    else:
        spare = [name for name in every if name not in used and name not in excluded]
        missing = max(0, rng.randint(*size) - len(used))
        chosen = [*used, *rng.sample(spare, min(missing, len(spare)))]
    rng.shuffle(chosen)
    return chosen
