"""The format of log lines: text, or one JSON object per line. Each process configures it once, at its start.

Both formats show the ids of `contract/process/log_context.py`. Keys, secrets and values of rows are removed from every line, also
from messages of libraries.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType

from contract.environment import CREDENTIALS, Environment
from contract.process import log_context

# Libraries that log too much at info level.
VERBOSE_LOGGERS = (
    "scrapy",
    "twisted",
    "asyncio",
    "scrapy-playwright",
    "alembic",
    "uvicorn.error",
    "dramatiq.middleware",
    "mcp",
)
SECRETS = (
    (CREDENTIALS, "//***@"),
    (re.compile(r"\b(ow_[sp]k_)[A-Za-z0-9_-]{8,}"), r"\1***"),
    (re.compile(r"\b(whsec_)[A-Za-z0-9+/_-]{8,}=*"), r"\1***"),
    # Postgres shows the row that violates a constraint. It may hold headers of callers.
    (re.compile(r"Failing row contains \(.*"), "Failing row contains (***)."),
)


def without_secrets(text: str) -> str:
    """A text without keys, webhook secrets, credentials in URLs, and rows of the database."""
    for pattern, shown in SECRETS:
        text = pattern.sub(shown, text)
    return text


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object: time, level, logger, message, the known ids and, for an exception, its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **log_context.current().fields(),
        }
        if record.exc_info:
            line["exception"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """Formats a record as text, with the known ids at the end of the first line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        ids = " ".join(f"{name}={value}" for name, value in log_context.current().fields().items())
        return super().formatMessage(record) + (f" [{ids}]" if ids else "")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def formatter_of(log_format: str) -> logging.Formatter:
    """The formatter that ORBWEAVER_LOG_FORMAT selects."""
    return JsonLines() if log_format == "json" else TextLines()


def configure(environment: Environment) -> None:
    """Write all logs of this process to standard error, in the format that ORBWEAVER_LOG_FORMAT sets.

    So are warnings of Python and exceptions that nothing catches.
    """
    configure_format(environment.log_format)


def configure_format(log_format: str, level: int = logging.INFO) -> None:
    """The same, for processes that get only the format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter_of(log_format))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in VERBOSE_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread


def _log_uncaught(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)
        return
    logging.getLogger("orbweaver").critical("The process ends because of an error", exc_info=(kind, error, traceback))


def _log_uncaught_in_thread(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is None or failed.exc_type is SystemExit:
        return
    about = (failed.exc_type, failed.exc_value, failed.exc_traceback)
    name = failed.thread.name if failed.thread else "?"
    logging.getLogger("orbweaver").critical("The thread %s ends because of an error", name, exc_info=about)
