"""Scrapy's scheduler without its disk queue: the frontier keeps what JOBDIR keeps (`crawler.jobs.job_dir`)."""

from __future__ import annotations

from typing import Any

from scrapy.core.scheduler import Scheduler


class MemoryScheduler(Scheduler):
    """Holds requests in memory only: ours carry objects that no disk queue can store."""

    def __init__(self, dupefilter: Any, jobdir: str | None = None, *others: Any, **named: Any) -> None:
        super().__init__(dupefilter, None, *others, **named)
