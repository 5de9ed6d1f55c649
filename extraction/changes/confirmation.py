"""Whether later visits of a check agree about a change. What differs between them is chosen for each visit, and is not a change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from extraction.changes import comparison
from extraction.changes.change import Aspect, Change
from extraction.changes.noise import Noise
from extraction.changes.pair import Pair
from extraction.changes.texts import differences
from extraction.changes.texts.unsteady import STEADY, Unsteady
from extraction.changes.version import Version

# The pauses before the confirming visits. A check makes at most so many: those that fail decide nothing.
PAUSES_SECONDS = (15, 30, 60, 60, 60, 60, 60, 60)
# Visits of a watch that compares `json`: each may ask the language model, free of charge.
JSON_VISITS_MAX = 2
# Visits that must agree: of a known page, and of one whose text at this place was seen to turn. A page that was visited only a few
# times may have variants that were not seen yet, so that there must be so many visits in all.
AGREEING_MIN, AGREEING_TURNED, VISITS_MIN = 2, 6, 6
# Comparing many visits of a longer page would take too long: a change of it stands at once.
MARKDOWN_MAX_CHARS = 500_000


@dataclass(frozen=True)
class Settled:
    """What the visits of a check say together.

    Attributes:
        last: the newest visit that shows the change.
        pause_seconds: the page must be visited again after this; None if the visits are enough.
        is_change: whether the later visits agree.
        unsteady: what they do not agree about.
        turned: digests of texts that one part of the page had at different visits, by identifier.
    """

    last: Version
    pause_seconds: int | None = None
    is_change: bool = True
    unsteady: Unsteady = STEADY
    turned: Mapping[str, set[str]] = field(default_factory=dict)


def settle(before: Version, visits: Sequence[Version | None], noise: Noise, compared: Collection[Aspect]) -> Settled:
    """What the visits say of a change that the first of them showed. None is a visit that got no answer.

    Screenshots are not looked at. A change is dropped at the first visit that does not show it. Visits that fail decide nothing:
    after all of them the change stands. If `json` is compared, there are at most `JSON_VISITS_MAX`.
    """
    texts = [aspect for aspect in compared if aspect != "screenshot"]
    first, *later = visits
    assert first is not None
    found = Settled(first)
    if max(len(before.markdown), len(first.markdown)) > MARKDOWN_MAX_CHARS:
        return found
    pair = Pair(before, first)
    change = comparison.compare_pair(pair, noise, texts)
    if change.result == "same":
        # Only the screenshot changed.
        return found
    needed, agreed = _needed(pair, change, noise), 0
    for visit in later:
        if visit is None:
            continue
        seen = _with_visit(found, visit, noise)
        now = comparison.compare(before, visit, noise, texts, seen.unsteady)
        if now.result == "same":
            return replace(seen, is_change=False)
        if now.result == "error":
            continue
        agreed = agreed + 1 if now.result == change.result else 0
        change, found = now, replace(seen, last=visit)
    most = JSON_VISITS_MAX if "json" in compared else len(PAUSES_SECONDS)
    if agreed >= needed or len(later) >= most:
        return found
    return replace(found, pause_seconds=PAUSES_SECONDS[len(later)])


def _needed(pair: Pair, change: Change, noise: Noise) -> int:
    """How many visits must agree."""
    if change.result == "removed":
        return AGREEING_MIN
    if noise.variants and differences.have_turned(differences.without_noise(pair.differences.places, noise), noise):
        return AGREEING_TURNED
    visits = noise.looks + 1
    return max(AGREEING_MIN, VISITS_MIN - visits)


def _with_visit(found: Settled, visit: Version, noise: Noise) -> Settled:
    """With what differs between the last visit and this one, if both got the page."""
    pair = Pair(found.last, visit)
    if pair.absence:
        return found
    places = differences.without_noise(pair.differences.places, noise)
    turned = {name: {*texts} for name, texts in found.turned.items()}
    for name, texts in differences.turns_of(places).items():
        turned.setdefault(name, set()).update(texts)
    return replace(found, unsteady=found.unsteady.also(places), turned=turned)
