"""Makes grounded tasks on live servers; candidate i depends on nothing but (seed, split, i)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from mcp_servers.core import catalog
from mcp_servers.core.worlds import SPLITS, Split, keyed_random
from provelight.environments.fleet import MCPFleet
from provelight.environments.naming import qualified
from provelight.environments.naming import split as split_name
from provelight.environments.session import Session
from provelight.paths import data_dir
from provelight.records import Task
from provelight.synthesis.answers import check_slots
from provelight.synthesis.binding import Scene
from provelight.synthesis.conversation import Conversation
from provelight.synthesis.evidence import Evidence
from provelight.synthesis.graph import DependencyGraph, cached
from provelight.synthesis.limits import TaskLimits
from provelight.synthesis.menu import Menu
from provelight.synthesis.offers import choose_tools
from provelight.synthesis.personas import PERSONAS, Persona
from provelight.synthesis.phrases import read_phrases
from provelight.synthesis.probing import GraphProbe
from provelight.synthesis.replay import replay, unfounded
from provelight.synthesis.sampler import SamplingContext, discover
from provelight.synthesis.schedule import Schedule
from provelight.synthesis.scripted import ScriptedTeacher, Teacher
from provelight.synthesis.signatures import Signature, read_signature
from provelight.synthesis.wellformed import WellFormed

CANDIDATES_PER_WORLD = 256
_WORLDS_KEPT = 8


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that did not become a task.

    Attributes:
        reason: a word for statistics.
        troubles: why turns were taken back on the way -> how often.
    """

    reason: str
    troubles: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Server:
    """What is known of one server before any task is made."""

    name: str
    signatures: dict[str, Signature]
    menu: Menu
    teacher: Teacher
    graph: DependencyGraph
    well_formed: WellFormed


@dataclass(frozen=True, slots=True)
class _World:
    """What candidates of one world share."""

    context: SamplingContext
    state_hash: str
    effect_hash: str


class Synthesizer:
    """Writes tasks with complete information for some servers.

    The servers run in this process. Use one per thread.

    Args:
        servers: names of our servers.
        min_turns: the fewest user turns of a task.
        max_turns: the most.
        turn_decay: beyond the fewest, the n-th further turn comes with probability decay ** n.
        tools_per_task: from how many to how many tools a task offers; None: all of the server.
        min_chain: the fewest different tools that a whole task needs.
        max_chain: the most tools that one turn needs.
        everything_new: True: only chains, successions and phrases held out of training, and
            held-out names; needs the split `heldout`.
        limits: what a rollout is granted.
        cache_dir: where dependency graphs are kept; None: `cache` in the data folder.

    Raises:
        ValueError: for an unknown server, a range that cannot be, or a server of which nothing can
            be asked.
    """

    def __init__(
        self,
        servers: Sequence[str],
        *,
        min_turns: int = 2,
        max_turns: int = 3,
        turn_decay: float = 0.5,
        tools_per_task: Sequence[int] | None = (3, 6),
        min_chain: int = 2,
        max_chain: int = 5,
        everything_new: bool = False,
        limits: TaskLimits | None = None,
        cache_dir: str | Path | None = None,
    ) -> None:
        _check_chain(min_chain, max_chain)
        self._schedule = Schedule(min_turns, max_turns, turn_decay, min_chain)
        self._tools_per_task = _range(tools_per_task)
        self._max_chain = max_chain
        self._everything_new = everything_new
        self._limits = limits or TaskLimits()
        self._cache_dir = Path(cache_dir) if cache_dir else data_dir() / "cache"
        self._fleet = MCPFleet(servers, backend="local")
        self._fleet.start()
        self._servers = {config.name: self._prepare(config.name) for config in self._fleet.configs}
        self._worlds = lru_cache(_WORLDS_KEPT * len(self._servers))(self._look_at)

    @property
    def graphs(self) -> dict[str, DependencyGraph]:
        """The dependency graph of each server."""
        return {name: server.graph for name, server in self._servers.items()}

    def close(self) -> None:
        """Forgets the servers."""
        self._fleet.stop()

    def candidate(self, index: int, seed: int, split: Split) -> Task | Rejected:
        """Returns a task, or why there is none: always the same for the same arguments.

        Args:
            index: which candidate, from 0.
            seed: of the stream.
            split: which worlds.

        Raises:
            ValueError: for an unknown split, or one that `everything_new` cannot have.
        """
        self._check_split(split)
        rng = keyed_random("task", seed, split, index, self._everything_new)
        server = self._servers[rng.choice(list(self._servers))]
        world_seed = world_of(index, seed, split, server.name)
        with self._fleet.open_session([server.name], world_seed, self._everything_new) as session:
            persona = rng.choice(PERSONAS)
            world = self._worlds(server.name, world_seed)
            conversation = self._converse(server, session, world, persona, rng)
            if not conversation.run():
                return Rejected("too_short", tuple(sorted(conversation.troubles.items())))
            if broken := self._limits.broken_by(conversation.turns):
                return Rejected(broken)
            task = Task(
                id=f"{seed}-{split}-{'new-' if self._everything_new else ''}{index}",
                kind="multi_turn",
                servers=(server.name,),
                world_seed=world_seed,
                now=session.now,
                persona=persona.description,
                chain=tuple(conversation.tools_used),
                tools=tuple(session.openai_tools(self._offer(server, conversation, rng))),
                knobs={"everything_new": self._everything_new},
                turns=tuple(conversation.turns),
                initial_state_hash=world.state_hash,
                final_state_hash=session.state_hash(),
                final_effect_hash=conversation.effect_hash,
            )
            fault = unfounded(task, server.signatures) or replay(session, task).fault(task)
        return Rejected(fault) if fault else task

    def stream(self, seed: int, split: Split, start: int = 0) -> Iterator[tuple[int, Task]]:
        """Yields the accepted candidates in order, each with its index.

        Args:
            seed: of the stream.
            split: which worlds.
            start: the first index to try.
        """
        index = start
        while True:
            made = self.candidate(index, seed, split)
            if isinstance(made, Task):
                yield index, made
            index += 1

    def _prepare(self, name: str) -> _Server:
        specs = {n: s for n, s in self._fleet.tools.items() if split_name(n)[0] == name}
        signatures = {split_name(n)[1]: read_signature(s) for n, s in specs.items()}
        words = catalog.phrases(name)
        graph = cached(
            name, specs, GraphProbe(self._fleet, name, signatures).build, self._cache_dir
        )
        menu = Menu(
            name,
            signatures,
            read_phrases(words, signatures),
            graph,
            self._max_chain,
            self._everything_new,
        )
        check_slots(words["answers"], signatures)
        teacher = ScriptedTeacher(words["answers"])
        return _Server(name, signatures, menu, teacher, graph, WellFormed(specs))

    def _converse(
        self, server: _Server, session: Session, world: _World, persona: Persona, rng: Random
    ) -> Conversation:
        scene = Scene(
            session,
            server.name,
            server.signatures,
            world.context,
            Evidence(),
            focus={},
            rng=rng,
            effect_hash=world.effect_hash,
        )
        return Conversation(
            scene, server.menu, server.teacher, server.well_formed, persona, self._schedule
        )

    def _look_at(self, server: str, world_seed: int) -> _World:
        with self._fleet.open_session([server], world_seed, self._everything_new) as session:
            context = discover(session, server, self._servers[server].signatures)
            return _World(context, session.state_hash(), session.effect_hash())

    def _offer(self, server: _Server, conversation: Conversation, rng: Random) -> list[str]:
        every = [qualified(server.name, tool) for tool in server.signatures]
        rivals = {qualified(server.name, tool) for tool in conversation.rivals}
        return choose_tools(conversation.tools_used, every, rivals, self._tools_per_task, rng)

    def _check_split(self, split: Split) -> None:
        if split not in SPLITS:
            raise ValueError(f"split={split!r}: choose one of {', '.join(SPLITS)}")
        if self._everything_new and split != "heldout":
            raise ValueError(
                f"everything_new needs split='heldout', got {split!r}: nobody may tune on what is "
                "held out"
            )


def world_of(index: int, seed: int, split: Split, server: str) -> int:
    """Returns the world seed of a candidate; runs of `CANDIDATES_PER_WORLD` share one."""
    worlds = SPLITS[split]
    block = index // CANDIDATES_PER_WORLD
    return worlds[keyed_random("world of", seed, server, block).randrange(len(worlds))]


def _check_chain(min_chain: int, max_chain: int) -> None:
    if not 1 <= min_chain <= max_chain:
        raise ValueError(
            f"min_chain={min_chain}, max_chain={max_chain}: give 1 <= min_chain <= max_chain"
        )


def _range(tools_per_task: Sequence[int] | None) -> tuple[int, int] | None:
    if tools_per_task is None:
        return None
    bounds = list(tools_per_task)
    if len(bounds) != 2 or not 1 <= bounds[0] <= bounds[1]:
        raise ValueError(f"tools_per_task={bounds}: give [least, most], or null for all tools")
    return bounds[0], bounds[1]
