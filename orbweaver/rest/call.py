"""One call of the REST interface: its request, and what to do with the answer. Sending it is left to the clients."""

from __future__ import annotations

import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from orbweaver.rest.failures import Failed, Unreachable, failed_of

# How often a call is sent at most. A call is repeated when the service could not be reached, is overloaded or limits the rate.
ATTEMPTS_MAX = 5
_REPEATED_STATUSES = frozenset({429, 503})
_FIRST_PAUSE_SECONDS, _PAUSE_MAX_SECONDS = 0.5, 30.0
# A longer Retry-After is reported to the caller instead of being waited for.
RETRY_AFTER_MAX_SECONDS = 120.0


class Omitted:
    """The type of `OMITTED`."""


# The default of an option that is not sent.
OMITTED: Final = Omitted()


def service_url(base_url: str) -> str:
    """The URL of the service without a slash at its end.

    Raises:
        ValueError: it has no scheme.
    """
    if not base_url.lower().startswith(("http://", "https://")):
        raise ValueError(f"base_url must begin with http:// or https://: {base_url}")
    return base_url.rstrip("/")


@dataclass(frozen=True)
class Answer:
    """What the service answered. `body` is the JSON object, or None when the answer is not one."""

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True)
class Call:
    """A request. `values` are the options by their names in the API; `inside` is the field of the answer with the result."""

    method: str
    path: str
    values: Mapping[str, Any] = field(default_factory=dict)
    inside: str | None = None
    starts_work: bool = False
    # A read that costs credits has no Idempotency-Key: it is not repeated when its answer may have been lost.
    costs_credits: bool = False
    # The caller's own key, or None.
    idempotency_key: str | None = None
    # The same for all attempts, so that a call whose answer was lost is not done and charged twice.
    new_key: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def given(self) -> dict[str, Any]:
        """The options that were given."""
        return {name: value for name, value in self.values.items() if not isinstance(value, Omitted)}

    @property
    def target(self) -> str:
        """The path and, for a call without a body, the query."""
        if self.method == "POST" or not self.given:
            return self.path
        return f"{self.path}?{urlencode({name: _text(value) for name, value in self.given.items()})}"

    @property
    def body(self) -> dict[str, Any] | None:
        """The JSON body, or None for a call without one."""
        return self.given if self.method == "POST" else None

    def headers(self, key: str) -> dict[str, str]:
        """The headers of each attempt."""
        own = {"X-API-Key": key, "Accept": "application/json"}
        if not self.starts_work:
            return own
        return {**own, "Idempotency-Key": self.new_key if self.idempotency_key is None else self.idempotency_key}

    def result_of(self, answer: Answer) -> Any:
        """The result.

        Raises:
            Failed: the service refused the call.
        """
        if not 200 <= answer.status < 300 or not isinstance(answer.body, dict):
            raise failed_of(answer.status, answer.headers, answer.body)
        return answer.body if self.inside is None else answer.body[self.inside]


def pause_before_retry(call: Call, failure: Failed, attempt: int) -> float | None:
    """Seconds to wait before the next attempt, or None if the failure is final. `attempt` counts from 1."""
    if isinstance(failure, Unreachable) and call.costs_credits and not call.starts_work:
        return None
    if attempt >= ATTEMPTS_MAX or not (isinstance(failure, Unreachable) or failure.status in _REPEATED_STATUSES):
        return None
    backoff = min(_FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), _PAUSE_MAX_SECONDS) * random.uniform(0.8, 1.2)
    if failure.retry_after_seconds is not None:
        return (
            max(failure.retry_after_seconds, backoff)
            if failure.retry_after_seconds <= RETRY_AFTER_MAX_SECONDS
            else None
        )
    # The service sends Retry-After where trying again can help.
    return backoff if isinstance(failure, Unreachable) else None


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
