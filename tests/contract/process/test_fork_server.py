"""The fork server of process pools."""

from __future__ import annotations

import subprocess
import sys

import pytest

# The parent sends the files of a new process and ends before it sends the rest.
ENDS_MEANWHILE = """
import os
from multiprocessing import forkserver

forkserver.set_forkserver_preload({preloaded})
read, write = forkserver.connect_to_new_process([])
os.close(write)
forkserver.read_signed(read)  # its process id
forkserver.read_signed(read)  # its exit code
"""


@pytest.mark.parametrize(("preloaded", "is_quiet"), [(["contract.process.fork_server"], True), ([], False)])
def test_process_whose_parent_ends_while_it_starts_prints_nothing(preloaded: list[str], is_quiet: bool) -> None:
    command = [sys.executable, "-P", "-c", ENDS_MEANWHILE.format(preloaded=preloaded)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert ran.returncode == 0, ran.stderr
    assert ("EOFError" not in ran.stderr) == is_quiet, ran.stderr
