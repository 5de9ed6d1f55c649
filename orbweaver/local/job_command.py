"""What the commands `crawl` and `batch` share: their options, and how they report the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

import click

from contract.declare import from_arguments, stored
from contract.operations import Operation
from contract.options.batch import PageOptions
from contract.results.page_entry import error_code, error_sentence
from orbweaver.local.option_flags import arguments_of, options_from
from orbweaver.local.page_files import can_be_continued
from orbweaver.local.pages_run import Ended, run
from orbweaver.main import EXIT_INTERRUPTED

F = TypeVar("F", bound=Callable[..., Any])
_NOT_OFFERED = ("maxAge", "history")  # The command stores no pages.
FAILURES_SHOWN = 10


def job_options(command: F) -> F:
    """The options of both commands."""
    command = options_from(PageOptions, without=_NOT_OFFERED)(command)
    command = click.option("--json", "as_json", is_flag=True, help="Print the totals as one JSON object at the end.")(
        command
    )
    command = click.option(
        "--resume", is_flag=True, help="Continue the run with the same -o that Ctrl-C interrupted."
    )(command)  # fmt: skip
    return click.option(
        "-o", "--output", default=None, metavar="PATH",
        help="File or folder to write: .jsonl, .csv, .parquet, .wacz, or a folder for Markdown files. JSON lines on standard"
        " output if omitted.",
    )(command)  # fmt: skip


def perform_job(
    operation: Operation, arguments: Mapping[str, str], given: dict[str, Any], output: str | None, resume: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Run the job and report its end. `given` are the options of the pages.

    Exits with 1 if no page could be scraped, and with 130 after Ctrl-C.
    """
    pages = from_arguments(PageOptions, arguments_of(given))
    ended = run(operation, {**arguments, "scrapeOptions": json.dumps(stored(pages))}, output, resume=resume)
    _report(ended, output, as_json)
    if ended.interrupted:
        raise SystemExit(EXIT_INTERRUPTED)
    if not ended.progress.completed:
        raise SystemExit(1)


def _report(ended: Ended, output: str | None, as_json: bool) -> None:
    for url, error in ended.failures[:FAILURES_SHOWN]:
        click.echo(f"failed: {url}: {error_sentence(error)}", err=True)
    if len(ended.failures) > FAILURES_SHOWN:
        click.echo(f"… and {len(ended.failures) - FAILURES_SHOWN} more failed pages (--json lists all)", err=True)
    if ended.interrupted:
        click.echo(f"orbweaver: interrupted. {_hint(output)}", err=True)
    if as_json:
        failures = [
            {"url": url, "error": error_sentence(error), "errorCode": error_code(error)}
            for url, error in ended.failures
        ]
        record = {**asdict(ended.progress), "interrupted": ended.interrupted, "failures": failures}
        click.echo(json.dumps(record, ensure_ascii=False))


def _hint(output: str | None) -> str:
    """What can be done after an interrupted run."""
    if output is None:
        return "Use -o to be able to resume a run."
    if can_be_continued(output):
        return "Continue with the same command and --resume."
    return f"{output} has the pages that were scraped until now. The run cannot be resumed."
