"""`orbweaver images` from the command line."""

from __future__ import annotations

from tests.orbweaver.command_output import Run
from tests.sites.site import Site


def test_images_are_printed_line_by_line(orbweaver: Run, site: Site) -> None:
    site.put("/", "<img src=/a.png><p>Words</p><img src=/b.png>", kind="text/html")

    listed = orbweaver("images", site.url("/"), ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    assert listed.stdout.splitlines() == [site.url("/a.png"), site.url("/b.png")], listed.stderr
