"""One request to a search engine, through Scrapy: with its retries, proxies, address policy and limits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from scrapy.crawler import Crawler
from scrapy.http import Request, Response

from contract import limits
from contract.capture import CaptureRequest
from contract.errors import InvalidRequest, RequestTimeout, ServiceError
from crawler.capture import as_service_error
from crawler.failures import CrawlerClosed
from crawler.fetching.raw_url import to_wire
from crawler.meta import CAPTURE_REQUEST, DEADLINE, OWN_SERVER, VERBATIM
from crawler.providers.search.query import ProviderFailed
from crawler.requests import download

BLOCKED = {
    401: "It rejected the key.", 402: "It requires payment.", 403: "It refused the request.", 429: "It limits the rate.",
}  # fmt: skip
# Statuses below 500 after which trying again can help. 202 is DuckDuckGo's captcha after many requests.
TEMPORARY = frozenset({202, 408, 429})


async def get(
    crawler: Crawler, url: str, parameters: Mapping[str, str], *, headers: Mapping[str, str], own_server: bool = False
) -> Response:
    """The response to a GET request.

    Args:
        headers: they are sent to this origin only, not to others that it redirects to.
        own_server: the operator has configured this address, so it may be private. It is requested without a proxy.
    Raises:
        ProviderFailed: it could not be fetched, or its status is not 200.
    """
    capture_request = CaptureRequest(
        url=f"{url}?{urlencode(parameters)}", headers=tuple(headers.items()), render=False, store=False,
        timeout_ms=int(limits.SEARCH_ENGINE_MAX_SECONDS * 1000),
    )  # fmt: skip
    meta = {
        VERBATIM: True,
        CAPTURE_REQUEST: capture_request,
        DEADLINE: asyncio.get_running_loop().time() + limits.SEARCH_ENGINE_MAX_SECONDS,
        OWN_SERVER: own_server,
        "download_maxsize": limits.SEARCH_ANSWER_MAX_BYTES,
        "max_retry_times": 1,
    }
    try:
        response = await download(
            crawler, Request(to_wire(capture_request.url), headers=dict(headers), dont_filter=True, meta=meta)
        )
    except CrawlerClosed:
        raise
    except Exception as error:
        failure = as_service_error(error, capture_request, "search")
        # A blocked address stays blocked.
        raise ProviderFailed(_sentence(failure), is_temporary=not isinstance(failure, InvalidRequest)) from error
    if response.status != 200:
        problem = BLOCKED.get(response.status, f"It answered with HTTP {response.status}.")
        raise ProviderFailed(problem, is_temporary=response.status in TEMPORARY or response.status >= 500)
    return response


def _sentence(failure: ServiceError) -> str:
    """What went wrong, without the address, which may be private."""
    if isinstance(failure, InvalidRequest):
        return "Its address is blocked, or it redirects to a blocked address."
    if isinstance(failure, RequestTimeout):
        return "It did not answer in time."
    return failure.message.partition(" (")[0]


def json_object(response: Response) -> dict[str, Any]:
    """The JSON object in a response.

    Raises:
        ProviderFailed: the body is something else.
    """
    try:
        value = json.loads(response.body)
    except (ValueError, RecursionError) as error:
        raise ProviderFailed("It answered with something else than JSON.") from error
    if not isinstance(value, dict):
        raise ProviderFailed("It answered with something else than a JSON object.")
    return value


def text(value: Any) -> str:
    """A value of a foreign JSON object as text. Empty if it is none."""
    return value if isinstance(value, str) else ""


def rows(value: Any) -> list[dict[str, Any]]:
    """The objects in a list of a foreign JSON object.

    Raises:
        ProviderFailed: it is not a list.
    """
    if not isinstance(value, list):
        raise ProviderFailed("Its answer contains no list of results.")
    return [row for row in value if isinstance(row, dict)]
