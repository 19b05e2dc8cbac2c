"""The agent loop: one rollout of one task against live servers, whatever the engine.

    episode = Episode(task, session, template, get_format("hermes"), Limits())
    while not episode.done:
        ids, logps, ended = ...                 # at most episode.budget_left tokens
        episode.on_message(ids, logps, ended)   # starts the calls of the message
        episode.resume()                        # awaits them; what is appended can be sampled from
    rollout = episode.to_rollout()

An assistant message with calls, well formed or not, gets one result per call, in order, and the
same user turn goes on. One without calls ends the user turn; a `reply` not yet told is told then.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import Future

from provelight.environments.failures import InfrastructureError, SessionRefused
from provelight.records import (
    ExecutedCall,
    FinishReason,
    Json,
    Rollout,
    Source,
    Task,
    ToolCall,
    ToolResult,
)
from provelight.rollout.calls import CallQueue, SessionLike
from provelight.rollout.conversation import Conversation
from provelight.rollout.formats import ToolCallFormat
from provelight.rollout.limits import Limits
from provelight.rollout.messages import ChatMessage, assistant_message, tool_message
from provelight.rollout.prompts import SYSTEM_LINE, first_prompt, tool_name
from provelight.rollout.templates import ChatTemplate
from provelight.rollout.user import ScriptedUser


class Episode:
    """One rollout. The prompt is in `conversation` from the start.

    Args:
        task: what the user wants.
        session: live servers, in the state that the task begins with; open until `to_rollout`.
        template: the model's chat template.
        tool_format: how the model writes calls.
        limits: where the rollout ends.
        row: index within the group.
        system_line: the configured line of the system message.

    Attributes:
        conversation: token ids with sources and log-probabilities.
        prompt_ids: the first prompt, equal for all rows of a group.
        messages: the conversation for people.
        tools: the OpenAI schemas on offer by now.
        calls: every call so far with its result, malformed ones included.
        finish_reason: why the rollout ended; None while it goes on.
        excluded: True where our infrastructure failed.
    """

    def __init__(
        self,
        task: Task,
        session: SessionLike,
        template: ChatTemplate,
        tool_format: ToolCallFormat,
        limits: Limits,
        row: int = 0,
        *,
        system_line: str = SYSTEM_LINE,
    ) -> None:
        self.task, self.row = task, row
        self._session, self._template, self._format = session, template, tool_format
        self._limits = limits
        self._user = ScriptedUser(task)
        self._queue = CallQueue(session, limits.max_tool_result_chars)
        prompt = first_prompt(task, template, limits.max_prompt_tokens, system_line)
        self.prompt_ids: tuple[int, ...] = tuple(prompt.ids)
        self.conversation = Conversation()
        self.conversation.extend_prompt(prompt.ids)
        self.messages: list[ChatMessage] = [dict(message) for message in prompt.messages]
        self.tools: list[dict[str, Json]] = list(prompt.tools)
        self.calls: list[ExecutedCall] = []
        self.finish_reason: FinishReason | None = None
        self.excluded = False
        self._assistant_turns = 0
        self._unread: list[ChatMessage] = []
        self._calls_spent = False
        self._rollout: Rollout | None = None
        if not prompt.fits or not self.budget_left:
            self._finish(FinishReason.LENGTH)

    @property
    def done(self) -> bool:
        """True where nothing more is to be sampled."""
        return self.finish_reason is not None

    @property
    def budget_left(self) -> int:
        """How many tokens the next message may have."""
        left = self._limits.max_completion_tokens - self.conversation.model_tokens
        return max(min(left, self._window_left), 0)

    @property
    def pending(self) -> list[Future[ToolResult]]:
        """The calls of the last message that are not finished yet."""
        return self._queue.pending

    def on_message(self, ids: Sequence[int], logps: Sequence[float], ended: bool) -> None:
        """Takes a sampled assistant message and starts its calls.

        Args:
            ids: as sampled, the end-of-sequence token included.
            logps: their log-probabilities.
            ended: False where a limit cut the message; its calls are not executed then.

        Raises:
            RuntimeError: where no message is due: the rollout is done, or `resume` comes first.
        """
        if self.done or self._queue or self._unread:
            raise RuntimeError("no message is due: stop where `done`, else call resume() first")
        self.conversation.extend_model(ids, logps)
        self._assistant_turns += 1
        text = self._text(ids)
        if not ended:
            self.messages.append({"role": "assistant", "content": text})
            self._finish(FinishReason.LENGTH)
            return
        parsed = self._format.parse(text, self.tools)
        self.messages.append(assistant_message(parsed, text, first_id=len(self.calls)))
        if parsed.calls:
            self._start(parsed.calls)
        else:
            self._end_user_turn()
            self._check_room()

    def resume(self) -> list[int]:
        """Awaits the calls of the last message and appends what the model reads next.

        Returns:
            The ids appended, ready to sample after; empty where the rollout is done.

        Raises:
            RuntimeError: where a message is due first.
        """
        if self._queue:
            self._collect()
            self._check_room()
        if self.done:
            return []
        if not self._unread:
            raise RuntimeError("there is nothing to read: sample a message first")
        ids, sources = self._continuation()
        if len(ids) >= self._window_left:
            self._finish(FinishReason.LENGTH)
            return []
        self.conversation.extend(ids, sources)
        self._unread = []
        return ids

    def abort(self, reason: FinishReason) -> None:
        """Ends the rollout from outside (its time-out, an interrupt): it is excluded."""
        if not self.done:
            self._queue.drop()
            self._exclude(reason)

    def to_rollout(self) -> Rollout:
        """Returns the record of a finished rollout; the first call reads the effect hash.

        Raises:
            RuntimeError: where the rollout goes on.
        """
        if self._rollout is None:
            self._rollout = self._record()
        return self._rollout

    def _text(self, ids: Sequence[int]) -> str:
        """Returns the text of a message without the id that ended it."""
        ended = ids and ids[-1] in self._template.end_ids
        return self._template.decode(ids[:-1] if ended else ids)

    def _start(self, calls: Sequence[ToolCall]) -> None:
        """Starts what the limit on calls leaves; a call beyond it is not executed."""
        room = self._limits.calls - len(self.calls)
        if not room:
            self._finish(FinishReason.CALLS)
            return
        self._calls_spent = len(calls) > room
        self._queue.start(calls[:room], [tool_name(tool) for tool in self.tools])

    def _collect(self) -> None:
        for executed in self._queue.collect(self._user.turn):
            message = tool_message(executed, len(self.calls))
            self.calls.append(executed)
            self.messages.append(message)
            self._unread.append(message)
            if executed.result.infrastructure:
                self._break(executed.result)
        if self._calls_spent:
            self._finish(FinishReason.CALLS)

    def _break(self, result: ToolResult) -> None:
        """Our infrastructure failed: the rollout is left out, not punished (T18, T19)."""
        timed_out = result.error is not None and result.error.type == "timeout"
        self._exclude(FinishReason.TIMEOUT if timed_out else FinishReason.ERROR)

    def _exclude(self, reason: FinishReason) -> None:
        self.excluded = True
        self._finish(reason)

    def _end_user_turn(self) -> None:
        """A message without calls: a reply that is due, the next turn, or the end."""
        if self._user.has_reply:
            self._say(self._user.reply())
        elif not self._user.has_next_turn:
            self._finish(FinishReason.STOP)
        elif self._user.turn + 1 >= self._limits.user_turns:
            self._finish(FinishReason.TURNS)
        else:
            text, tools = self._user.next_turn()
            self.tools += tools
            self._say(text)

    def _say(self, text: str) -> None:
        message: ChatMessage = {"role": "user", "content": text}
        self.messages.append(message)
        self._unread.append(message)

    def _check_room(self) -> None:
        """Ends the rollout where another message would be due but a limit is spent."""
        if self._assistant_turns >= self._limits.assistant_turns:
            self._finish(FinishReason.TURNS)
        elif not self.budget_left:
            self._finish(FinishReason.LENGTH)

    @property
    def _window_left(self) -> int:
        """How many tokens the whole conversation may still grow by."""
        limit = self._limits.max_total_tokens
        return sys.maxsize if limit is None else limit - len(self.conversation)

    def _continuation(self) -> tuple[list[int], list[int]]:
        """Returns what comes after the last message, and the end-of-turn token that it may lack.

        A message may end in another end-of-sequence token (T5); the template's follows it then, as
        in every dialogue that the model was trained on.
        """
        ids, sources = self._template.after_assistant(self._unread)
        if self.conversation.ids[-1] == self._template.end_of_turn:
            return ids, sources
        return [self._template.end_of_turn, *ids], [Source.TEMPLATE, *sources]

    def _finish(self, reason: FinishReason) -> None:
        """Ends the rollout; the first reason stays."""
        self.finish_reason = self.finish_reason or reason

    def _record(self) -> Rollout:
        if self.finish_reason is None:
            raise RuntimeError("the rollout goes on; it has a record when it is done")
        effect_hash = None if self.excluded else self._effect_hash()
        return Rollout(
            task_id=self.task.id,
            row=self.row,
            ids=tuple(self.conversation.ids),
            sources=tuple(self.conversation.sources),
            logps=tuple(self.conversation.logps),
            messages=tuple(self.messages),
            calls=tuple(self.calls),
            finish_reason=self.finish_reason,
            effect_hash=effect_hash,
            excluded=self.excluded,
        )

    def _effect_hash(self) -> str | None:
        """Reads the hash; a server that died since the last call excludes the rollout."""
        try:
            return self._session.effect_hash()
        except (InfrastructureError, SessionRefused):
            self.excluded = True
            self.finish_reason = FinishReason.ERROR
            return None
