"""`Conversation`: three lists of one length, whatever is appended (T1)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from provelight.records import Source
from provelight.rollout.conversation import Conversation

OTHERS = [source for source in Source if source not in (Source.MODEL, Source.PROMPT)]
LOGPS = st.floats(max_value=0.0, allow_nan=False)


@given(
    st.lists(st.integers(0, 99)),
    st.lists(
        st.lists(st.tuples(st.integers(0, 99), LOGPS))
        | st.lists(st.tuples(st.integers(0, 99), st.sampled_from(OTHERS)))
    ),
)
def test_t1_lists_of_one_length_that_only_grow(prompt, pieces):
    conversation = Conversation()
    conversation.extend_prompt(prompt)
    expected = [(i, int(Source.PROMPT), 0.0) for i in prompt]
    for piece in pieces:
        ids = [i for i, _ in piece]
        second = [value for _, value in piece]
        if second and isinstance(second[0], Source):
            conversation.extend(ids, second)
            expected += [(i, int(source), 0.0) for i, source in piece]
        else:
            conversation.extend_model(ids, second)
            expected += [(i, int(Source.MODEL), logp) for i, logp in piece]
    got = zip(conversation.ids, conversation.sources, conversation.logps, strict=True)
    assert list(got) == expected
    assert len(conversation) == len(expected)
    assert conversation.model_tokens == sum(s == Source.MODEL for _, s, _ in expected)


def test_unequal_lengths_are_refused_and_nothing_is_appended():
    conversation = Conversation()
    with pytest.raises(ValueError, match="2 ids, 2 sources and 1 log-probabilities"):
        conversation.extend_model([1, 2], [-1.0])
    with pytest.raises(ValueError, match="1 ids, 2 sources"):
        conversation.extend([1], [Source.USER, Source.USER])
    assert (conversation.ids, conversation.sources, conversation.logps) == ([], [], [])


@pytest.mark.parametrize("logp", [math.nan, 0.5, math.inf])
def test_what_is_no_log_probability_is_refused(logp):
    with pytest.raises(ValueError, match="is no log-probability"):
        Conversation().extend_model([1], [logp])


def test_rounding_above_zero_is_taken():
    conversation = Conversation()
    conversation.extend_model([1], [1e-6])
    assert conversation.logps == [1e-6]


def test_sampled_tokens_need_log_probabilities():
    with pytest.raises(ValueError, match="enter by extend_model"):
        Conversation().extend([1], [Source.MODEL])


def test_the_prompt_comes_first():
    conversation = Conversation()
    conversation.extend_model([1], [-1.0])
    with pytest.raises(ValueError, match="the prompt comes first"):
        conversation.extend_prompt([2])
