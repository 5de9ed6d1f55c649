"""Which columns of repeated blocks answer the properties of a list's items."""

from __future__ import annotations

import re

from extraction.answers.facts import prices
from extraction.answers.repeated import kinds_of_text
from extraction.answers.repeated.columns import Column
from extraction.answers.schema import glossary, units, vocabulary
from extraction.answers.schema.names import forms, words
from extraction.answers.schema.schema_field import SchemaField

_NAME_WORDS = frozenset(
    "name title headline titulo titre titel nom nome nombre naam nazwa namn nimi bezeichnung titolo baslik isim imie nazwisko"
    " vorname nachname nome cognome apellido denominacion headline 名前 名称 姓名".split()
)
_PROSE_WORDS = frozenset(
    "text body content description summary comment message review note descripcion descricao descrizione beschreibung texte texto"
    " testo tekst metin metni inhalt 本文 内容".split()
)
# Classes of two letters that frameworks have for sizes and places.
_SIZES = frozenset("sm md lg xl xs px py pt pb pl pr mt mb ml mr mx my row col btn img svg box".split()) - {"pl"}
_WHOLE = frozenset("full item main complete display page product the of".split())
_AUTHOR_WORDS = frozenset(
    "author user username guest reviewer name customer speaker commenter nome nombre naam nom isim kullanici autor autore auteur"
    " usuario utente uzytkownik imie nick gast nutzer verfasser 用户 投稿者 名前 作者 отзыв автор имя 작성자".split()
)
_AUTHOR_MAX_CHARS, _WRITTEN_MIN = 40, 20
_PLACES = frozenset("location city town place area district neighborhood neighbourhood zone".split())
# By the kind of entity, what the short texts beside its name are, in their usual order.
_ROLES = {
    "product": (frozenset(("brand", "maker", "manufacturer", "vendor")), _PLACES),
    "job": (frozenset(("company", "employer", "firm")), _PLACES),
    "estate": (_PLACES,),
    "event": (_PLACES | {"venue", "room", "stage", "hall"},),
}
_END_WORDS = frozenset("end ends until to bis ende fin fine bitis einde koniec slut".split())
# A price without a currency, as menus have them.
_DECIMALS, _PRICED_MIN = re.compile(r"\d{1,4}[.,]\d{2}"), 3
# Words of names that a text about something else may have, too.
_GENERAL_WORDS = frozenset(
    "name title price cost number count total date time type text description with from each".split()
)
_PHRASE_WORDS_MAX = 5
_FILLED_MIN, _FORM_MIN, _TEXT_MIN = 0.5, 0.75, 0.6
# How the column of a property was found.
NAMED, BY_FORM = "named", "form"


def matched(every: list[Column], scalars: dict[str, SchemaField], kind: str, names: frozenset[str]) -> Matcher:
    """The columns of the properties of an item. `names`: what the list is called."""
    matcher = Matcher(every, scalars, kind)
    matcher.by_name()
    matcher.by_title(names)
    matcher.by_word()
    matcher.by_form()
    matcher.by_abbreviation()
    matcher.by_role()
    return matcher


class Matcher:
    """Finds the column of each property, the surest ways first. A column answers one property."""

    def __init__(self, every: list[Column], scalars: dict[str, SchemaField], kind: str) -> None:
        self._columns, self._scalars, self._kind = every, scalars, kind
        self._forms = {name: kinds_of_text.of_property(one, kind) for name, one in scalars.items()}
        self.found: dict[str, Column] = {}
        self.ways: dict[str, str] = {}

    def take(self, name: str, column: Column, way: str) -> None:
        self.found[name], self.ways[name] = column, way

    def take_only(self, name: str, columns: list[Column]) -> None:
        """Take the column that fits a property by its form, if there is only one."""
        if len(columns) == 1:
            self.take(name, columns[0], BY_FORM)

    def form_of(self, name: str) -> str:
        """The form that a property asks for, as in `kinds_of_text.of_property`."""
        return self._forms[name]

    @property
    def amounts(self) -> set[str]:
        """All amounts of money of the blocks."""
        return {amount for column in self._columns for text in column.texts for amount in prices.amounts(text)}

    @property
    def open(self) -> dict[str, SchemaField]:
        return {name: one for name, one in self._scalars.items() if name not in self.found}

    @property
    def free(self) -> list[Column]:
        used = [id(column) for column in self.found.values()]
        texts = {column.texts for column in self.found.values()}
        return [one for one in self._columns if id(one) not in used and one.texts not in texts and not one.is_constant]

    def by_name(self) -> None:
        """Columns that a label or a class names: by the property's own name before those that mean the same."""
        for names_of in (_own_names, self._other_names):
            for name, asked in self.open.items():
                wanted = names_of(asked)
                fitting = [
                    one
                    for one in self._columns
                    if one.names & wanted
                    and not one.is_former
                    and self.may_be(one, name, asked)
                    and one not in self.found.values()
                ]
                if (column := _innermost(fitting)) is not None:
                    self.take(name, column, NAMED)

    def _other_names(self, asked: SchemaField) -> frozenset[str]:
        if _is_name(asked):
            return frozenset()  # Many entities in a block have names.
        term = vocabulary.term_of(asked.name, asked.texts, self._kind)
        every = {form for name in (term.labels if term else ()) for form in forms(name)}
        return frozenset((*every, *glossary.labels_for(asked.name), *_english(asked))) - _NAME_WORDS - {""}

    def may_be(self, column: Column, name: str, asked: SchemaField) -> bool:
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
            one
            for one in self.free
            if (one.is_heading or one.is_title or (one.is_emphasised and one.is_leaf))
            and one.share == 1
            and len(set(one.texts)) > 1
            and one.kinds["text"] + one.kinds["prose"] > _TEXT_MIN * len(one.texts)
        ]
        texts = [one for one in self.free if one.is_leaf and one.share == 1 and one.kinds["text"] == len(one.texts)]
        if not titles and len(texts) == 1 and len(set(texts[0].texts)) > 1:
            titles = texts
        for name, asked in self.open.items():
            if (
                titles
                and (_is_name(asked, names) or set(forms(asked.name)) & names)
                and asked.kinds <= {"string"}
                and not self._forms[name]
                and not asked.format
            ):
                self.take(name, min(titles, key=lambda one: (not one.is_heading, not one.is_title)), NAMED)
                return

    def by_word(self) -> None:
        """Columns that say a word of the property's name in each text: `Up to 2 guests` for `guests`."""
        for name, asked in self.open.items():
            named = {word for word in words(asked.name) if len(word) > 3} - _GENERAL_WORDS
            fitting = [
                one
                for one in self.free
                if not one.is_former
                and (asked.kinds <= {"integer", "number"} or (one.is_leaf and all(map(_is_phrase, one.texts))))
                and one.share >= _FORM_MIN
                and self.may_be(one, name, asked)
                and one.kinds["prose"] == 0
                and all(named.intersection(words(text)) for text in one.texts)
            ]
            if named and (column := _innermost(fitting)) is not None:
                self.take(name, column, BY_FORM)

    def by_form(self) -> None:
        """The only column of a form: the only day, the only price, the only address of mail."""
        for name, asked in self.open.items():
            form = self._forms[name]
            rivals = [
                other for other in self.open if self._forms[other] == form and not (form == "time" and _is_end(other))
            ]
            if (
                not form
                or form == "number"
                or (form == "time" and _is_end(name))
                or (len(rivals) > 1 and form != "enum")
                or not _is_plain(asked, form)
            ):
                continue
            fitting = [
                one
                for one in self.free
                if one.is_leaf
                and not one.is_former
                and one.share >= _FILLED_MIN
                and one.fitting(form, asked) >= _FORM_MIN
            ]
            if not fitting and form == "money":
                fitting = [one for one in self.free if one.is_leaf and all(map(_DECIMALS.fullmatch, one.texts))]
                fitting = [one for one in fitting if len(one.texts) >= _PRICED_MIN and one.share >= _FORM_MIN]
            self.take_only(name, fitting)
        for name, asked in self.open.items():
            if set(words(asked.name)) & _PROSE_WORDS and asked.kinds <= {"string"}:
                fitting = [
                    one
                    for one in self.free
                    if one.share >= _FORM_MIN and one.kinds["prose"] >= _FILLED_MIN * len(one.texts)
                ]
                if (column := _innermost(fitting)) is not None:
                    self.take(name, column, BY_FORM)

    def by_writing(self) -> None:
        """In reviews and comments: the first short text is the author, and the longest one what they wrote."""
        texts = [one for one in self.free if one.is_leaf and one.share == 1 and not one.is_labelled]
        for name, asked in self.open.items():
            if asked.kinds <= {"string"} and set(words(asked.name)) & _AUTHOR_WORDS:
                short = [one for one in texts if all(_may_be_author(text) for text in one.texts)]
                if short and self._columns and short[0] is texts[0]:
                    self.take(name, short[0], BY_FORM)
        for name, asked in self.open.items():
            if asked.kinds <= {"string"} and set(words(asked.name)) & _PROSE_WORDS and self.free:
                ranked = sorted((one for one in texts if one in self.free), key=_length, reverse=True)
                if (
                    ranked
                    and _length(ranked[0]) >= _WRITTEN_MIN
                    and (len(ranked) < 2 or _length(ranked[0]) > 2 * _length(ranked[1]))
                ):
                    self.take(name, ranked[0], BY_FORM)

    def by_role(self) -> None:
        """The names that goods and vacancies show beside their titles: the brand; the employer, then the town."""
        roles = _ROLES.get(self._kind, ())
        names = [next((name for name, one in self.open.items() if _has_role(one, role)), "") for role in roles]
        asked = [name for name in names if name]
        texts = [
            one
            for one in self.free
            if one.is_leaf and not one.is_labelled and one.share >= _FORM_MIN and all(map(_may_be_role, one.texts))
        ]
        if asked and len(asked) == len(texts):
            for name, column in zip(asked, texts, strict=True):
                if _is_whole(self._scalars[name]) or not any("," in text for text in column.texts):
                    self.take(name, column, BY_FORM)

    def by_abbreviation(self) -> None:
        """Columns whose class abbreviates the name of one open property only: `pl` of `player`."""
        pairs = [
            (name, column)
            for name, asked in self.open.items()
            for column in self.free
            if column.is_leaf
            and self.may_be(column, name, asked)
            and any(_abbreviates(short, name) for short in column.names)
        ]
        for name, column in pairs:
            if sum(one == name for one, _ in pairs) == 1 and sum(one is column for _, one in pairs) == 1:
                self.take(name, column, BY_FORM)


def _is_phrase(text: str) -> bool:
    """Whether a text may be one value, and not several of a card: `Dial -17 Mobile 0171 5550 917`."""
    return len(text.split()) <= _PHRASE_WORDS_MAX and "@" not in text


def _has_role(asked: SchemaField, role: frozenset[str]) -> bool:
    if not asked.kinds <= {"string"} or asked.enum or asked.format:
        return False
    return asked.name.lower() in role or bool(role.intersection(glossary.english_for(asked.name)))


def _is_whole(asked: SchemaField) -> bool:
    """Whether a property asks for a whole place, such as `Leeds, Headingley`, and not for a part of it."""
    return asked.name.lower() == "location" or "location" in glossary.english_for(asked.name)


def _may_be_role(text: str) -> bool:
    return 1 < len(text) <= _AUTHOR_MAX_CHARS and not any(map(str.isdigit, text)) and text[-1] not in ".!?"


def _length(column: Column) -> float:
    return sum(map(len, column.texts)) / len(column.texts)


def _may_be_author(text: str) -> bool:
    return 1 < len(text) <= _AUTHOR_MAX_CHARS and len(text.split()) <= 4 and kinds_of_text.of_text(text) == "text"


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
    inner = [one for one in fitting if not any(other is not one and _is_in(other, one) for other in fitting)]
    return inner[0] if len(inner) == 1 else None


def _is_in(inner: Column, outer: Column) -> bool:
    """Whether the texts of a column are parts of those of another one."""
    pairs = [(one.text, other.text) for one, other in zip(inner.cells, outer.cells, strict=True) if one and other]
    return bool(pairs) and all(len(one) < len(other) and one in other for one, other in pairs)


def _is_end(name: str) -> bool:
    """Whether a property asks when something ends: one time of a block is its start."""
    return bool(set(words(name)) & _END_WORDS)


def _is_plain(asked: SchemaField, form: str) -> bool:
    """Whether a price is that of the entity, and not a former one, a part or a lowest one."""
    if form != "money":
        return True
    bare = units.without_unit(asked.name) or asked.name
    return len(words(bare)) == 1


def is_link(asked: SchemaField) -> bool:
    term = vocabulary.term_of(asked.name, asked.texts, "")
    return asked.format in ("uri", "url") or bool(term and term.holds == "url" and "url" in term.paths)
