"""Chat templates over token ids: the first prompt, and what comes after a sampled message.

What is appended equals the template's own render of the whole dialogue (T2), with text of tools and
users kept plain (T22). A template that rewrites earlier messages (dropped thinking, T3) is appended
to as if it did not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from provelight.records import Json, Source
from provelight.rollout.encoding import Encoder, Marks

Message = Mapping[str, Json]

_SOURCES = {"tool": Source.TOOL, "user": Source.USER}
_PROBE = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes"}]


class ChatTemplate:
    """A tokenizer and its chat template.

    Args:
        tokenizer: a fast tokenizer of transformers.
        chat_template: Jinja source; None takes the tokenizer's own.
        eos_token_ids: the end-of-sequence ids of the model's generation config.
        variables: further variables for the template, such as `enable_thinking`.

    Raises:
        ValueError: where there is no template, its messages do not end in an added token, or the
            tokenizer's ids for a stretch depend on what stands around it.
    """

    def __init__(
        self,
        tokenizer: Any,
        chat_template: str | None = None,
        *,
        eos_token_ids: int | Iterable[int] | None = None,
        variables: Mapping[str, Json] | None = None,
    ) -> None:
        self._tokenizer = tokenizer
        self._source = chat_template or tokenizer.chat_template
        if not self._source:
            raise ValueError("the tokenizer has no chat template; give model.chat_template")
        self._variables = dict(variables or {})
        self._encoder = Encoder(tokenizer)
        self.end_of_turn = self._find_end_of_turn()
        eos = [eos_token_ids] if isinstance(eos_token_ids, int) else list(eos_token_ids or ())
        known = {self.end_of_turn, tokenizer.eos_token_id, *eos} - {None}
        self.end_ids: frozenset[int] = frozenset(known)
        self._check_stretches()

    def prompt(
        self, messages: Sequence[Message], tools: Sequence[Mapping[str, Json]] = ()
    ) -> list[int]:
        """Returns the ids of a dialogue that ends in a generation prompt."""
        marks = _marks_for(messages, tools)
        text = self._render(
            self._marked(messages, marks), self._encoder.defuse(tools, marks), prompt=True
        )
        return self._encoder.encode(text, marks)[0]

    def after_assistant(self, messages: Sequence[Message]) -> tuple[list[int], list[int]]:
        """Returns what to append after the end-of-turn token of an assistant message.

        Args:
            messages: tool results and user messages, in order.

        Returns:
            Token ids that end in a generation prompt, and their sources.

        Raises:
            ValueError: where the template ends this message unlike others.
        """
        marks = _marks_for(_PROBE, messages)
        dialogue = [*_PROBE[:1], _answer(marks), *self._marked(messages, marks)]
        text = self._render(dialogue, prompt=True)
        _, _, rest = text.partition(_answer_text(marks))
        if not rest.startswith(self._turn_end):
            raise ValueError(f"the chat template ends a message with {rest[:20]!r}, but only then")
        return self._encoder.encode(rest.removeprefix(self._turn_end), marks)

    def assistant(self, message: Message) -> list[int]:
        """Returns the ids that a model would sample for `message`, end-of-turn token included.

        Raises:
            ValueError: where the template does not go on from its own generation prompt.
        """
        user = _PROBE[:1]
        marks = _marks_for(user, [message])
        before = self._render(user, prompt=True)
        text = self._render([*user, *self._marked([message], marks)], prompt=False)
        if not text.startswith(before):
            raise ValueError(f"the chat template renders {message!r} apart from its prompt")
        ids, _ = self._encoder.encode(text[len(before) :], marks)
        return ids[: len(ids) - ids[::-1].index(self.end_of_turn)]

    def decode(self, ids: Sequence[int]) -> str:
        """Returns the text of `ids`, added tokens spelled out."""
        text: str = self._tokenizer.decode(
            list(ids), skip_special_tokens=False, clean_up_tokenization_spaces=False
        )
        return text

    def _render(
        self, messages: Sequence[Message], tools: Sequence[Message] = (), *, prompt: bool
    ) -> str:
        text: str = self._tokenizer.apply_chat_template(
            list(messages),
            tools=list(tools) or None,
            chat_template=self._source,
            add_generation_prompt=prompt,
            tokenize=False,
            **self._variables,
        )
        return text

    def _marked(self, messages: Sequence[Message], marks: Marks) -> list[Message]:
        marked: list[Message] = []
        for message in messages:
            safe = self._encoder.defuse(_normal(message), marks)
            source = _SOURCES.get(message["role"])
            if source is not None:
                safe["content"] = marks.open(safe["content"], source)
            marked.append(safe)
        return marked

    def _find_end_of_turn(self) -> int:
        marks = _marks_for(_PROBE)
        text = self._render([*_PROBE[:1], _answer(marks)], prompt=False)
        _, _, rest = text.partition(_answer_text(marks))
        ids, _ = self._encoder.encode(rest, marks)
        if not ids or not self._encoder.is_added(ids[0]):
            raise ValueError(
                f"the chat template ends a message with {rest!r}; it has to be an added token"
            )
        self._turn_end = self.decode(ids[:1])
        return ids[0]

    def _check_stretches(self) -> None:
        text = self._render(_PROBE, prompt=True)
        whole = self._tokenizer.encode(text, add_special_tokens=False)
        ours, _ = self._encoder.encode(text, _marks_for([{"content": text}]))
        if whole != ours:
            raise ValueError(
                f"{type(self._tokenizer).__name__} encodes the text between added tokens by what "
                "stands around it, which a dialogue built piece by piece cannot follow"
            )


def _marks_for(*values: Iterable[Message]) -> Marks:
    return Marks.absent_from(json.dumps(list(v), ensure_ascii=False) for v in values)


def _answer_text(marks: Marks) -> str:
    return f"{marks.broken}{marks.closed}"


def _answer(marks: Marks) -> Message:
    """An assistant message whose place in the rendered text is easy to find."""
    return {"role": "assistant", "content": _answer_text(marks)}


def _normal(message: Message) -> dict[str, Json]:
    """Returns a message as templates expect it: text content, arguments of calls as objects."""
    normal = {**message, "content": message.get("content") or ""}
    if message.get("tool_calls"):
        normal["tool_calls"] = [_normal_call(call) for call in message["tool_calls"]]
    return normal


def _normal_call(call: Mapping[str, Json]) -> dict[str, Json]:
    function = dict(call["function"])
    if isinstance(function["arguments"], str):
        function["arguments"] = json.loads(function["arguments"])
    return {**call, "function": function}
