"""The chat templates that come with Provelight, for models whose own template knows no tools."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from provelight.models.errors import ModelError

CHATML_TOOLS = "chatml_tools"
"""Name of the template that the small models use."""


def read_template(name: str) -> str:
    """Returns the Jinja source of a template of ours, or of a `.jinja` file.

    Raises:
        ModelError: where there is neither, naming the templates that there are.
    """
    templates = resources.files("provelight.models") / "templates"
    ours = templates / f"{name}.jinja"
    if ours.is_file():
        return ours.read_text(encoding="utf-8")
    path = Path(name).expanduser()
    if path.is_file():
        return path.read_text(encoding="utf-8")
    known = ", ".join(sorted(t.name.removesuffix(".jinja") for t in templates.iterdir()))
    raise ModelError(f"no chat template {name!r}; choose one of {known}, or give a .jinja file")
