"""`orbweaver worker --processes N`: several workers on one machine. One that ends is replaced, and the others continue."""

from __future__ import annotations

import contextlib
import logging
import signal
import sys
import time

from orbweaver import processes
from orbweaver.processes import Launch, StopSteps
from orbweaver.supervisor import POLL_SECONDS, Child, Supervisor, stop_on_signals

log = logging.getLogger(__name__)
# Longer than a worker takes to end its jobs.
STOP: StopSteps = ((signal.SIGTERM, 9.5),)


def run(number: int, threads: int) -> None:
    """Run the workers until SIGTERM, SIGHUP or Ctrl-C. All of them have ended when this returns."""
    launch = Launch(command=[sys.executable, "-P", "-m", "orbweaver", "worker", "--threads", str(threads)])
    supervisor = Supervisor(log.error)
    processes.adopt_orphans()
    with stop_on_signals(), contextlib.ExitStack() as stack:
        stack.callback(processes.end_orphans, set())
        stack.callback(_stop_all, supervisor)
        for index in range(number):
            supervisor.children.append(Child.start(f"worker {index + 1}", launch, STOP))
        while True:
            supervisor.check()
            time.sleep(POLL_SECONDS)


def _stop_all(supervisor: Supervisor) -> None:
    for child in supervisor.children:  # All at once: each may take the whole time.
        child.process.terminate()
    for child in supervisor.children:
        child.stop()
