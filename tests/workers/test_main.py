"""The worker process at its start."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.service import ROOT


def python(code: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_importing_the_worker_starts_nothing() -> None:
    """Dramatiq forks after the import: an engine or a reactor made before would be shared by the children."""
    done = python(
        "import sys, threading, workers.main as main\n"
        "print(sorted(name for name in ('scrapy', 'twisted', 'playwright', 'extraction.page') if name in sys.modules))\n"
        "print(threading.active_count())"
    )

    assert done.stdout.splitlines() == ["[]", "1"], done.stderr


def test_bad_setting_stops_the_start_with_its_name() -> None:
    done = python("import workers.main", ORBWEAVER_SYNC_BUDGET_SECONDS="soon")

    assert done.returncode != 0 and "ORBWEAVER_SYNC_BUDGET_SECONDS" in done.stderr
