"""DNS look-ups in separate threads.

The event loop's own look-ups are too few: uvloop runs two at a time. A slow name server must not delay other look-ups.
Browser pages can look up any number of names, so their threads are separate from those of plain fetches.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

LOOK_UP_SECONDS = 20.0

Found = tuple[socket.AddressFamily, int, str]
"""Family, protocol and address, as a socket wants them."""


class Names:
    """Resolves host names, with a limit on concurrent look-ups."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)

    async def addresses(self, host: str, port: int, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[Found]:
        """All addresses of a host, best first.

        Raises:
            OSError: it has none, or the look-up timed out.
        """
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS):
                found = await loop.run_in_executor(
                    self._threads, lambda: socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)
                )
        except UnicodeError as error:
            raise socket.gaierror(socket.EAI_NONAME, f"{host} is not a valid host name.") from error
        except TimeoutError as error:
            raise socket.gaierror(socket.EAI_AGAIN, f"The address of {host} could not be resolved in time.") from error
        return [(family, protocol, str(address[0])) for family, _, protocol, _, address in found]


FETCHES = Names(64, "names")
BROWSERS = Names(192, "browser-names")
