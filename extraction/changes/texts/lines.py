"""The lines of a Markdown text, with what two visits compare of them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extraction.changes.texts import normal_form
from extraction.content.rules.other_titles import is_other_title
from extraction.document.letters import folded
from extraction.document.months import month_of

# A longer line is compared in pieces, so that a changed word far inside it leaves the rest equal.
LONG_LINE = 1_500
_UNKNOWN = "\0"
# Titles and teasers of recommended entities are short. A longer text without a link is the page's own: there the list has ended.
RECOMMENDED_WORDS_MAX, PROSE_WORDS_MIN = 12, 20
# A shorter line below a label of advertising is advertising.
ADVERTISED_WORDS_MAX = 8
_HEADING = re.compile(r"(?:>\s?)*(#{1,6})\s")
_ORDERED = re.compile(r"\s*\d{1,9}[.)]\s")
_ITEM = re.compile(r"\s*(?:[-+*•]|\d{1,9}[.)])\s")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_ADDRESS = re.compile(r"<[^<>]{0,4000}>")
_NUMBER = re.compile(r"\d+(?:[.,:' ’]\d+)*")
_WORD = re.compile(r"[^\W\d_]+")
_MONEY = re.compile(r"[$€£¥₹₽₺₩]|\b(?:EUR|USD|GBP|CHF|JPY|PLN|SEK|NOK|DKK|CZK|HUF|TRY|BRL|kr|zł|Kč|руб)\b|%")
_PIECE_END = re.compile(r"(?<=[.!?…。！？;])\s+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[^\W_](?:[^\W_]|[.,'’:/-](?=[^\W_])){0,80}")
_WEEKDAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch "
    "donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes "
    "sabado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag "
    "zaterdag zondag".split()
)


# A line, or a piece of a long one, and the start of the whole line.
Piece = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of Markdown.

    Attributes:
        raw: the line as the page has it, a piece of a long one, or several lines of a page that is compared by blocks.
        key: its normal form. Lines with an equal key are equal for a reader.
        is_ordered: a row of a table, an item of a numbered list or code: its position counts.
        is_recommended: a link, an image, a title or a short text under a heading such as "You may also like", or a short line below
            a label such as "Sponsored by".
    """

    raw: str
    key: str
    is_heading: bool
    is_item: bool
    is_ordered: bool
    is_recommended: bool

    @property
    def form(self) -> str:
        """The text without addresses, numbers, months and days of the week."""
        return _WORD.sub(_without_calendar, _NUMBER.sub("#", _ADDRESS.sub("", self.key)))

    @property
    def has_price(self) -> bool:
        """Whether the line has a price or a percentage."""
        return _MONEY.search(self.key) is not None


def _without_calendar(found: re.Match[str]) -> str:
    name = found[0]
    return "#" if month_of(name) or folded(name) in _WEEKDAYS else name


def split(markdown: str) -> list[Piece]:
    """The lines without empty ones, long ones in pieces. Their normal forms are not made yet: this is cheap."""
    found: list[Piece] = []
    for raw in markdown.splitlines():
        if not raw or raw.isspace():
            continue
        if len(raw) <= LONG_LINE or _FENCE.match(raw):
            found.append((raw, raw))
        else:
            found += [(piece, raw[:LONG_LINE]) for piece in _pieces(raw)]
    return found


def read(markdown: str) -> list[Line]:
    """The lines that a reader sees, without empty ones and advertisements."""
    return read_pieces(split(markdown), {})


def read_pieces(pieces: Sequence[Piece], keys: dict[str, str]) -> list[Line]:
    """The lines of pieces. `keys` has normal forms that are known, and gets the new ones: the two visits of a page share it."""
    found: list[Line] = []
    level = recommended_level = 0
    in_code = is_advertised = False
    for piece, raw in pieces:
        if _FENCE.match(raw):
            in_code = not in_code
            continue
        title = None if in_code else _HEADING.match(raw)
        if in_code:
            key = " ".join(piece.split())
        elif (key := keys.get(piece, _UNKNOWN)) is _UNKNOWN:
            key = keys[piece] = normal_form.of_line(piece)
        if title:
            level = len(title[1])
            if recommended_level and level <= recommended_level:
                recommended_level = 0
            # A page's own title is never above other entities.
            if not recommended_level and level > 1 and is_other_title(key):
                recommended_level = level
        if not key:
            continue
        is_ordered = in_code or raw.lstrip().startswith("|") or _ORDERED.match(raw) is not None
        is_item = not in_code and _ITEM.match(raw) is not None
        size = len(key.split(None, PROSE_WORDS_MIN)) if recommended_level else 0
        if size >= PROSE_WORDS_MIN and "<" not in key:
            recommended_level = 0
        is_entity = (
            "<" in key or is_item or size <= RECOMMENDED_WORDS_MAX or (title is not None and level > recommended_level)
        )
        is_below_label = (
            is_advertised
            and not (title or is_item)
            and len(key.split(None, ADVERTISED_WORDS_MAX)) <= ADVERTISED_WORDS_MAX
        )
        is_advertised = normal_form.is_advertisement(key)
        is_recommended = ((recommended_level > 0 and is_entity) or is_below_label) and not is_ordered
        found.append(Line(piece, key, bool(title), is_item, is_ordered, is_recommended))
    return found


def _pieces(raw: str) -> Iterator[str]:
    """Pieces of a long line: sentences, and long ones cut after words that a digest chooses, so that equal text is cut equally."""
    for sentence in _PIECE_END.split(raw):
        if len(sentence) <= LONG_LINE:
            yield sentence
            continue
        piece: list[str] = []
        size = 0
        for word in sentence.split(" "):
            for start in range(0, max(len(word), 1), LONG_LINE):
                part = word[start : start + LONG_LINE]
                piece.append(part)
                size += len(part) + 1
                if size > LONG_LINE or (size > 200 and digest(part)[0] in "01"):
                    yield " ".join(piece)
                    piece, size = [], 0
        if piece:
            yield " ".join(piece)


def words(text: str) -> list[str]:
    """The words and numbers of a text. Scripts without spaces between words give characters."""
    return _UNSPACED.findall(_ADDRESS.sub(" ", text))


def digest(text: str) -> str:
    """Twelve hexadecimal digits for a text."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()
