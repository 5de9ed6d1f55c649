"""`orbweaver scrape` from the command line."""

from __future__ import annotations

import json

from tests.orbweaver.command_output import Run
from tests.sites.origin import Origin


def test_scraped_error_page_has_a_warning(orbweaver: Run, started_orbweaver: Run, origin: Origin, unique: str) -> None:
    url = origin.url("/status", code="404", t=unique)

    plain = orbweaver("scrape", url, ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")
    whole = started_orbweaver("scrape", url, "--json", ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    warning = json.loads(whole.stdout)["warning"]
    assert plain.returncode == whole.returncode == 0 and whole.stderr == ""
    assert plain.stdout and plain.stderr == f"orbweaver: {warning}\n"
