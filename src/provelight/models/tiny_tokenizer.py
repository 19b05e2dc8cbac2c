"""A small byte-level BPE tokenizer, written down rather than trained.

Its merges spell out the words below, so it is the same everywhere and needs no corpus. Like that of
Qwen, it has `<tool_call>` as an added token that is not special. It encodes any text; what is not
in the words costs a token a byte.
"""

from __future__ import annotations

from tokenizers import AddedToken, Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE
from transformers import PreTrainedTokenizerFast

from provelight.models.chat_templates import CHATML_TOOLS, read_template

PAD, START, END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
_PLAIN_ADDED = ("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>")

_WORDS = (
    *("name", "arguments", "description", "parameters", "properties", "required", "type"),
    *("string", "integer", "object", "system", "user", "assistant", "result", "error", "null"),
    *("account", "transfer", "balance", "amount", "cents", "list", "get", "make", "from", "true"),
    *(" the", " of", " to", " and", " in", " is", " for", " my", " you", " what", " on", " with"),
    *(" account", " transfer", " balance", " amount", " please", " from", " tool", " Call"),
    *('{"', '":', ' "', '",', '"}', "}}", ' {"', " {}", "\n\n", '"},', "_id", "ACC", "000", "202"),
)


def tiny_tokenizer() -> PreTrainedTokenizerFast:
    """Returns the tokenizer, with the chat template of the small models; at most 512 tokens."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = _merges()
    pieces = [*alphabet, *(left + right for left, right in merges)]
    vocabulary = {piece: index for index, piece in enumerate(pieces)}
    tokenizer = Tokenizer(BPE(vocabulary, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(t, special=True) for t in (PAD, START, END)])
    tokenizer.add_tokens([AddedToken(t, normalized=False) for t in _PLAIN_ADDED])
    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        bos_token=START,
        eos_token=END,
        pad_token=PAD,
        chat_template=read_template(CHATML_TOOLS),
        clean_up_tokenization_spaces=False,
    )


def _merges() -> list[tuple[str, str]]:
    """Returns the pairs that grow each word from its left end, without repeats."""
    to_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    merges: dict[tuple[str, str], None] = {}
    for word in _WORDS:
        [(spelled, _)] = to_bytes.pre_tokenize_str(word)
        for end in range(1, len(spelled)):
            merges[spelled[:end], spelled[end]] = None
    return list(merges)
