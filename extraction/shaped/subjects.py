"""Chooses the things of a page that a schema asks about. A wrong thing is worse than none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from extraction.declared import page_type
from extraction.declared.structured import Thing, things_in, types_of
from extraction.shaped.facts.property_values import follow
from extraction.shaped.facts.things import Declared, PageThings
from extraction.shaped.schema import vocabulary
from extraction.shaped.schema.names import letters
from extraction.shaped.schema.wanted import Wanted

# Kinds that a page can be about. The others are only parts of things.
PAGE_KINDS = (
    "product",
    "article",
    "event",
    "recipe",
    "job",
    "organization",
    "question",
    "review",
    "video",
    "book",
    "course",
    "person",
)
_TITLE_VOTES = 3
# A page of one of these types is about a thing of that kind even if it declares none.
_KIND_OF_PAGE_TYPE = {
    "product": "product",
    "article": "article",
    "video": "video",
    "docs": "article",
    "forum": "article",
}
# Things of these kinds stand on pages about other things.
_SECONDARY_KINDS = frozenset(
    ("organization", "person", "breadcrumb", "rating", "offer", "address", "review", "question", "video")
)
# A page that contains them is about something else, unless the schema asks for them.
_PARTS = frozenset(("question", "review"))
_LISTS = ("ItemList", "OfferCatalog", "CollectionPage", "DataFeed", "Blog")
_LIST_PATHS = ("itemListElement", "dataFeedElement", "hasPart", "blogPost")


@dataclass(frozen=True)
class Subject:
    """What an object of the schema is answered from.

    Attributes:
        kind: the kind of thing, for the meaning of names.
        things: descriptions of the same thing, the most trusted first.
        is_page: the thing is what the page is about, so labels and metadata of the page describe it too.
    """

    kind: str
    things: tuple[Declared, ...] = ()
    is_page: bool = False


class Subjects:
    """The subjects of one page."""

    def __init__(self, page: PageThings) -> None:
        self._page = page

    def of_root(self, wanted: Wanted) -> Subject:
        """The subject of the schema's root, or of a list's items on the page."""
        kind = self.kind_of(wanted)
        things = self.of_kind(kind) if kind else []
        return Subject(kind, tuple(things), is_page=True)

    def kind_of(self, wanted: Wanted) -> str:
        """The kind of thing that an object's properties describe. Empty if they fit any kind."""
        votes = _votes(wanted)
        mains = [kind for each in self._page.typed if each.is_main for kind in each.kinds if kind in PAGE_KINDS]
        most = max(votes.values(), default=0)
        for kind in sorted(mains, key=_SECONDARY_KINDS.__contains__):
            if 2 * votes[kind] >= most and (votes[kind] or (not most and kind not in _PARTS)):
                return kind
        best = [kind for kind in PAGE_KINDS if votes[kind] == most] if most else []
        if len(best) == 1:
            return best[0]
        declared = [kind for kind in best if any(kind in each.kinds for each in self._page.typed)]
        if declared:
            return declared[0]
        shown = self.kind_of_page
        return shown if not best or shown in best else best[0]

    @property
    def kind_of_page(self) -> str:
        """The kind of thing that the page is about by its page type, or an empty text."""
        return _KIND_OF_PAGE_TYPE.get(page_type.read(self._page.metadata, self._page.title), "")

    def of_kind(self, kind: str) -> list[Declared]:
        """The descriptions of the page's one thing of a kind. Empty if there are several and none is the main one."""
        alike = [each for each in self._page.typed if kind in each.kinds]
        mains = self._one_thing([each for each in alike if each.is_main])
        if mains:
            return mains + self._page.state
        if (
            any(each.is_main and each.kinds - _SECONDARY_KINDS for each in self._page.typed)
            and kind not in _SECONDARY_KINDS
        ):
            return []
        if kind == "organization":
            alike = _most_specific(alike)
        names = {name for each in alike if (name := name_of(each.thing))}
        return alike if len(names) <= 1 and alike else [] if alike else list(self._page.state)

    def _one_thing(self, mains: list[Declared]) -> list[Declared]:
        """The descriptions of one thing. If one format describes several, those named exactly like the page, else none."""
        title = letters(self._page.title or "")
        for source in {each.source for each in mains}:
            if len({name_of(each.thing) for each in mains if each.source == source} - {""}) > 1:
                return [each for each in mains if name_of(each.thing) == title]
        return mains

    def listed(self, kind: str) -> list[Declared]:
        """The things of a kind that the page lists, in order, each once."""
        found = [each for each in self._in_lists() if not kind or kind in each.kinds or not each.kinds - {"breadcrumb"}]
        if not found:
            alike = [each for each in self._page.typed if kind and kind in each.kinds]
            mains = [each for each in alike if each.is_main]
            found = mains[:1] if mains and kind != "question" else alike
        return _once(found)

    def _in_lists(self) -> list[Declared]:
        found: list[Declared] = []
        for each in self._page.typed:
            if not any(name in _LISTS for name in types_of(each.thing)):
                continue
            for thing in (each.thing, *things_in(each.thing.get("mainEntity"))):
                for path in _LIST_PATHS:
                    for raw in follow(thing, path, self._page.resolved):
                        if isinstance(raw.value, dict) and (item := self._item(raw.value)):
                            found.append(Declared(item, each.source, each.is_main))
        return found

    def _item(self, entry: Thing) -> Thing | None:
        inner = next(iter(things_in(entry.get("item"))), None)
        if inner is not None:
            return self._page.resolved(inner)
        if not set(types_of(entry)) & {"ListItem", "Thing"}:
            return entry
        url = entry.get("item") or entry.get("url")
        known = next((each.thing for each in self._page.typed if url and each.thing.get("url") == url), None)
        return known or {**entry, **({"url": url} if isinstance(url, str) else {})}


def _votes(wanted: Wanted) -> Counter[str]:
    """How many of an object's properties only things of a kind have."""
    votes: Counter[str] = Counter()
    for text in wanted.texts[:1]:
        if kind := vocabulary.kind_named(text):
            votes[kind] += _TITLE_VOTES
    for name, inner in wanted.properties.items():
        kinds = vocabulary.kinds_of(name, inner.texts)
        votes.update(kind for kind in kinds if kind in PAGE_KINDS)
    return votes


def name_of(thing: Thing) -> str:
    """The letters of a thing's name, or an empty text."""
    return next((letters(thing[key]) for key in ("name", "headline", "title") if isinstance(thing.get(key), str)), "")


def _most_specific(things: list[Declared]) -> list[Declared]:
    """Local businesses before organisations, which are often only the publisher of the site."""
    specific = [
        each for each in things if set(types_of(each.thing)) - {"Organization", "NewsMediaOrganization", "Corporation"}
    ]
    return specific or things


def _once(things: Iterable[Declared]) -> list[Declared]:
    found: dict[object, Declared] = {}
    for each in things:
        address = each.thing.get("url") or each.thing.get("@id")
        key = (name_of(each.thing), address if isinstance(address, str) else None)
        found.setdefault(key if any(key) else id(each), each)
    # The same thing in another format has another URL form or none.
    first: dict[str, str] = {}
    return [
        each
        for each in found.values()
        if first.setdefault(name_of(each.thing) or str(id(each)), each.source) == each.source
    ]
