"""Which columns of repeated blocks answer the properties of a list's items."""

from __future__ import annotations

from dataclasses import dataclass

from extraction.answers.facts import contributions
from extraction.answers.facts.things import Declared
from extraction.answers.repeated import cells, columns, kinds_of_text
from extraction.answers.repeated.blocks import Series
from extraction.answers.repeated.columns import Column
from extraction.answers.schema import glossary, list_nouns, units, vocabulary
from extraction.answers.schema.names import forms, letters, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.document.tree import Tree, all_text

SERIES_MAX = 12
_NAME_WORDS = frozenset(
    "name title headline titulo titre titel nom nome nombre naam nazwa namn nimi bezeichnung titolo baslik isim imie nazwisko"
    " vorname nachname nome cognome apellido denominacion headline 名前 名称 姓名".split())
_PROSE_WORDS = frozenset(
    "text body content description summary comment message review note descripcion descricao descrizione beschreibung texte texto testo"
    " tekst metin metni inhalt 本文 内容".split()
)
# Classes of two letters that frameworks have for sizes and places.
_SIZES = frozenset("sm md lg xl xs px py pt pb pl pr mt mb ml mr mx my row col btn img svg box".split()) - {"pl"}
_WHOLE = frozenset("full item main complete display page product the of".split())
_END_WORDS = frozenset("end ends until to bis ende fin fine bitis einde koniec slut".split())
_LONG, _BLOCK_MAX_CHARS = 4, 5_000
_FILLED_MIN, _FORM_MIN, _TEXT_MIN = 0.5, 0.75, 0.6
# How the column of a property was found.
NAMED, BY_FORM = "named", "form"


@dataclass(frozen=True)
class Answer:
    """The things of one series, and how each property was found."""

    things: tuple[Declared, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()

    @property
    def rank(self) -> tuple[int, int]:
        return len(self.ways), len(self.things)


def read(every: list[Series], asked: SchemaField, kind: str, *, may_be_unnamed: bool) -> list[Declared]:
    """The blocks of the only series whose names are the list's, as things with the schema's own names.

    Properties that only the form of a text speaks for are in `Declared.weak`. Empty if no property is found, or if two series have
    as many.

    Args:
        may_be_unnamed: the page is about what it lists, so that its longest series may be the list without being named so.
    """
    names = _names_of_list(asked)
    scalars = {name: one for name, one in asked.item.properties.items() if not one.is_list and not one.is_object}
    if not scalars:
        return []
    answers = [
        answer
        for series in [one for one in every if one.names & names][:SERIES_MAX]
        if (answer := _answer(series, scalars, kind, names)).things
    ]
    if not answers and may_be_unnamed and (longest := _longest(every)):
        answer = _answer(longest, scalars, kind, names)
        answers = [answer] if len(answer.ways) >= max(2, len(scalars) / 2) else []
    answers.sort(key=lambda one: one.rank, reverse=True)
    if len(answers) > 1 and answers[0].rank == answers[1].rank:
        return []
    return list(answers[0].things) if answers else []


def of_names(every: list[Series], asked: SchemaField, kind: str, names: list[str]) -> list[Declared | None]:
    """The block of each named thing, from the series whose blocks have one of the names each. Empty if there is none."""
    scalars = {name: one for name, one in asked.item.properties.items() if not one.is_list and not one.is_object}
    wanted = [letters(name) for name in names]
    if len(wanted) < 2 or not all(wanted) or len(set(wanted)) < len(wanted) or not scalars:
        return []
    best: list[Tree] = []
    for series in every:
        if len(series.blocks) < len(wanted):
            continue
        texts = [(block, letters(all_text(block)[:_BLOCK_MAX_CHARS])) for block in series.blocks]
        owners = [[block for block, text in texts if name in text] for name in wanted]
        if all(len(one) == 1 for one in owners) and len({one[0] for one in owners}) == len(wanted):
            found = [one[0] for one in owners]
            if not best or _size(found) > _size(best):
                best = found
    if not best:
        return []
    answer = _answer(Series(tuple(best), frozenset()), scalars, kind, _names_of_list(asked))
    return list(answer.things) if len(answer.things) == len(best) else []


def _size(blocks: list[Tree]) -> int:
    return sum(len(all_text(block)) for block in blocks)


def _longest(every: list[Series]) -> Series | None:
    """The series with most text, if it is long and no other one has half of it, apart from those in its blocks."""
    sizes = sorted(((sum(len(all_text(block)) for block in one.blocks), len(one.blocks), one) for one in every), key=lambda one: one[:2], reverse=True)
    if not sizes or sizes[0][1] < _LONG:
        return None
    first = sizes[0][2]
    others = [size for size, _, one in sizes[1:] if not _overlap(one, first)]
    return first if not others or 2 * others[0] < sizes[0][0] else None


def _overlap(one: Series, other: Series) -> bool:
    """Whether the blocks of a series are in those of another one, or around them."""
    of_one, of_other = set(one.blocks), set(other.blocks)
    block, inner = one.blocks[0], other.blocks[0]
    return bool(of_one & of_other) or any(around in of_other for around in block.iterancestors()) or any(around in of_one for around in inner.iterancestors())


def _names_of_list(asked: SchemaField) -> frozenset[str]:
    """The names under which a page may have the list: its own, in the singular, in other languages, and of the same kind."""
    own = [asked.name, *glossary.english_for(asked.name), *glossary.labels_for(asked.name)]
    kind = vocabulary.kind_named(asked.name)
    own += vocabulary.names_of_kind(kind) if kind else ()
    written = contributions.kind_of(asked.name)
    found = {form for name in own for form in forms(name)} | list_nouns.alike(asked.name)
    for english in glossary.english_for(asked.name):
        found |= list_nouns.alike(english)
    return frozenset(one for one in found if one and contributions.kind_of(one) in ("", written))


def _answer(series: Series, scalars: dict[str, SchemaField], kind: str, names: frozenset[str]) -> Answer:
    rows = [row for block in series.blocks if len(row := cells.read(block)) > 1]
    if len(rows) < 2:
        return Answer()
    matcher = _Matcher(columns.of_rows(rows), scalars, kind)
    matcher.by_name()
    matcher.by_title(names)
    matcher.by_form()
    matcher.by_abbreviation()
    ways = matcher.ways
    if not ways:
        return Answer()
    weak = frozenset(name for name, way in ways.items() if way != NAMED)
    things = []
    for place in range(len(rows)):
        values = {
            name: cell.link if _is_link(scalars[name]) and cell.link else cell.text
            for name, column in matcher.found.items()
            if (cell := column.cells[place]) is not None
        }
        if values:
            things.append(Declared(values, "block", True, weak=weak))
    return Answer(tuple(things), tuple(ways.items()))


class _Matcher:
    """Finds the column of each property, the surest ways first. A column answers one property."""

    def __init__(self, every: list[Column], scalars: dict[str, SchemaField], kind: str) -> None:
        self._columns, self._scalars, self._kind = every, scalars, kind
        self._forms = {name: kinds_of_text.of_property(one, kind) for name, one in scalars.items()}
        self.found: dict[str, Column] = {}
        self.ways: dict[str, str] = {}

    def _take(self, name: str, column: Column, way: str) -> None:
        self.found[name], self.ways[name] = column, way

    @property
    def _open(self) -> dict[str, SchemaField]:
        return {name: one for name, one in self._scalars.items() if name not in self.found}

    @property
    def _free(self) -> list[Column]:
        used = [id(column) for column in self.found.values()]
        texts = {column.texts for column in self.found.values()}
        return [one for one in self._columns if id(one) not in used and one.texts not in texts and not one.is_constant]

    def by_name(self) -> None:
        """Columns that a label or a class names: by the property's own name before those that mean the same."""
        for names_of in (_own_names, self._other_names):
            for name, asked in self._open.items():
                wanted = names_of(asked)
                fitting = [
                    one for one in self._columns
                    if one.names & wanted and not one.is_former and self._may_be(one, name, asked) and one not in self.found.values()
                ]
                if (column := _innermost(fitting)) is not None:
                    self._take(name, column, NAMED)

    def _other_names(self, asked: SchemaField) -> frozenset[str]:
        if _is_name(asked):
            return frozenset()  # Many things in a block have names.
        term = vocabulary.term_of(asked.name, asked.texts, self._kind)
        every = {form for name in (term.labels if term else ()) for form in forms(name)}
        return frozenset((*every, *glossary.labels_for(asked.name), *_english(asked))) - _NAME_WORDS - {""}

    def _may_be(self, column: Column, name: str, asked: SchemaField) -> bool:
        """Whether the texts of a column may be converted to what the property asks for."""
        form = self._forms[name]
        if column.is_count and asked.kinds <= {"string"}:
            return False
        if asked.kinds and asked.kinds <= {"integer", "number"}:
            return all(any(map(str.isdigit, text)) for text in column.texts)
        return form not in ("email", "date", "enum") or column.fitting(form, asked) >= _TEXT_MIN

    def by_title(self, names: frozenset[str]) -> None:
        """The headings of the blocks, for the name of an item: `name`, or `player` of the list `players`."""
        titles = [
            one for one in self._free
            if (one.is_heading or one.is_title or (one.is_emphasised and one.is_leaf)) and one.share == 1 and len(set(one.texts)) > 1 and one.kinds["text"] + one.kinds["prose"] > _TEXT_MIN * len(one.texts)
        ]
        texts = [one for one in self._free if one.is_leaf and one.share == 1 and one.kinds["text"] == len(one.texts)]
        if not titles and len(texts) == 1 and len(set(texts[0].texts)) > 1:
            titles = texts
        for name, asked in self._open.items():
            if titles and (_is_name(asked, names) or set(forms(asked.name)) & names) and asked.kinds <= {"string"} and not self._forms[name] and not asked.format:
                self._take(name, min(titles, key=lambda one: (not one.is_heading, not one.is_title)), NAMED)
                return

    def by_form(self) -> None:
        """The only column of a form: the only day, the only price, the only address of mail."""
        for name, asked in self._open.items():
            form = self._forms[name]
            rivals = [other for other in self._open if self._forms[other] == form and not (form == "time" and _is_end(other))]
            if not form or form == "number" or (form == "time" and _is_end(name)) or (len(rivals) > 1 and form != "enum") or not _is_plain(asked, form):
                continue
            fitting = [
                one for one in self._free
                if one.is_leaf and not one.is_former and one.share >= _FILLED_MIN and one.fitting(form, asked) >= _FORM_MIN
            ]
            if len(fitting) == 1:
                self._take(name, fitting[0], BY_FORM)
        for name, asked in self._open.items():
            if set(words(asked.name)) & _PROSE_WORDS and asked.kinds <= {"string"}:
                fitting = [one for one in self._free if one.share >= _FORM_MIN and one.kinds["prose"] >= _FILLED_MIN * len(one.texts)]
                if (column := _innermost(fitting)) is not None:
                    self._take(name, column, BY_FORM)

    def by_abbreviation(self) -> None:
        """Columns whose class abbreviates the name of one open property only: `pl` of `player`."""
        pairs = [
            (name, column)
            for name, asked in self._open.items()
            for column in self._free
            if column.is_leaf and self._may_be(column, name, asked) and any(_abbreviates(short, name) for short in column.names)
        ]
        for name, column in pairs:
            if sum(one == name for one, _ in pairs) == 1 and sum(one is column for _, one in pairs) == 1:
                self._take(name, column, BY_FORM)


def _abbreviates(short: str, name: str) -> bool:
    """Whether a few letters are the first one of a word and others of it in their order, the last consonant among them."""
    if not 2 <= len(short) <= 4 or not short.isalpha() or short in _SIZES:
        return False
    return any(len(short) < len(word) and word[0] == short[0] and _is_within(short, word) for word in words(name)[:1])


def _is_within(short: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in short)


def _own_names(asked: SchemaField) -> frozenset[str]:
    return frozenset(form for name in (asked.name, units.without_unit(asked.name)) for form in forms(name)) - {""}


def _is_name(asked: SchemaField, names: frozenset[str] = frozenset()) -> bool:
    """Whether a property is the name or the title of an item, not that of its owner. `names`: what the list is called."""
    named = words(asked.name)
    if vocabulary.is_title(asked.name):
        return True
    return bool(set(named) & _NAME_WORDS) and all(word in _NAME_WORDS | _WHOLE or word in names for word in named)


def _english(asked: SchemaField) -> set[str]:
    return {form for name in glossary.english_for(asked.name) for form in forms(name)}


def _innermost(fitting: list[Column]) -> Column | None:
    """The only column of some, or the one that is in all others. A label is surer than a class."""
    labelled = [one for one in fitting if one.is_labelled]
    fitting = labelled or fitting
    inner = [
        one for one in fitting
        if not any(other is not one and _is_in(other, one) for other in fitting)
    ]
    return inner[0] if len(inner) == 1 else None


def _is_in(inner: Column, outer: Column) -> bool:
    """Whether the texts of a column are parts of those of another one."""
    pairs = [(one.text, other.text) for one, other in zip(inner.cells, outer.cells, strict=True) if one and other]
    return bool(pairs) and all(len(one) < len(other) and one in other for one, other in pairs)


def _is_end(name: str) -> bool:
    """Whether a property asks when something ends: one time of a block is its start."""
    return bool(set(words(name)) & _END_WORDS)


def _is_plain(asked: SchemaField, form: str) -> bool:
    """Whether a price is that of the thing, not a former one, a part or a lowest one."""
    if form != "money":
        return True
    bare = units.without_unit(asked.name) or asked.name
    return len(words(bare)) == 1


def _is_link(asked: SchemaField) -> bool:
    term = vocabulary.term_of(asked.name, asked.texts, "")
    return asked.format in ("uri", "url") or bool(term and term.holds == "url" and "url" in term.paths)
