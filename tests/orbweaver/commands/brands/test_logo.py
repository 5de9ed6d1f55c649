"""`orbweaver logo` and `orbweaver brand` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.orbweaver.command_output import Run
from tests.sites.brands import put_company
from tests.sites.site import Site


def test_logo_and_brand_are_read_without_a_server(orbweaver: Run, site: Site, tmp_path: Path) -> None:
    put_company(site)
    file = tmp_path / "logo.svg"

    saved = orbweaver("logo", site.base, "-o", str(file), ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")
    brand = orbweaver("brand", site.base, "--json", ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    assert saved.returncode == 0 and file.read_bytes().startswith(b"<svg") and "icon, svg" in saved.stdout
    assert json.loads(brand.stdout)["name"] == "Acme"


def test_logo_of_a_site_without_one_is_a_failure(orbweaver: Run, site: Site, tmp_path: Path) -> None:
    put_company(site, icon=None, wordmark=None)

    saved = orbweaver("logo", site.base, "-o", str(tmp_path / "x.svg"), ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    assert saved.returncode == 2 and "No logo was found" in saved.stderr and not (tmp_path / "x.svg").exists()
