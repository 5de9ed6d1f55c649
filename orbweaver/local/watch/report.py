"""How `orbweaver watch` reports a check: as text, as a JSON line, and to a command."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import click

from contract.errors import InvalidRequest
from orbweaver.local.watch.check import Check

# The text of a page must not move the cursor, change colours or turn the reading direction around.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
DIFF_LINES_MAX = 200
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True)
class Report:
    """Prints checks. `command` gets each check that reports something, as JSON on its standard input.

    Without `as_json` and `shows_state`, nothing is printed of a check that has nothing to report: cron sends what is printed by
    e-mail.
    """

    as_json: bool
    shows_state: bool
    command: tuple[str, ...] = ()

    def tell(self, check: Check, next_check_at: datetime | None) -> None:
        """Report a check, and wait for the command."""
        line = json.dumps(check.as_record(next_check_at), ensure_ascii=False)
        if self.as_json:
            _print(line)
        else:
            for each in check.found:
                if each.is_reported:
                    _print(page_text(each.page, check.finished_at))
        for each in check.found:
            if each.result == "error":
                click.echo(f"orbweaver: {plain(each.page['url'])}: {plain(each.page['description'])}", err=True)
        if self.shows_state:
            click.echo(state_line(check, next_check_at), err=True)
        if self.command and check.reports("changed", "removed"):
            self._run(line)

    def confirm(self, url: str, seconds: int) -> None:
        """Say that a page differs, and that it is visited again before it counts as changed."""
        if self.shows_state:
            click.echo(f"{plain(url)} differs; visited again in {seconds} s", err=True)

    def _run(self, line: str) -> None:
        # No shell, and no text of a page in the arguments.
        try:
            code = subprocess.run(self.command, input=line + "\n", text=True, stdout=sys.stderr, check=False).returncode
        except OSError as error:
            click.echo(f"orbweaver: {self.command[0]} cannot be run: {error.strerror}", err=True)
            return
        if code:
            click.echo(f"orbweaver: {self.command[0]} ended with exit code {code}", err=True)


def _print(text: str) -> None:
    """Print to standard output.

    Raises:
        InvalidRequest: it cannot be written.
        BrokenPipeError: its reader has ended.
    """
    try:
        click.echo(text)
    except OSError as error:
        # Python writes what is left of the text when it ends, which would fail again.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise InvalidRequest.of("output", f"standard output cannot be written: {error.strerror}") from error


def command_of(text: str | None) -> tuple[str, ...]:
    """The words of a command line, which is run without a shell.

    Raises:
        InvalidRequest: it cannot be split into words, or there is no such command.
    """
    try:
        words = tuple(shlex.split(text or ""))
    except ValueError as error:
        raise InvalidRequest.of("exec", f"is not a command line: {error}") from error
    if text is not None and (not words or shutil.which(words[0]) is None):
        raise InvalidRequest.of("exec", f"{words[0] if words else 'the command'} is not a program that can be run")
    return words


def page_text(page: dict[str, Any], at: datetime) -> str:
    """What is reported of a page, for people."""
    head = f"{_time(at)}  {click.style(page['result'], bold=True)}  {plain(page['url'])}"
    lines = [head, f"  {plain(page['description'])}"]
    for each in page["fields"]:
        lines.append(f"  {plain(each['name'])}: {_value(each['old'])} -> {_value(each['new'])}")
    diff = plain(page["diff"]).splitlines()
    lines += [f"    {click.style(line, fg=_COLOURS.get(line[:1]))}" for line in diff[:DIFF_LINES_MAX]]
    if len(diff) > DIFF_LINES_MAX:
        lines.append(f"    … {len(diff) - DIFF_LINES_MAX} more lines, which --json prints")
    return "\n".join(lines)


def state_line(check: Check, next_check_at: datetime | None) -> str:
    """The check and the time of the next one in one line."""
    counts = ", ".join(f"{count} {result}" for result, count in check.summary.items() if count)
    following = "" if next_check_at is None else f"; next check at {_time(next_check_at)}"
    return f"{_time(check.finished_at)}  {counts}{following}"


def plain(text: str) -> str:
    """A text of a page without characters that control a terminal."""
    return _CONTROLS.sub("", text)


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_value, value)) or "nothing"
    return "nothing" if value is None else plain(value if isinstance(value, str) else json.dumps(value))


def _time(at: datetime) -> str:
    """The time on this computer's clock."""
    return at.astimezone().isoformat(sep=" ", timespec="seconds")[:19]
