"""From rendered text to token ids, with text that others wrote kept plain.

A tokenizer turns `<|im_end|>` into one id wherever it stands, also inside a tool result, and
`split_special_tokens` stops that for some added tokens only (T22). Encoding each content by itself
stops it for all, but merges differently at the seam to the template's text (T2). So the text that
others wrote is *marked* before the template renders it, in characters that occur nowhere in it:

    broken   set inside whatever reads like an added token, so that it does not match as one
    opened   set before a content, one for each source; `closed` after it

Then the rendered text is cut at the added tokens that still match, which are the template's own,
the marks are taken out, and each stretch is encoded whole by a tokenizer that has no added tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from typing import Any

from tokenizers import Tokenizer

from provelight.records import Json, Source

_PRIVATE_USE = (range(0xE000, 0xF900), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))


@dataclass(frozen=True, slots=True)
class Marks:
    """Characters that occur nowhere in the text that is to be marked."""

    broken: str
    closed: str
    opened: Mapping[str, Source]

    @classmethod
    def absent_from(cls, texts: Iterable[str]) -> Marks:
        """Chooses marks out of Unicode's private use areas.

        Raises:
            ValueError: where `texts` use nearly all of their 137,000 characters.
        """
        used = set().union(*map(set, texts))
        free = (mark for mark in map(chr, chain(*_PRIVATE_USE)) if mark not in used)
        marks = list(islice(free, 4))
        if len(marks) < 4:
            raise ValueError("the text uses all of Unicode's private use areas; no mark is left")
        return cls(marks[0], marks[1], {marks[2]: Source.TOOL, marks[3]: Source.USER})

    def open(self, text: str, source: Source) -> str:
        """Returns `text` between marks. White space at its ends stays outside, where a template
        that trims still finds it."""
        core = text.strip()
        if not core:
            return text
        before, after = text.split(core, 1)
        mark = next(mark for mark, kind in self.opened.items() if kind == source)
        return f"{before}{mark}{core}{self.closed}{after}"


class Encoder:
    """Encodes rendered text; see the module.

    Args:
        tokenizer: a fast tokenizer of transformers.

    Raises:
        TypeError: for a tokenizer without the `tokenizers` library behind it.
        ValueError: for one that makes an added token of plain text all the same.
    """

    def __init__(self, tokenizer: Any) -> None:
        backend = getattr(tokenizer, "backend_tokenizer", None)
        if not isinstance(backend, Tokenizer):
            raise TypeError(
                f"{type(tokenizer).__name__} is not a fast tokenizer; load one with tokenizer.json"
            )
        self._added: dict[str, int] = dict(tokenizer.get_added_vocab())
        self._added_ids = frozenset(self._added.values())
        self._plain = _without_added_tokens(backend)
        self._added_pattern = _any_of(self._added)
        self._starts_added = re.compile(f"(?={self._added_pattern}).", re.DOTALL)
        self._check_plain()

    def is_added(self, token_id: int) -> bool:
        """True where the id is one that text which others wrote can never become."""
        return token_id in self._added_ids

    def defuse(self, value: Json, marks: Marks) -> Json:
        """Returns a JSON value, marked wherever a string or key reads like an added token."""
        if isinstance(value, str):
            return self._starts_added.sub(lambda found: found[0] + marks.broken, _utf8(value))
        if isinstance(value, Mapping):
            return {self.defuse(k, marks): self.defuse(v, marks) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [self.defuse(item, marks) for item in value]
        return value

    def encode(self, text: str, marks: Marks) -> tuple[list[int], list[int]]:
        """Encodes marked text.

        Returns:
            Token ids, and for each the source of its first character.
        """
        ids: list[int] = []
        sources: list[int] = []
        source = Source.TEMPLATE
        for stretch, token in self._stretches(text, marks):
            plain, chars, source = _take_out_marks(stretch, marks, source)
            encoded = self._plain.encode(plain, add_special_tokens=False)
            ids += encoded.ids
            sources += [chars[min(start, len(chars) - 1)] for start, _ in encoded.offsets]
            if token is not None:
                ids.append(self._added[token])
                sources.append(Source.TEMPLATE)
        return ids, sources

    def _check_plain(self) -> None:
        for token in filter(str.strip, self._added):  # a run of white space does no harm
            if not self._added_ids.isdisjoint(self._plain.encode(token).ids):
                raise ValueError(
                    f"this tokenizer makes the added token {token!r} of any text that spells it, "
                    "so a tool result could end a message; use another tokenizer"
                )

    def _stretches(self, text: str, marks: Marks) -> Iterator[tuple[str, str | None]]:
        """Yields the text before each added token of the template, with that token."""
        position = 0
        for found in _unbroken(self._added_pattern, marks.broken).finditer(text):
            yield text[position : found.start()], found[0]
            position = found.end()
        yield text[position:], None


def _without_added_tokens(backend: Tokenizer) -> Tokenizer:
    plain = Tokenizer(backend.model)
    if backend.normalizer is not None:
        plain.normalizer = backend.normalizer
    if backend.pre_tokenizer is not None:
        plain.pre_tokenizer = backend.pre_tokenizer
    return plain


def _any_of(tokens: Iterable[str]) -> str:
    longest_first = sorted(tokens, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest_first))})" if longest_first else "(?!)"


@cache
def _unbroken(pattern: str, broken: str) -> re.Pattern[str]:
    return re.compile(f"{pattern}(?!{broken})")


def _take_out_marks(text: str, marks: Marks, source: Source) -> tuple[str, list[int], Source]:
    """Returns the text without marks, the source of each of its characters, and the last source."""
    chars: list[str] = []
    sources: list[int] = []
    for char in text:
        if char in marks.opened:
            source = marks.opened[char]
        elif char == marks.closed:
            source = Source.TEMPLATE
        elif char != marks.broken:
            chars.append(char)
            sources.append(source)
    return "".join(chars), sources, source


def _utf8(text: str) -> str:
    """Returns `text` with lone surrogates, which no tokenizer takes, as replacement characters."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
