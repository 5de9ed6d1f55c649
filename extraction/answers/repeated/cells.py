"""One block as cells: its short texts, each with the names that classes and labels give it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from extraction.answers.facts import card_values, labelled
from extraction.answers.facts.visible_text import is_struck_out, text_of
from extraction.answers.repeated.blocks import names_of_class
from extraction.answers.schema.names import forms, without_note
from extraction.document.hidden.elements import is_hidden
from extraction.document.known_elements import remembered
from extraction.document.tree import Tree, all_text, has_more_elements

ELEMENTS_MAX, _TEXT_MAX_CHARS, _INNER_MAX = 250, 5_000, 40
_UNSEEN = frozenset("script style template noscript svg select option button form iframe input textarea label".split())
_HOLDERS = frozenset("ul ol dl table tbody tr section article form figure h1 h2 h3 h4 h5 h6 p div li dd dt".split())
_HEADINGS = frozenset("h2 h3 h4 h5 h6 th".split())
_TITLES = frozenset("name title heading headline titel titre titulo nome nombre".split())
_RATINGS = {"ratingValue": frozenset(("rating",)), "reviewCount": frozenset(("review count", "rating count"))}
_LABEL_ATTRIBUTES = ("data-label", "data-th", "data-title", "headers")


@dataclass(frozen=True)
class Cell:
    """One text of a block.

    Attributes:
        text: what a person sees, or the `datetime` of a time.
        names: what it is called: by its classes, by the label beside it, or by what a number counts.
        is_labelled: a label names it, not only a class.
        is_title: it is called a title or a name.
        is_heading: it is marked as a heading.
        is_emphasised: it is in bold, or a link.
        is_struck_out: the page says that it is no longer so.
        is_leaf: it has no other cells in it.
        link: the address of the link around it or in it.
        key: where it is in its block: tags and classes from the block to it, and which of the texts there it is.
    """

    text: str
    key: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    is_labelled: bool = False
    is_title: bool = False
    is_heading: bool = False
    is_emphasised: bool = False
    is_struck_out: bool = False
    is_leaf: bool = True
    link: str = ""


@remembered
def read(block: Tree) -> tuple[Cell, ...]:
    """The cells of a block in document order."""
    found = [cell for cell, _ in with_elements(block)]
    rating = card_values.ratings_of([one for one in islice(block.iter(), ELEMENTS_MAX) if isinstance(one.tag, str)])
    rated = (Cell(text, ("rating", name), _RATINGS[name], is_labelled=True) for name, text in rating.items())
    return (*found, *rated)


def with_elements(block: Tree) -> Iterator[tuple[Cell, Tree]]:
    """The cells of a block in document order, each with its element."""
    skipped: set[Tree] = set()
    paths: dict[Tree, tuple[str, ...]] = {block: ()}
    counts: Counter[tuple[str, ...]] = Counter()
    for element in islice(block.iter(), ELEMENTS_MAX):
        if not isinstance(element.tag, str) or element in skipped:
            continue
        if element is not block and (element.tag in _UNSEEN or is_hidden(element)):
            skipped.update(element.iter())
            continue
        path = paths[element] = _path(element, block, paths)
        yield from ((cell, element) for cell in _labelled(element))
        if (cell := _cell(element, block, (*path, str(counts[path])))) is not None:
            yield cell, element
            counts[path] += 1


def _labelled(element: Tree) -> Iterator[Cell]:
    for label, value in labelled.pairs_of(element):
        name = label.strip().rstrip(":\uff1a").strip()
        if name and value:
            yield Cell(value, ("label", name), frozenset(forms(without_note(name))), is_labelled=True)
    if counted := labelled.count_of(element):
        yield Cell(counted[0], ("count", counted[1]), frozenset(forms(counted[1])), is_labelled=True)


def _path(element: Tree, block: Tree, paths: dict[Tree, tuple[str, ...]]) -> tuple[str, ...]:
    parent = element.getparent()
    if element is block or parent is None:
        return ()
    names = (element.get("class") or "").split()[:1]
    return (*paths.get(parent, ()), f"{element.tag}.{re.sub(r'[0-9]+', '', ''.join(names))}")


def _cell(element: Tree, block: Tree, key: tuple[str, ...]) -> Cell | None:
    if element is block and len(element):
        return None
    is_holder = any(child.tag in _HOLDERS for child in element) and element.tag not in ("td", "th", "blockquote")
    if is_holder and not _is_prose(element):
        return None
    if has_more_elements(element, _INNER_MAX):
        return None
    is_former = is_struck_out(element) and element.tag in ("del", "s", "strike", "span", "div", "p")
    text = " ".join(all_text(element).split()) if is_former else text_of(element, _INNER_MAX)
    moment = element.get("datetime") if element.tag == "time" else None
    text = moment or text
    if not text or len(text) > _TEXT_MAX_CHARS:
        return None
    names = frozenset(name for token in _tokens(element) for name in names_of_class(token))
    label = next((value for name in _LABEL_ATTRIBUTES if (value := element.get(name))), "")
    return Cell(
        text,
        key,
        names=names | frozenset(forms(label)),
        is_labelled=bool(label),
        is_title=not names.isdisjoint(_TITLES) and len(element) <= 3,
        is_heading=element.tag in _HEADINGS or element.get("role") == "heading",
        is_emphasised=element.tag in ("strong", "b", "a"),
        is_struck_out=is_former or any(is_struck_out(one) for one in _within(element, block)),
        is_leaf=not any(isinstance(child.tag, str) and text_of(child, 5) for child in element),
        link=_link(element, block),
    )


def _is_prose(element: Tree) -> bool:
    """Whether an element only has paragraphs."""
    return all(child.tag in ("p", "br") for child in element) and not (element.text or "").strip()


def _within(element: Tree, block: Tree) -> Iterator[Tree]:
    around = element.getparent()
    while around is not None and around is not block:
        yield around
        around = around.getparent()


def _tokens(element: Tree) -> list[str]:
    tokens = (element.get("class") or "").split()[:4]
    return tokens + [value for name in ("itemprop", "data-testid", "data-field") if (value := element.get(name))]


def _link(element: Tree, block: Tree) -> str:
    own = next((one.get("href") for one in element.iter("a") if one.get("href")), None)
    return own or next((one.get("href") for one in _within(element, block) if one.tag == "a" and one.get("href")), "")
