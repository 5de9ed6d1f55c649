"""The relay: claims events from the outbox and delivers them to webhooks.

An attempt is leased before the call and recorded after it, so a killed relay loses no event. A receiver may get an
event twice, with the same `webhook-id`. Each host gets few calls at a time, so a slow one does not delay the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import smtplib
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import aiohttp
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from contract import limits
from contract.environment import Environment
from contract.process import log_context
from contract.tracing import jobs, spans
from contract.tracing.attributes import ids, server_of
from crawler.network.egress import Exempt, guarded_connector
from crawler.resources import Resources
from models.pages import delivery_attempt, event
from models.pages.delivery_attempt import Attempt
from models.pages.event import Due, Event
from models.session import ask, transact
from models.watches import report
from workers import mail, webhook

log = logging.getLogger(__name__)

CALLS_MAX = 64
PER_HOST_MAX = 4
IDLE_SECONDS = 1.0
DATABASE_RETRY_SECONDS = 2.0
# Without jitter, many retries would reach a receiver at once when it has just recovered.
JITTER = 0.2
GONE = 410
OWN_ERROR = "The service could not send the event, because of an error of its own."


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
            attempt = await self._attempt(due)
            if attempt is None:
                await self._in_thread(
                    transact, lambda connection: event.delete_undelivered(connection, Event.id == due.id)
                )
                return
            await self._in_thread(transact, lambda connection: self._write_outcome(connection, due, attempt))
        except Exception as error:
            unavailable = isinstance(error, SQLAlchemyError)
            log.warning("Event %s will be tried again: %s", due.id, error, exc_info=not unavailable)

    async def _attempt(self, due: Due) -> Attempt | None:
        """One attempt. None if what the event reports was deleted. An error of our own fails it, so that attempts end."""
        started_at, started = datetime.now(UTC), time.monotonic()
        try:
            read = event.read_message if due.check_id is None else report.read_message
            message = await self._in_thread(ask, lambda connection: read(connection, due))
            if message is None:
                return None
            status, problem = await self._call(message, due)
        except (OperationalError, PoolTimeout):
            raise  # Nothing can be written either.
        except Exception:
            log.exception("Event %s could not be sent", due.id)
            status, problem = webhook.NO_CONNECTION, OWN_ERROR
        duration_ms = round(1000 * (time.monotonic() - started))
        return Attempt(started_at=started_at, duration_ms=duration_ms, response_status=status, error=problem)

    async def _call(self, message: event.Message, due: Due) -> tuple[int, str | None]:
        """(HTTP status of the response, or of its absence; error message)."""
        body = webhook.body_of(message, due, self._base_url)
        url = message.webhook["url"]
        parent = None if due.job_id is None else jobs.context_of(message.trace, due.job_id)
        with spans.span("webhook", partial(_described, due, url), kind="client", parent=parent) as span:
            if url.startswith(report.MAIL):
                return await self._mailed(url.removeprefix(report.MAIL), message, due)
            headers = webhook.headers_of(message, due, body, datetime.now(UTC))
            headers.update(spans.headers(span.context))
            assert self._session is not None
            status, problem = await webhook.post(self._session, url, body, headers, span)
            if problem is not None:
                span.fail(str(status))
            return status, problem

    async def _mailed(self, address: str, message: event.Message, due: Due) -> tuple[int, str | None]:
        """Send an event of a watch by e-mail."""
        if self._smtp_url is None:
            return webhook.NO_CONNECTION, "No mail server is set (ORBWEAVER_SMTP_URL)."
        written = mail.message_of(message.job, due, address, self._base_url)
        send = partial(mail.send, self._smtp_url, written)
        try:
            await asyncio.get_running_loop().run_in_executor(self._shared.threads, send)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("An e-mail could not be sent: %r", error)
            return webhook.NO_CONNECTION, "The mail server could not be reached, or refused the message."
        return 200, None

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
