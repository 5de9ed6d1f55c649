"""How alike the name of a property and a label of a page are, word by word, in any language: `offerCode` and `Codice offerta`."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache

from extraction.answers.schema import units, word_rows
from extraction.answers.schema.names import without_note, words
from extraction.document.known_texts import remembered

# Words that only join others.
_JOINING = frozenset(
    "the a an of for in on to at by with and or my our its this is has per de la le les du des el los las lo"
    " un una une en et y e il i gli al del della delle dei di da do dos das na no em o os as para por pour sur"
    " au aux avec der die das den dem des ein eine und oder mit im am zum zur von vom fur het een van voor op"
    " met w z ze na do dla od i a ve ile bir icin og i av til for pa med och att som ja az egy es и в на по для"
    " с от до з та у του της των και から の は が を に へ と で 的 之 和 و في من على".split()
)
# A town in Danish and Norwegian after the genitive: `gaestens_by`. In English it only joins words: `hosted_by`.
_TOWN_OF = ("by",)
_GENERAL_WEIGHT = 0.35
_STEM_MIN, _STEM_SHARE, _ENDING_MAX, _PART_MIN, _WORD_MAX, _PLURAL_MIN = 4, 0.7, 3, 4, 40, 3
# Letters between the parts of a compound.
_LINKS = ("", "s", "n", "en", "es", "e")
_LABEL_COVERED_MIN = 0.45
_UNSPACED = "\u1100"  # From here on, words are often not separated by blanks.


@dataclass(frozen=True)
class Atom:
    """A word, or a part of a compound, with its meanings."""

    text: str
    meanings: frozenset[int] = frozenset()
    is_general: bool = False

    @property
    def weight(self) -> float:
        return _GENERAL_WEIGHT if self.is_general else 1.0


@cache
def _meanings() -> tuple[dict[str, frozenset[int]], frozenset[int]]:
    """The rows that each word is in, and the rows of general words."""
    found: dict[str, set[int]] = defaultdict(set)
    general, special = word_rows.GENERAL.strip().splitlines(), word_rows.SPECIAL.strip().splitlines()
    for number, row in enumerate((*general, *special)):
        for word in words_of(row):
            if word not in _JOINING:
                found[word].add(number)
    return {word: frozenset(rows) for word, rows in found.items()}, frozenset(range(len(general)))


@cache
def _decisive() -> frozenset[int]:
    """The rows whose words make a label that of another property: `Product number` is not `product`."""
    return meaning_of("number", "name", "date", "time", "year", "type", "price")


def meaning_of(*known: str) -> frozenset[int]:
    """The meanings of some words of the table."""
    by_word, _ = _meanings()
    return frozenset().union(*(by_word[word] for word in known))


def is_for_names(atom: Atom) -> bool:
    """Whether a word means a name or a title."""
    return bool(atom.meanings & meaning_of("name"))


def words_of(row: str) -> tuple[str, ...]:
    return tuple(part for text in row.split() for part in words(text))


@remembered(200_000)
def atoms(name: str) -> tuple[Atom, ...]:
    """The words of a name without those that only join others; compounds of known words in their parts."""
    return tuple(atom for word in words(name) if word not in _JOINING for atom in _atoms_of(word))


@remembered(200_000)
def _atoms_of(word: str) -> tuple[Atom, ...]:
    if len(word) > _WORD_MAX:
        return (Atom(word),)
    if (found := _known(word)) is not None:
        return (found,)
    if word[:1] >= _UNSPACED:
        return tuple(_parts_of_unspaced(word))
    for start in range(_PART_MIN, len(word) - _PART_MIN + 1):
        first, rest = word[:start], word[start:]
        last = _exactly(rest) or _known(rest)
        if last is None:
            continue
        for link in _LINKS:
            if first.endswith(link) and len(first) - len(link) >= _PART_MIN:
                before = _exactly(first[: len(first) - len(link)])
                if before is not None:
                    return before, last
    return _with_known_end(word) or (Atom(word),)


def _with_known_end(word: str) -> tuple[Atom, ...]:
    """A compound of a known last word and a text that begins with a known word, or is not known."""
    for start in range(_PART_MIN, len(word) - _PART_MIN + 1):
        if (last := _exactly(word[start:])) is not None and len(last.text) > _PART_MIN:
            begun = (one for end in range(start, _PART_MIN - 1, -1) if (one := _exactly(word[:end])))
            return next(begun, Atom(word[:start])), last
    return ()


def _parts_of_unspaced(word: str) -> list[Atom]:
    """The longest known words in a text without blanks, and what is between them."""
    found: list[Atom] = []
    rest, start = "", 0
    while start < len(word):
        known = next(
            (one for end in range(min(len(word), start + 6), start, -1) if (one := _exactly(word[start:end]))), None
        )
        if known is None:
            rest, start = rest + word[start], start + 1
            continue
        found += [Atom(rest)] if rest else []
        found.append(known)
        rest, start = "", start + len(known.text)
    return [*found, *([Atom(rest)] if rest else [])]


def _exactly(word: str) -> Atom | None:
    by_word, general = _meanings()
    rows = by_word.get(word)
    return None if rows is None else Atom(word, rows, rows <= general)


def _known(word: str) -> Atom | None:
    """A word with its meanings, also without the ending of a case or of the plural."""
    if (found := _exactly(word)) is not None:
        return found
    if word.startswith("ال") and (found := _exactly(word[2:])) is not None:
        return found
    for ending in range(1, _ENDING_MAX + 1):
        stem = word[:-ending]
        is_plural = word.endswith("s") and ending == 1 and len(stem) >= _PLURAL_MIN
        if (is_plural or len(stem) >= _STEM_MIN + 1) and (found := _exactly(stem)) is not None:
            return Atom(word, found.meanings, found.is_general)
    return None


def _are_alike(one: Atom, other: Atom) -> bool:
    if one.text == other.text or one.meanings & other.meanings:
        return True
    short, long = sorted((one.text, other.text), key=len)
    if len(short) < _STEM_MIN or one.meanings or other.meanings:
        return False
    common = next(
        (place for place, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short)
    )
    return common >= max(_STEM_MIN, _STEM_SHARE * len(long))


@remembered(200_000)
def signs(name: str) -> frozenset[int | str]:
    """The meanings and the first letters of the words of a text, by which texts that are not alike are told quickly."""
    found = atoms(name)
    return frozenset().union(*(atom.meanings for atom in found), (atom.text[:_STEM_MIN] for atom in found))


@lru_cache(maxsize=20_000)
def may_need(name: str) -> tuple[frozenset[int | str], ...]:
    """For each word of a property's name that says something: the signs of which a label has one."""
    found = atoms(units.without_unit(name) or name)
    needed = [atom for atom in found if not atom.is_general] or found[:1]
    return tuple(frozenset((*atom.meanings, atom.text[:_STEM_MIN])) for atom in needed)


@lru_cache(maxsize=20_000)
def likeness(name: str, label: str) -> float:
    """How alike they are, from 0 to 2: the share of the name's words that the label has, and of the label's that the name has.

    0 unless the label has each word of the name that says something, without its unit.
    """
    bare = units.without_unit(name) or name
    if words(name)[1:2] == _TOWN_OF and words(name)[0].endswith("s"):
        return 0.0
    wanted, shown = atoms(bare), atoms(without_note(label))
    if not wanted or not shown or len(shown) > 8:
        return 0.0
    covered = [any(_are_alike(one, other) for other in shown) for one in wanted]
    if all(one.is_general for one in wanted) and not all(covered):
        return 0.0
    if any(not one.is_general and not is_covered for one, is_covered in zip(wanted, covered, strict=True)):
        return 0.0
    if any(other.meanings & _decisive() and not any(_are_alike(one, other) for one in wanted) for other in shown):
        return 0.0
    of_name = sum(one.weight for one, is_covered in zip(wanted, covered, strict=True) if is_covered)
    of_label = sum(other.weight for other in shown if any(_are_alike(one, other) for one in wanted))
    share = of_label / sum(other.weight for other in shown)
    return of_name / sum(one.weight for one in wanted) + share if share >= _LABEL_COVERED_MIN else 0.0
