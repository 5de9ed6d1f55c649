"""The format of log lines: text, or one JSON object per line. Each process configures it once, at its start."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from contract.environment import Environment

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


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object: time, level, logger, message and, for an exception, its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure(environment: Environment) -> None:
    """Write all logs of this process to standard error, in the format that ORBWEAVER_LOG_FORMAT sets."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if environment.log_format == "json" else text)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in VERBOSE_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
