"""The speed of the servers: in one process, at the start of a fleet, and over stdio.

    make benchmark-servers          two minutes on two cores; writes benchmarks/servers.md

Times are wall times, so a busy machine spoils them; the load at the start stands in the report.
What is compared is measured in turns within one run.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from statistics import median

from benchmarks.machine import describe
from benchmarks.server_calls import ServerCost, cost_of
from benchmarks.server_rates import IN_FLIGHT, our_rate, sdk_rate
from benchmarks.server_starts import Start, measure
from mcp_servers.core.catalog import TOOL_COUNTS, load

REPORT = Path("benchmarks/servers.md")
TURNS = 3


def main() -> None:
    """Measures everything and writes the report."""
    load_before = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    starts = [(measure(forked=True), measure(forked=False)) for _ in range(TURNS)]
    rates = {n: _in_turns(n) for n in (1, IN_FLIGHT)}
    costs = {name: cost_of(load(name)) for name in sorted(TOOL_COUNTS)}
    lines = [
        "# The servers, measured",
        "",
        "Written by `make benchmark-servers`; wall times, medians.",
        "",
        f"Machine: {describe()}, pydantic {version('pydantic')}",
        *([] if load_before is None else ["", f"Load average before: {load_before:.1f}"]),
        *_bars(costs, starts, rates),
        *_starts(starts),
        *_rates(rates),
        *_costs(costs),
    ]
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(REPORT.read_text(encoding="utf-8"))


def _in_turns(in_flight: int) -> list[tuple[float, float]]:
    return [(sdk_rate(in_flight), our_rate(in_flight)) for _ in range(TURNS)]


def _bars(
    costs: dict[str, ServerCost],
    starts: list[tuple[Start, Start]],
    rates: dict[int, list[tuple[float, float]]],
) -> list[str]:
    tools = [time for cost in costs.values() for time in cost.tools.values()]
    untimed = [f"{name}.{tool}" for name, cost in costs.items() for tool in cost.never]
    sizes = [forked.pss_mib for forked, _ in starts if forked.pss_mib is not None]
    rows = [
        _bar("call, median over tools", median(tools), 50, "us"),
        _bar("reset, slowest server", _worst(costs, lambda c: c.reset) / 1000, 1, "ms"),
        _bar("new world, slowest server", _worst(costs, lambda c: c.new_world) / 1000, 200, "ms"),
        _bar("fleet started", median(forked.seconds for forked, _ in starts), 1.5, "s"),
        *([_bar("memory of the fleet", median(sizes), 300, "MiB")] if sizes else []),
        _bar("calls of the SDK's client", median(r[0] for r in rates[1]), 1000, "/s", least=True),
    ]
    note = f"{len(tools)} of {len(tools) + len(untimed)} tools timed"
    missing = f"; never succeeded here: {', '.join(untimed)}" if untimed else ""
    return ["", *table(["what", "measured", "bar", "holds"], rows), "", note + missing + "."]


def _bar(what: str, value: float, bar: float, unit: str, least: bool = False) -> list[str]:
    holds = value >= bar if least else value <= bar
    sign = "at least" if least else "at most"
    return [
        what,
        f"{value:.3g} {unit}" if value < 1000 else f"{value:.0f} {unit}",
        f"{sign} {bar:g} {unit}",
        "yes" if holds else "no",
    ]


def _worst(costs: dict[str, ServerCost], of: Callable[[ServerCost], float]) -> float:
    return max(of(cost) for cost in costs.values())


def _starts(starts: list[tuple[Start, Start]]) -> list[str]:
    rows = []
    for number, how in enumerate(("forked off one process", "executed each")):
        runs = [pair[number] for pair in starts]
        sizes = [run.pss_mib for run in runs if run.pss_mib is not None]
        seconds = [run.seconds for run in runs]
        rows.append(
            [
                how,
                f"{median(seconds):.2f}",
                f"{min(seconds):.2f}-{max(seconds):.2f}",
                f"{median(sizes):.0f}" if sizes else "-",
                str(runs[0].processes),
            ]
        )
    ratio = median(executed.seconds / forked.seconds for forked, executed in starts)
    header = ["start of all servers", "s", "range", "PSS MiB", "processes"]
    words = f"Executing each takes {ratio:.1f} times as long as forking (median of {len(starts)})."
    return ["", "## Start", "", *table(header, rows), "", words]


def _rates(rates: dict[int, list[tuple[float, float]]]) -> list[str]:
    rows = [
        [
            str(n),
            f"{median(sdk for sdk, _ in pairs):.0f}",
            f"{median(our for _, our in pairs):.0f}",
            f"{median(our / sdk for sdk, our in pairs):.2f}",
        ]
        for n, pairs in rates.items()
    ]
    header = ["in flight", "SDK's client, calls/s", "MCPFleet, calls/s", "ratio"]
    return ["", "## Over stdio, one server", "", *table(header, rows)]


def _costs(costs: dict[str, ServerCost]) -> list[str]:
    rows = [
        [
            name,
            str(len(c.tools)),
            f"{median(c.tools.values()):.0f}",
            "{} {:.0f}".format(*max(c.tools.items(), key=lambda item: item[1])),
            f"{c.state_hash:.0f}",
            f"{c.reset:.0f}",
            f"{c.new_world / 1000:.1f}",
            f"{c.cached_world:.0f}",
        ]
        for name, c in costs.items()
    ]
    header = [
        "server",
        "tools timed",
        "call us",
        "slowest tool us",
        "state hash us",
        "reset us",
        "new world ms",
        "cached world us",
    ]
    return ["", "## In one process", "", *table(header, rows)]


def table(header: list[str], rows: list[list[str]]) -> list[str]:
    """Returns a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


if __name__ == "__main__":
    main()
