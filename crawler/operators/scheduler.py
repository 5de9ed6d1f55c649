"""Scrapy's scheduler without its disk queue. The frontier stores its own state in JOBDIR (`crawler.jobs.job_dir`)."""

from __future__ import annotations

from typing import Any

from scrapy.core.scheduler import Scheduler


class MemoryScheduler(Scheduler):
    """Keeps requests in memory only, because they carry objects that a disk queue cannot store."""

    def __init__(self, dupefilter: Any, jobdir: str | None = None, *others: Any, **named: Any) -> None:
        super().__init__(dupefilter, None, *others, **named)
