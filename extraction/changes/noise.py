"""What was learned of one page: which of its parts change at every visit."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from extraction.changes import tiles
from extraction.changes.tiles import PictureNoise

# A part whose texts turned at this many checks has variants. Once is not enough: servers of a site may take a change one after
# another, and so may an author.
CHECKS_MIN = 2
TEXTS_MAX, TURNING_PARTS_MAX = 8, 100


@dataclass(frozen=True)
class Variants:
    """Texts that a part of a page shows in turn, which chance or the site chooses for each visit.

    Digests of the newest texts of one part, and the number of checks whose visits, minutes apart, had different ones.
    """

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
    return dict(list(found.items())[-TURNING_PARTS_MAX:])


PARTS_MAX = 400
# A part is noise while it changed at this share of the looks: one that changed once, after two visits and not after four.
NOISE_SHARE = 0.5
# At this number all counts are halved, so that the newest looks decide.
LOOKS_MAX = 16


@dataclass(frozen=True)
class Part:
    """How often a part changed, and the largest number of words that it had."""

    changed: int = 0
    words: int = 0


@dataclass(frozen=True)
class Noise:
    """Parts of a page by identifier, with the number of compared pairs of looks. At most `PARTS_MAX` parts: about 20 kB of JSON.

    `variants` are texts that parts show in turn, and `picture` is what was learned of the screenshots.
    """

    looks: int = 0
    parts: Mapping[str, Part] = field(default_factory=dict)
    variants: Mapping[str, Variants] = field(default_factory=dict)
    picture: PictureNoise = field(default_factory=PictureNoise)

    @property
    def is_ready(self) -> bool:
        """Whether two looks were learned from, so that a judgement is sound."""
        return self.looks >= 1

    def has(self, identifier: str, words: int = 0) -> bool:
        """Whether the part changes at most looks, and was never much smaller than `words`."""
        part = self.parts.get(identifier)
        return part is not None and part.changed >= NOISE_SHARE * self.looks and words <= 2 * part.words + 8

    def has_variants(self, identifier: str, texts: Collection[str]) -> bool:
        """Whether all these texts are variants of the part."""
        return identifier in self.variants and self.variants[identifier].have(texts)

    def turned(self, texts: Mapping[str, Collection[str]]) -> Noise:
        """The noise after a check whose visits, minutes apart, had different texts (identifier: digests)."""
        return replace(self, variants=with_turns(self.variants, texts)) if texts else self

    def seen(self, changed: Mapping[str, int]) -> Noise:
        """The noise after one more pair of looks, in which these parts (identifier: words) changed."""
        if not changed and not self.parts and self.looks >= LOOKS_MAX // 2:
            # More looks at a page without noise teach nothing: it need not be stored again.
            return self
        parts = dict(self.parts)
        for identifier, words in changed.items():
            known = parts.pop(identifier, Part())
            # The newest are last.
            parts[identifier] = Part(known.changed + 1, max(known.words, words))
        looks = self.looks + 1
        if looks >= LOOKS_MAX:
            looks //= 2
            parts = {name: Part(part.changed // 2, part.words) for name, part in parts.items() if part.changed > 1}
        if len(parts) > PARTS_MAX:
            parts = dict(list(parts.items())[-PARTS_MAX:])
        return replace(self, looks=looks, parts=parts)

    def firm(self, looks: int) -> Noise:
        """The noise with at least so many looks, in which what was noise stays noise."""
        found = self
        while found.looks < looks:
            found = found.seen({name: part.words for name, part in found.parts.items() if found.has(name, part.words)})
        return found


def to_json(noise: Noise) -> str:
    """The noise as JSON. The order of the parts is kept: it says which are dropped first."""
    written: dict[str, Any] = {
        "looks": noise.looks, "parts": {name: [p.changed, p.words] for name, p in noise.parts.items()}
    }  # fmt: skip
    if noise.variants:
        written["variants"] = {name: [each.checks, *each.texts] for name, each in noise.variants.items()}
    if noise.picture.is_ready:
        written["picture"] = tiles.to_json(noise.picture)
    return json.dumps(written)


def from_json(text: str) -> Noise:
    """The noise of a JSON text that `to_json` wrote."""
    read = json.loads(text)
    picture = tiles.from_json(read["picture"]) if "picture" in read else PictureNoise()
    parts = {name: Part(*counts) for name, counts in read["parts"].items()}
    turned = {name: Variants(checks, tuple(texts)) for name, (checks, *texts) in read.get("variants", {}).items()}
    return Noise(read["looks"], parts, turned, picture)
