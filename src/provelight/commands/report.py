"""`provelight report RUN`: one page to read what a run did, RUN/report.html."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `provelight report` to the command line."""
    parser = subparsers.add_parser(
        "report",
        help="a page with the curves and conversations of a run",
        description="Writes one HTML page that needs no network: the configuration, the curves, "
        "the evaluation and the rollouts of the last steps as conversations.",
    )
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="outputs/<date>/<time>-<name>")
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help="where to write (default: RUN/report.html)"
    )
    parser.add_argument(
        "--last-steps",
        metavar="N",
        type=_positive,
        default=20,
        help="show the rollouts of so many steps, the newest (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Writes the page, says where it is, and returns the exit status.

    Raises:
        ReportError: where the run cannot be shown or the page cannot be written.
    """
    from provelight.reporting.errors import ReportError
    from provelight.reporting.page import render_report

    output: Path = args.output or args.run_folder / "report.html"
    page = render_report(args.run_folder, args.last_steps)
    try:
        # Half a surrogate pair, which JSON can hold and UTF-8 cannot, becomes a question mark.
        output.write_bytes(page.encode("utf-8", "replace"))
    except OSError as error:
        raise ReportError(
            f"cannot write {output}: {error.strerror}; give another --output"
        ) from error
    print(output)
    return 0


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)
