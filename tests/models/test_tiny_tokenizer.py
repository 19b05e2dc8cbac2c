"""The tokenizer that is written down."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provelight.models.tiny_tokenizer import tiny_tokenizer
from provelight.rollout.templates import ChatTemplate

TOKENIZER = tiny_tokenizer()


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_survives(text):
    ids = TOKENIZER.encode(text, add_special_tokens=False)
    assert TOKENIZER.decode(ids, skip_special_tokens=False) == text


def test_it_is_the_same_everywhere():
    vocabulary = json.dumps(TOKENIZER.get_vocab(), sort_keys=True).encode()
    assert hashlib.sha256(vocabulary).hexdigest()[:16] == "d8511484ad05ffff"
    assert len(TOKENIZER) <= 512


@pytest.mark.parametrize("text", ["<tool_call>", "</tool_response>", "<|im_end|>", "arguments"])
def test_what_occurs_often_is_one_token(text):
    assert len(TOKENIZER.encode(text, add_special_tokens=False)) == 1


def test_tool_calls_are_added_but_not_special():
    assert "<tool_call>" in TOKENIZER.get_added_vocab()
    assert "<tool_call>" not in TOKENIZER.all_special_tokens


def test_the_chat_template_takes_it():
    template = ChatTemplate(TOKENIZER)
    prompt = template.prompt([{"role": "user", "content": "Hi"}])
    assert template.decode(prompt) == "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    assert template.end_of_turn == TOKENIZER.eos_token_id
