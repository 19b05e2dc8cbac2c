"""Tokenizers, tasks and a session without servers, for the tests of `provelight.rollout`."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache
from typing import Any

import pytest
from tokenizers import AddedToken, Regex, Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from provelight.models.chat_templates import CHATML_TOOLS, read_template
from provelight.models.embedded import embedded_folder
from provelight.models.tiny_tokenizer import tiny_tokenizer
from provelight.paths import REPOSITORY
from provelight.records import GroundTruthCall, Task, ToolResult, Turn
from provelight.rollout.formats import get_format
from provelight.rollout.limits import Limits
from provelight.rollout.loop import Episode
from provelight.rollout.templates import ChatTemplate

SHARED = REPOSITORY.parent / "shared" / "tokenizers"
TEMPLATES = ("small", "tiny", "qwen3-4b-instruct-2507", "qwen2_5", "embedded")

_SPLIT = r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
"""As Qwen's: a brace before a newline is one piece, so content and template merge at the seam."""


@cache
def small_tokenizer() -> PreTrainedTokenizerFast:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("}", "Ċ"), ("}", "}"), ("Ċ", "Ċ"), (">", "Ċ"), ("a", "b"), ("Ġ", "a"), ("{", '"')]
    pieces = [*alphabet, *(left + right for left, right in merges)]
    bpe = Tokenizer(BPE({piece: i for i, piece in enumerate(pieces)}, merges))
    bpe.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    bpe.decoder = decoders.ByteLevel()
    special = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
    bpe.add_special_tokens([AddedToken(token, special=True) for token in special])
    plain = ("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>")
    bpe.add_tokens([AddedToken(token, normalized=False) for token in plain])
    return PreTrainedTokenizerFast(tokenizer_object=bpe, eos_token="<|im_end|>")


@cache
def qwen_tokenizer() -> Any:
    if not (SHARED / "qwen3-4b").is_dir():
        pytest.skip("the Qwen3 tokenizer is not here")
    return AutoTokenizer.from_pretrained(SHARED / "qwen3-4b")


@cache
def template(name: str = "small") -> ChatTemplate:
    """One of `TEMPLATES`; the real ones are skipped where their files are absent."""
    return ChatTemplate(tokenizer_of(name), jinja_of(name), eos_token_ids=None)


@cache
def tokenizer_of(name: str) -> Any:
    if name == "small":
        return small_tokenizer()
    if name == "tiny":
        return tiny_tokenizer()
    if name != "embedded":
        return qwen_tokenizer()
    if not (embedded_folder() / "tokenizer.json").is_file():
        pytest.skip("the embedded model is not here; make setup fetches it")
    return AutoTokenizer.from_pretrained(embedded_folder())


def jinja_of(name: str) -> str:
    if name in ("small", "tiny", "embedded"):
        return read_template(CHATML_TOOLS)
    return (SHARED / name / "chat_template.jinja").read_text(encoding="utf-8")


def rendered(name: str, messages: list[Any], tools: list[Any] | None = None) -> str:
    """What the template itself makes of a whole dialogue, ending in a generation prompt."""
    text: str = tokenizer_of(name).apply_chat_template(
        messages,
        tools=tools,
        chat_template=jinja_of(name),
        add_generation_prompt=True,
        tokenize=False,
    )
    return text


def schema(name: str, description: str = "Does it.") -> dict[str, Any]:
    parameters = {"type": "object", "properties": {"x": {"type": "integer", "description": "X."}}}
    function = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


def call_text(name: str = "mock__f", arguments: str = "{}") -> str:
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


def make_task(*turns: Turn, tools: tuple[dict[str, Any], ...] = ()) -> Task:
    return Task(
        id="t",
        kind="multi_turn",
        servers=("mock",),
        world_seed=0,
        now="2026-03-03T10:00:00",
        persona="plain",
        chain=("mock__f",),
        tools=tools or (schema("mock__f"), schema("mock__g")),
        turns=turns or (Turn("Do f.", ground_truth=(GroundTruthCall("1", "mock__f"),)),),
        initial_state_hash="s",
        final_state_hash="f",
        final_effect_hash="e",
    )


class FakeSession:
    """Answers each call with the next of `results`, or with its number; keeps what was asked."""

    def __init__(self, *results: Any, hash_error: Exception | None = None) -> None:
        self.results = list(results)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.futures: list[Future[ToolResult]] = []
        self.hash_error = hash_error

    def submit(self, name: str, arguments: dict[str, Any]) -> Future[ToolResult]:
        self.asked.append((name, arguments))
        future: Future[ToolResult] = Future()
        self.futures.append(future)
        given = self.results.pop(0) if self.results else f"result {len(self.asked)}"
        if isinstance(given, Exception):
            future.set_exception(given)
        elif given is not None:  # None leaves the call under way
            future.set_result(given if isinstance(given, ToolResult) else ToolResult(True, given))
        return future

    def effect_hash(self) -> str:
        if self.hash_error is not None:
            raise self.hash_error
        return "e"


def start(
    session: Any, *turns: Turn, name: str = "small", limits: Limits | None = None, **task: Any
) -> Episode:
    return Episode(
        make_task(*turns, **task), session, template(name), get_format("hermes"), limits or Limits()
    )


def say(episode: Episode, text: str, name: str = "small", ended: bool = True) -> list[int]:
    """Feeds `text` as if the model had sampled it; returns the ids of the message."""
    ids: list[int] = tokenizer_of(name).encode(text, add_special_tokens=False)
    if ended:
        ids = [*ids, template(name).end_of_turn]
    episode.on_message(ids, [-0.5] * len(ids), ended)
    return ids
