"""Definition lists: properties of an entity as a list with a line each, other definitions as Markdown writes them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from extraction.document.tree import Tree

_IN_LINE = frozenset(
    "a abbr b bdi br cite code em font i img kbd mark q s samp small span strong sub sup time tt u var".split()
)
_VALUES_MIN, _TERM_WORDS_MAX, _VALUE_WORDS_MAX = 2, 6, 12
_LABEL = "data-label"
_FULL_STOPS = (".", "!", "?", "。")


def simplify(body: Tree) -> None:
    """Rewrite the definition lists outside of tables."""
    for listed in list(body.iter("dl")):
        if next(listed.iterancestors("td", "th"), None) is None:
            parts = list(_parts(listed))
            if _are_properties(parts):
                _as_list(listed, parts)
    for definition in body.iter("dd"):
        if _has_term(definition) and next(definition.iterancestors("td", "th"), None) is None:
            _start_with_colon(definition)


def _parts(listed: Tree) -> Iterator[Tree]:
    for part in listed:
        if part.tag == "div":
            yield from part
        else:
            yield part


def _are_properties(parts: list[Tree]) -> bool:
    """Whether these are short labels with short values, as in the data of a product. Explanations are sentences."""
    tags = [part.tag for part in parts]
    return (
        tags.count("dd") >= _VALUES_MIN
        and "dt" in tags
        and set(tags) == {"dt", "dd"}
        and tags[-1] == "dd"
        and ("dt", "dt") not in pairwise(tags)
        and all(map(_is_short, parts))
    )


def _is_short(part: Tree) -> bool:
    text = " ".join("".join(part.itertext()).split())
    most = _TERM_WORDS_MAX if part.tag == "dt" else _VALUE_WORDS_MAX
    return (
        1 <= len(text.split()) <= most
        and not text.endswith(_FULL_STOPS)
        and all(child.tag in _IN_LINE and child.tag != "code" for child in part.iterdescendants())
    )


def _as_list(listed: Tree, parts: list[Tree]) -> None:
    """`- Label: value`. A second value of a label has a separate line."""
    tail = listed.tail
    listed.clear()
    listed.tag, listed.tail = "ul", tail
    for before, part in pairwise((None, *parts)):
        assert part is not None
        is_value, part.tail = part.tag == "dd", None
        if is_value and before is not None and before.tag == "span" and before.get(_LABEL) is not None:
            label = "".join(before.itertext()).rstrip()
            part.text = f"{' ' if label.endswith((':', '：')) else ': '}{(part.text or '').lstrip()}"
            before.attrib.pop(_LABEL)
            before.getparent().append(part)
        else:
            listed.append(listed.makeelement("li", {}))
            listed[-1].append(part)
        if not is_value:
            part.set(_LABEL, "")
        part.tag = "span"


def _start_with_colon(definition: Tree) -> None:
    first = definition
    while not (first.text or "").strip() and len(first) and first[0].tag in ("p", "div", "span"):
        first = first[0]
    if (first.text or "").strip() or (len(first) and _begins_a_line(first[0])):
        first.text = ": " + (first.text or "").lstrip()


def _begins_a_line(element: Tree) -> bool:
    """Whether an inline element has text, or text after it. An image alone may be left out later."""
    return element.tag in _IN_LINE and bool(("".join(element.itertext()) + (element.tail or "")).strip())


def _has_term(definition: Tree) -> bool:
    """Whether there is a term before it. Some forums write lists of properties without terms."""
    above = definition.getparent()
    groups = (above,) if above is None or above.tag != "div" else (above, above.getparent())
    return any(group is not None and group.find("dt") is not None for group in groups)
