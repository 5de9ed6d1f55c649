"""Who requests a logo: the owner of a key, a person who is signed in, or the receiver of a signed URL."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from api import database
from api.asgi import client_address
from api.asgi.answer import Message
from api.asgi.flask_pool import FlaskPool
from api.asgi.headers import header
from api.asgi.logos.cache import CachedCaller, LogoCache
from api.asgi.logos.request import domain_key, given_key, is_within, referring_host
from api.checks import auth, session_cookie
from contract import signed_logo
from contract.errors import Forbidden, Unauthorized, WorkspaceBanned
from contract.signed_logo import LogoToken
from models.accounts.caller import Caller, find_signer
from models.accounts.token import digest_of


class Callers:
    """Finds the callers of logos. Those in `cache` are used while `is_trusted()`: then notices of revoked keys arrive."""

    def __init__(self, pool: FlaskPool, cache: LogoCache, base_url: str, is_trusted: Callable[[], bool]) -> None:
        self._pool = pool
        self._cache = cache
        self._base_url = base_url
        self._is_trusted = is_trusted

    async def of(self, scope: Message, domain: str) -> Caller:
        """The caller of a request for the logo of a domain.

        Raises:
            Unauthorized: the key is missing or not valid.
            WorkspaceBanned: its workspace is suspended.
            Forbidden: the key is locked to other domains.
        """
        key = given_key(scope)
        address = client_address.of(scope)
        if not key and session_cookie.credential(partial(header, scope), self._base_url) is not None:
            return await self._pool.run(partial(auth.identify_request, partial(header, scope), address))
        if (token := signed_logo.read(key)) is not None:
            return await self._signer(token, domain)
        digest = digest_of(key).hex()
        caller = self._cache.caller(digest) if self._is_trusted() else None
        if caller is None:
            find = partial(auth.find, key, address, f"the parameter token or the {auth.HEADER} header")
            version = self._cache.rights_version
            caller = await self._pool.run(find)
            if version == self._cache.rights_version:
                self._cache.callers.put(digest, CachedCaller(caller, time.monotonic()))
        if caller.domains:
            _check_lock(scope, caller.domains)
        return caller

    async def _signer(self, token: LogoToken, domain: str) -> Caller:
        """The caller whose key signed a URL.

        Raises:
            Unauthorized: the URL was signed for another brand, has expired, or its key is revoked or has expired.
            WorkspaceBanned: the workspace is suspended.
        """
        name, version = str(token.key_id), self._cache.rights_version
        known = self._cache.signer(name) if self._is_trusted() else None
        if known is None:
            ask = partial(find_signer, key_id=token.key_id)
            found = await self._pool.run(lambda: database.ask(ask))
            if found is None:
                raise Unauthorized("The key that signed this URL is revoked or has expired.")
            known = CachedCaller(found[0], time.monotonic(), found[1])
            if version == self._cache.rights_version:
                self._cache.callers.put(name, known)
        if not token.is_signed(known.digest, domain_key(domain)):
            raise Unauthorized("The URL is signed for another brand, or its signature is not valid.")
        if token.expires < time.time():
            raise Unauthorized("The signed URL has expired. Look the brand up again for a new one.")
        if known.caller.suspended:
            raise WorkspaceBanned("The workspace is suspended.")
        return known.caller


def _check_lock(scope: Message, domains: tuple[str, ...]) -> None:
    """Raise Forbidden unless the image is shown on a page of the domains."""
    host = referring_host(scope)
    if host is None:
        raise Forbidden("The key is locked to domains, and no Origin or Referer header names the page's host.")
    if not is_within(host, domains):
        raise Forbidden("The key is locked to other domains than the one in the Origin or Referer header.")
