"""Compares two versions of a page, and learns which parts of it change at every visit.

How a caller uses it: at the start of a watch, visit the page twice, some seconds or minutes apart, and `learn` from both. The
first judgement is of the third visit: `compare` it with the version before and the noise. After every comparison whose result is
`same` or `changed`, `learn` from the same two versions, so that parts which become quiet count again. `Noise.is_ready` says
whether two visits were learned from. After `removed` or `error`, keep the last good version, and compare the next visit with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from extraction.changes import values
from extraction.changes.change import Aspect, Change, FieldChange
from extraction.changes.noise import Noise
from extraction.changes.pair import Pair
from extraction.changes.picture import Difference
from extraction.changes.texts import diff_text, differences, lines
from extraction.changes.texts.diff_text import Words
from extraction.changes.texts.differences import Place
from extraction.changes.texts.unsteady import STEADY, Unsteady
from extraction.changes.version import Version

# A smaller share of a screen does not count as a change: a cursor, a rounding of a colour. A changed digit is larger.
SCREEN_SHARE_MIN = 0.00001
COARSE = " The page is long: the difference is shown by blocks."
DEFAULT: frozenset[Aspect] = frozenset(("markdown",))


def compare(
    before: Version | None,
    after: Version,
    noise: Noise,
    compared: Collection[Aspect] = DEFAULT,
    unsteady: Unsteady = STEADY,
) -> Change:
    """What changed for a reader since `before`.

    Pure: equal input gives equal output. Advertising, sessions, counters, times that count from now, the order of lists and
    what `noise` knows are not changes. Prices, fields, selectors, status and title are compared whatever `noise` says.

    Args:
        before: the last version that was neither `removed` nor `error`. None at the first visit.
        compared: which aspects may make the result `changed`. Whether the page is there is always judged.
        unsteady: what visits of the same check do not agree about. It is not a change either.
    Returns:
        `new` without `before`; `removed` for HTTP 404 and 410, pages that say so with status 200, and redirects to the home page;
        `error` for other statuses, bot checks, consent and login pages and empty pages; otherwise `same` or `changed`.
    """
    return compare_pair(Pair(before, after), noise, compared, unsteady)


def compare_pair(
    pair: Pair, noise: Noise, compared: Collection[Aspect] = DEFAULT, unsteady: Unsteady = STEADY
) -> Change:
    """What `compare` returns, for visits that are read already."""
    if pair.absence:
        return Change(*pair.absence)
    before, after = pair.before, pair.after
    if before is None:
        return Change("new", "First version of the page.")
    found = differences.without_noise(pair.differences.places, noise) if "markdown" in compared else []
    found = unsteady.without(found)
    fields = values.changes(before, after, compared)
    difference = pair.picture(noise.picture.noisy) if "screenshot" in compared else None
    aspects = _aspects(found, fields, difference)
    words = diff_text.changed_words(found)
    return Change(
        "changed" if aspects else "same",
        _description(found, words, fields, aspects) + (COARSE if found and pair.is_coarse else ""),
        aspects,
        diff=diff_text.unified(pair.differences.before, found),
        added_words=words.added,
        removed_words=words.removed,
        added_count=words.added_count,
        removed_count=words.removed_count,
        share=_share(words, pair) if found else 0.0,
        fields=fields,
        picture=difference.png if difference and "screenshot" in aspects else None,
        picture_share=difference.share if difference else None,
    )


def learn(noise: Noise, before: Version, after: Version) -> Noise:
    """The noise after one more pair of visits. Call it as the module's docstring says: at least once before the first judgement.

    A part is noise while it changed at half of the visits or more. A real change between the first two visits is taken for noise
    until the part has been quiet twice. Visits that did not get the page teach nothing.
    """
    return noise if Pair(None, before).absence else learn_pair(noise, Pair(before, after))


def learn_pair(noise: Noise, pair: Pair) -> Noise:
    """What `learn` returns, for visits that are read already, the earlier of which got the page."""
    if pair.absence:
        return noise
    places = pair.differences.places
    # The first two visits are minutes apart.
    turned = {} if noise.is_ready else differences.turns_of(places)
    return noise.seen(differences.parts_of(places)).turned(turned)


def learn_picture(noise: Noise, pair: Pair) -> Noise:
    """The noise after one more pair of screenshots. Visits without one, or that did not get the page, teach nothing."""
    found = None if pair.absence else pair.picture(noise.picture.noisy)
    return noise if found is None else replace(noise, picture=noise.picture.seen(found.tiles))


def _aspects(
    found: Sequence[Place], fields: Sequence[FieldChange], difference: Difference | None
) -> tuple[Aspect, ...]:
    aspects: dict[Aspect, None] = {"markdown": None} if found else {}
    aspects.update((change.aspect, None) for change in fields)
    if difference and difference.of_screen >= SCREEN_SHARE_MIN:
        aspects["screenshot"] = None
    return tuple(aspects)


def _share(words: Words, pair: Pair) -> float:
    longer = max(sum(len(lines.words(line.key)) for line in side) for side in pair.lines[:2])
    return round(min(1.0, max(words.added_count, words.removed_count) / max(longer, 1)), 4)


def _description(found: Sequence[Place], words: Words, fields: Sequence[FieldChange], aspects: Sequence[Aspect]) -> str:
    if not aspects:
        return "Nothing changed."
    sentences = [_field_sentence(change) for change in fields[:2]]
    if len(fields) > 2:
        sentences.append(f"{len(fields) - 2} more values changed.")
    if found:
        added, removed = words.added_count, words.removed_count
        sentences.append(
            f"The text changed: {_counted(added)} added, {_counted(removed)} removed."
            if added or removed
            else "The text changed in its order or its addresses."
        )
    if "screenshot" in aspects:
        sentences.append("The screenshot changed.")
    return " ".join(sentences)


def _counted(number: int) -> str:
    return f"{number} word" if number == 1 else f"{number} words"


def _field_sentence(change: FieldChange) -> str:
    name = "The price" if change.aspect == "price" else f"`{change.name[:100]}`"
    if change.old is None:
        return f"{name} is new: {_value(change.new)}."
    if change.new is None:
        return f"{name} is gone: it was {_value(change.old)}."
    return f"{name} changed from {_value(change.old)} to {_value(change.new)}."


def _value(value: object) -> str:
    shown = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    text = " ".join(shown.split())
    return text if len(text) <= 80 else text[:79] + "…"
