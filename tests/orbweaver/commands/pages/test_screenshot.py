"""`orbweaver screenshot` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.orbweaver.command_output import Run, failed
from tests.sites.origin import Origin


def test_screenshot_is_written_to_a_file(orbweaver: Run, origin: Origin, tmp_path: Path, browser: str) -> None:
    file, url, open_loopback = (
        tmp_path / "shot.png",
        origin.url("/article"),
        {"ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"},
    )

    taken = orbweaver("screenshot", url, "-o", str(file), "--full-page", "--json", **open_loopback)
    without = orbweaver("screenshot", url, "--json")

    described = json.loads(taken.stdout)
    assert taken.returncode == 0 and "image" not in described, taken.stderr
    assert (described["file"], described["status"], described["width"]) == (str(file), 200, 1440)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert failed(without)[0] == "VALIDATION_ERROR"
