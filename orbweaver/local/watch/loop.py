"""Checks after each other, until the first change, a signal, or only one."""

from __future__ import annotations

import signal
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from contract.options.watch import WatchOptions
from contract.watch_times import SECOND_VISIT
from crawler.runner import Reactor
from orbweaver.local.operation import run_on, running_reactor
from orbweaver.local.watch.check import Check, check
from orbweaver.local.watch.report import Report
from orbweaver.local.watch.state import WatchState, opened, reading_of
from orbweaver.local.watch.times import Times, now_utc, wait_until

# As of diff and grep: 1 for a difference, 2 for trouble.
EXIT_SAME, EXIT_CHANGED, EXIT_FAILED, EXIT_REMOVED = 0, 1, 2, 3
EXIT_TERMINATED = 143


@dataclass(frozen=True)
class Plan:
    """How long to watch: one check if there are no times; until the first change; or until Ctrl-C."""

    times: Times | None
    until_changed: bool = False


def watch(options: WatchOptions, plan: Plan, report: Report, file: Path) -> int:
    """Check the pages, and return the exit code.

    Raises:
        InvalidRequest: the state file cannot be used.
    """
    # Ctrl-C raises KeyboardInterrupt. SIGTERM ends the command as cleanly.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(EXIT_TERMINATED))
    with opened(file, reading_of(options)) as state, running_reactor() as reactor:
        while True:
            ended = _check(reactor, options, state, report)
            next_at = None
            if plan.times is not None and not (plan.until_changed and ended.reports("changed", "removed")):
                next_at = plan.times.after(ended.started_at, ended.finished_at, state.failures)
                if state.has_to_learn(options.urls) and not ended.has_failed:
                    next_at = min(next_at, ended.started_at + SECOND_VISIT)
            report.tell(ended, next_at)
            # Written last: a check that was not reported is made again.
            state.write()
            if next_at is None:
                return EXIT_SAME if plan.until_changed else exit_code(ended)
            wait_until(next_at)


def _check(reactor: Reactor, options: WatchOptions, state: WatchState, report: Report) -> Check:
    started = now_utc()
    # Each check has a new engine: no browser waits for the next one.
    found = run_on(reactor, partial(check, options=options, known=state.known, on_pause=report.confirm))
    ended = Check(started, now_utc(), found)
    for each in found:
        state.learn(each)
    state.failures = state.failures + 1 if ended.has_failed else 0
    return ended


def exit_code(ended: Check) -> int:
    """The exit code of one check. A change counts more than a removed page, and that more than one that cannot be read."""
    if ended.reports("changed"):
        return EXIT_CHANGED
    if ended.reports("removed"):
        return EXIT_REMOVED
    return EXIT_FAILED if ended.summary["error"] else EXIT_SAME
