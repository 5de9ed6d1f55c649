"""DNS look-ups in separate threads.

The event loop's own look-ups are too few: uvloop runs two at a time. A slow name server must not delay other look-ups, so
each site has a limited number of look-ups at a time.
Browser pages can look up any number of names, so their threads are separate from those of plain fetches.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from extraction.links.sites import site_of_host

LOOK_UP_SECONDS = 20.0
# Look-ups at a time of the names of one site.
PER_SITE_MAX = 32

Found = tuple[socket.AddressFamily, int, str]
"""Family, protocol and address, in the form of a socket."""


class Resolver:
    """Resolves host names, with a limit on concurrent look-ups."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._running: Counter[str] = Counter()
        self._lock = threading.Lock()

    async def addresses(self, host: str, port: int, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[Found]:
        """All addresses of a host, best first.

        Raises:
            OSError: it has none, the look-up timed out, or its site has too many look-ups running.
        """
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS):
                found = await asyncio.wrap_future(self._start(host, port, family))
        except UnicodeError as error:
            raise socket.gaierror(socket.EAI_NONAME, f"{host} is not a valid host name.") from error
        except TimeoutError as error:
            raise socket.gaierror(socket.EAI_AGAIN, f"The address of {host} could not be resolved in time.") from error
        return [(family, protocol, str(address[0])) for family, _, protocol, _, address in found]

    def _start(self, host: str, port: int, family: socket.AddressFamily) -> Future[list[Any]]:
        site = site_of_host(host, None)
        with self._lock:
            if self._running[site] >= PER_SITE_MAX:
                raise socket.gaierror(socket.EAI_AGAIN, f"Too many host names of {site} are being resolved.")
            self._running[site] += 1
        looking = self._threads.submit(socket.getaddrinfo, host, port, family, socket.SOCK_STREAM)
        # A look-up that nobody waits for any longer still occupies its thread, and counts until it ends.
        looking.add_done_callback(lambda _: self._ended(site))
        return looking

    def _ended(self, site: str) -> None:
        with self._lock:
            self._running[site] -= 1
            if not self._running[site]:
                del self._running[site]


FETCH_RESOLVER = Resolver(64, "names")
BROWSER_RESOLVER = Resolver(192, "browser-names")
