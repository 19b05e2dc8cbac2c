"""What a tool's signature says about its arguments and results.

`arg` and `out` go into `Annotated`. What synthesis needs to know becomes `x-provelight-*` keys of
the JSON schema, which are stripped before a model sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

ENTITY = "x-provelight-entity"
LABEL_OF = "x-provelight-label-of"
FORMAT = "x-provelight-format"
SENSITIVE = "x-provelight-sensitive"


class Output(BaseModel):
    """Base of result models. Fields that are None are dropped from the result."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Argument(BaseModel):
    """Base of structured arguments, such as one line of an order in `list[OrderLine]`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


def arg(
    description: str,
    *,
    entity: str | None = None,
    format: str | None = None,
    sensitive: bool = False,
    examples: Sequence[Any] | None = None,
    **constraints: Any,
) -> Any:
    """Describes a parameter: `account_id: Annotated[str, arg("...", entity="account")]`.

    Args:
        description: what the value is, for the model.
        entity: the value is the id of an entity of this type.
        format: `date` (YYYY-MM-DD), `time` (HH:MM) and `datetime` (YYYY-MM-DDTHH:MM) are checked
            and brought into that one form; `money` (integer cents), `text` and others only say
            how people word the value.
        sensitive: the value (a password, a PIN) may only come from the user or a tool.
        examples: values that would do, for the model.
        **constraints: pydantic's, such as `ge`, `le`, `min_length`, `pattern`.
    """
    extra = _keys(entity, None, format, sensitive)
    listed = list(examples) if examples else None
    return Field(description=description, examples=listed, json_schema_extra=extra, **constraints)


def out(
    description: str,
    *,
    entity: str | None = None,
    label_of: str | None = None,
    format: str | None = None,
) -> Any:
    """Describes a field of a result.

    Args:
        description: what the value is.
        entity: the value is the id of an entity of this type.
        label_of: the value is what people call the entity of this type in the same object.
        format: as in `arg`: how people word the value.
    """
    return Field(description=description, json_schema_extra=_keys(entity, label_of, format, False))


def _keys(
    entity: str | None, label_of: str | None, format: str | None, sensitive: bool
) -> dict[str, Any]:
    pairs = {ENTITY: entity, LABEL_OF: label_of, FORMAT: format, SENSITIVE: sensitive}
    return {key: value for key, value in pairs.items() if value}
