"""Attention whose pattern is chosen per forward: the seam for shared prefixes.

transformers lets a model's attention function be named in its config and hands every keyword
argument of the forward down to it. `pattern_attention` uses both: inside it, the model's layers
call the `AttentionPattern` given as `model(..., attention_pattern=pattern)`. That way sampling and
training share one prompt among the rows of a group with the unmodified classes of transformers.

Left out: sliding windows, soft caps and recurrent layers; `supports_patterns` tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import torch
from torch import Tensor, nn
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS, PreTrainedModel

_NAME = "provelight_pattern"


class AttentionPattern(Protocol):
    """Computes attention of one layer for the tokens of one forward."""

    def attend(self, layer: int, query: Tensor, key: Tensor, value: Tensor, scale: float) -> Tensor:
        """Returns the attention output.

        Args:
            layer: index of the layer.
            query: (B, H, T, D), positions already applied.
            key: (B, KV, T, D); KV divides H.
            value: (B, KV, T, D).
            scale: factor on the scores.

        Returns:
            (B, H, T, D).
        """
        ...


def _forward(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,  # noqa: ARG001 - the signature is transformers'
    scaling: float | None = None,
    dropout: float = 0.0,
    attention_pattern: AttentionPattern | None = None,
    **_: Any,
) -> tuple[Tensor, None]:
    if attention_pattern is None:
        raise ValueError("inside pattern_attention every forward needs attention_pattern=...")
    if dropout:
        raise ValueError(f"attention dropout is {dropout}; put the model in eval mode (dropout 0)")
    scale = query.shape[-1] ** -0.5 if scaling is None else scaling
    layer: int = module.layer_idx  # type: ignore[assignment]
    output = attention_pattern.attend(layer, query, key, value, scale)
    return output.transpose(1, 2).contiguous(), None


ALL_ATTENTION_FUNCTIONS.register(_NAME, _forward)


@contextmanager
def pattern_attention(model: PreTrainedModel) -> Iterator[None]:
    """Lets forwards of `model` take `attention_pattern=`; restores the usual attention after."""
    config = model.config
    before = config._attn_implementation
    config._attn_implementation = _NAME
    try:
        yield
    finally:
        config._attn_implementation = before


def supports_patterns(model: PreTrainedModel) -> bool:
    """Tells whether every layer of `model` is plain full attention."""
    config = model.config.get_text_config()
    kinds = getattr(config, "layer_types", None) or ["full_attention"]
    capped = getattr(config, "attn_logit_softcapping", None) is not None
    supported = bool(getattr(model, "_supports_attention_backend", False))
    return supported and not capped and all(kind == "full_attention" for kind in kinds)


def repeat_heads(tensor: Tensor, heads: int) -> Tensor:
    """Returns (B, heads, T, D) from (B, KV, T, D), each head repeated in place."""
    repeats = heads // tensor.shape[1]
    return tensor if repeats == 1 else tensor.repeat_interleave(repeats, dim=1)


class CausalPattern:
    """Plain causal attention over one row (1, T): the twin for tests of other patterns."""

    def attend(self, layer: int, query: Tensor, key: Tensor, value: Tensor, scale: float) -> Tensor:  # noqa: ARG002
        """See `AttentionPattern.attend`."""
        heads = query.shape[1]
        return nn.functional.scaled_dot_product_attention(
            query, repeat_heads(key, heads), repeat_heads(value, heads), is_causal=True, scale=scale
        )


class SharedPrefixPattern:
    """One packed row (1, P + L_1 + ... + L_G): branches see the prefix and themselves.

    The prefix is causal; a token of a branch attends to the whole prefix and to the tokens before
    it in its own branch. Gradients of all branches flow into the prefix's keys and values, so the
    result equals that of G rows of prefix + branch, at the cost of one prefix.
    """

    def __init__(self, prefix_length: int, branch_lengths: list[int], device: torch.device) -> None:
        if prefix_length < 1 or not branch_lengths or min(branch_lengths) < 1:
            raise ValueError(
                f"a packed row needs a prefix and branches of at least one token, "
                f"got prefix {prefix_length} and branches {branch_lengths}"
            )
        self.prefix_length = prefix_length
        self.longest = longest = max(branch_lengths)
        self.count = len(branch_lengths)
        lengths = torch.tensor(branch_lengths)
        real = torch.arange(longest)[None] < lengths[:, None]  # (G, R)
        self._slots = real.flatten().nonzero()[:, 0].to(device)  # (sum L,)
        mask = torch.ones(longest, prefix_length + longest, dtype=torch.bool).tril(prefix_length)
        self._mask = mask.to(device)  # (R, P + R); padding lies behind every real token

    @property
    def position_ids(self) -> Tensor:
        """Returns (1, P + sum L): each branch goes on where the prefix ends."""
        prefix = torch.arange(self.prefix_length, device=self._slots.device)
        branches = self._slots % self.longest + self.prefix_length
        return torch.cat([prefix, branches])[None]

    def _pad(self, packed: Tensor) -> Tensor:
        heads, _, width = packed.shape[1:]
        padded = packed.new_zeros(heads, self.count * self.longest, width)
        padded = padded.index_copy(1, self._slots, packed[0])
        return padded.view(heads, self.count, self.longest, width).transpose(0, 1)  # (G, h, R, D)

    def attend(self, layer: int, query: Tensor, key: Tensor, value: Tensor, scale: float) -> Tensor:
        """See `AttentionPattern.attend`."""
        size, heads = self.prefix_length, query.shape[1]
        prefix = CausalPattern().attend(
            layer, query[:, :, :size], key[:, :, :size], value[:, :, :size], scale
        )
        keys, values = (
            torch.cat([t[:, :, :size].expand(self.count, -1, -1, -1), self._pad(t[:, :, size:])], 2)
            for t in (key, value)
        )
        branches = nn.functional.scaled_dot_product_attention(
            self._pad(query[:, :, size:]),
            repeat_heads(keys, heads),
            repeat_heads(values, heads),
            attn_mask=self._mask,
            scale=scale,
        )  # (G, H, R, D)
        flat = branches.transpose(0, 1).reshape(heads, -1, branches.shape[-1])
        return torch.cat([prefix, flat[:, self._slots][None]], 2)
