"""`orbweaver doctor`: checks the installation."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from orbweaver.output import json_option, show


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Check the installation. Exits with 1 when something required is missing."""
    from orbweaver.doctor import examine

    checks = examine()
    all_ok = all(check.ok for check in checks if check.needed)
    lines = []
    for check in checks:
        mark = "ok" if check.ok else "missing" if check.needed else "absent"
        lines.append(f"{mark:<8} {check.name:<11} {check.detail}")
        lines += [f"{'':<8} {'':<11} -> {check.remedy}"] if check.remedy else []
    show(as_json, {"ok": all_ok, "checks": [asdict(check) for check in checks]}, "\n".join(lines))
    sys.exit(0 if all_ok else 1)
