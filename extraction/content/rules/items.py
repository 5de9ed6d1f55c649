"""Repeated items keep what a reader compares them by: name, price, rating, day and time, availability."""

from __future__ import annotations

import re
from collections import Counter

from extraction.content.blocks import Block, Container
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules.amounts import has_moment, without_amounts
from extraction.content.rules.landmarks import is_boilerplate
from extraction.content.rules.own_containers import OTHER_AMOUNTS, in_order, is_own, is_own_container
from extraction.content.rules.prices import is_priced
from extraction.document.any_case import AnyCase

_ITEM_RATING = re.compile(r"\W{0,3}[0-5][.,]\d{1,2}(?:\s?/\s?(?:5|10))?\W*(?:\(\s?\d[\d.,]*\w?\s?\))?$")
AVAILABLE = AnyCase(
    r"\b(?:in stock|out of stock|sold(?: out| stc)?|low stock|"
    r"only \d+ left|last one|backorder|pre-?order|lieferbar|auf lager|nur noch \d+|ausverkauft|"
    r"verfügbar|werktage|en stock|rupture|épuisé|derni(?:er|ère)s? (?:article|pièce|exemplaire)s?|"
    r"disponib\w+|"
    r"agotado|esaurit\w+|dostępn\w+|op voorraad|uitverkocht|в наличии|stokta|tükendi)\b|在庫|有货|缺货|품절|متوفر",
)
_FACT_WORDS_MAX, _NAME_WORDS_MAX, _ITEM_WORDS_MAX = 12, 20, 90
_ITEMS_MIN, _ITEM_SHARE = 3, 0.6
# A part of an item that this share of the items keep is kept in all.
_SLOT_SHARE = 0.3
_ITEM_TAGS = frozenset(("li", "article", "tr"))
_NO_ITEMS = frozenset(("p", "br", "td", "th", "dd", "dt", "option"))
_TABLE_WORDS_MAX = 600
_WORD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u9fff\uac00-\ud7a3]{2,}")


def with_item_facts(blocks: list[Block], retained: list[Block], *, keeps_tables: bool = True) -> list[Block]:
    """The retained blocks with the price, rating and time of each item that they name, and with the names of items.

    A list that keeps names keeps these facts of each item, and a list that keeps facts keeps the names.

    Args:
        keeps_tables: tables of prices are kept whole. On the page of a product they are its cart.
    """
    chosen = set(map(id, retained))
    items = _Items(retained)
    added = [block for block in blocks if id(block) not in chosen and items.adds(block)]
    if items.has_added_names:
        # What some items are named by, the others have too.
        named = in_order(blocks, chosen, added)
        known, items = set(map(id, named)), _Items(named)
        added += [block for block in blocks if id(block) not in known and items.adds(block)]
    if keeps_tables:
        added += _in_price_tables(blocks, chosen)
    return in_order(blocks, chosen, added) if added else retained


class _Items:
    """The items of lists of which most are kept."""

    def __init__(self, retained: list[Block]) -> None:
        self.has_added_names = False
        self._siblings: dict[tuple[int, str], int] = {}
        self._items: dict[Container | None, Container | None] = {None: None}
        self._named: dict[Container, bool] = {}
        self._retained: dict[Container, list[Block]] = {}
        for block in retained:
            if (item := self._of(block.container)) is not None:
                self._retained.setdefault(item, []).append(block)
        groups: dict[tuple[int, object], list[Container]] = {}
        for item in self._retained:
            kind = item.tag if item.tag in _ITEM_TAGS else item.signature
            groups.setdefault((id(item.outer), kind), []).append(item)
        self._missing: dict[Container, set[object]] = {}
        for group in groups.values():
            if self._are_most(group):
                self._missing |= self._lacking(group)

    def adds(self, block: Block) -> bool:
        """Whether a block that is not kept states a fact of an item, or is the name of an item without one.

        Call this once per block: a name that is added is remembered, so that an item gets only one.
        """
        if not self._missing or len(block.words) > _NAME_WORDS_MAX or block.container.tag == "button":
            return False
        item = self._of(block.container)
        if item is None or item not in self._missing:
            return False
        lacking = self._missing[item]
        if block.container.signature in lacking and _is_name(block) and is_own(block, self._retained[item][0]):
            lacking.discard(block.container.signature)
            return True
        is_fact = len(block.words) <= _FACT_WORDS_MAX and _is_fact(block)
        if (not is_fact and self._is_named(item)) or not is_own(block, self._retained[item][0]):
            return False
        if not self._is_named(item) and _is_name(block):
            self._named[item] = self.has_added_names = True
            return True
        return is_fact

    def _lacking(self, group: list[Container]) -> dict[Container, set[object]]:
        """For each item of a list how those blocks are written that many other items keep, and that it does not keep."""
        signatures = {item: {block.container.signature for block in self._retained[item]} for item in group}
        counts = Counter(signature for written in signatures.values() for signature in written if _tells(signature))
        many = {signature for signature, count in counts.items() if count >= _SLOT_SHARE * len(group)}
        texts: dict[object, set[str]] = {signature: set() for signature in many}
        for block in (block for item in group for block in self._retained[item] if block.container.signature in many):
            texts[block.container.signature].add(block.text)
        # The same text in all items is a control.
        common = {signature for signature, different in texts.items() if len(different) > 1}
        return {item: common - written for item, written in signatures.items()}

    def _is_named(self, item: Container) -> bool:
        if item not in self._named:
            self._named[item] = any(map(_is_name, self._retained[item]))
        return self._named[item]

    def _are_most(self, group: list[Container]) -> bool:
        return len(group) >= max(_ITEMS_MIN, _ITEM_SHARE * max(map(self._alike, group)))

    def _of(self, container: Container | None) -> Container | None:
        """The outermost repeated container of moderate size, from a container outwards: a card, a row, an entry of a list."""
        if container not in self._items:
            assert container is not None
            if container.words > _ITEM_WORDS_MAX:
                self._items[container] = None
            else:
                is_item = container.tag not in _NO_ITEMS and self._alike(container) >= _ITEMS_MIN
                self._items[container] = self._of(container.outer) or (container if is_item else None)
        return self._items[container]

    def _alike(self, item: Container) -> int:
        """How many containers are written like this one. Entries of lists are, whatever their classes."""
        parent = item.element.getparent()
        if item.tag not in _ITEM_TAGS or parent is None:
            return item.same
        key = (id(item.outer), item.tag)
        if key not in self._siblings:
            self._siblings[key] = sum(1 for each in parent if each.tag == item.tag)
        return max(item.same, self._siblings[key])


def _tells(signature: tuple[str, str | None]) -> bool:
    """Whether a tag and class distinguish the parts of an item."""
    tag, label = signature
    return bool(label) or tag in HEADING_LEVELS


def _is_fact(block: Block) -> bool:
    """Whether a short block is the price, the rating, the time or the availability of an item."""
    if is_priced(block):
        return not OTHER_AMOUNTS.search(block.text)
    return bool(_ITEM_RATING.match(block.text) or has_moment(block.text) or AVAILABLE.search(block.text))


def _is_name(block: Block) -> bool:
    """Whether a block has words besides amounts and times."""
    if len(block.words) > _NAME_WORDS_MAX:
        return True
    text = without_amounts(block.text)
    return _WORD.search(text) is not None and AVAILABLE.search(text) is None


def _in_price_tables(blocks: list[Block], chosen: set[int]) -> list[Block]:
    """The blocks of tables that state an amount of money in most of their rows."""
    rows: dict[int, tuple[Container, dict[int, bool]]] = {}
    found: dict[int, list[Block]] = {}
    for block in blocks:
        row = _outer(block.container, "tr")
        table = _outer(row, "table") if row is not None else None
        if row is None or table is None or table.words > _TABLE_WORDS_MAX or is_boilerplate(block):
            continue
        priced = rows.setdefault(id(table), (table, {}))[1]
        priced[id(row)] = priced.get(id(row), False) or is_priced(block)
        if id(block) not in chosen:
            found.setdefault(id(table), []).append(block)
    return [
        block
        for key, (table, priced) in rows.items()
        if len(priced) >= _ITEMS_MIN and sum(priced.values()) >= _ITEM_SHARE * len(priced) and is_own_container(table)
        for block in found.get(key, ())
    ]


def _outer(container: Container | None, tag: str) -> Container | None:
    """The nearest container with a tag, from a container outwards."""
    while container is not None and container.tag != tag:
        container = container.outer
    return container
