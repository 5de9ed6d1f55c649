"""Summaries of pages by the language model. Sentences that the page does not support are dropped."""

from __future__ import annotations

from scrapy.crawler import Crawler

from contract.capture import PageCapture
from contract.results.page import PageFormats
from crawler.shaping.question import Question, Terms


async def summarise(
    crawler: Crawler, capture: PageCapture, formats: PageFormats, question: Question, terms: Terms
) -> str:
    """A factual summary of a page in its language, in 2 to 5 sentences.

    Raises:
        ServiceUnavailable: no model is configured, its provider failed, or the page does not support its sentences.
    """
    raise NotImplementedError
