"""`orbweaver watch`: reports when pages change, without a server."""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from contract import limits
from contract.declare import from_arguments, load, stored
from contract.environment import Environment
from contract.errors import InvalidRequest
from contract.fields.schedule import DEFAULT_TIME_ZONE
from contract.model_formats import require_model
from contract.options.batch import PageOptions
from contract.options.watch import ASPECTS, WatchOptions, WatchSchedule
from orbweaver.local.option_flags import arguments_of, names_of, options_from
from orbweaver.local.watch.times import Duration, Times

SCREENSHOT = "screenshot"
# What the service alone does, and what has another form here.
_NOT_OFFERED = (
    "schedule", "urls", "site", "query", "name", "compare", "selectors", "scrapeOptions", "summary", "webhook", "emails",
    "failuresBeforeError",
)  # fmt: skip
_COMPARED = "[" + "|".join(aspect for aspect in ASPECTS if aspect != SCREENSHOT) + "],…"
# Options need a schedule that the service accepts. `--every` may be shorter.
_SOME_SCHEDULE = WatchSchedule(every_minutes=limits.WATCH_INTERVAL_MAX_MINUTES)


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option(
    "--every", type=Duration(), default="1h", show_default=True, metavar="DURATION", help="Time between two checks."
)
@click.option("--cron", metavar="FIELDS", help="Check at the times of five cron fields, such as '0 9 * * 1-5'.")
@click.option(
    "--time-zone", "--timezone", default=DEFAULT_TIME_ZONE, show_default=True, metavar="NAME",
    help="Time zone of --cron, such as Europe/Berlin.",
)  # fmt: skip
@click.option("--once", is_flag=True, help="Check once. The exit code tells the result: for cron.")
@click.option("--until-changed", is_flag=True, help="End with exit code 0 when the first change is reported.")
@click.option(
    "--state", type=click.Path(path_type=Path), metavar="FILE",
    help="File that keeps the last visits. A file per list of URLs in ~/.local/state/orbweaver/watch if omitted.",
)  # fmt: skip
@click.option(
    "--exec", "command_line", metavar="COMMAND",
    help="Run this for each check that reports a change, without a shell. It gets the check as JSON on its standard input.",
)  # fmt: skip
@click.option(
    "--selector", "selectors", multiple=True, metavar="CSS",
    help="Compare the texts that this CSS selector selects. May be repeated. Sets --compare to selectors if it is omitted.",
)  # fmt: skip
@click.option(
    "--compare", metavar=_COMPARED,
    help="What is compared: the main content as Markdown, the texts of --selector, the values of a schema (json, with"
    " --json-options), the HTTP status, the title, the price.  [default: markdown]",
)  # fmt: skip
@click.option(
    "--json-options", "jsonOptions", metavar="JSON",
    help="Schema and prompt of the values to compare. Required when --compare contains json.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print each check as one JSON object per line.")
@options_from(WatchOptions, without=_NOT_OFFERED)
@options_from(PageOptions, without=("maxAge", "formats", "history", "jsonOptions", "attributes"))
def command(
    urls: tuple[str, ...], every: timedelta, cron: str | None, time_zone: str, once: bool, until_changed: bool,
    state: Path | None, command_line: str | None, selectors: tuple[str, ...], as_json: bool, **given: Any,
) -> int:  # fmt: skip
    """Report when pages change, until Ctrl-C.

    The first visit of a page is stored. The second, a minute later, teaches what changes at every visit. From the third on,
    changes are reported. Exit codes of --once: 0 if nothing changed, 1 if a page changed, 3 if a page was removed, 2 if a
    page could not be read.
    """
    _require_one_plan(cron, once, until_changed)
    schedule = _SOME_SCHEDULE if cron is None else load(WatchSchedule, {"cron": cron, "timeZone": time_zone})
    options = _options(urls, schedule, selectors, given)
    require_model(options, Environment.read().unset_model_settings)
    # Imported here: `orbweaver watch --help` must not load the crawler.
    from orbweaver.local.watch.loop import Plan, watch
    from orbweaver.local.watch.report import Report, command_of
    from orbweaver.local.watch.state import default_file

    times = None if once else Times(cron=schedule) if cron is not None else Times(every=every)
    report = Report(as_json, shows_state=not once or sys.stderr.isatty(), command=command_of(command_line))
    return watch(options, Plan(times, until_changed), report, state or default_file(options))


def _require_one_plan(cron: str | None, once: bool, until_changed: bool) -> None:
    has_interval = click.get_current_context().get_parameter_source("every") is not ParameterSource.DEFAULT
    if has_interval and cron is not None:
        raise click.UsageError("--every and --cron cannot be combined.")
    if once and (has_interval or cron is not None or until_changed):
        raise click.UsageError("--once cannot be combined with --every, --cron or --until-changed.")


def _options(
    urls: tuple[str, ...], schedule: WatchSchedule, selectors: tuple[str, ...], given: dict[str, Any]
) -> WatchOptions:
    pages = {name: given.pop(name) for name in names_of(PageOptions) & given.keys()}
    page_options = from_arguments(PageOptions, arguments_of(pages))
    arguments = {
        "urls": json.dumps(urls), "schedule": json.dumps(stored(schedule)), "selectors": json.dumps(selectors),
        "scrapeOptions": json.dumps(stored(page_options)), **arguments_of(given),
    }  # fmt: skip
    if selectors and "compare" not in arguments:
        arguments["compare"] = "selectors"
    options = from_arguments(WatchOptions, arguments)
    if SCREENSHOT in options.compare:
        raise InvalidRequest.of("compare", "must not contain screenshot: only the service compares screenshots")
    return options
