"""HTTPERROR_ALLOW_ALL and HTTPERROR_ALLOWED_CODES, also as text on the command line, which Scrapy compares with numbers."""

from __future__ import annotations

from scrapy.settings import BaseSettings
from scrapy.spidermiddlewares.httperror import HttpErrorMiddleware


class AllowedStatuses(HttpErrorMiddleware):
    """Fails responses whose status the operator does not allow. By default all are."""

    def __init__(self, settings: BaseSettings) -> None:
        super().__init__(settings)
        self.handle_httpstatus_list = [int(code) for code in settings.getlist("HTTPERROR_ALLOWED_CODES")]
