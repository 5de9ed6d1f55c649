"""One connection to a host with several addresses, some of which may not respond (RFC 8305, as in browsers)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import chain, zip_longest

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]

# Delay before the next address is tried. It is tried at once if the previous one fails.
STAGGER_SECONDS = 0.25
ADDRESSES_MAX = 6


async def connect(addresses: Sequence[str], port: int) -> Stream:
    """A connection to the address that answers first. The other attempts are cancelled.

    Args:
        addresses: numeric and permitted, best first. At most `ADDRESSES_MAX` are tried, alternating between families.

    Raises:
        OSError: no address accepts a connection. This is the error of the last attempt.
    """
    waiting = _both_families(addresses)[:ADDRESSES_MAX]
    attempts: set[asyncio.Task[Stream]] = set()
    problem: OSError = OSError("The host has no address.")
    try:
        while waiting or attempts:
            if waiting:
                attempts.add(asyncio.ensure_future(asyncio.open_connection(waiting.pop(0), port)))
            done, _ = await asyncio.wait(
                attempts, timeout=STAGGER_SECONDS if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            for attempt in done:
                error = attempt.exception()
                if error is None:
                    attempts.discard(attempt)
                    return attempt.result()
                if not isinstance(error, OSError):
                    raise error
                attempts.discard(attempt)
                problem = error
        raise problem
    finally:
        for attempt in attempts:
            attempt.cancel()
            attempt.add_done_callback(_close)


def _both_families(addresses: Sequence[str]) -> list[str]:
    """The addresses, alternating between IPv6 and IPv4. The family of the first address comes first."""
    first = ":" in addresses[0] if addresses else False
    own, other = ([each for each in addresses if (":" in each) is kind] for kind in (first, not first))
    return [each for each in chain.from_iterable(zip_longest(own, other)) if each]


def _close(attempt: asyncio.Task[Stream]) -> None:
    """Close a connection that is no longer needed."""
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result()[1].close()
