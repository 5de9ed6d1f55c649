"""The table of Firecrawl's endpoints: (method, path below the version) -> what answers it.

To add an endpoint: a function of a `Call` in the file of its noun, a row here, a line in the table of docs/firecrawl.md, and
its test with the real client. What has no row is answered with 404 and its name.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from api.firecrawl import extracting, jobs, lists, monitors, parsing, scraping, team
from api.firecrawl.call import Call
from api.firecrawl.failures import Refused, not_offered
from contract.operations import BATCH, PARSE, Operation

Answer = Callable[[Call], Awaitable[dict[str, Any]]]
_ID, _CHECK = "{id}", "{checkId}"
_ROUTES: dict[tuple[str, ...], dict[str, Answer]] = {
    ("scrape",): {"POST": scraping.scrape},
    ("crawl",): {"POST": jobs.start_crawl},
    ("crawl", "active"): {"GET": jobs.active_crawls},
    ("crawl", _ID): {"GET": jobs.crawl_status, "DELETE": jobs.cancel_crawl},
    ("crawl", _ID, "errors"): {"GET": jobs.crawl_errors},
    ("batch", "scrape"): {"POST": jobs.start_batch},
    ("batch", "scrape", _ID): {"GET": jobs.batch_status, "DELETE": jobs.cancel_batch},
    ("batch", "scrape", _ID, "errors"): {"GET": jobs.batch_errors},
    ("map",): {"POST": lists.map_site},
    ("search",): {"POST": lists.search},
    ("parse",): {"POST": parsing.parse},
    ("parse", "formats"): {"GET": parsing.parse_formats},
    ("extract",): {"POST": extracting.start},
    ("extract", _ID): {"GET": extracting.status},
    ("monitor",): {"POST": monitors.create, "GET": monitors.list_all},
    ("monitor", _ID): {"GET": monitors.get, "PATCH": monitors.update, "DELETE": monitors.delete},
    ("monitor", _ID, "run"): {"POST": monitors.run},
    ("monitor", _ID, "checks"): {"GET": monitors.list_checks},
    ("monitor", _ID, "checks", _CHECK): {"GET": monitors.get_check},
    ("team", "credit-usage"): {"GET": team.credit_usage},
    ("team", "credit-usage", "historical"): {"GET": team.credit_history},
    ("team", "token-usage"): {"GET": team.token_usage},
    ("team", "token-usage", "historical"): {"GET": team.token_history},
    ("team", "queue-status"): {"GET": team.queue_status},
    ("concurrency-check",): {"GET": team.concurrency},
}


_LARGER_BODIES: dict[Answer, Operation] = {jobs.start_batch: BATCH, parsing.parse: PARSE}


class Route(NamedTuple):
    """What answers a call, the ids in its path, and the path with names in their places."""

    answer: Answer
    job_id: str
    path: str
    check_id: str = ""

    @property
    def operation(self) -> Operation | None:
        """Our own operation whose limit of a body holds, if that differs from other calls."""
        return _LARGER_BODIES.get(self.answer)


def find(method: str, path: str) -> Route:
    """The route of a path such as `/v2/crawl/123`.

    Raises:
        Refused: this service does not have it.
    """
    parts = tuple(path.strip("/").split("/")[1:])
    for pattern, answers in _ROUTES.items():
        ids = _match(pattern, parts)
        if ids is None or (ids and method not in answers):
            continue  # `POST /crawl/params-preview` is not about a crawl of that id.
        if method not in answers:
            allowed = ", ".join(answers)
            raise Refused(405, f"The method is not allowed. Allowed: {allowed}.", headers={"allow": allowed})
        job_id, check_id = (*ids, "", "")[:2]
        return Route(answers[method], job_id, "/".join((path[:3], *pattern)), check_id)
    raise not_offered(f"{method} /{'/'.join(path.strip('/').split('/')[:3])[:80]}")


def _match(pattern: tuple[str, ...], parts: tuple[str, ...]) -> tuple[str, ...] | None:
    """The ids in a path that matches. None if it does not match."""
    if len(pattern) != len(parts):
        return None
    pairs = tuple(zip(pattern, parts, strict=True))
    if any(known not in (_ID, _CHECK, part) for known, part in pairs):
        return None
    return tuple(part for known, part in pairs if known in (_ID, _CHECK))
