"""One conversation in the making: what happens in each state of the machine.

A turn that comes to nothing (a call fails, changes nothing, or tells nothing new) is taken back:
the state of the server and all that was said return to where it began, and another goal is tried.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from provelight.environments.naming import split
from provelight.records import GroundTruthCall, Json, ToolResult, Turn
from provelight.synthesis.binding import Binding, Scene
from provelight.synthesis.evidence import Delivered, is_empty
from provelight.synthesis.goals import Goal, NoGoal, Referent, by_message
from provelight.synthesis.machine import Event, Phase, run
from provelight.synthesis.menu import Entry, Menu
from provelight.synthesis.offers import rivals
from provelight.synthesis.personas import Persona
from provelight.synthesis.schedule import Schedule
from provelight.synthesis.scripted import Teacher
from provelight.synthesis.sightings import listed, sightings
from provelight.synthesis.signatures import Signature
from provelight.synthesis.traces import call_messages
from provelight.synthesis.wellformed import WellFormed

_TRIES_AN_ENTRY = 6


class Conversation:
    """Goes through the state machine once.

    Args:
        scene: a session on a fresh world.
        menu: what can be asked.
        teacher: words requests and answers.
        well_formed: checks calls against their schemas.
        persona: who asks.
        schedule: how long it gets.

    Attributes:
        turns: the finished turns.
        goals: theirs.
        rivals: bare names of tools that would be another way to one of the goals.
        troubles: why turns were taken back -> how often.
    """

    def __init__(
        self,
        scene: Scene,
        menu: Menu,
        teacher: Teacher,
        well_formed: WellFormed,
        persona: Persona,
        schedule: Schedule,
    ) -> None:
        self.scene = scene
        self.turns: list[Turn] = []
        self.goals: list[Goal] = []
        self.rivals: set[str] = set()
        self.troubles: Counter[str] = Counter()
        self._menu = menu
        self._teacher = teacher
        self._well_formed = well_formed
        self._persona = persona
        self._schedule = schedule
        self._attempts_left = schedule.attempts
        self._gave_up = False
        self._goal: Goal | None = None
        self._entry: Entry | None = None
        self._tries_left = 0
        self._effect = scene.effect_hash
        self._begin()

    @property
    def effect_hash(self) -> str:
        """The effect hash of what has been brought about so far."""
        return self._effect

    @property
    def goal(self) -> Goal:
        """The goal of the turn under way."""
        if self._goal is None:
            raise RuntimeError("no goal has been chosen yet")
        return self._goal

    @property
    def tools_used(self) -> list[str]:
        """The tools that the calls need, `server__tool`, each once, in order."""
        calls = (call.name for turn in self.turns for call in turn.ground_truth)
        return list(dict.fromkeys(calls))

    def run(self) -> bool:
        """Runs the machine; True where the conversation came to its end."""
        end = run(
            {
                Phase.CHOOSE_GOAL: self._choose_goal,
                Phase.WORD_REQUEST: self._word_request,
                Phase.PROPOSE_CALLS: self._propose_calls,
                Phase.CHECK_CALLS: self._check_calls,
                Phase.EXECUTE_CALLS: self._execute_calls,
                Phase.ANSWER: self._answer,
                Phase.CONTINUE: self._continue,
            }
        )
        return end is Phase.FINISHED

    def _begin(self) -> None:
        """Marks the place to which a turn is taken back."""
        self._snapshot = self.scene.session.snapshot()
        self._shown = len(self.scene.evidence)
        self._effect_then = self._effect
        self._dirty = False

    def _choose_goal(self) -> Event:
        self._take_back()
        before = self.goals[-1] if self.goals else None
        while self._attempts_left > 0:
            self._attempts_left -= 1
            entry = self._next_entry(before)
            if entry is None:
                break
            try:
                self._goal = Binding(self.scene, entry.plan, entry.phrase).goal()
            except NoGoal:
                self.troubles["no_entity"] += 1
                continue
            return Event.FOUND
        self._gave_up = True
        return Event.NO_GOAL

    def _next_entry(self, before: Goal | None) -> Entry | None:
        """Returns the entry under way for another try, with other entities, or a new one.

        Without this, what only some entities allow (a card that is frozen) would be asked rarely.
        """
        if self._entry is None or self._tries_left == 0:
            scene = self.scene
            self._entry = self._menu.choose(before, scene.focus, self.rivals, scene.rng)
            self._tries_left = _TRIES_AN_ENTRY
        self._tries_left -= 1
        return self._entry

    def _take_back(self) -> None:
        if self._dirty:
            self.scene.session.restore(self._snapshot)
            self.scene.evidence.cut(self._shown)
            self._effect = self._effect_then
            self._dirty = False

    def _word_request(self) -> Event:
        now, rng = self.scene.now, self.scene.rng
        text = self._teacher.request(self.goal, not self.turns, self._persona, now, rng)
        if self._says_an_id(text):
            return self._trouble("id_in_request", Event.REFUSED)
        self._trace: list[dict[str, Json]] = [{"role": "user", "content": text}]
        self._waiting = by_message(self.goal.calls)
        return Event.WORDED

    def _says_an_id(self, text: str) -> bool:
        shown = {s.id for s in self.scene.evidence.sightings()}
        words = re.findall(r"[\w-]+", text)
        return any(word in shown or word in self.scene.context for word in words)

    def _propose_calls(self) -> Event:
        return Event.CALLS if self._waiting else Event.NOTHING_DUE

    def _check_calls(self) -> Event:
        if all(self._well_formed(call) for call in self._waiting[0]):
            return Event.WELL_FORMED
        return self._trouble("malformed", Event.MALFORMED)

    def _execute_calls(self) -> Event:
        calls = self._waiting.pop(0)
        self._dirty = True
        results = [self.scene.session.call(call.name, dict(call.arguments)) for call in calls]
        if not all(result.ok for result in results):
            return self._trouble("failed", Event.FAILURE)
        if self._writes(calls) and not self._had_effect():
            return self._trouble("no_effect", Event.FAILURE)
        if not self._waiting and (fault := self._fault(results[-1])):
            return self._trouble(fault, Event.FAILURE)
        self._record(calls, results)
        return Event.SUCCESS

    def _writes(self, calls: tuple[GroundTruthCall, ...]) -> bool:
        return not all(self.scene.signatures[split(call.name)[1]].is_read for call in calls)

    def _had_effect(self) -> bool:
        before, self._effect = self._effect, self.scene.session.effect_hash()
        return before != self._effect

    def _fault(self, result: ToolResult) -> str | None:
        """Returns why the call that was asked for makes no good turn, or None.

        A question must not be asked again, nor have an answer that is empty or known already; and
        no tool that is used anyway may be another way to the goal.
        """
        target, evidence = self.scene.signatures[self.goal.plan.target], self.scene.evidence
        if target.is_read and evidence.has(self.goal.target):
            return "asked_before"
        if target.is_read and (is_empty(result.result) or evidence.knows(target, result.result)):
            return "nothing_new"
        self._new_rivals = rivals(self.goal, self.scene, self.scene.signatures, result.result)
        used = {split(name)[1] for name in self.tools_used}
        return "second_way" if self._new_rivals & used else None

    def _record(self, calls: tuple[GroundTruthCall, ...], results: list[ToolResult]) -> None:
        self._trace += call_messages(calls, results, first=len(self.scene.evidence))
        for call, result in zip(calls, results, strict=True):
            signature = self.scene.signatures[split(call.name)[1]]
            self.scene.evidence.add(Delivered(call, signature, result.result))
        self._last_result = results[-1].result

    def _answer(self) -> Event:
        signature = self.scene.signatures[self.goal.plan.target]
        text = self._teacher.answer(self.goal, signature, self._last_result, self.scene.now)
        self._trace.append({"role": "assistant", "content": text})
        turn = Turn(
            self._trace[0]["content"], ground_truth=self.goal.calls, trace=tuple(self._trace)
        )
        self._entry = None
        self.turns.append(turn)
        self.goals.append(self.goal)
        self.rivals |= self._new_rivals
        self.scene.focus = self._new_focus(signature)
        self._begin()
        return Event.ANSWERED

    def _new_focus(self, signature: Signature) -> Mapping[str, Referent]:
        """Returns what "it" may mean after the turn: of each type one entity, or none."""
        about = list(self.goal.referents.values())
        given = [id for value in self.goal.target.arguments.values() for id in listed(value)]
        made = [
            Referent(s, self.goal.target.id)
            for s in ([] if signature.is_read else sightings(signature, self._last_result))
            if s.id not in given
        ]
        ids: dict[str, dict[str, Referent]] = {}
        for referent in (*about, *made):
            ids.setdefault(referent.entity, {})[referent.id] = referent
        return {entity: next(iter(r.values())) for entity, r in ids.items() if len(r) == 1}

    def _continue(self) -> Event:
        schedule, turns = self._schedule, len(self.turns)
        long_enough = turns >= schedule.min_turns and len(self.tools_used) >= schedule.min_calls
        if self._gave_up or turns >= schedule.max_turns:
            return Event.END if long_enough else Event.TOO_SHORT
        if not long_enough or schedule.goes_on(turns, self.scene.rng):
            return Event.FOLLOW_UP
        return Event.END

    def _trouble(self, kind: str, event: Event) -> Event:
        self.troubles[kind] += 1
        return event
