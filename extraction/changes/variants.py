"""Texts that a part of a page shows in turn: variants, which chance or the site chooses for each visit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

# A part whose texts turned at so many checks has variants. Once is not enough: servers of a site may take a change one after
# another, and so may an author.
CHECKS_MIN = 2
TEXTS_MAX, PARTS_MAX = 8, 100


@dataclass(frozen=True)
class Variants:
    """Digests of the newest texts of one part, and the number of checks whose visits, minutes apart, had different ones."""

    checks: int = 0
    texts: tuple[str, ...] = ()

    def with_texts(self, texts: Collection[str]) -> Variants:
        """The variants after one more check."""
        known = [each for each in self.texts if each not in texts]
        return Variants(self.checks + 1, (*known, *sorted(texts))[-TEXTS_MAX:])

    def have(self, texts: Collection[str]) -> bool:
        """Whether the part turned at enough checks, and all these texts are known."""
        return self.checks >= CHECKS_MIN and set(texts) <= set(self.texts)


def with_turns(known: Mapping[str, Variants], turned: Mapping[str, Collection[str]]) -> dict[str, Variants]:
    """The variants by part after a check at whose visits these parts had these texts."""
    found = dict(known)
    for name, texts in turned.items():
        # The newest are last.
        found[name] = found.pop(name, Variants()).with_texts(texts)
    return dict(list(found.items())[-PARTS_MAX:])
