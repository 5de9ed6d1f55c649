"""`orbweaver watch` from the command line."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.orbweaver.command_output import Begin, Run, failed
from tests.prepared_process import Command
from tests.service import PATIENCE_SECONDS, wait_until
from tests.sites.site import Site

LOOPBACK = {"ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"}
TEXT = "The pilot plant has delivered electricity to the village for three years without an interruption. "


def put(site: Site, fact: str, path: str = "/plant", status: int = 200) -> str:
    body = f"<h1>Solar pilot plant</h1><p>{TEXT * 3}</p><p class='fact'>{fact}</p><p>{TEXT * 2}</p>"
    html = f"<html><head><title>Plant</title></head><body><main>{body}</main></body></html>"
    site.put(path, html, kind="text/html", status=status)
    return site.url(path)


@pytest.fixture
def once(orbweaver: Run, tmp_path: Path) -> Run:
    """One check with a state file of this test."""
    # Visits that confirm a change take minutes.
    options = ("--once", "--no-confirm", "--state", str(tmp_path / "s.json"))
    return lambda *arguments: orbweaver("watch", *options, *arguments, **LOOPBACK)


@pytest.fixture
def begun(begun_orbweaver: Begin, tmp_path: Path) -> Begin:
    """`begun(url, "--every", "1s")` starts the command with the same state file."""

    def begin(*arguments: str, **streams: Any) -> Command:
        options = ("--no-confirm", "--state", str(tmp_path / "s.json"))
        return begun_orbweaver("watch", *options, *arguments, **streams, **LOOPBACK)

    return begin


def page_of(ran: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    [line] = ran.stdout.splitlines()
    [page] = json.loads(line)["pages"]
    return dict(page)


def test_each_change_is_reported_once_with_its_exit_code(once: Run, site: Site, tmp_path: Path) -> None:
    url = put(site, "It has 40 panels.")
    silent = [once(url), once(url)]
    put(site, "It has 64 panels and a battery.")
    changed, same = once(url), once(url)
    put(site, "Gone.", status=404)
    removed, still_removed = once(url), once(url)
    put(site, "It has 64 panels and a battery.", status=500)
    failing = once(url)
    put(site, "It has 64 panels and a battery.")
    back = once(url)

    assert [(ran.returncode, ran.stdout, ran.stderr) for ran in (*silent, same, still_removed, back)] == [
        (0, "", "")
    ] * 5
    assert changed.returncode == 1 and changed.stderr == ""
    assert f"  changed  {url}\n" in changed.stdout
    assert "-It has 40 panels." in changed.stdout and "+It has 64 panels and a battery." in changed.stdout
    assert removed.returncode == 3 and f"  removed  {url}\n" in removed.stdout and "404" in removed.stdout
    assert (failing.returncode, failing.stdout) == (2, "") and failing.stderr.startswith(f"orbweaver: {url}: ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["s.json", "s.json.lock"]
    assert stat.S_IMODE((tmp_path / "s.json").stat().st_mode) == 0o600


def test_json_has_the_names_of_the_interface(once: Run, site: Site) -> None:
    url = put(site, "It has 40 panels.")
    first = once(url, "--json")
    once(url)
    put(site, "It has 64 panels.")
    third = once(url, "--json")

    assert (first.returncode, page_of(first)["result"]) == (0, "new")
    check = json.loads(third.stdout)
    assert check["result"] == "changed" and check["nextCheckAt"] is None and check["startedAt"].endswith("Z")
    assert check["summary"] == {"new": 0, "same": 0, "changed": 1, "removed": 0, "error": 0}
    assert "64" in page_of(third)["addedWords"] and page_of(third)["reported"]


def test_a_change_counts_more_than_a_page_that_fails(once: Run, site: Site) -> None:
    urls = [put(site, f"It has {number} panels.", f"/{number}") for number in (1, 2)]
    once(*urls), once(*urls)
    put(site, "It has 2 panels.", "/2", status=500)
    one_fails = once(*urls)
    put(site, "It has many more panels.", "/1")
    both = once(*urls, "--json")

    assert one_fails.returncode == 2 and urls[1] in one_fails.stderr
    assert both.returncode == 1 and json.loads(both.stdout)["summary"]["error"] == 1


def test_selectors_and_conditions_decide_what_is_reported(once: Run, site: Site) -> None:
    url = put(site, "120 euro")
    above = '[{"kind": "above", "field": ".fact", "number": 200}]'
    options = ("--selector", ".fact", "--conditions", above, "--json")
    once(url, *options), once(url, *options)
    put(site, "150 euro")
    below = once(url, *options)
    put(site, "250 euro")
    passed = once(url, *options)

    assert (below.returncode, page_of(below)["reported"]) == (0, False)
    assert (passed.returncode, page_of(passed)["reported"]) == (1, True)
    [field] = page_of(passed)["fields"]
    assert (field["name"], field["old"], field["new"]) == (".fact", ["150 euro"], ["250 euro"])


def test_a_command_gets_the_check(once: Run, site: Site, tmp_path: Path) -> None:
    url = put(site, "It has 40 panels.")
    script = tmp_path / "told.py"
    script.write_text(f"import sys; open({str(tmp_path / 'told')!r}, 'a').write(sys.stdin.read())")
    options = ("--exec", f"{sys.executable} {script}")
    once(url, *options), once(url, *options)
    put(site, "It has 64 panels; $(touch /tmp/x) `id`.")
    ran = once(url, *options)

    assert ran.returncode == 1
    [line] = (tmp_path / "told").read_text().splitlines()
    assert json.loads(line)["pages"][0]["url"] == url
    assert failed(once(url, "--json", "--exec", "/nonexistent/x y"))[1].startswith("exec: /nonexistent/x is not")


def test_the_watch_waits_for_the_first_change(begun: Begin, site: Site, tmp_path: Path) -> None:
    url = put(site, "It has 40 panels.")
    running = begun(url, "--every", "1s", "--until-changed")
    wait_until(lambda: len(site.seen("/plant")) >= 3, seconds=PATIENCE_SECONDS, what="the second and third visit")
    put(site, "It has 64 panels.")
    ran = running.ended(PATIENCE_SECONDS)

    assert ran.returncode == 0, ran.stderr
    assert "  changed  " in ran.stdout
    assert "1 new; next check at" in ran.stderr and "1 same; next check at" in ran.stderr


def test_two_commands_do_not_share_a_state(begun: Begin, orbweaver: Run, site: Site, tmp_path: Path) -> None:
    url = put(site, "It has 40 panels.")
    running = begun(url, "--every", "1h")
    wait_until((tmp_path / "s.json").exists, seconds=PATIENCE_SECONDS, what="the first check")
    arguments = ("watch", url, "--once", "--no-confirm", "--state", str(tmp_path / "s.json"))
    code, message = failed(orbweaver(*arguments, "--json", **LOOPBACK))
    running.send_signal(signal.SIGINT)
    ran = running.ended(PATIENCE_SECONDS)

    assert code == "VALIDATION_ERROR" and "is used by another" in message
    assert ran.returncode == 130 and "Traceback" not in ran.stderr
    assert orbweaver(*arguments, **LOOPBACK).returncode == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_check_that_is_ended_leaves_the_state(
    begun: Begin, orbweaver: Run, site: Site, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    url = put(site, "It has 40 panels.")
    arguments = ("watch", url, "--once", "--no-confirm", "--state", str(tmp_path / "s.json"))
    assert [orbweaver(*arguments, **LOOPBACK).returncode for _ in range(2)] == [0, 0]
    before = (tmp_path / "s.json").read_bytes()
    site.page("/plant", seconds=PATIENCE_SECONDS)
    visits = len(site.seen("/plant"))
    running = begun(url, "--every", "1h")
    wait_until(lambda: len(site.seen("/plant")) > visits, seconds=PATIENCE_SECONDS, what="the visit")
    running.send_signal(number)
    ran = running.ended(PATIENCE_SECONDS)
    put(site, "It has 64 panels.")

    assert ran.returncode == code and "Traceback" not in ran.stderr, ran.stderr
    assert (tmp_path / "s.json").read_bytes() == before
    assert orbweaver(*arguments, **LOOPBACK).returncode == 1


def test_the_default_state_is_in_the_users_folder(orbweaver: Run, site: Site, tmp_path: Path) -> None:
    url = put(site, "It has 40 panels.")

    ran = orbweaver("watch", url, "--once", **LOOPBACK, XDG_STATE_HOME=str(tmp_path))

    assert ran.returncode == 0, ran.stderr
    [state] = (tmp_path / "orbweaver" / "watch").glob("127.0.0.1-*.json")
    assert list(json.loads(state.read_text())["pages"]) == [url]


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("http://a.example/", "--every", "soon"), "is not a duration such as"),
        (("http://a.example/", "--every", "0s"), "is not between 1s and 365d"),
        (("http://a.example/", "--cron", "* * * * *"), "cron: must leave at least 5 minutes"),
        (("http://a.example/", "--cron", "0 9 * * *", "--time-zone", "Mars"), "timeZone: must be a time zone"),
        (("http://a.example/", "--cron", "0 9 * * *", "--every", "1h"), "--every and --cron cannot be combined"),
        (("http://a.example/", "--once", "--every", "1h"), "--once cannot be combined"),
        (("a.example",), "urls[0]: "),
        (("http://a.example/", "--selector", "p["), "selectors[0]: "),
        (("http://a.example/", "--compare", "json", "--once"), "jsonOptions"),
        (("http://a.example/", "--compare", "markdown,screenshot"), "only the service compares screenshots"),
        (("http://a.example/", "--state", "/proc/x/y.json", "--once"), "cannot be written"),
        (("http://10.0.0.1/", "--once"), "is not public"),
    ],
)
def test_invalid_arguments_are_one_line(
    orbweaver: Run, tmp_path: Path, arguments: tuple[str, ...], reported: str
) -> None:
    ran = orbweaver("watch", *arguments, XDG_STATE_HOME=str(tmp_path))

    assert (ran.returncode, ran.stdout) == (2, "") and reported in ran.stderr and "Traceback" not in ran.stderr


def test_a_state_of_other_options_or_another_file_is_refused(once: Run, site: Site, tmp_path: Path) -> None:
    url = put(site, "It has 40 panels.")
    assert once(url).returncode == 0

    assert "belongs to other options" in failed(once(url, "--selector", "p", "--json"))[1]
    assert once(url, put(site, "It has 40 panels.", "/other")).returncode == 0, "URLs may be added"
    for content in ("{}", "[1]", "not JSON", '{"program": "orbweaver watch", "format": 1, "pages": {"a": 1}}', "\xff"):
        (tmp_path / "s.json").write_text(content, encoding="latin-1")
        assert "is not a file of this version" in failed(once(url, "--json"))[1]
        assert (tmp_path / "s.json").read_text(encoding="latin-1") == content


@pytest.mark.parametrize(("target", "code"), [("/dev/full", 2), (None, 1)])
def test_an_output_that_cannot_be_written_loses_no_change(
    begun: Begin, once: Run, site: Site, target: str | None, code: int
) -> None:
    url = put(site, "It has 40 panels.")
    once(url), once(url)
    put(site, "It has 64 panels.")
    if target is None:
        reading, stdout = os.pipe()
        os.close(reading)
    else:
        stdout = os.open(target, os.O_WRONLY)
    ran = begun("--once", url, stdout=stdout).ended(PATIENCE_SECONDS)
    os.close(stdout)

    # A reader that was just starting may complain, so only what this process says is looked at.
    assert ran.returncode == code and "Exception" not in ran.stderr and "orbweaver/local" not in ran.stderr, ran.stderr
    assert once(url).returncode == 1, "the change is reported by the next check"
