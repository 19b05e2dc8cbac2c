"""What a check found, and the order in which checks run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Literal

Status = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found.

    Attributes:
        name: of what was looked at.
        status: `ok`; `warn`, it works but not as well as it could; `fail`, something will not work.
        detail: what is there.
        fix: what to do; None where nothing needs doing.
    """

    name: str
    status: Status
    detail: str
    fix: str | None = None

    def to_json(self) -> dict[str, str | None]:
        """Returns the finding as a JSON object."""
        return asdict(self)


Check = Callable[[], Finding]


def examine(checks: Iterable[tuple[str, Check]]) -> Iterator[Finding]:
    """Yields what each check finds; one that breaks is a finding too."""
    for name, check in checks:
        try:
            yield check()
        except Exception as error:  # a machine can be broken in any way; the other checks go on
            yield Finding(
                name, "fail", f"{type(error).__name__}: {error}", "run `make setup` again"
            )
