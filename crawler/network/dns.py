"""Host names become addresses, in threads of our own.

Neither the loop's look-ups, of which uvloop makes two at a time, nor anybody's name server may hold up the others: a
browser's page, which can ask for any number of names, has threads apart from those of plain fetches.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

LOOK_UP_SECONDS = 20.0

Found = tuple[socket.AddressFamily, int, str]
"""Family, protocol and address, as a socket wants them."""


class Names:
    """Looks names up, so many at a time."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)

    async def addresses(self, host: str, port: int, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[Found]:
        """All addresses of a host, the best first.

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
