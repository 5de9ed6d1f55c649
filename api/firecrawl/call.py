"""One call of Firecrawl's interface while it is translated."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import quote, urlencode

from api.firecrawl import failures
from contract import limits
from contract.addresses import Policy
from contract.fields.identifier import parse_number
from contract.operations import Operation

# Clients wait at least this long.
RESUME_MIN_SECONDS = 5


class Reply(Protocol):
    """The answer of an endpoint of our own."""

    @property
    def status(self) -> int: ...
    @property
    def body(self) -> dict[str, Any]: ...
    @property
    def headers(self) -> Mapping[str, str]: ...


class Send(Protocol):
    """Sends a call to our own interface. `body` is None for GET and DELETE."""

    def __call__(
        self, method: str, path: str, query: str = "", body: dict[str, Any] | None = None, *,
        bytes_max: int | None = None, webhook_form: Mapping[str, Any] | None = None,
    ) -> Awaitable[Reply]: ...  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Upload:
    """A file that was sent with a call. `media_type` is what the client says of it."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call: what was sent, and what it needs to be answered.

    Attributes:
        version: 1 or 2.
        body: the JSON object that was sent; empty for GET and DELETE.
        upload: the file of a call in multipart form, if it has one.
        query: the query string.
        job_id: the id in the path, if there is one. `check_id` is a second one.
        base_url: the public address of this service.
        watch_days: for how many days checks of watches are kept.
        sync_budget_ms: after this time our interface answers a call whose work continues.
        warnings: sentences for the caller about what was done otherwise than asked.
    """

    version: int
    body: Mapping[str, Any]
    query: Mapping[str, str]
    job_id: str
    send: Send
    base_url: str
    sync_budget_ms: int
    policy: Policy
    watch_days: int
    check_id: str = ""
    upload: Upload | None = None
    warnings: list[str] = field(default_factory=list)

    def warn(self, sentence: str) -> None:
        """Add a sentence to the `warning` of the answer, once."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def warning(self) -> dict[str, str]:
        """`warning` as a member of the answer, if there is any."""
        return {"warning": " ".join(self.warnings)} if self.warnings else {}

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A number of the query, within limits."""
        given = parse_number(self.query.get(name, ""))
        return default if given is None else min(max(given, low), high)

    async def get(self, path: str, *, bytes_max: int | None = None, **query: Any) -> dict[str, Any]:
        """The body of a GET that succeeded. Queries with the value None are not sent.

        Raises:
            Refused: it failed.
        """
        sent = urlencode({name: value for name, value in query.items() if value is not None})
        return self._succeeded(await self.send("GET", path, sent, bytes_max=bytes_max))

    async def change(
        self, method: str, path: str, body: dict[str, Any] | None = None, *,
        webhook_form: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """The body of a POST or PATCH that succeeded.

        Raises:
            Refused: it failed.
        """
        return self._succeeded(await self.send(method, path, "", body, webhook_form=webhook_form))

    async def delete(self, path: str) -> dict[str, Any]:
        """The body of a DELETE that succeeded.

        Raises:
            Refused: it failed.
        """
        return self._succeeded(await self.send("DELETE", path))

    async def run(
        self, operation: Operation, options: Mapping[str, Any], *, webhook_form: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The body of the answer to a call of an operation that succeeded.

        Raises:
            Refused: it failed.
        """
        if operation.method == "GET":
            return await self.get(operation.path, **options)
        reply = await self.send(operation.method, operation.path, "", dict(options), webhook_form=webhook_form)
        return self._succeeded(reply, operation, options)

    def path_of(self, operation: Operation) -> str:
        """The path of the job that the call is about, in our interface."""
        return f"{operation.path}/{quote(self.job_id, safe='')}"

    def _succeeded(
        self, reply: Reply, operation: Operation | None = None, options: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The body of a reply that succeeded. `operation` and `options` are those of a call that starts work.

        Raises:
            Refused: it failed.
        """
        if reply.status < 400:
            return reply.body
        what = operation.name.upper() if operation else "SCRAPE"
        raise failures.of(
            reply.status,
            reply.body,
            reply.headers,
            what=what,
            resume_seconds=self._resume_seconds(reply, operation, options or {}),
        )

    def _resume_seconds(self, reply: Reply, operation: Operation | None, options: Mapping[str, Any]) -> int | None:
        """When the fetch of a call that exceeded our own budget has ended. Until then, a repeated call would fetch again."""
        if not self._continues(reply, operation, options):
            return None
        return max(RESUME_MIN_SECONDS, (limits.CAPTURE_MAX_MS - self.sync_budget_ms) // 1000 + 1)

    def _continues(self, reply: Reply, operation: Operation | None, options: Mapping[str, Any]) -> bool:
        """Whether the same call again is answered from the capture of a fetch that our own budget did not wait for."""
        if operation is None or operation.name != "scrape" or options.get("maxAge") == 0:
            return False
        details = reply.body["error"].get("details")
        is_ours = isinstance(details, dict) and details.get("budgetMs") == self.sync_budget_ms
        return is_ours and options.get("timeout") != self.sync_budget_ms and options.get("storeInCache") is not False
