"""The encoder: cutting at the template's added tokens only."""

from __future__ import annotations

import json

import pytest
from tokenizers import AddedToken, Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE
from transformers import PreTrainedTokenizerFast

from provelight.records import Source
from provelight.rollout.encoding import Encoder, Marks


def tokenizer_with(*added, merges=()):
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = [*alphabet, *(left + right for left, right in merges)]
    bpe = Tokenizer(BPE({piece: i for i, piece in enumerate(pieces)}, list(merges)))
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    bpe.add_tokens([AddedToken(token, normalized=False) for token in added])
    return PreTrainedTokenizerFast(tokenizer_object=bpe)


@pytest.mark.parametrize("added", [("→",), ("<a>", "<<a>"), ("<a", "<a>"), ("aa",)])
def test_t22_added_tokens_of_any_shape_stay_plain_in_a_content(added):
    tokenizer = tokenizer_with(*added)
    encoder = Encoder(tokenizer)
    content = "".join([*added, "<a>a<<a>→aaa", *added])
    marks = Marks.absent_from([content])
    for token in added:
        text = f"{token}{marks.open(encoder.defuse(content, marks), Source.TOOL)}{token}"
        ids, sources = encoder.encode(text, marks)
        assert [i for i in ids if encoder.is_added(i)] == [tokenizer.get_added_vocab()[token]] * 2
        assert tokenizer.decode(ids) == f"{token}{content}{token}"
        assert sources == [Source.TEMPLATE, *[Source.TOOL] * (len(ids) - 2), Source.TEMPLATE]


def test_strings_and_keys_at_every_depth_are_marked_and_nothing_else_changes():
    encoder = Encoder(tokenizer_with("<a>"))
    value = {"<a>": ["x<a>", {"k": (1, None, True, 2.5)}], "plain": "text"}
    marks = Marks.absent_from([json.dumps(value)])
    broken = f"<{marks.broken}a>"
    assert encoder.defuse(value, marks) == {
        broken: [f"x{broken}", {"k": [1, None, True, 2.5]}],
        "plain": "text",
    }


def test_marks_are_characters_that_the_text_does_not_have():
    used = "".join(map(chr, range(0xE000, 0xF900)))
    marks = Marks.absent_from(["a", used])
    assert not {marks.broken, marks.closed, *marks.opened} & set(used)


def test_white_space_at_the_ends_of_a_content_stays_outside_of_the_marks():
    marks = Marks.absent_from(["x"])
    opened = marks.open(" \nx x\t", Source.USER)
    assert opened.startswith(" \n")
    assert opened.endswith("\t")
    assert marks.open(" \n", Source.USER) == " \n"


def test_a_tokenizer_that_spells_an_added_token_anyway_is_refused():
    tokenizer = tokenizer_with("<|>", merges=[("<", "|"), ("<|", ">")])
    with pytest.raises(ValueError, match=r"makes the added token '<\|>' of any text"):
        Encoder(tokenizer)


def test_a_slow_tokenizer_is_refused():
    with pytest.raises(TypeError, match="object is not a fast tokenizer"):
        Encoder(object())
