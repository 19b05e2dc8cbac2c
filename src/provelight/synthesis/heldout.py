"""What training never sees: a fifth of the chains, of their successions and of the phrases.

Chosen by hash, so that the choice is the same everywhere and for ever. A tool always keeps one
chain and most of its phrases for training; held-out tasks (`everything_new`) use, in every turn, a
held-out chain, succession or phrase, beside the held-out names of their worlds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from provelight.synthesis.phrases import Phrase
from provelight.synthesis.plans import Plan

SHARE = 0.2


class HeldOut:
    """Tells what is held out of the chains and phrases of one server.

    Args:
        server: its name.
        plans: all plans.
        phrases: all phrases.
    """

    def __init__(self, server: str, plans: Iterable[Plan], phrases: Iterable[Phrase]) -> None:
        self._server = server
        by_target: dict[str, set[str]] = {}
        for plan in plans:
            by_target.setdefault(plan.target, set()).add(">".join(plan.chain))
        by_tool: dict[str, set[str]] = {}
        for phrase in phrases:
            section = f"{phrase.tool}/{phrase.follow_up}"
            by_tool.setdefault(section, set()).add(phrase.text)
        self._chains = {c for chains in by_target.values() for c in self._lowest(chains)}
        self._phrases = {
            (tool, text) for tool, texts in by_tool.items() for text in self._lowest(texts)
        }

    def holds(self, plan: Plan, phrase: Phrase, before: Plan | None) -> bool:
        """True where a turn is out of bounds for training.

        Args:
            plan: of the turn.
            phrase: of the turn.
            before: the plan of the turn before; None in the first turn.
        """
        return (
            ">".join(plan.chain) in self._chains
            or (f"{phrase.tool}/{phrase.follow_up}", phrase.text) in self._phrases
            or (before is not None and self._holds_succession(before, plan))
        )

    def _holds_succession(self, before: Plan, plan: Plan) -> bool:
        return self._hash(f"{'>'.join(before.chain)} | {'>'.join(plan.chain)}") < SHARE

    def _lowest(self, items: Iterable[str]) -> list[str]:
        ordered = sorted(items, key=self._hash)
        return ordered[: round(SHARE * len(ordered))]

    def _hash(self, text: str) -> float:
        digest = hashlib.sha256(f"{self._server}/{text}".encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64
