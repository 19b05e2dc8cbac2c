"""`provelight train`, `synthesize` and `evaluate`: a configuration, checked, and what runs it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from provelight.errors import ConfigError, ProvelightError
from provelight.paths import configs_dir

if TYPE_CHECKING:
    from hydra.errors import InstantiationException


@dataclass(frozen=True, slots=True)
class HydraCommand:
    """A command that takes Hydra overrides.

    Attributes:
        name: of the command, and of its file in `configs/`.
        module: has `run(cfg) -> int`.
        help: one line.
        example: overrides worth copying.
    """

    name: str
    module: str
    help: str
    example: str

    def add_parser(self, subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        """Adds the command to the command line."""
        parser = subparsers.add_parser(
            self.name,
            help=self.help,
            description=f"Example: provelight {self.name} {self.example}",
            epilog=_describe_groups(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument(
            "overrides",
            metavar="OVERRIDE",
            nargs="*",
            help="key=value, group=option, +new=value or ~key (Hydra's language)",
        )
        parser.add_argument(
            "--print-config", action="store_true", help="print the configuration and stop"
        )
        parser.set_defaults(run=self.run)

    def run(self, args: argparse.Namespace) -> int:
        """Composes and checks the configuration, then runs the command on it.

        Returns:
            The exit status.

        Raises:
            ProvelightError: for what the person can mend.
        """
        from importlib import import_module

        from hydra.errors import InstantiationException
        from omegaconf import OmegaConf

        from provelight.configuration import check_targets, compose_config

        config = compose_config(self.name, args.overrides)
        if args.print_config:
            print(OmegaConf.to_yaml(config), end="")
            return 0
        check_targets(config)
        try:
            status: int = import_module(self.module).run(config)
        except InstantiationException as error:
            raise _explain(error) from error
        return status


COMMANDS = (
    HydraCommand(
        "train",
        "provelight.training.entry",
        "train a model on live servers",
        "model=qwen3_4b quantization=nf4 environment.servers=[banking]",
    ),
    HydraCommand(
        "synthesize",
        "provelight.synthesis.entry",
        "write tasks that are grounded in live servers",
        "count=200 seed=7 output=tasks.jsonl",
    ),
    HydraCommand(
        "evaluate",
        "provelight.evaluation.entry",
        "evaluate a model or adapter on held-out tasks",
        "evaluation.split=development",
    ),
)


def _explain(error: InstantiationException) -> Exception:
    """Returns what to raise for an object that could not be built.

    A value that its class refused is the person's; anything else is a fault of the program and
    keeps its traceback.
    """
    cause: BaseException | None = error.__cause__
    if isinstance(cause, ProvelightError):
        return cause
    if isinstance(cause, TypeError | ValueError | ImportError):
        key = getattr(error, "full_key", None) or str(error).rpartition("full_key: ")[2].strip()
        return ConfigError(f"{key or 'the configuration'}: {cause}")
    return error


def _describe_groups() -> str:
    try:
        lines = list(_groups())
    except ProvelightError:
        return ""
    return "groups and their options:\n" + "\n".join(lines)


def _groups() -> Iterator[str]:
    for folder in sorted(configs_dir().iterdir()):
        options: Any = sorted(file.stem for file in folder.glob("*.yaml"))
        if options:
            yield f"  {folder.name}={'|'.join(options)}"
