"""Log lines: their format, their ids, and what they never show."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from contract.process import log_context
from contract.process.logs import JsonLines, TextLines, without_secrets

KEY = "ow_sk_abcdefghijklmnopqrstuvwxyz0123456789"
DETAIL = (
    'new row violates check constraint "c"\nDETAIL:  Failing row contains (1, {"headers": {"Cookie": "s3cret"}}).\n'
)


@pytest.fixture
def written() -> Any:
    """`written(formatter, message, *args)`: the line that a logger writes."""

    def write(formatter: logging.Formatter, message: str, *args: object, **more: Any) -> str:
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter)
        log = logging.Logger("workers.run")
        log.addHandler(handler)
        log.warning(message, *args, **more)
        return stream.getvalue()

    return write


def test_json_line_has_the_known_ids(written: Any) -> None:
    with log_context.scope(request_id="r", workspace_id="w"):
        log_context.bind(job_id="j")
        line = json.loads(written(JsonLines(), "a\nb %s", "ü"))

    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "warning", "logger": "workers.run", "message": "a\nb ü", "requestId": "r", "jobId": "j", "workspaceId": "w",
    }  # fmt: skip


def test_scope_ends_with_its_block() -> None:
    with log_context.scope(job_id="outer"):
        with log_context.scope(request_id="inner"):
            assert log_context.current() == log_context.LogIds(request_id="inner")
        assert log_context.current() == log_context.LogIds(job_id="outer")


def test_text_line_ends_with_the_known_ids(written: Any) -> None:
    with log_context.scope(job_id="j"):
        assert written(TextLines(), "It stopped").endswith("workers.run: It stopped [jobId=j]\n")
        log_context.begin()
        assert written(TextLines(), "It stopped").endswith("workers.run: It stopped\n")


def test_threads_do_not_share_ids() -> None:
    with log_context.scope(job_id="j"), ThreadPoolExecutor(1) as pool:
        assert pool.submit(log_context.current).result() == log_context.NONE


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"the key {KEY} and more", "the key ow_sk_*** and more"),
        ("ow_pk_ABCDEFGHIJKLMNOPQRST", "ow_pk_***"),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==", "whsec_***"),
        ("https://me:s3cret@a.example/x", "https://***@a.example/x"),
        (DETAIL, 'new row violates check constraint "c"\nDETAIL:  Failing row contains (***).\n'),
        ("ow_sk_ is a prefix", "ow_sk_ is a prefix"),
    ],
)
def test_secrets_are_left_out(text: str, shown: str) -> None:
    assert without_secrets(text) == shown


@pytest.mark.parametrize("formatter", [JsonLines(), TextLines()])
def test_tracebacks_show_no_secrets(written: Any, formatter: logging.Formatter) -> None:
    try:
        raise ValueError(DETAIL + KEY)
    except ValueError:
        line = written(formatter, "Failed: %s", KEY, exc_info=True)

    assert "ValueError" in line and "s3cret" not in line and KEY not in line


PROGRAM = """
import threading, warnings
from contract.process.logs import configure_format
configure_format("json")
warnings.warn("old")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start(); thread.join()
raise RuntimeError("end")
"""


def test_warnings_and_uncaught_errors_are_json_lines_too() -> None:
    ended = subprocess.run([sys.executable, "-c", PROGRAM], check=False, capture_output=True, text=True, timeout=60)

    lines = [json.loads(line) for line in ended.stderr.splitlines()]
    assert [line["level"] for line in lines] == ["warning", "critical", "critical"] and ended.returncode == 1
    assert "old" in lines[0]["message"] and "ZeroDivisionError" in lines[1]["exception"]
    assert "RuntimeError: end" in lines[2]["exception"]
