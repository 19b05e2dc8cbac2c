"""From a tool's signature to a validator and a flat schema of its arguments."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from functools import partial
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import AfterValidator, ConfigDict, TypeAdapter
from pydantic.fields import FieldInfo
from typing_extensions import TypedDict

from mcp_servers.core.fields import FORMAT, Argument
from mcp_servers.core.formats import CANONICAL
from mcp_servers.core.schemas import flatten

# Made at run time from signatures, which the type checker cannot follow.
_make_typed_dict: Any = TypedDict

_STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


def arguments_of(
    function: Callable[..., Any],
) -> tuple[TypeAdapter[dict[str, Any]], dict[str, Any]]:
    """Returns the validator of the arguments and their JSON schema, the state left out.

    Arguments that have a default are optional; the validator leaves absent ones out, so that the
    function's own default applies.

    Raises:
        TypeError: naming the parameter whose annotation cannot be used, and what to write.
    """
    adapter: TypeAdapter[dict[str, Any]] = TypeAdapter(_typed_dict(function))
    schema = flatten(adapter.json_schema())
    schema.setdefault("properties", {})
    for name, parameter in _parameters(function):
        if parameter.default is not inspect.Parameter.empty and parameter.default is not None:
            schema["properties"][name]["default"] = parameter.default
    return adapter, schema


def result_of(function: Callable[..., Any]) -> tuple[type, dict[str, Any]]:
    """Returns the result model of a tool and its flat JSON schema.

    Raises:
        TypeError: where the tool does not say that it returns a pydantic model.
    """
    model = get_type_hints(function).get("return")
    if not (inspect.isclass(model) and hasattr(model, "model_json_schema")):
        raise TypeError(f"{function.__name__} must return an Output model, not {model!r}")
    return model, flatten(model.model_json_schema(mode="serialization"))


def _typed_dict(function: Callable[..., Any]) -> Any:
    hints = get_type_hints(function, include_extras=True)
    keys: dict[str, Any] = {}
    for name, parameter in _parameters(function):
        annotation = _described(function, name, hints.get(name), parameter)
        has_default = parameter.default is not inspect.Parameter.empty
        keys[name] = NotRequired[annotation] if has_default else annotation
    made = _make_typed_dict(function.__name__, keys)
    made.__pydantic_config__ = _STRICT
    return made


def _parameters(function: Callable[..., Any]) -> Iterator[tuple[str, inspect.Parameter]]:
    listed = list(inspect.signature(function).parameters.items())
    if not listed or listed[0][0] != "state":
        raise TypeError(f"the first parameter of {function.__name__} must be `state`")
    return iter(listed[1:])


def _described(
    function: Callable[..., Any], name: str, annotation: Any, parameter: inspect.Parameter
) -> Any:
    where = f"parameter {name!r} of {function.__name__}"
    if get_origin(annotation) is not Annotated:
        raise TypeError(f"{where} must be written `{name}: Annotated[<type>, arg('...')]`")
    base, *metadata = get_args(annotation)
    field = next((m for m in metadata if isinstance(m, FieldInfo)), None)
    if field is None or not field.description:
        raise TypeError(f"{where} needs a description: Annotated[<type>, arg('...')]")
    bare = _without_none(base)
    if bare is not base and parameter.default is not None:
        raise TypeError(f"{where} may be None and so needs the default None")
    _require_plain(bare, where)
    return Annotated[(bare, *metadata, *_format_validators(field))]


def _without_none(base: Any) -> Any:
    # null means omitted, so a null never reaches the validator.
    if get_origin(base) in (Union, types.UnionType):
        kept = tuple(a for a in get_args(base) if a is not type(None))
        return kept[0] if len(kept) == 1 else base
    return base


def _require_plain(kind: Any, where: str) -> None:
    origin, inner = get_origin(kind), get_args(kind)
    if kind in (str, int, float, bool) or origin is Literal:
        return
    if inspect.isclass(kind) and issubclass(kind, Argument):
        return
    if origin in (Annotated, list) or (origin is dict and inner[0] is str):
        _require_plain(inner[1] if origin is dict else inner[0], where)
        return
    raise TypeError(
        f"{where} has the type {kind!r}; use str, int, float, bool, Literal[...], list[...],"
        " dict[str, ...] or a model derived from Argument"
    )


def _format_validators(field: FieldInfo) -> list[AfterValidator]:
    extra = field.json_schema_extra
    name = extra.get(FORMAT) if isinstance(extra, dict) else None
    canonical = CANONICAL.get(str(name))
    return [AfterValidator(partial(_each, canonical))] if canonical else []


def _each(canonical: Callable[[str], str], value: Any) -> Any:
    return [canonical(v) for v in value] if isinstance(value, list) else canonical(value)
