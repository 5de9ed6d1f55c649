"""The relay: claims events from the outbox and delivers them to webhooks.

An attempt is leased before the call and recorded after it, so a killed relay loses no event. A receiver may get an
event twice, with the same `webhook-id`. Each host gets few calls at a time, so a slow one does not delay the others.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hmac
import json
import logging
import random
import smtplib
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import aiohttp
from multidict import CIMultiDict
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from contract import limits
from contract.environment import Environment
from contract.firecrawl import webhook as firecrawl
from contract.process import log_context
from contract.results.page_entry import entry_fields, error_sentence
from contract.results.timestamps import timestamp
from contract.tracing import jobs, spans
from contract.tracing.attributes import ids, server_of
from crawler.failures import denied
from crawler.network.egress import Exempt, guarded_connector
from crawler.resources import Resources
from models.pages import delivery_attempt, event
from models.pages.delivery_attempt import Attempt
from models.pages.event import Due
from models.session import ask, transact
from models.watches import report
from workers import mail

log = logging.getLogger(__name__)

CALLS_MAX = 64
PER_HOST_MAX = 4
IDLE_SECONDS = 1.0
DATABASE_RETRY_SECONDS = 2.0
ANSWER_READ_BYTES = 4_096
# Without jitter, many retries would reach a receiver at once when it has just recovered.
JITTER = 0.2
AGENT = "Orbweaver-Webhooks/1.0"
GONE = 410
# The status of an attempt that the receiver did not answer (spec: a 5xx means that the receiver could not be reached).
NO_CONNECTION, NO_ANSWER = 502, 504
# Messages by exception class of the error or of its cause; the first match is used.
REASONS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((socket.gaierror,), "The receiver's host name could not be resolved."),
    ((aiohttp.ClientConnectorCertificateError,), "The receiver's certificate is not valid."),
    ((aiohttp.ClientSSLError, ssl.SSLError), "No secure connection (TLS) to the receiver could be made."),
    ((ConnectionRefusedError,), "The receiver refused the connection."),
    ((TimeoutError,), "The receiver did not take the connection in time."),
    ((ConnectionError, aiohttp.ServerDisconnectedError), "The receiver closed the connection before it answered."),
    ((aiohttp.ClientPayloadError, aiohttp.ClientResponseError), "The receiver's answer could not be read."),
    ((aiohttp.InvalidURL,), "The receiver's address cannot be used."),
)


class Relay:
    """Runs on the reactor's loop from `start` to `stop`. Any number of relays share the outbox.

    While `paused()` is true, no delivery begins. `ended` counts the attempts that have ended.
    """

    slots = CALLS_MAX

    def __init__(
        self, environment: Environment, shared: Resources, database: Engine, paused: Callable[[], bool]
    ) -> None:
        self.ended = 0
        self._paused = paused
        self._retries = environment.webhook_retry_seconds
        self._base_url = environment.base_url
        self._smtp_url = environment.smtp_url
        self._shared = shared
        self._database = database
        self._awake = asyncio.Event()
        self._calls: dict[asyncio.Task[None], str] = {}
        self._running: asyncio.Task[None] | None = None
        self._session: aiohttp.ClientSession | None = None

    def start(self) -> None:
        """Start delivering."""
        # Webhooks use no proxy. The operator's proxies are not exempt from the address policy here.
        connector = guarded_connector(self._shared.policy, Exempt(), limit=0, force_close=True)
        self._session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=limits.WEBHOOK_MAX_SECONDS),
        )
        self._running = asyncio.ensure_future(self._run())

    def wake(self) -> None:
        """Check the outbox for events now. Must be called in the loop's thread."""
        self._awake.set()

    async def stop(self) -> None:
        """Claim no more events and wait 2 s for running calls. Other relays retry the rest when their leases expire."""
        if self._running is not None:
            self._running.cancel()
        if self._calls:
            await asyncio.wait(self._calls, timeout=2.0)
        for call in list(self._calls):
            call.cancel()
        if self._session is not None:
            await self._session.close()

    async def _run(self) -> None:
        while True:
            self._awake.clear()
            try:
                claimed = await self._claim()
            except Exception as error:  # An error must not end the relay.
                unavailable = isinstance(error, SQLAlchemyError)
                log.warning(
                    "Webhook events could not be read; trying again in %s s: %s",
                    DATABASE_RETRY_SECONDS,
                    error,
                    exc_info=not unavailable,
                )
                await asyncio.sleep(DATABASE_RETRY_SECONDS)
                continue
            for due in claimed:
                call = asyncio.ensure_future(self._deliver(due))
                self._calls[call] = due.host
                call.add_done_callback(self._done)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._awake.wait(), IDLE_SECONDS)

    def _done(self, call: asyncio.Task[None]) -> None:
        del self._calls[call]
        self.ended += 1
        self._awake.set()

    @property
    def running(self) -> int:
        """The number of deliveries that run."""
        return len(self._calls)

    async def _claim(self) -> list[Due]:
        free = self.slots - len(self._calls)
        if free <= 0 or self._paused():
            return []
        busy = Counter(self._calls.values())
        full = [host for host, number in busy.items() if number >= PER_HOST_MAX]

        def work(connection: Connection) -> list[Due]:
            return event.claim(connection, free, per_host=PER_HOST_MAX, full_hosts=full)

        claimed: list[Due] = await self._in_thread(transact, work)
        return claimed

    async def _deliver(self, due: Due) -> None:
        """Make one attempt and record it. No response of a receiver ends the relay."""
        log_context.begin(job_id=due.job_id)
        try:
            read = event.read_message if due.check_id is None else report.read_message
            message = await self._in_thread(ask, lambda connection: read(connection, due))
            if message is None:
                return  # The job was deleted together with its events.
            attempt = await self._attempt(message, due)
            await self._in_thread(transact, lambda connection: self._write_outcome(connection, due, attempt))
        except Exception as error:
            unavailable = isinstance(error, SQLAlchemyError)
            log.warning("Event %s will be tried again: %s", due.id, error, exc_info=not unavailable)

    async def _attempt(self, message: event.Message, due: Due) -> Attempt:
        started_at, started = datetime.now(UTC), time.monotonic()
        status, problem = await self._call(message, due)
        duration_ms = round(1000 * (time.monotonic() - started))
        return Attempt(started_at=started_at, duration_ms=duration_ms, response_status=status, error=problem)

    async def _call(self, message: event.Message, due: Due) -> tuple[int, str | None]:
        """(HTTP status of the response, or of its absence; error message)."""
        body = body_of(message, due, self._base_url)
        url = message.webhook["url"]
        parent = None if due.job_id is None else jobs.context_of(message.trace, due.job_id)
        with spans.span("webhook", partial(_described, due, url), kind="client", parent=parent) as span:
            if url.startswith(report.MAIL):
                return await self._mailed(url.removeprefix(report.MAIL), message, due)
            headers = headers_of(message, due, body, datetime.now(UTC))
            headers.update(spans.headers(span.context))
            status, problem = await self._posted(url, body, headers, span)
            if problem is not None:
                span.fail(str(status))
            return status, problem

    async def _mailed(self, address: str, message: event.Message, due: Due) -> tuple[int, str | None]:
        """Send an event of a watch by e-mail."""
        if self._smtp_url is None:
            return NO_CONNECTION, "No mail server is set (ORBWEAVER_SMTP_URL)."
        written = mail.message_of(message.job, due, address, self._base_url)
        send = partial(mail.send, self._smtp_url, written)
        try:
            await asyncio.get_running_loop().run_in_executor(self._shared.threads, send)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("An e-mail could not be sent: %r", error)
            return NO_CONNECTION, "The mail server could not be reached, or refused the message."
        return 200, None

    async def _posted(self, url: str, body: str, headers: CIMultiDict[str], span: spans.Span) -> tuple[int, str | None]:
        assert self._session is not None
        try:
            async with self._session.post(url, data=body.encode(), headers=headers, allow_redirects=False) as answer:
                span.set({"http.response.status_code": answer.status})
                await answer.content.read(ANSWER_READ_BYTES)
                good = 200 <= answer.status < 300
                return answer.status, None if good else f"The receiver answered with HTTP {answer.status}."
        except TimeoutError:
            return NO_ANSWER, f"The receiver did not answer within {limits.WEBHOOK_MAX_SECONDS} seconds."
        except (aiohttp.ClientError, OSError, ValueError) as error:
            return NO_CONNECTION, failure_reason(error)

    def _write_outcome(self, connection: Connection, due: Due, attempt: Attempt) -> None:
        if attempt.error is None:
            delivery_attempt.complete(connection, due, attempt)
            return
        again = None
        # Somebody watches the outcome of a test event: it is sent once.
        is_final = attempt.response_status == GONE or (due.job_id is None and due.check_id is None)
        if not is_final and due.attempts <= len(self._retries):
            again = self._retries[due.attempts - 1] * random.uniform(1 - JITTER, 1 + JITTER)
        delivery_attempt.fail(connection, due, attempt, again_seconds=again)

    async def _in_thread(self, how: Any, work: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._shared.threads, how, self._database, work)


def _described(due: Due, url: str) -> spans.Attributes:
    # The paths of receivers often are keys.
    return {
        "http.request.method": "POST",
        **server_of(url),
        **ids(job_id=due.job_id),
        "orbweaver.event.id": str(due.id),
        "orbweaver.event.type": due.type,
        "orbweaver.attempt": due.attempts,
    }


def failure_reason(error: Exception) -> str:
    """Why an attempt failed, as a message for the receiver's operator."""
    if refusal := denied(error):
        return str(refusal)
    cause = getattr(error, "os_error", None)
    for kinds, sentence in REASONS:
        if isinstance(error, kinds) or isinstance(cause, kinds):
            return sentence
    return "The receiver could not be reached."


def body_of(message: event.Message, due: Due, base_url: str) -> str:
    """The JSON text of the request body: `{id, type, timestamp, data}`, or Firecrawl's if the job was started there."""
    if firecrawl.FORM in message.webhook:
        return _firecrawl_body(message, due)
    head = {"id": str(due.id), "type": due.type, "timestamp": timestamp(due.created_at)}
    if message.page is not None:
        page = message.page
        entry = entry_fields(page.url, page.status, page.depth, page.error, page.final_url, page.duplicate_of)
        fields: dict[str, Any] = {"id": str(due.job_id), **entry}
        data = json.dumps(fields, ensure_ascii=False)
        if page.result is not None:
            data = f'{data[:-1]}, "data": {page.result}}}'
    else:
        fields = dict(message.job)
        if "error" in fields:
            fields["error"] = error_sentence(fields["error"])
        if due.job_id is not None:
            fields["statusUrl"] = f"{base_url}/v1/web/{message.job['kind']}/{due.job_id}"
        data = json.dumps(fields, ensure_ascii=False)
    return f'{json.dumps(head)[:-1]}, "data": {data}}}'


def _firecrawl_body(message: event.Message, due: Due) -> str:
    page, error = message.page, None
    if page is not None:
        error = page.error and error_sentence(page.error)
    elif due.type.endswith(".cancelled"):
        error = "The job was cancelled."
    elif "error" in message.job and due.type.endswith(".failed"):
        error = error_sentence(message.job["error"])
    result = None if page is None else page.result
    return firecrawl.body(message.webhook, due.type, str(due.job_id), result=result, error=error)


def headers_of(message: event.Message, due: Due, body: str, now: datetime) -> CIMultiDict[str]:
    """The caller's headers, then those that the caller cannot override."""
    headers = CIMultiDict(message.webhook.get("headers") or {})
    # Standard Webhooks: one signature per valid secret, separated by spaces.
    seconds = str(int(now.timestamp()))
    headers.update(
        {
            "Content-Type": "application/json",
            "webhook-id": str(due.id),
            "webhook-timestamp": seconds,
            "webhook-signature": " ".join(_signature(one, f"{due.id}.{seconds}.{body}") for one in message.secrets),
        }
    )
    if firecrawl.FORM in message.webhook:
        headers[firecrawl.SIGNATURE] = firecrawl.signature(message.secrets[0], body)
    headers.setdefault("User-Agent", AGENT)
    return headers


def _signature(secret: str, signed: str) -> str:
    """The signature of a text by a secret `whsec_…`."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return f"v1,{base64.b64encode(hmac.digest(key, signed.encode(), 'sha256')).decode()}"
