"""Keys and values of the rows that are being sampled.

Each row owns a slot with the tokens after its prompt; the prompt of a group is stored once and read
by all its rows. The slots in use are always the first `n`, so that no step copies a cache.

Left out: paging and eviction; a caller that needs less memory admits fewer rows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

from provelight.models.attention import CausalPattern, repeat_heads

_GROWTH = 128


@dataclass(slots=True)
class Prefix:
    """The prompt's keys and values for each layer, (KV, P, D)."""

    keys: list[Tensor] = field(default_factory=list)
    values: list[Tensor] = field(default_factory=list)

    @property
    def length(self) -> int:
        """How many tokens it holds."""
        return self.keys[0].shape[1] if self.keys else 0


class PrefillPattern(CausalPattern):
    """Causal attention over one prompt (1, P) that records its keys and values."""

    def __init__(self) -> None:
        self.prefix = Prefix()

    def attend(self, layer: int, query: Tensor, key: Tensor, value: Tensor, scale: float) -> Tensor:
        """See `AttentionPattern.attend`."""
        self.prefix.keys.append(key[0].contiguous())
        self.prefix.values.append(value[0].contiguous())
        return super().attend(layer, query, key, value, scale)


class SlotCache:
    """Keys and values of the rows' own tokens: for each layer (slots, KV, capacity, D)."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.capacity = 0
        self.keys: list[Tensor] = []
        self.values: list[Tensor] = []
        self.lengths = [0] * slots

    def reserve(self, tokens: int) -> None:
        """Makes room for `tokens` tokens a slot in the layers that exist."""
        if tokens <= self.capacity:
            return
        self.capacity = -(-tokens // _GROWTH) * _GROWTH
        self.keys = [_grown(t, self.capacity) for t in self.keys]
        self.values = [_grown(t, self.capacity) for t in self.values]

    def layer(self, index: int, like: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the keys and values of one layer, made on first use in the type of `like`."""
        while len(self.keys) <= index:
            shape = (self.slots, like.shape[1], self.capacity, like.shape[-1])
            self.keys.append(like.new_zeros(shape))
            self.values.append(like.new_zeros(shape))
        return self.keys[index], self.values[index]

    def load(self, slot: int, prefix: Prefix) -> None:
        """Makes a prompt the row's own: cheaper than sharing where no other row reads it."""
        self.reserve(prefix.length)
        for index, (key, value) in enumerate(zip(prefix.keys, prefix.values, strict=True)):
            keys, values = self.layer(index, key[None])
            keys[slot, :, : prefix.length] = key
            values[slot, :, : prefix.length] = value
        self.lengths[slot] = prefix.length

    def move(self, source: int, target: int) -> None:
        """Copies one slot onto another: closes the gap that a finished row leaves."""
        used = self.lengths[source]
        for tensor in (*self.keys, *self.values):
            tensor[target, :, :used] = tensor[source, :, :used]
        self.lengths[target] = used


def _grown(tensor: Tensor, capacity: int) -> Tensor:
    slots, heads, _, width = tensor.shape
    grown = tensor.new_zeros(slots, heads, capacity, width)
    grown[:, :, : tensor.shape[2]] = tensor
    return grown


@dataclass(frozen=True, slots=True)
class Feed:
    """What one row feeds into a step: its slot, its prompt, how many tokens."""

    slot: int
    prefix: Prefix
    count: int


class StepPattern:
    """Attention of one step: packed tokens (1, T) of several rows, any number of tokens each.

    Rows that feed one token are computed together over the slots; rows that feed a longer piece (a
    tool result) one by one.
    """

    def __init__(self, cache: SlotCache, feeds: list[Feed], used_slots: int) -> None:
        self.cache = cache
        singles = [i for i, feed in enumerate(feeds) if feed.count == 1]
        self._singles = singles
        self._feeds = feeds
        starts = [0]
        for feed in feeds:
            starts.append(starts[-1] + feed.count)
        self._starts = starts
        self._chunks = [i for i, feed in enumerate(feeds) if feed.count > 1]
        self._used = used_slots
        self.position_ids = torch.tensor(
            [
                [
                    feed.prefix.length + cache.lengths[feed.slot] + offset
                    for feed in feeds
                    for offset in range(feed.count)
                ]
            ]
        )
        cache.reserve(max(cache.lengths[feed.slot] + feed.count for feed in feeds))
        self._prepare_singles()

    def _prepare_singles(self) -> None:
        lengths, feeds = self.cache.lengths, [self._feeds[i] for i in self._singles]
        self._tokens = torch.tensor([self._starts[i] for i in self._singles], dtype=torch.long)
        self._slots = torch.tensor([feed.slot for feed in feeds], dtype=torch.long)
        self._ends = torch.tensor([lengths[feed.slot] for feed in feeds], dtype=torch.long)
        self._own = max((lengths[feed.slot] + 1 for feed in feeds), default=0)
        by_prefix: dict[int, tuple[Prefix, list[int]]] = {}
        for feed in feeds:
            if feed.prefix.length:
                by_prefix.setdefault(id(feed.prefix), (feed.prefix, []))[1].append(feed.slot)
        self._groups = [(prefix, torch.tensor(slots)) for prefix, slots in by_prefix.values()]
        self._widest = max((prefix.length for prefix, _ in self._groups), default=0)
        visible = torch.zeros(self._used, 1, 1, self._own, dtype=torch.bool)
        for feed in feeds:
            visible[feed.slot, ..., : lengths[feed.slot] + 1] = True
        self._hidden = ~visible

    def to(self, device: torch.device) -> StepPattern:
        """Moves the index tensors to `device`."""
        for name in ("position_ids", "_tokens", "_slots", "_ends", "_hidden"):
            setattr(self, name, getattr(self, name).to(device))
        self._groups = [(prefix, slots.to(device)) for prefix, slots in self._groups]
        return self

    def finish(self) -> None:
        """Counts the tokens that were fed; call once after the forward."""
        for feed in self._feeds:
            self.cache.lengths[feed.slot] += feed.count

    def attend(self, layer: int, query: Tensor, key: Tensor, value: Tensor, scale: float) -> Tensor:
        """See `AttentionPattern.attend`."""
        keys, values = self.cache.layer(layer, key)
        output = torch.empty_like(query)
        if self._singles:
            keys[self._slots, :, self._ends] = key[0][:, self._tokens].transpose(0, 1)
            values[self._slots, :, self._ends] = value[0][:, self._tokens].transpose(0, 1)
            output[:, :, self._tokens] = self._attend_singles(layer, query, keys, values, scale)
        for index in self._chunks:
            self._attend_chunk(layer, index, (query, key, value), output, scale)
        return output

    def _attend_singles(
        self, layer: int, query: Tensor, keys: Tensor, values: Tensor, scale: float
    ) -> Tensor:
        """Returns (1, H, rows, D) for the rows that feed one token."""
        heads, width, kv = query.shape[1], query.shape[3], keys.shape[1]
        rows = query.new_zeros(self._used, heads, width)
        rows[self._slots] = query[0][:, self._tokens].transpose(0, 1) * scale
        rows = rows.view(self._used, kv, heads // kv, width)
        own_keys, own_values = (
            keys[: self._used, :, : self._own],
            values[: self._used, :, : self._own],
        )
        scores = query.new_full((*rows.shape[:3], self._widest + self._own), float("-inf"))
        own = torch.matmul(rows, own_keys.transpose(-1, -2))
        scores[..., self._widest :] = own.masked_fill_(self._hidden, float("-inf"))
        for prefix, slots in self._groups:
            scores[slots, ..., : prefix.length] = _shared_scores(rows[slots], prefix.keys[layer])
        probs = torch.softmax(scores.float(), dim=-1).to(query.dtype)
        output = torch.matmul(probs[..., self._widest :], own_values)
        for prefix, slots in self._groups:
            output[slots] += _shared_values(
                probs[slots, ..., : prefix.length], prefix.values[layer]
            )
        return output.view(self._used, heads, width)[self._slots].transpose(0, 1)[None]

    def _attend_chunk(
        self,
        layer: int,
        index: int,
        tokens: tuple[Tensor, Tensor, Tensor],
        output: Tensor,
        scale: float,
    ) -> None:
        feed, start = self._feeds[index], self._starts[index]
        piece = slice(start, start + feed.count)
        query, key, value = (t[:, :, piece] for t in tokens)
        before = self.cache.lengths[feed.slot]
        after = before + feed.count
        keys, values = self.cache.layer(layer, key)
        keys[feed.slot, :, before:after] = key[0]
        values[feed.slot, :, before:after] = value[0]
        own = keys[feed.slot, :, :after], values[feed.slot, :, :after]
        if feed.prefix.length:
            own = (
                torch.cat([feed.prefix.keys[layer], own[0]], 1),
                torch.cat([feed.prefix.values[layer], own[1]], 1),
            )
        mask = torch.ones(feed.count, own[0].shape[1], dtype=torch.bool, device=query.device)
        output[:, :, piece] = torch.nn.functional.scaled_dot_product_attention(
            query,
            repeat_heads(own[0][None], query.shape[1]),
            repeat_heads(own[1][None], query.shape[1]),
            attn_mask=mask.tril(feed.prefix.length + before),
            scale=scale,
        )


def _shared_scores(rows: Tensor, keys: Tensor) -> Tensor:
    """(m, KV, R, D) x (KV, P, D) -> (m, KV, R, P), reading the keys once for all rows."""
    count, kv, repeats, width = rows.shape
    folded = rows.transpose(0, 1).reshape(kv, count * repeats, width)
    scores = torch.bmm(folded, keys.transpose(1, 2))
    return scores.view(kv, count, repeats, -1).transpose(0, 1)


def _shared_values(probs: Tensor, values: Tensor) -> Tensor:
    """(m, KV, R, P) x (KV, P, D) -> (m, KV, R, D)."""
    count, kv, repeats, length = probs.shape
    folded = probs.transpose(0, 1).reshape(kv, count * repeats, length)
    return torch.bmm(folded, values).view(kv, count, repeats, -1).transpose(0, 1)
