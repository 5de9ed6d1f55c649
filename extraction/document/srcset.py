"""The candidates of a `srcset` attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ADDRESS = re.compile(r"[\s,]*+(\S++)")
_SIZE = re.compile(r"(\d{1,9}(?:\.\d{0,9})?)[wx]")


def largest(srcset: str) -> str:
    """The address of the largest candidate, as written. Empty if there is none."""
    return max(candidates(srcset), key=lambda found: found[1], default=("", 0.0))[0]


def candidates(srcset: str) -> Iterator[tuple[str, float]]:
    """(address, width or density) of each candidate, split as browsers do. `data:` addresses are left out."""
    offset = 0
    while found := _ADDRESS.match(srcset, offset):
        address, offset, size = found[1], found.end(), None
        if address.endswith(","):
            address = address.rstrip(",")
        else:
            end = srcset.find(",", offset)
            end = len(srcset) if end < 0 else end
            size, offset = _SIZE.search(srcset, offset, end), end
        if address and not address.startswith("data:"):
            yield address, float(size[1]) if size else 1.0
