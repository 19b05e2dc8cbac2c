"""`provelight <command>`: reads the command line and hands over to the command.

Commands import what is heavy when they run, so that help is there at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from provelight import __version__
from provelight.commands import doctor, parse, report, score, servers
from provelight.commands.hydra_command import COMMANDS
from provelight.errors import ProvelightError

INTERRUPTED = 130
"""The status that shells give a program that Ctrl-C ended."""


def build_parser() -> argparse.ArgumentParser:
    """Returns the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="provelight",
        description="Train a language model to use tools, on one GPU, against live MCP servers.",
        epilog="New here: provelight doctor, then make train. More: provelight COMMAND --help.",
    )
    parser.add_argument("--version", action="version", version=f"provelight {__version__}")
    subparsers = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for command in (*COMMANDS, servers, score, parse, report, doctor):
        command.add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command.

    Returns:
        The exit status: 0 where all went well, 2 for what the person can mend, 130 after Ctrl-C;
        commands have others.
    """
    parser = build_parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        status: int = args.run(args)
    except ProvelightError as error:
        print(f"provelight {args.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"provelight {args.command}: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output, such as `head`, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


if __name__ == "__main__":
    sys.exit(main())
