"""`provelight doctor`: whether this machine can do the job, and what to do where it cannot."""

from __future__ import annotations

import argparse
import json

MARKS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `provelight doctor` to the command line."""
    parser = subparsers.add_parser("doctor", help="check this machine, with a fix for what fails")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Runs all checks and prints what each found, with `--json` as one list at the end.

    Returns:
        The exit status: 1 where a check failed, else 0.
    """
    from provelight.diagnosis import examine, machine, product

    checks = [
        ("python", machine.check_python),
        ("packages", machine.check_packages),
        ("cpu", machine.check_processor),
        ("cuda", machine.check_cuda),
        ("memory", machine.check_memory),
        ("disk", machine.check_disk),
        ("bitsandbytes", product.check_bitsandbytes),
        ("small model", product.check_small_model),
        ("servers", product.check_servers),
    ]
    findings = []
    for finding in examine(checks):
        findings.append(finding)
        if not args.json:
            print(f"{MARKS[finding.status]}  {finding.name:<12}  {finding.detail}", flush=True)
            if finding.fix:
                print(f"{'':<20}-> {finding.fix}", flush=True)
    if args.json:
        print(json.dumps([finding.to_json() for finding in findings]))
    return 1 if any(finding.status == "fail" for finding in findings) else 0
