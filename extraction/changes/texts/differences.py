"""Which lines two texts really differ in, and which parts of the page that is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice

from extraction.changes.noise import Noise
from extraction.changes.texts import lines, normal_form, sequence
from extraction.changes.texts.lines import Line
from extraction.changes.texts.sequence import Hunk

FORM_LINES_MAX, FORM_CHARS_MAX = 2_000, 60_000
FORMS_MAX = 400
# How far the nearest line that has not moved is looked for.
NEIGHBOURS_MAX = 40
# More places are joined with their neighbours.
PLACES_MAX = 1_000
_START, _END = "^", "$"


@dataclass(frozen=True)
class Place:
    """A differing place: which of the hunk's lines count as removed and added, and the lines around it."""

    hunk: Hunk
    removed: tuple[Line, ...]
    added: tuple[Line, ...]
    previous: str
    following: str
    # The lines around the list that the place is in, or None outside of lists.
    list_edges: tuple[str, str] | None = None

    @property
    def words(self) -> int:
        """The number of words of the longer side."""
        return max(_size(self.removed), _size(self.added))


@dataclass(frozen=True)
class Differences:
    """Where two texts differ.

    Attributes:
        before: the lines before that the places count in.
        is_coarse: places were joined, because there are too many.
    """

    before: Sequence[Line]
    places: tuple[Place, ...] = ()
    is_coarse: bool = False


def find(before: Sequence[Line], after: Sequence[Line]) -> Differences:
    """Where the texts differ. Lines that only moved are left out, unless their order counts; so are recommendations."""
    before, after = _lasting(before, after)
    keys, new_keys = [line.key for line in before], [line.key for line in after]
    gone, come = Counter(keys), Counter(new_keys)
    gone, come = gone - come, come - gone
    if not gone and not come:
        moved = _moved(before, after)
        if not moved:
            return Differences(before)
        gone, come = Counter(moved), Counter(moved)
    every = sequence.hunks(keys, new_keys)
    joined = sequence.merged(every, PLACES_MAX)
    shifted = {key for hunk in joined for key in keys[hunk.start : hunk.end] if key not in gone}
    found = []
    for hunk in joined:
        removed = _taken(before[hunk.start : hunk.end], gone)
        added = _taken(after[hunk.new_start : hunk.new_end], come)
        if removed or added:
            found.append(_place(before, shifted, hunk, removed, added))
    return Differences(before, tuple(found), len(every) > PLACES_MAX)


def _moved(before: Sequence[Line], after: Sequence[Line]) -> list[str]:
    """Rows, numbered items and lines of code, which are read in their order, if that order differs."""
    rows, new_rows = (
        [line.key for line in side if line.is_ordered and not line.is_recommended] for side in (before, after)
    )
    return [] if rows == new_rows else rows


def _lasting(before: Sequence[Line], after: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Both texts, with the lines that differ in their lasting form: this is slow, and equal lines do not need it."""
    times, new_times = Counter(line.key for line in before), Counter(line.key for line in after)
    forms = _forms(times - new_times) | _forms(new_times - times)
    return _in_form(before, forms), _in_form(after, forms)


def _forms(keys: Counter[str]) -> dict[str, str]:
    """The lasting forms of the first lines. Where more than these differ, it is not for counters and clocks alone."""
    forms: dict[str, str] = {}
    left = FORM_CHARS_MAX
    for key in islice(keys, FORM_LINES_MAX):
        left -= len(key)
        if left < 0:
            break
        forms[key] = normal_form.lasting(key)
    return forms


def _in_form(side: Sequence[Line], forms: Mapping[str, str]) -> list[Line]:
    formed = (replace(line, key=forms[line.key]) if line.key in forms else line for line in side)
    return [line for line in formed if line.key]


def _taken(found: Sequence[Line], left: Counter[str]) -> tuple[Line, ...]:
    taken = []
    for line in found:
        if left[line.key] > 0:
            left[line.key] -= 1
            if not line.is_recommended:
                taken.append(line)
    return tuple(taken)


def _place(
    before: Sequence[Line], moved: Set[str], hunk: Hunk, removed: tuple[Line, ...], added: tuple[Line, ...]
) -> Place:
    previous = _neighbour(before, moved, hunk.start - 1, -1) or _START
    following = _neighbour(before, moved, hunk.end, 1) or _END
    changed = (*removed, *added)
    edges = _list_edges(before, hunk) if all(line.is_item for line in changed) else None
    return Place(hunk, removed, added, lines.digest(previous), lines.digest(following), edges)


def _neighbour(before: Sequence[Line], moved: Set[str], index: int, step: int) -> str | None:
    """The nearest line that has not moved: blocks in changing order are beside another place at each visit."""
    for position in range(index, index + step * NEIGHBOURS_MAX, step):
        if not 0 <= position < len(before):
            return None
        if before[position].key not in moved:
            return before[position].key
    return before[index].key


def _list_edges(before: Sequence[Line], hunk: Hunk) -> tuple[str, str]:
    start, end = hunk.start, hunk.end
    while start and before[start - 1].is_item and hunk.start - start < 500:
        start -= 1
    while end < len(before) and before[end].is_item and end - hunk.end < 500:
        end += 1
    edge, other = before[start - 1].key if start else _START, before[end].key if end < len(before) else _END
    return lines.digest(edge), lines.digest(other)


def identifiers(place: Place) -> dict[str, int]:
    """The parts of the page that this place is in, by identifier, with its number of words."""
    size = place.words
    found = {f"between {place.previous} {place.following}": size}
    if len(place.removed) <= 1 and len(place.added) <= 1:
        # One line beside blocks in changing order has one neighbour that stays.
        found |= {f"after {place.previous}": size, f"before {place.following}": size}
    if place.list_edges:
        found["list {} {}".format(*place.list_edges)] = size
    found |= {f"form {lines.digest(form)}": 0 for form in _common_forms(place)}
    return found


def texts_of(place: Place) -> tuple[str, str]:
    """Digests of what the place had and has."""
    return _digest(place.removed), _digest(place.added)


def _digest(side: Sequence[Line]) -> str:
    return lines.digest("\n".join(line.key for line in side))


def parts_of(places: Sequence[Place]) -> dict[str, int]:
    """The parts of the page that the places are in, by identifier, with the largest number of words of each."""
    found: dict[str, int] = {}
    for place in places:
        for name, size in identifiers(place).items():
            found[name] = max(size, found.get(name, 0))
    return found


def turns_of(places: Sequence[Place]) -> dict[str, set[str]]:
    """What was in the parts of the places at both visits: digests by identifier."""
    found: dict[str, set[str]] = {}
    for place in places:
        for name in _names(place):
            found.setdefault(name, set()).update(texts_of(place))
    return found


def have_turned(places: Sequence[Place], noise: Noise) -> bool:
    """Whether one of the places is in a part that was seen with different texts within minutes."""
    return any(name in noise.variants for place in places for name in _names(place))


def positions(place: Place) -> list[str]:
    """What is between the same lines as the place, or in the same list."""
    return [name for name in identifiers(place) if name.startswith(("between", "list"))]


def _names(place: Place) -> list[str]:
    """The identifiers by position."""
    return [name for name in identifiers(place) if not name.startswith("form")]


def without_noise(found: Sequence[Place], noise: Noise) -> list[Place]:
    """The places, without those of parts that change at every visit. A sentence whose price changes is never one of these."""
    left = []
    for place in found:
        if not is_another_price(place) and (_is_known(place, noise) or _is_variant(place, noise)):
            continue
        quiet = {form for form in _forms_of(place) if noise.has(f"form {lines.digest(form)}")}
        if not quiet:
            left.append(place)
            continue
        removed = tuple(line for line in place.removed if line.has_price or line.form not in quiet)
        added = tuple(line for line in place.added if line.has_price or line.form not in quiet)
        if removed or added:
            left.append(replace(place, removed=removed, added=added))
    return left


def _is_known(place: Place, noise: Noise) -> bool:
    named = identifiers(place).items()
    return any(noise.has(name, size) for name, size in named if not name.startswith("form"))


def _is_variant(place: Place, noise: Noise) -> bool:
    return bool(noise.variants) and any(noise.has_variants(name, texts_of(place)) for name in _names(place))


def is_another_price(place: Place) -> bool:
    """Whether a sentence or a row stayed the same but for its numbers, one of which is a price. Of large places, any prices."""
    if len(place.removed) + len(place.added) > FORMS_MAX:
        return all(any(line.has_price for line in side) for side in (place.removed, place.added))
    forms = {line.form for line in place.removed if line.has_price}
    return any(line.form in forms for line in place.added if line.has_price)


def _common_forms(place: Place) -> set[str]:
    """Forms of lines that only changed their numbers, none of them a price. Only of small places: there they belong together."""
    return _forms_of(place, place.removed) & _forms_of(place, place.added)


def _forms_of(place: Place, side: Sequence[Line] | None = None) -> set[str]:
    """Forms of the lines without a price of one side or both. Only of small places."""
    if len(place.removed) + len(place.added) > FORMS_MAX:
        return set()
    return {line.form for line in ((*place.removed, *place.added) if side is None else side) if not line.has_price}


def _size(changed: Sequence[Line]) -> int:
    return sum(len(lines.words(line.key)) for line in changed)
