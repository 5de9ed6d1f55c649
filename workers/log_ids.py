"""Sets the ids that the log lines of a message's thread show (`contract/process/log_context.py`)."""

from __future__ import annotations

import logging
from typing import Any

import dramatiq

from contract.process import log_context
from workers.queue import REQUEST, WORKSPACE


class LogIds(dramatiq.Middleware):
    """The ids of a message: its job, and the request and workspace if the message names them."""

    def before_process_message(self, broker: Any, message: Any) -> None:
        job_id = message.args[0] if message.args else None
        options = message.options
        log_context.begin(job_id=job_id, request_id=options.get(REQUEST), workspace_id=options.get(WORKSPACE))

    def after_process_message(
        self, broker: Any, message: Any, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        log_context.begin()

    def after_skip_message(self, broker: Any, message: Any) -> None:
        log_context.begin()


class _WithoutSkips(logging.Filter):
    """Removes Dramatiq's warnings about skipped messages: a postponed message is normal (`shares.py`)."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg != "Message %s was skipped."


def hide_skips() -> None:
    """Do not log skipped messages."""
    logging.getLogger("dramatiq.worker.WorkerThread").addFilter(_WithoutSkips())
