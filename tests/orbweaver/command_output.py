"""What a command printed, for the tests of the command line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

from tests.prepared_process import Command

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Begin = Callable[..., Command]


def failed(answer: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    """(code, message) of a failure with --json. Standard error contains the same message as without --json."""
    [line] = answer.stdout.splitlines()
    error = json.loads(line)["error"]
    assert answer.returncode == 2 and error["message"] in answer.stderr and "Traceback" not in answer.stderr
    return error["code"], error["message"]
