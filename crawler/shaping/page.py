"""Answers a question about one captured page: what the page declares first, then the language model for the rest."""

from __future__ import annotations

from scrapy.crawler import Crawler

from contract.capture import PageCapture
from crawler.shaping.question import Question, Shaped, Terms


async def shape_page(crawler: Crawler, capture: PageCapture, question: Question, terms: Terms) -> Shaped:
    """The answer to a question about a page.

    Raises:
        ServiceUnavailable: the page does not answer the schema itself and no model is configured (the message names the
            settings), or the model's provider failed.
        UpstreamUnreachable: the page could not be read.
    """
    raise NotImplementedError
