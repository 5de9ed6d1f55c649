"""The client of OpenAI-compatible servers: `POST <base URL>/chat/completions`.

It follows no redirect and reads no proxy setting of the system: the key is sent to the operator's base URL only. The
key, the page and the provider's own words are in no error and no log line.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit, urlunsplit

from contract import limits
from contract.process.turns import Turns
from contract.tracing import spans
from contract.tracing.attributes import server_of
from contract.tracing.spans import Attributes, Span
from crawler.providers.llm import completion
from crawler.providers.llm.base import ContextTooLong, ModelAnswer, ModelRejected, ModelRequest, ModelUnavailable
from crawler.providers.llm.bounded_post import NoReply, Poster, Reply, TooSlow
from crawler.providers.llm.completion import NoCompletion
from crawler.providers.llm.dialect import REJECTED, Dialect, KnownDialect, is_too_long, rejects_format

log = logging.getLogger(__name__)

RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
FIRST_PAUSE_SECONDS = 0.5
PROBE_SECONDS = 5.0
# A page that waits for the model occupies a thread of its worker. After this many calls in a row that used all their time,
# calls fail at once for a while, so that a server that hangs does not occupy all threads.
HUNG_CALLS = 3
HUNG_PAUSE_SECONDS = 15.0
_HANGS = "it does not answer in time"
_CAUSES = {
    401: "it rejected the key",
    402: "its account has no credit",
    403: "it rejected the key",
    404: "it does not know the model or the address",
    429: "it limits the number of requests",
}
# For the operator only: callers cannot change the settings.
_HINTS = {
    401: ": check ORBWEAVER_LLM_API_KEY",
    403: ": check ORBWEAVER_LLM_API_KEY",
    404: ": check ORBWEAVER_LLM_MODEL and ORBWEAVER_LLM_BASE_URL",
}


class OpenAICompatible:
    """One model at one server. At most `MODEL_CALLS_AT_ONCE` calls are in progress; for the others, workspaces take turns.

    After an answer with Retry-After no call is sent until that time. Nothing here blocks or holds a thread. After
    `HUNG_CALLS` calls without an answer the model counts as unavailable for `HUNG_PAUSE_SECONDS`.
    """

    def __init__(self, base_url: str, model: str, api_key: str | None = None) -> None:
        self._url = _without_account(base_url) if api_key else base_url
        self._model = model
        self._key = api_key
        self._poster = Poster({"Authorization": f"Bearer {api_key}"} if api_key else {})
        self._slots = Turns(limits.MODEL_CALLS_AT_ONCE)
        self._dialect = KnownDialect()
        self._closed_until = 0.0
        self._closed_because = ""
        self._hung_calls = 0

    @property
    def identity(self) -> str:
        return f"{self._model} at {self._url}"

    async def answer(self, request: ModelRequest) -> ModelAnswer:
        """The model's answer, after at most `MODEL_RETRIES_MAX` retries.

        Raises:
            ModelUnavailable: the provider failed, or the deadline passed.
        """
        for attempt in range(limits.MODEL_RETRIES_MAX + 1):
            await self._wait_for_permission(request.deadline)
            try:
                return await self._once(request)
            except _Failed as failure:
                log.warning("The language model failed: %s%s", failure.cause, failure.hint)
                pause = failure.retry_after_seconds
                if pause is not None:
                    self._close_for(pause, _CAUSES[429])
                else:
                    pause = FIRST_PAUSE_SECONDS * 2**attempt * random.uniform(0.5, 1.5)
                if not failure.is_retried or attempt == limits.MODEL_RETRIES_MAX or _now() + pause >= request.deadline:
                    raise failure.as_service_error() from failure
            await asyncio.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    async def probe(self) -> str:
        """How the server answers, from its list of models.

        Raises:
            ModelUnavailable: the server does not answer, fails, or rejects the key.
        """
        try:
            reply = await self._poster.get(f"{self._url}/models", PROBE_SECONDS)
        except NoReply as error:
            raise _unavailable(str(error)) from error
        if reply.status >= 500 or reply.status in (401, 403):
            raise _unavailable(self._cause(reply) + _HINTS.get(reply.status, ""))
        known = completion.models_of(reply.body) if reply.status == 200 else None
        return "answers, but does not list the model" if known and self._model not in known else "answers"

    async def close(self) -> None:
        await self._poster.close()

    async def _wait_for_permission(self, deadline: float) -> None:
        """Wait until the time that the provider set with Retry-After, if that is before the deadline."""
        pause = self._closed_until - _now()
        if pause <= 0:
            return
        if self._closed_until >= deadline or self._closed_because == _HANGS:
            raise _unavailable(self._closed_because, pause)
        await asyncio.sleep(pause)

    def _close_for(self, seconds: float, cause: str) -> None:
        if self._closed_until < _now() + seconds:
            self._closed_until, self._closed_because = _now() + seconds, cause

    async def _once(self, request: ModelRequest) -> ModelAnswer:
        """One answer, in the richest dialect that the server accepts."""
        async with contextlib.AsyncExitStack() as slot:
            try:
                async with asyncio.timeout_at(request.deadline):
                    await slot.enter_async_context(self._slots.slot(request.workspace_id))
            except TimeoutError as error:
                raise _Failed("too many calls are in progress", is_retried=False) from error
            self._require_open()
            return await self._in_dialects(request)

    def _require_open(self) -> None:
        """Check that the provider did not fail while the call waited for its slot."""
        left = self._closed_until - _now()
        if left > 0 and self._closed_because == _HANGS:
            raise _unavailable(_HANGS, left)
        if left > 0:
            raise _Failed(self._closed_because, is_retried=True, retry_after_seconds=left)

    async def _in_dialects(self, request: ModelRequest) -> ModelAnswer:
        dialect: Dialect | None = self._dialect.at(_now())
        is_unknown_format = False
        first_limit = request.answer_tokens
        while dialect is not None:
            reply = await self._counted(dialect, request)
            if reply.status == 200:
                self._dialect.remember(dialect, request.schema, _now(), rejects_format=is_unknown_format)
                try:
                    return completion.read(reply.body)
                except NoCompletion as error:
                    if not error.is_exhausted or request.answer_tokens > first_limit:
                        raise _Failed(str(error), is_retried=not error.is_final, may_pass=not error.is_final) from error
                request = replace(request, answer_tokens=2 * first_limit)  # Its reasoning needed more tokens.
                continue
            if reply.status not in REJECTED:
                break
            reason = completion.reason_of(reply.body)
            if is_too_long(reason):
                raise ContextTooLong(
                    "The language model is not available: the page is longer than the model's context."
                )
            is_unknown_format = is_unknown_format or rejects_format(reason)
            dialect = dialect.simpler(reason)
        raise self._failure(reply)

    async def _counted(self, dialect: Dialect, request: ModelRequest) -> Reply:
        """The reply to one request. A request without a reply may have cost the provider its tokens; an error costs none."""
        if request.meter is None:
            return await self._sent(dialect.body(self._model, request), request.deadline)
        estimate = request.meter.begin(request)
        reply = await self._sent(dialect.body(self._model, request), request.deadline)
        request.meter.end(estimate, completion.tokens_of(reply.body) if reply.status == 200 else 0)
        return reply

    def _failure(self, reply: Reply) -> _Failed:
        """The failure that an error's answer reports."""
        is_retried = reply.status in RETRIED
        return _Failed(
            self._cause(reply), is_retried, reply.retry_after_seconds if is_retried else None,
            may_pass=is_retried or reply.status >= 500, hint=_HINTS.get(reply.status, ""),
        )  # fmt: skip

    async def _sent(self, body: bytes, deadline: float) -> Reply:
        seconds = min(limits.MODEL_CALL_MAX_SECONDS, deadline - _now())
        if seconds <= 0:
            raise _Failed("there is no time left for an answer", is_retried=False)
        try:
            reply = await self._reported(body, seconds)
        except NoReply as error:
            is_hung = isinstance(error, TooSlow)
            if is_hung and seconds == limits.MODEL_CALL_MAX_SECONDS:
                self._count_hung_call()
            raise _Failed(str(error), is_retried=not is_hung) from error
        self._hung_calls = 0
        return reply

    async def _reported(self, body: bytes, seconds: float) -> Reply:
        """The reply to a request, with its span."""
        url = f"{self._url}/chat/completions"
        described = partial(_span_attributes, self._model, url)
        with spans.span(f"chat {self._model}", described, kind="client") as span:
            reply = await self._poster.post(url, body, seconds, spans.headers(span.context))
            if spans.is_on():
                _note_reply(span, reply)
            return reply

    def _count_hung_call(self) -> None:
        self._hung_calls += 1
        if self._hung_calls >= HUNG_CALLS:
            self._close_for(HUNG_PAUSE_SECONDS, _HANGS)

    def _cause(self, reply: Reply) -> str:
        """Why an answer is an error: its status and the provider's code, unless that repeats the key."""
        code = completion.code_of(reply.body)
        shown = f", {code}" if code and not (self._key and self._key in code) else ""
        cause = f"HTTP {reply.status}{shown}"
        return f"{cause}; {_CAUSES[reply.status]}" if reply.status in _CAUSES else cause


def _without_account(url: str) -> str:
    """The URL without a user name and password: a request cannot carry both these and a key."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


class _Failed(Exception):
    """One attempt failed. `may_pass` says whether the caller may try again later; `hint` continues the cause in the log."""

    def __init__(
        self, cause: str, is_retried: bool, retry_after_seconds: float | None = None, *, may_pass: bool = True,
        hint: str = "",
    ) -> None:  # fmt: skip
        super().__init__(cause)
        self.cause = cause
        self.is_retried = is_retried
        self.retry_after_seconds = retry_after_seconds
        self.may_pass = may_pass
        self.hint = hint

    def as_service_error(self) -> ModelUnavailable:
        """The error for callers."""
        if self.may_pass:
            return _unavailable(self.cause, self.retry_after_seconds)
        return ModelRejected(f"The language model is not available: {self.cause}.")


def _unavailable(cause: str, retry_after_seconds: float | None = None) -> ModelUnavailable:
    seconds = None if retry_after_seconds is None else max(1, round(retry_after_seconds))
    return ModelUnavailable(f"The language model is not available: {cause}.", retry_after_seconds=seconds)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _span_attributes(model: str, url: str) -> Attributes:
    """What the span of a call says before it, by OpenTelemetry's conventions (`gen_ai.…`). No text of either side.

    The provider is the one whose interface the server has.
    """
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": model,
        **server_of(url),
    }


def _note_reply(span: Span, reply: Reply) -> None:
    """What the reply says: its status, and the model and tokens that the server counted."""
    span.set({"http.response.status_code": reply.status, **completion.usage_of(reply.body)})
    if reply.status != 200:
        span.fail(str(reply.status))
