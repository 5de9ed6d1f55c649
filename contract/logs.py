"""The shape of a log line: words for people, or one JSON object a line. Set once by each door."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from contract.environment import Environment

# Libraries that tell every step of theirs at info level.
TALKATIVE = ("scrapy", "twisted", "asyncio", "scrapy-playwright", "alembic", "uvicorn.error", "dramatiq.middleware")


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the exception's text when there is one."""

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
    """Send all log lines of this process to standard error, in the format that the operator chose."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if environment.log_format == "json" else text)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
