"""What differs between visits of one check, which are minutes apart: it is chosen for each visit, and no change confirms it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from extraction.changes.texts import differences
from extraction.changes.texts.differences import Place


@dataclass(frozen=True)
class Unsteady:
    """Lines that not all visits have, and the places (identifiers) where they are."""

    keys: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()

    def also(self, found: Sequence[Place]) -> Unsteady:
        """With the places in which one more visit differs from the one before."""
        keys = {line.key for place in found for line in (*place.removed, *place.added)}
        return Unsteady(self.keys | keys, self.places.union(*map(differences.positions, found)))

    def without(self, found: Sequence[Place]) -> list[Place]:
        """The places, without what the visits do not agree about. A sentence whose price changes stays."""
        if not self.keys:
            return list(found)
        return [left for place in found if (left := self._left(place)) is not None]

    def _left(self, place: Place) -> Place | None:
        if differences.is_another_price(place):
            return place
        removed = tuple(line for line in place.removed if line.key not in self.keys)
        added = tuple(line for line in place.added if line.key not in self.keys)
        left = replace(place, removed=removed, added=added)
        if not added and place.added and removed:
            # Another text at each visit. One that replaces much more than it has does not explain all that is gone.
            was, now = left.words, replace(place, removed=()).words
            return left if was > 2 * now + 8 else None
        if not place.added and not self.places.isdisjoint(differences.positions(place)):
            return None
        return left if removed or added else None


STEADY = Unsteady()
