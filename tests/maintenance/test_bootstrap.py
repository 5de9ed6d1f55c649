"""`make setup` outside of a clone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from maintenance import bootstrap


def test_set_up_outside_of_a_clone_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "maintenance").mkdir()
    copied = shutil.copy(bootstrap.__file__, tmp_path / "maintenance")

    answer = subprocess.run([sys.executable, copied], check=False, capture_output=True, text=True)

    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1 and "clone" in answer.stderr
    assert not (tmp_path / ".venv").exists()
