"""Tools and servers: plain functions over a state, and what their signatures say of them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, overload

from pydantic import BaseModel, TypeAdapter, ValidationError

from mcp_servers.core.arguments import explain, normalise
from mcp_servers.core.errors import InvalidArguments, ToolError, UnknownTool, did_you_mean
from mcp_servers.core.signature import arguments_of, result_of
from mcp_servers.core.state import State
from mcp_servers.core.worlds import World
from provelight.records import Json, ToolSpec

# Kept, because json.dumps builds a new encoder at each call with other than its defaults.
_ENCODER = json.JSONEncoder(ensure_ascii=False)

F = TypeVar("F", bound=Callable[..., BaseModel])


class Tool:
    """One tool: its function, its specification, and the errors that it declares.

    Attributes:
        spec: what callers see: flat schemas, description, hints.
        raises: the state-dependent errors that a call may end with.
        is_read: True where a call never changes the state.
    """

    __slots__ = ("_adapter", "_function", "_serialize", "is_read", "raises", "spec")

    def __init__(
        self,
        function: Callable[..., BaseModel],
        *,
        is_read: bool,
        destructive: bool = False,
        idempotent: bool = False,
        raises: Sequence[type[ToolError]] = (),
    ) -> None:
        self._function = function
        self._adapter, parameters = arguments_of(function)
        model, output = result_of(function)
        self._serialize = TypeAdapter(model).serializer.to_python
        self.is_read = is_read
        self.raises = tuple(raises)
        self.spec = ToolSpec(
            name=function.__name__,
            description=_description(function),
            parameters=parameters,
            output_schema=output,
            annotations=_hints(is_read, destructive, idempotent),
        )

    def parse(self, arguments: Json) -> dict[str, Any]:
        """Returns the arguments that the function gets: checked, dates in one form.

        Raises:
            InvalidArguments: naming each argument at fault and what would do.
        """
        if not isinstance(arguments, dict):
            raise InvalidArguments(f"arguments must be an object, got {type(arguments).__name__}")
        ready = normalise(arguments, self.spec.parameters)
        try:
            return self._adapter.validator.validate_python(ready)  # type: ignore[no-any-return]
        except ValidationError as error:
            raise explain(error, self.spec.name, self.spec.parameters) from error

    def run(self, state: State, arguments: dict[str, Any]) -> Json:
        """Runs the function on parsed arguments and returns its result as JSON, None dropped."""
        return self._serialize(self._function(state, **arguments), mode="json", exclude_none=True)

    def call(self, state: State, arguments: Json) -> Json:
        """Parses and runs. A failing write may leave `state` half changed: pass a copy."""
        return self.run(state, self.parse(arguments))


class ToolServer:
    """A server: tools over one type of state, and the worlds that they start from.

    Args:
        name: the folder's name; tools are called `name__tool` outside.
        title: what people call it.
        instructions: a sentence or two for the model.
        state: the type of the state.
        make_world: makes the state of a world, as a pure function of `world`.
        hidden: True where listings leave the server out.

    Example:
        server = ToolServer("mock", "Notes", "Keeps notes.", MockState, make_world)

        @server.read
        def get_note(state: MockState, note_id: Annotated[str, arg("Id.", entity="note")]) -> Note:
            '''Returns one note.'''
    """

    def __init__(
        self,
        name: str,
        title: str,
        instructions: str,
        state: type[State],
        make_world: Callable[[World], State],
        hidden: bool = False,
    ) -> None:
        self.name = name
        self.title = title
        self.instructions = instructions
        self.state = state
        self.make_world = make_world
        self.hidden = hidden
        self.tools: dict[str, Tool] = {}
        self.debug_tools: dict[str, Tool] = {}

    @overload
    def read(self, function: F) -> F: ...
    @overload
    def read(self, *, raises: Sequence[type[ToolError]] = ()) -> Callable[[F], F]: ...
    def read(self, function: Any = None, *, raises: Sequence[type[ToolError]] = ()) -> Any:
        """Registers a tool that never changes the state; with or without brackets."""

        def register(f: F) -> F:
            self._add(self.tools, Tool(f, is_read=True, idempotent=True, raises=raises))
            return f

        return register if function is None else register(function)

    @overload
    def write(self, function: F) -> F: ...
    @overload
    def write(
        self,
        *,
        destructive: bool = False,
        idempotent: bool = False,
        raises: Sequence[type[ToolError]] = (),
    ) -> Callable[[F], F]: ...
    def write(
        self,
        function: Any = None,
        *,
        destructive: bool = False,
        idempotent: bool = False,
        raises: Sequence[type[ToolError]] = (),
    ) -> Any:
        """Registers a tool that may change the state; with or without brackets.

        Args:
            function: given where the decorator stands without brackets.
            destructive: it deletes or overwrites what cannot be brought back.
            idempotent: a second equal call changes nothing more.
            raises: the state-dependent errors that it may end with.
        """

        def register(f: F) -> F:
            tool = Tool(
                f, is_read=False, destructive=destructive, idempotent=idempotent, raises=raises
            )
            self._add(self.tools, tool)
            return f

        return register if function is None else register(function)

    def debug(self, function: F) -> F:
        """Registers a tool for people and tests, which agents neither see nor reach."""
        self._add(self.debug_tools, Tool(function, is_read=False))
        return function

    def tool(self, name: str, debug: bool = False) -> Tool:
        """Returns the tool of this name; debug tools only where asked for.

        Raises:
            UnknownTool: naming the near ones.
        """
        found = self.tools.get(name) or (self.debug_tools.get(name) if debug else None)
        if found is None:
            hint = did_you_mean(name, self.tools) or f" It has: {', '.join(self.tools)}."
            raise UnknownTool(f"{self.name} has no tool {name!r}.{hint}")
        return found

    def _add(self, tools: dict[str, Tool], tool: Tool) -> None:
        name = tool.spec.name
        if name in self.tools or name in self.debug_tools:
            raise ValueError(f"{self.name} has two tools named {name!r}; rename one")
        tools[name] = tool


def to_text(result: Json) -> str:
    """Returns the text of a result as the model reads it."""
    return _ENCODER.encode(result)


def _description(function: Callable[..., Any]) -> str:
    text = " ".join(inspect.cleandoc(function.__doc__ or "").split())
    if not text:
        raise TypeError(f"{function.__name__} needs a docstring: it is the tool's description")
    return text


def _hints(is_read: bool, destructive: bool, idempotent: bool) -> dict[str, Json]:
    return {
        "readOnlyHint": is_read,
        "destructiveHint": destructive,
        "idempotentHint": idempotent,
        "openWorldHint": False,
    }
