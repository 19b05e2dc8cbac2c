"""Whatever is called, in whatever order: the invariants of the file system hold."""

from __future__ import annotations

from filesystem_invariants import changed, check_invariants, contents, same
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from mcp_servers.core.errors import ToolError
from mcp_servers.core.worlds import made_world
from mcp_servers.filesystem.paths import below, root
from mcp_servers.filesystem.rights import SEARCH, WRITE, allowed
from mcp_servers.filesystem.space import used_by, used_on
from mcp_servers.filesystem.state import STICKY, FileState
from mcp_servers.filesystem.tools import server
from provelight.records import Json

PICK = st.integers(0, 600)
ROOM = st.sampled_from([None, None, 0, 60, 3_000])
NAMES = st.sampled_from(["a.txt", "b.txt", "todo.txt", "Notes", "data", "..", ".x"])
TEXTS = st.one_of(st.text(max_size=60), st.sampled_from(["x" * 4_000, "", "draft\n"]))
MODES = st.sampled_from(["000", "200", "400", "500", "600", "700", "755", "1777", "2770"])
KEEPERS = {"mv", "rename", "trash", "restore"}


class FileMachine(RuleBasedStateMachine):
    """Calls tools on paths of the live tree, good and bad ones alike.

    Calls work on the state itself, so a failed one shows that checks precede changes.
    """

    state: FileState

    @initialize(seed=st.integers(0, 1099), left=ROOM, room=ROOM)
    def open(self, seed: int, left: int | None, room: int | None) -> None:
        """Opens a world; its quotas and volumes have so many bytes left, or as many as drawn."""
        state = made_world(server, seed).copy()
        assert isinstance(state, FileState)
        for user in state.users if left is not None else ():
            if user.quota is not None:
                state.users.update(user.id, quota=used_by(state, user.id) + left)
        for volume in state.volumes if room is not None else ():
            state.volumes.update(volume.id, capacity=used_on(state, volume.id) + room)
        self.state = state

    def path(self, pick: int, kind: str | None = None, within: str = "") -> str:
        """Returns a path that the user could learn: a third from the latest, a ninth roundabout."""
        places = list(below(self.state, root(self.state), []))
        inside = [p for p in places if p.path.startswith(within)] or places
        fitting = [p for p in inside if kind is None or p.node.kind == kind] or places
        if pick % 3 == 0:
            latest = set(self.state.entries.ids()[-15:])
            fitting = [p for p in fitting if f"{p.parent}/{p.name}" in latest] or fitting
        path = fitting[pick // 3 % len(fitting)].path
        return path if pick % 9 else f"{path}/../{path.rpartition('/')[2]}"

    def call(self, tool: str, **arguments: Json) -> Json | None:
        """Returns the result, None where the call was refused."""
        before = self.state.copy()
        try:
            result = server.tool(tool).call(self.state, arguments)
        except ToolError:
            assert same(self.state, before)
            return None
        assert not server.tool(tool).is_read or same(self.state, before)
        self._check_rights(before, tool)
        if tool in KEEPERS and self._volumes(before) == self._volumes(self.state):
            assert contents(self.state) == contents(before) or arguments.get("overwrite")
        return result

    def _volumes(self, state: FileState) -> dict[str, int]:
        names = (node.volume for node in state.nodes)
        counts: dict[str, int] = {}
        for name in names:
            counts[name] = counts.get(name, 0) + 1
        return counts

    def _check_rights(self, before: FileState, tool: str) -> None:
        """Asserts that a call has changed only what the user's rights allow."""
        emptied = {item.node for item in before.trash} if tool == "empty_trash" else set()
        for old, new in changed(before, self.state):
            assert (new or old).volume != "backup"
            if old is None or new is None:
                continue
            if (old.mode, old.owner, old.group) != (new.mode, new.owner, new.group):
                assert old.owner == before.user
            if old.body != new.body:
                assert allowed(before, old, WRITE)
        self._check_entries(before, emptied)

    def _check_entries(self, before: FileState, emptied: set[str]) -> None:
        gone = [e for e in before.entries if e.id not in self.state.entries]
        come = [e for e in self.state.entries if e.id not in before.entries]
        for entry in (*gone, *come):
            parent = before.nodes.get(entry.parent)
            if parent is None or emptied:
                continue  # made by this very call, or part of what lay in the trash
            assert allowed(before, parent, WRITE | SEARCH)
            if entry in gone and parent.mode & STICKY:
                owners = (parent.owner, before.nodes.require(entry.node).owner)
                assert before.user in owners

    @rule(directory=PICK)
    def go(self, directory: int) -> None:
        self.call("cd", directory=self.path(directory, "directory"))

    @rule(path=PICK, directory=PICK, overwrite=st.booleans(), recursive=st.booleans())
    def move_or_copy(self, path: int, directory: int, overwrite: bool, recursive: bool) -> None:
        where = {"path": self.path(path), "directory": self.path(directory, "directory")}
        if recursive:
            self.call("cp", **where, overwrite=overwrite, recursive=True)
        else:
            self.call("mv", **where, overwrite=overwrite)

    @rule(path=PICK, directory=PICK, kind=st.sampled_from(["hard", "symbolic"]))
    def link(self, path: int, directory: int, kind: str) -> None:
        where = {"path": self.path(path), "directory": self.path(directory, "directory")}
        self.call("ln", **where, kind=kind)

    @rule(path=PICK, inner=PICK, copy=st.booleans())
    def fold(self, path: int, inner: int, copy: bool) -> None:
        place = self.path(path, "directory")
        where = {"path": place, "directory": self.path(inner, "directory", within=place)}
        self.call("cp", **where, recursive=True) if copy else self.call("mv", **where)

    @rule(path=PICK, tool=st.sampled_from(["rm", "trash", "rename", "mv", "write"]))
    def meddle(self, path: int, tool: str) -> None:
        home = f"/home/{self.state.user}"
        place = self.path(path, within=f"{home}/Shared/")
        more = {"rename": {"name": "x"}, "mv": {"directory": home}, "write": {"text": "x"}}
        self.call(tool, path=place, **more.get(tool, {"recursive": True} if tool == "rm" else {}))

    @rule(path=PICK, name=NAMES, copy=st.booleans())
    def name(self, path: int, name: str, copy: bool) -> None:
        place = self.path(path)
        if copy:
            self.call("cp", path=place, directory=place.rpartition("/")[0] or "/", name=name)
        else:
            self.call("rename", path=place, name=name)

    @rule(directory=PICK, name=NAMES, tool=st.sampled_from(["touch", "mkdir"]))
    def make(self, directory: int, name: str, tool: str) -> None:
        self.call(tool, directory=self.path(directory, "directory"), name=name)

    @rule(path=PICK, text=TEXTS, tool=st.sampled_from(["write", "append"]))
    def say(self, path: int, text: str, tool: str) -> None:
        self.call(tool, path=self.path(path), text=text)

    @rule(path=PICK, new=st.text(max_size=30), lines=st.integers(0, 8))
    def change(self, path: int, new: str, lines: int) -> None:
        place = self.path(path, "file")
        self.call("replace", path=place, old="draft", new=new)
        self.call("truncate", path=place, lines=lines)

    @rule(path=PICK, recursive=st.booleans(), tool=st.sampled_from(["rm", "trash", "rmdir"]))
    def take_away(self, path: int, recursive: bool, tool: str) -> None:
        if tool == "rm":
            self.call("rm", path=self.path(path), recursive=recursive)
        elif tool == "trash":
            self.call("trash", path=self.path(path))
        else:
            self.call("rmdir", directory=self.path(path, "directory"))

    @precondition(lambda self: len(self.state.trash))
    @rule(item=PICK, directory=st.none() | PICK, within=st.sampled_from(["", "/home", "/tmp"]))
    def bring_back(self, item: int, directory: int | None, within: str) -> None:
        ids = self.state.trash.ids()
        where = None if directory is None else self.path(directory, "directory", within)
        self.call("restore", item_id=ids[item % len(ids)], directory=where)

    @rule(days=st.none() | st.integers(0, 60))
    def empty(self, days: int | None) -> None:
        self.call("empty_trash", older_than_days=days)

    @rule(path=PICK, mode=MODES, user=PICK, group=PICK)
    def give(self, path: int, mode: str, user: int, group: int) -> None:
        place = self.path(path)
        users, groups = self.state.users.ids(), self.state.groups.ids()
        if user % 3:
            self.call("chmod", path=place, mode=mode)
        else:
            to = {"user": users[user % len(users)], "group": groups[group % len(groups)]}
            self.call("chown", path=place, **to)

    @rule(path=PICK, directory=PICK)
    def pack(self, path: int, directory: int) -> None:
        into = self.path(directory, "directory")
        made = self.call("create_archive", source=self.path(path, "directory"), into=into)
        archives = [p.path for p in below(self.state, root(self.state), []) if p.name[-3:] == ".gz"]
        path_of = made["path"] if made else archives[path % len(archives)] if archives else "~"
        self.call("extract_archive", path=path_of, into=into)

    @rule(path=PICK, other=PICK)
    def look(self, path: int, other: int) -> None:
        place, another = self.path(path), self.path(other)
        for tool in ("cat", "head", "tail", "wc", "sort", "uniq", "checksum", "stat"):
            self.call(tool, path=place)
        for tool in ("ls", "tree", "du"):
            self.call(tool, directory=another)
        self.call("diff", path=place, other=another)
        self.call("list_archive", path=place)
        for tool in ("pwd", "ls", "df", "list_trash", "list_users", "list_groups"):
            self.call(tool)

    @precondition(lambda self: hasattr(self, "state"))
    @invariant()
    def state_is_sound(self) -> None:
        check_invariants(self.state)


TestFiles = FileMachine.TestCase
TestFiles.settings = settings(
    deadline=None,
    max_examples=50,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow],
)
