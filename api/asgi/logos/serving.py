"""Answers requests for logos. Most requests need no query: key, limits, brand and file are in memory."""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from api.asgi.answer import Answer, Headers, Message, failed
from api.asgi.flask_pool import FlaskPool
from api.asgi.headers import header, request_id_header
from api.asgi.logos.brands import Brands
from api.asgi.logos.cache import LogoCache
from api.asgi.logos.callers import Callers
from api.asgi.logos.drawing import Drawing
from api.asgi.logos.forms import Form, theme_of
from api.asgi.logos.listener import Listener
from api.asgi.logos.meter import Allowance, Meter
from api.asgi.logos.request import METHODS, LogoRequest, image_host, path_of, read, requested_domain
from api.call_span import TRACE_KEY, name_route, note_ids
from api.ratelimit import WINDOW_SECONDS
from api.state import State
from contract import limits
from contract.addresses import Policy, refusal
from contract.errors import InvalidRequest, MethodNotAllowed, ServiceError, TooManyRequests
from contract.results.brands.served_logo import choose_file, ladder_size
from contract.results.timestamps import timestamp
from extraction.logo.monogram import Monogram, monogram_of
from models import notices
from models.accounts.caller import Caller
from models.brands import allowance
from models.brands.brand import LogoRow, ServedBrand
from models.notices import Notice

TRANSPARENT_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000b4944415478da636000020000050001e9fadcd80000000049454e44ae426082"
)
LOGO_CACHE, FALLBACK_CACHE = b"public, max-age=86400", b"public, max-age=300"
# An SVG that is opened as a page runs no script. Pages with cross-origin isolation may show logos.
_SAFE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    # Scripts of any page may read the image, as `fetch` and a canvas do. The lock of a key is checked by Origin.
    (b"access-control-allow-origin", b"*"),
]
# How long a browser may remember the answer to a preflight request.
PREFLIGHT_SECONDS = 86_400
PNG = "image/png"
_ALLOWED = ", ".join(METHODS)


class LogoServing:
    """Logo serving of one API process."""

    def __init__(self, state: State, pool: FlaskPool) -> None:
        self._state = state
        self._pool = pool
        self._cache = LogoCache()
        self._meter = Meter(state.database, state.limiter)
        self._brands = Brands(state, pool, self._cache)
        self._drawing = Drawing()
        self._callers = Callers(pool, self._cache, state.environment.base_url, lambda: self._listener.is_trusted)
        self._image_host = image_host(state.environment.img_url)
        self._policy = Policy(state.environment.allowed_networks)
        self._listener: Listener

    def start(self) -> None:
        """Start the threads. Call it on the event loop."""
        loop = asyncio.get_running_loop()
        self._listener = Listener(
            self._state.database, lambda notice: loop.call_soon_threadsafe(self._on_notice, notice)
        )
        self._listener.start()
        self._meter.start()

    def stop(self) -> None:
        """Store the counts and end the threads. Blocks for a moment."""
        self._listener.stop()
        self._meter.stop()
        self._drawing.stop()

    def requested_domain(self, scope: Message) -> str | None:
        """The domain whose logo is requested, or None for any other request."""
        return requested_domain(scope, self._image_host)

    async def answer(self, scope: Message, domain: str) -> Answer:
        """The answer to a request for a logo."""
        name_route(scope, scope["method"], f"{path_of(scope)}{{domain}}")
        if scope["method"] == "OPTIONS":
            return _preflight()
        try:
            if scope["method"] not in METHODS:
                raise MethodNotAllowed.of(METHODS)
            return await self._answer(scope, domain)
        except ServiceError as error:
            refused = failed(error)
            return replace(refused, headers=[*refused.headers, *_SAFE])

    async def _answer(self, scope: Message, domain: str) -> Answer:
        caller = await self._callers.of(scope, domain)
        note_ids(scope, workspace_id=caller.workspace_id)
        if not self._meter.call(caller.key_id):
            raise _rate_exceeded()
        request = read(domain, scope["query_string"])
        if self._policy.refuses(request.address.urls[0]):
            raise InvalidRequest.of("domain", refusal(request.address.host))
        if request.address.has_own_port and caller.kind == "publishable":
            raise InvalidRequest.of("domain", "must have no port and no other scheme than https with a publishable key")
        if not self._meter.is_known(caller.workspace_id):
            await self._pool.run(lambda: self._meter.read(caller.workspace_id))
        allowed = self._meter.state(caller.workspace_id)
        if allowed is Allowance.NOTHING:
            raise _allowance_exceeded()
        served = await self._brands.find(request, caller, scope.get(TRACE_KEY))
        if allowed is Allowance.MONOGRAMS:
            return await self._monogram(scope, request, served)
        return await self._logo(scope, request, caller, served) or await self._fallback(scope, request, served)

    async def _logo(
        self, scope: Message, request: LogoRequest, caller: Caller, served: ServedBrand | None
    ) -> Answer | None:
        """The logo as a counted answer. None when the brand has none."""
        if served is None:
            return None
        row = choose_file(served.logos, request.query.type, theme_of(request.query), request.query.size)
        if row is None:
            return None
        form = Form.of(request.query)
        etag = row.etag + form.suffix
        if _is_current(scope, etag):
            return Answer(304, _headers(LOGO_CACHE, etag))
        body = await self._brands.body(served, row)
        if body is not None and form.suffix:
            body = await self._converted(body, row, form, etag, caller)
        if body is None:
            return None
        if scope["method"] == "GET":
            self._meter.delivered(caller.workspace_id)
        return Answer(200, _headers(LOGO_CACHE, etag, form.content_type or row.content_type), body, len(body))

    async def _converted(self, body: bytes, row: LogoRow, form: Form, etag: str, caller: Caller) -> bytes | None:
        """The file in another form. None for one that cannot be drawn."""
        known = self._cache.bodies.get(etag)
        if known is None:
            known = await self._drawing.draw(body, row.content_type, form, caller.workspace_id)
            if known is not None:
                self._cache.bodies.put(etag, known, len(known) + 200)
        return known

    async def _fallback(self, scope: Message, request: LogoRequest, served: ServedBrand | None) -> Answer:
        if request.query.fallback == "404":
            # Without a body: browsers paint the body of an image even under status 404.
            return Answer(404, _headers(FALLBACK_CACHE))
        if request.query.fallback == "transparent":
            return _placeholder(scope, TRANSPARENT_PIXEL)
        return await self._monogram(scope, request, served)

    async def _monogram(self, scope: Message, request: LogoRequest, served: ServedBrand | None) -> Answer:
        host, size = request.address.host, request.query.size
        return _placeholder(scope, await self._pool.run(lambda: _monogram_png(host, served, size)))

    def _on_notice(self, notice: Notice | None) -> None:
        if notice is None:
            self._cache.forget_all()
        elif notice.channel == notices.KEYS:
            self._cache.forget_rights(notice.payload)
        else:
            self._brands.on_resolved(notice.payload)


def _preflight() -> Answer:
    """The answer to OPTIONS. Browsers ask before they send the X-API-Key header to another origin. Needs no key."""
    allowed = [(b"allow", _ALLOWED.encode()), (b"access-control-allow-methods", b"GET, HEAD")]
    remembered = (b"access-control-max-age", str(PREFLIGHT_SECONDS).encode())
    return Answer(204, [*_SAFE, *allowed, (b"access-control-allow-headers", b"X-API-Key"), remembered], bodiless=True)


def _monogram_png(host: str, served: ServedBrand | None, size: int) -> bytes:
    """The monogram of a brand as PNG. Takes up to 20 ms for the largest size: call it in a thread."""
    return _drawn(_shown(host, served), ladder_size(size))


def _shown(host: str, served: ServedBrand | None) -> Monogram:
    """What the monogram of a brand shows."""
    return monogram_of(host, served.name, served.primary_color) if served else monogram_of(host)


@lru_cache(maxsize=8_192)
def _drawn(monogram: Monogram, edge: int) -> bytes:
    return monogram.draw(edge)


def _placeholder(scope: Message, body: bytes) -> Answer:
    etag = hashlib.blake2b(body, digest_size=12).hexdigest()
    if _is_current(scope, etag):
        return Answer(304, _headers(FALLBACK_CACHE, etag))
    return Answer(200, _headers(FALLBACK_CACHE, etag, PNG), body, len(body))


def _headers(cache: bytes, etag: str = "", content_type: str = "") -> Headers:
    headers = [(b"cache-control", cache), *_SAFE, request_id_header()]
    if etag:
        headers.append((b"etag", f'"{etag}"'.encode()))
    if content_type:
        headers.append((b"content-type", content_type.encode()))
    return headers


def _is_current(scope: Message, etag: str) -> bool:
    """Whether the caller has this version."""
    known = header(scope, "If-None-Match")
    return known.strip() == "*" or any(one.strip().removeprefix("W/") == f'"{etag}"' for one in known.split(","))


def _rate_exceeded() -> TooManyRequests:
    seconds = math.ceil(WINDOW_SECONDS - time.time() % WINDOW_SECONDS)
    return TooManyRequests(
        f"Rate limit exceeded: {limits.LOGO_CALLS_PER_MINUTE} logo requests per minute and key.",
        policy="logo",
        quota=limits.LOGO_CALLS_PER_MINUTE,
        window_seconds=WINDOW_SECONDS,
        retry_after_seconds=seconds,
    )


def _allowance_exceeded() -> TooManyRequests:
    ends_at = allowance.cycle_end(datetime.now(UTC))
    return TooManyRequests(
        f"The workspace has used up its allowance of {limits.LOGO_ALLOWANCE} logos for this month. The next cycle begins at"
        f" {timestamp(ends_at)}.",
        policy="logo-allowance",
        quota=limits.LOGO_ALLOWANCE,
        retry_after_seconds=math.ceil((ends_at - datetime.now(UTC)).total_seconds()),
    )
