"""The scripted teacher: words requests from phrases.yaml in a persona's voice; needs no LLM."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random
from typing import Protocol

from provelight.records import Json
from provelight.synthesis.answers import Answers
from provelight.synthesis.goals import Goal
from provelight.synthesis.personas import Persona
from provelight.synthesis.signatures import Signature
from provelight.synthesis.wording import fill, spoken

# A phrase that ends in a full stop and begins with none of these is a plain command.
_NO_COMMAND = frozenset(
    [
        "i",
        "i'd",
        "i'm",
        "i've",
        "my",
        "me",
        "we",
        "our",
        "you",
        "your",
        "he",
        "she",
        "it",
        "it's",
        "its",
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "there",
        "what",
        "what's",
        "when",
        "where",
        "which",
        "who",
        "why",
        "how",
        "is",
        "are",
        "was",
        "were",
        "do",
        "does",
        "did",
        "can",
        "could",
        "would",
        "will",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "please",
        "let",
        "let's",
        "if",
        "for",
        "from",
        "on",
        "in",
        "at",
        "to",
        "of",
        "as",
        "after",
        "before",
        "something",
        "nothing",
        "any",
        "someone",
        "everyone",
        "and",
        "but",
        "so",
        "or",
        "then",
        "better",
        "rather",
    ]
)


class Teacher(Protocol):
    """Words what is said. It never decides which calls are due: execution does."""

    def request(self, goal: Goal, first: bool, persona: Persona, now: datetime, rng: Random) -> str:
        """Returns what the user says to ask for a goal; `first` in the first turn."""
        ...

    def answer(self, goal: Goal, signature: Signature, result: Json, now: datetime) -> str:
        """Returns what the assistant says once the calls are made."""
        ...


class ScriptedTeacher:
    """Fills phrases and dresses them in a persona's voice.

    Args:
        answers: how results are told, by tool; see `Answers`.
    """

    def __init__(self, answers: Mapping[str, str | Sequence[str]]) -> None:
        self._answers = Answers(answers)

    def request(self, goal: Goal, first: bool, persona: Persona, now: datetime, rng: Random) -> str:
        """Returns the request; see `Teacher`."""
        texts = {slot: spoken(value, f, now, rng) for slot, (value, f) in goal.said.items()}
        return dress(goal.phrase.text, texts, first, persona, now, rng)

    def answer(self, goal: Goal, signature: Signature, result: Json, now: datetime) -> str:
        """Returns the answer; see `Teacher`."""
        return self._answers.answer(goal, signature, result, now)


def dress(
    phrase: str,
    texts: Mapping[str, str],
    first: bool,
    persona: Persona,
    now: datetime,
    rng: Random,
) -> str:
    """Returns a phrase with its slots filled, as a persona would say it."""
    if is_command(phrase) and persona.commands and rng.random() < persona.talkative:
        phrase = rng.choice(persona.commands).replace("{command}", _uncapitalised(phrase[:-1]))
    before = persona.openers if first else persona.links
    linked = re.match(r"And\b", phrase)
    if before and not linked and rng.random() < persona.talkative:
        phrase = _joined(rng.choice(before).replace("{daytime}", daytime(now)), phrase)
    if persona.closers and phrase[-1] in ".?!" and rng.random() < persona.talkative / 2:
        phrase = f"{phrase} {rng.choice(persona.closers)}"
    said = fill(phrase, dict(texts))
    if not persona.lower_case:
        return said
    said = _uncapitalised(said) if not phrase.startswith("{") else said
    return said.removesuffix(".")


def is_command(phrase: str) -> bool:
    """True for a single sentence such as `Freeze my {card.name}.` that tells somebody to act."""
    first = re.match(r"[A-Za-z']+", phrase)
    inner = re.sub(r"\{[^}]*\}", "", phrase[:-1])
    one_sentence = phrase.endswith(".") and not re.search(r"[.?!:;]|please", inner)
    return first is not None and one_sentence and first.group().lower() not in _NO_COMMAND


def daytime(now: datetime) -> str:
    """Returns morning, afternoon or evening."""
    return "morning" if now.hour < 12 else "afternoon" if now.hour < 18 else "evening"


def _joined(before: str, phrase: str) -> str:
    """Puts something before a sentence, which stays capital only after a full one."""
    own_sentence = before[-1] in ".!?"
    return f"{before} {phrase if own_sentence else _uncapitalised(phrase)}"


def _uncapitalised(phrase: str) -> str:
    keeps = re.match(r"I\b|\{", phrase)
    return phrase if keeps else phrase[:1].lower() + phrase[1:]
