"""TXT records of DNS, by the system's name servers. Twisted's resolver sends the queries: the C library has none for TXT.

A record is text that anybody may have written. A URL in it is fetched like any other, under the address policy.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import TimeoutError as NoAnswer
from twisted.internet.error import ConnectError
from twisted.names import client, dns
from twisted.names.error import DNSQueryTimeoutError, DomainError, ResolverError

log = logging.getLogger(__name__)

SYSTEM_SETTINGS = "/etc/resolv.conf"
# Seconds until a query is sent again, and until it is given up.
TRIES = (0.5, 0.7)
LOOK_UP_SECONDS = 1.5
RECORDS_MAX, RECORD_MAX_CHARS = 20, 2_000
_FAILURES = (DomainError, ResolverError, DNSQueryTimeoutError, ConnectError, NoAnswer)


class TxtRecords:
    """Looks up TXT records.

    Args:
        servers: addresses and ports of name servers. None: those of the system.
    """

    def __init__(self, servers: Sequence[tuple[str, int]] | None = None) -> None:
        self._servers = servers
        self._resolver: Any = None

    async def find(self, name: str) -> tuple[str, ...]:
        """The records of a name. Empty if it has none, or no name server answers in time."""
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS):
                answers, _, _ = await maybe_deferred_to_future(self._started().lookupText(name, TRIES))
        except (*_FAILURES, TimeoutError, OSError, UnicodeError) as error:
            log.debug("The TXT records of %s could not be looked up: %r", name, error)
            return ()
        texts = [answer.payload for answer in answers if answer.type == dns.TXT][:RECORDS_MAX]
        return tuple(b"".join(text.data).decode("utf-8", "replace")[:RECORD_MAX_CHARS] for text in texts)

    def _started(self) -> Any:
        """The resolver. It reads the system's settings again when they change."""
        if self._resolver is None:
            settings = None if self._servers else SYSTEM_SETTINGS
            self._resolver = client.Resolver(resolv=settings, servers=list(self._servers or ()))
        return self._resolver
