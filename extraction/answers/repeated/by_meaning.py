"""Columns of repeated blocks that no name gives away: by words of the same meaning, by parts of a place, by their form."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from extraction.answers.facts import prices
from extraction.answers.repeated import matching
from extraction.answers.repeated.columns import Column
from extraction.answers.schema import glossary, units, word_meanings
from extraction.answers.schema.names import forms, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.values import numbers

_SHARE_MIN, _NAMED_SHARE_MIN, _TEXT_MAX_CHARS, _NUMBERS_MIN, _RATING_MAX = 0.75, 0.5, 60, 3, 10.0
_RATING = re.compile(r"[^\w]{0,8}(\d{1,2}[.,]\d{1,2})(?:\s?/\s?(?:5|10))?[^\w]{0,8}")
_POSTAL = re.compile(r"((?:[A-Z]{1,2}[- ])?\d{2,3}[- ]?\d{2,3}(?:\s[A-Z]{2}(?=\s))?)\s+(\D{2,40})")
_RELATIVE = re.compile(
    r"\b(?:today|yesterday|ago|heute|gestern|vor \d|aujourd|hier|il y a|hoy|ayer|hace \d|hoje|ontem|ha \d|oggi|ieri|fa$|vandaag"
    r"|gisteren|geleden|dzis|dzisiaj|wczoraj|temu|dnes|vcera|pred \d|idag|i dag|igar|i gar|i gaar|sedan|siden|tanaan|eilen"
    r"|sitten|ma$|tegnap|napja|bugun|dun|once|сегодня|вчера|назад|сьогодні|вчора|тому)\b"
    r"|今日|昨日|日前|前に|時間前|今天|昨天|天前|小时前|오늘|어제|일 전|시간 전|اليوم|أمس|منذ"
)
_RANGE = re.compile(r"(?<=\w|\s)\s?[–—−‒]\s?|\s-\s|(?<=\d)-(?=\d)|\s(?:bis|to|a|au|do|tot|til|até|hasta)\s")
_AMOUNT = re.compile(r"[^\w\s]{0,3}\s?\d[\d.,'\s]{0,12}(?:\s?[^\d\s]{1,4}){0,2}(?:\s.{0,16})?")
_CURRENCY_BEFORE, _AFTER = re.compile(r"[^\w\s]{1,3}\s?(?=\d)"), re.compile(r"(?<=\d)\s?[^\d\s]{1,4}")
# Both ends of a range: a word of the table for each, and words that join names.
_NO_WORDS: frozenset[str] = frozenset()
_ENDS = (
    (
        "start",
        frozenset("from von od de desde da van fra".split()),
        "end",
        frozenset("to bis do until hasta ate a tot til".split()),
    ),
    ("lowest", _NO_WORDS, "highest", _NO_WORDS),
    ("home", _NO_WORDS, "away", _NO_WORDS),
)
_RANKS = frozenset("rank position place platz rang pos posizione puesto miejsce sija 順位 排名 순위".split())
_RATINGS = frozenset("rating score stars note".split())
_CITIES = frozenset("city town locality".split())
_POSTCODES = frozenset(("postal code", "postcode", "zip", "zip code", "post code"))
_STREETS = frozenset(("street", "street address"))
_DISTRICTS = frozenset("district neighborhood neighbourhood area quarter suburb".split())
_WHOLE = frozenset(("address", "location", "place", "venue"))
_POSTED = ("listed", "published", "created", "update", "date")


def match(matcher: matching.Matcher) -> None:
    """Find the columns of the properties that are still open, the surest ways first."""
    by_words(matcher)
    by_place(matcher)
    by_range(matcher)
    by_order_of_numbers(matcher)
    by_rating(matcher)
    by_age(matcher)
    by_price(matcher)


def by_words(matcher: matching.Matcher) -> None:
    """Columns whose label or class has words of the same meaning as the property's name."""
    pairs = [
        (share, name, column)
        for name, asked in matcher.open.items()
        for column in matcher.free
        if column.is_leaf
        and not column.is_former
        and (column.is_labelled or column.share >= _NAMED_SHARE_MIN)
        and matcher.may_be(column, name, asked)
        and (share := max((word_meanings.likeness(asked.name, label) for label in column.names), default=0.0))
    ]
    pairs.sort(key=lambda one: -one[0])
    for share, name, column in pairs:
        rivals = [other for other in pairs if (other[1] == name) != (other[2] is column) and other[0] == share]
        if name in matcher.open and column in matcher.free and not rivals:
            way = matching.NAMED if column.is_labelled else matching.BY_FORM
            matcher.take(name, _without_sign(column) if _is_discount(name) else column, way)


def _is_discount(name: str) -> bool:
    meant = word_meanings.meaning_of("discount")
    return any(atom.meanings & meant for atom in word_meanings.atoms(name))


def _without_sign(column: Column) -> Column:
    """Reductions as amounts: `20 %` of `-20 %`."""
    return _with_texts(column, lambda text: text.lstrip("-−– "))


def by_place(matcher: matching.Matcher) -> None:
    """A street, a postal code, a town or a district of a line that has them."""
    asked = {
        part: name
        for name, one in matcher.open.items()
        if one.kinds <= {"string"} and not one.format and not one.enum and (part := part_of_place(one.name))
    }
    if not asked or "whole" in asked:
        return
    for column in matcher.free:
        if not column.is_leaf or column.share < _SHARE_MIN or any(len(text) > _TEXT_MAX_CHARS for text in column.texts):
            continue
        if "postcode" in asked and all(_POSTAL.fullmatch(text) for text in column.texts):
            _take_part(matcher, asked, "postcode", column, lambda text: _POSTAL.fullmatch(text)[1])  # type: ignore[index]
            _take_part(matcher, asked, "city", column, lambda text: _POSTAL.fullmatch(text)[2])  # type: ignore[index]
            return
        parts = [text.split(",") for text in column.texts]
        if not all(len(one) == 2 and all(part.strip() for part in one) for one in parts):
            continue
        have_streets = all(any(map(str.isdigit, one[0])) and not any(map(str.isdigit, one[1])) for one in parts)
        have_none = not any(any(map(str.isdigit, "".join(one))) for one in parts)
        if "street" in asked and have_streets:
            _take_part(matcher, asked, "street", column, _before_comma)
            _take_part(matcher, asked, "city", column, _after_comma)
            return
        if "city" in asked and "district" in asked and have_none and column.kinds["text"] == len(column.texts):
            first, second = (len({one[place].strip() for one in parts}) for place in (0, 1))
            if first == second:
                return
            # There are more districts than towns.
            parts_of = (_before_comma, _after_comma) if first < second else (_after_comma, _before_comma)
            _take_part(matcher, asked, "city", column, parts_of[0])
            _take_part(matcher, asked, "district", column, parts_of[1])
            return


def _before_comma(text: str) -> str:
    return text.partition(",")[0].strip()


def _after_comma(text: str) -> str:
    return text.partition(",")[2].strip()


def _take_part(
    matcher: matching.Matcher, asked: dict[str, str], part: str, column: Column, read: Callable[[str], str]
) -> None:
    if part not in asked:
        return
    matcher.take(asked[part], _with_texts(column, read), matching.BY_FORM)


def _with_texts(column: Column, read: Callable[[str], str]) -> Column:
    return Column(tuple(cell and replace(cell, text=read(cell.text)) for cell in column.cells), column.order)


def part_of_place(name: str) -> str:
    """Which part of an address a property asks for."""
    named = {form for one in (name, *glossary.english_for(name)) for form in forms(one)}
    parts = {"city": _CITIES, "postcode": _POSTCODES, "street": _STREETS, "district": _DISTRICTS, "whole": _WHOLE}
    return next((part for part, every in parts.items() if named & every), "")


def by_range(matcher: matching.Matcher) -> None:
    """Both ends of the only column of ranges: days, times, amounts; both sides of a result."""
    for end in _ENDS:
        firsts = {rest: name for name in matcher.open if (rest := _without_end(name, *end[:2])) is not None}
        lasts = {rest: name for name in matcher.open if (rest := _without_end(name, *end[2:])) is not None}
        for rest in firsts.keys() & lasts.keys():
            kinds = matcher.open[firsts[rest]].kinds | matcher.open[lasts[rest]].kinds
            is_number = kinds <= {"integer", "number"}
            fitting = [
                one
                for one in matcher.free
                if one.is_leaf
                and one.share >= _SHARE_MIN
                and all(_is_range(text, is_number=is_number) for text in one.texts)
            ]
            if len(fitting) == 1:
                matcher.take(firsts[rest], _with_texts(fitting[0], lambda text: _ends(text)[0]), matching.BY_FORM)
                matcher.take(lasts[rest], _with_texts(fitting[0], lambda text: _ends(text)[1]), matching.BY_FORM)


def _without_end(name: str, meaning: str, joining: frozenset[str]) -> str | None:
    """The words of a name without that for one end of a range. None if it has none."""
    meant = word_meanings.meaning_of(meaning)
    of_end = {atom.text for atom in word_meanings.atoms(name) if atom.meanings & meant} | (joining & set(words(name)))
    return " ".join(word for word in words(name) if word not in of_end) if of_end else None


def _ends(text: str) -> tuple[str, str]:
    """Both ends of a range, each with the unit or the currency of the other one."""
    first, last = (part.strip() for part in _RANGE.split(text, maxsplit=1))
    before, after = _CURRENCY_BEFORE.match(first), _AFTER.search(last)
    if before and not _CURRENCY_BEFORE.match(last) and last[:1].isdigit():
        last = before[0] + last
    if after and not before and first[-1:].isdigit() and not first.isdecimal():
        first += after[0]
    return first, last


def _is_range(text: str, *, is_number: bool) -> bool:
    parts = _RANGE.split(text)
    if len(text) > _TEXT_MAX_CHARS or len(parts) != 2:
        return False
    if not is_number:
        return all(any(map(str.isdigit, part)) for part in parts)
    return all(_AMOUNT.fullmatch(part.strip()) for part in parts)


def by_order_of_numbers(matcher: matching.Matcher) -> None:
    """The numbers from one on, for a rank."""
    for name, asked in matcher.open.items():
        named = set(words(asked.name)) | set(glossary.english_for(asked.name))
        if not named & _RANKS or not asked.kinds <= {"integer", "number"}:
            continue
        fitting = [one for one in matcher.free if one.share == 1 and _counts(one.texts)]
        if fitting and len({_numbers(one.texts) for one in fitting}) == 1:
            matcher.take(name, fitting[0], matching.BY_FORM)


def _numbers(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(numbers.digits, texts))


def _counts(texts: tuple[str, ...]) -> bool:
    found = _numbers(texts)
    return len(found) >= _NUMBERS_MIN and found == tuple(str(number) for number in range(1, len(found) + 1))


def by_rating(matcher: matching.Matcher) -> None:
    """The only column of decimal numbers up to ten, for a rating."""
    names = [name for name, one in matcher.open.items() if set(words(one.name)) & _RATINGS or _is_rating(one)]
    if len(names) != 1 or not matcher.open[names[0]].kinds <= {"number", "integer"}:
        return
    fitting = [
        one
        for one in matcher.free
        if one.is_leaf and len(one.texts) >= _NUMBERS_MIN and all(map(_may_be_rating, one.texts))
    ]
    matcher.take_only(names[0], fitting)


def _is_rating(asked: SchemaField) -> bool:
    return "rating" in glossary.english_for(asked.name)


def _may_be_rating(text: str) -> bool:
    found = _RATING.fullmatch(text)
    return found is not None and float(found[1].replace(",", ".")) <= _RATING_MAX


def by_age(matcher: matching.Matcher) -> None:
    """The only column that says how long ago something was, for a text about when it was listed: `2 days ago`, `today`."""
    names = [name for name, one in matcher.open.items() if _asks_when_listed(one)]
    if len(names) != 1:
        return
    fitting = [
        one
        for one in matcher.free
        if one.is_leaf and one.share >= _SHARE_MIN and sum(map(_is_relative, one.texts)) * 2 > len(one.texts)
    ]
    matcher.take_only(names[0], fitting)


def _asks_when_listed(asked: SchemaField) -> bool:
    if not asked.kinds <= {"string"} or asked.format:
        return False
    meant = word_meanings.meaning_of(*_POSTED)
    return any(atom.meanings & meant for atom in word_meanings.atoms(asked.name))


def _is_relative(text: str) -> bool:
    return len(text) <= _TEXT_MAX_CHARS and _RELATIVE.search(" ".join(words(text)) or text) is not None


def by_price(matcher: matching.Matcher) -> None:
    """The only amounts of money of the blocks, with words about them: `First visit €75` for `firstVisitPrice`."""
    names = [name for name in matcher.open if matcher.form_of(name) == "money"]
    if len(names) != 1:
        return
    fitting = [
        one
        for one in matcher.free
        if one.is_leaf
        and not one.is_former
        and one.share >= _SHARE_MIN
        and all(len(text) <= _TEXT_MAX_CHARS and len(prices.amounts(text)) == 1 for text in one.texts)
    ]
    amounts = {amount for one in fitting for text in one.texts for amount in prices.amounts(text)}
    if len(fitting) != 1 or matcher.amounts - amounts:
        return
    asked = matcher.open[names[0]]
    if not asked.kinds <= {"number", "integer"}:
        return
    bare = units.without_unit(asked.name) or asked.name
    if len(word_meanings.atoms(bare)) == 1 or all(_says(bare, text) for text in fitting[0].texts):
        matcher.take(names[0], fitting[0], matching.BY_FORM)


def _says(name: str, text: str) -> bool:
    """Whether the words beside an amount are those of a property's name, apart from its word for a price."""
    meant = word_meanings.meaning_of("price")
    wanted = " ".join(atom.text for atom in word_meanings.atoms(name) if not atom.meanings & meant)
    beside = " ".join(word for word in words(text) if not word.isdecimal())
    return bool(wanted) and word_meanings.likeness(wanted, beside) > 0
