"""The user's side of a task: what is said when, and which tools are on offer by then."""

from __future__ import annotations

from provelight.records import Json, Task
from provelight.rollout.prompts import user_message


class ScriptedUser:
    """Goes through the turns of a task; the first one is in the prompt already.

    Attributes:
        turn: the user turn under way, from 0.
    """

    def __init__(self, task: Task) -> None:
        self._turns = task.turns
        self._reply_told = False
        self.turn = 0

    @property
    def has_reply(self) -> bool:
        """True where the turn withholds something that is not yet told."""
        return self._turns[self.turn].reply is not None and not self._reply_told

    @property
    def has_next_turn(self) -> bool:
        """True where another turn follows."""
        return self.turn + 1 < len(self._turns)

    def reply(self) -> str:
        """Tells what the turn withheld; the turn goes on."""
        self._reply_told = True
        return self._turns[self.turn].reply or ""

    def next_turn(self) -> tuple[str, tuple[dict[str, Json], ...]]:
        """Begins the next turn; returns what the user says and the tools that come with it."""
        self.turn += 1
        self._reply_told = False
        turn = self._turns[self.turn]
        return user_message(turn), turn.tools_added
