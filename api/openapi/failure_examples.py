"""An example of each failure, by HTTP status."""

from __future__ import annotations

from typing import Any

from api.envelope import INTERNAL_FAILURE, failure
from contract import limits
from contract.errors import (
    IdempotencyKeyReused,
    InsufficientCredits,
    InternalServerError,
    InvalidRequest,
    NotFound,
    RequestTimeout,
    RequestTooLarge,
    ServiceError,
    ServiceUnavailable,
    TooManyRequests,
    Unauthorized,
    UnsupportedMediaType,
    UpstreamUnreachable,
    WorkspaceBanned,
)

REQUEST_ID = "0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a"
_ERRORS: dict[str, ServiceError] = {
    "400": InvalidRequest.of("waitFor", f"must be a whole number from 0 to {limits.WAIT_FOR_MAX_MS}"),
    "401": Unauthorized("The key in the X-API-Key header is malformed, unknown, revoked or expired."),
    "402": InsufficientCredits(
        "Insufficient credits: this call costs 1 credit, the balance is 0.",
        details={"price": 1, "balance": 0, "held": 0},
    ),
    "403": WorkspaceBanned("The workspace is suspended."),
    "404": NotFound("The workspace has no job of this kind with this id."),
    "409": IdempotencyKeyReused.of("Idempotency-Key", "was used for another request within the last 24 hours"),
    "413": RequestTooLarge.of("body", f"must be at most {limits.REQUEST_MAX_BYTES} bytes"),
    "415": UnsupportedMediaType.of("Content-Type", "must be application/json"),
    "429": TooManyRequests("Rate limit exceeded: 600 requests per minute."),
    "500": InternalServerError(INTERNAL_FAILURE),
    "502": UpstreamUnreachable("The host name could not be resolved. (https://example.invalid/)"),
    "503": ServiceUnavailable(
        "The service is overloaded: the queue is full. Try again shortly.", retry_after_seconds=10
    ),
    "504": RequestTimeout.of_budget(90_000, "/v1/web/scrape"),
}
FAILURE_EXAMPLES: dict[str, dict[str, Any]] = {status: failure(error, REQUEST_ID) for status, error in _ERRORS.items()}
