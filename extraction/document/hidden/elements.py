"""Which elements of a page no person sees: hidden by an attribute, by their own style, by a rule of a style sheet, by a well-known
class, or, on rendered pages, by their computed style.

Tabs and folds that a control of the page opens count as visible. Scripts are not run. `aria-hidden` hides nothing: it is about
screen readers, and the text is on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice

from lxml import etree

from extraction.document.element_index import ElementIndex
from extraction.document.hidden import classes, controls, inline_styles, needless, rendered, sheets, spoken, text_colors
from extraction.document.hidden.inline_styles import Hiding
from extraction.document.tree import Tree, drop_all

# A page cannot contain an attribute with a namespace, because HTML has none.
_MARK = "{orbweaver}hidden"
# The value at the root, whether or not any element is marked.
_NOTHING, _SOMETHING = "nothing", "something"
# Of the page's text. Pages hide a large part of it only until a script has run.
SHARE_MAX, NEVER_SHARE_MAX, TOGETHER_MAX, ALL_SHARE, ALWAYS_CHARS = 0.15, 0.6, 0.5, 0.95, 200
# Of the chosen content.
CONTENT_SHARE_MAX = 0.6
# A page with this many transparent elements fades them in.
ANIMATED_FROM = 4
_BEHIND_MAX = 40
# Elements that are searched for letters of another size.
_INNER_MAX = 500
# Attributes besides `style` that hide.
_HIDING_ATTRIBUTES = ("hidden", "popover", rendered.MARK)
_chars = etree.XPath("string-length()")
# Without indentation.
_text_chars = etree.XPath("string-length(normalize-space())")
_hidden = etree.XPath("descendant::*[@o:hidden='']", namespaces={"o": "orbweaver"})
# A formula for programs beside its picture: all of the text is inside of it.
_FORMULA = etree.XPath(
    "boolean(descendant-or-self::math) and not(descendant-or-self::*[not(ancestor-or-self::math)]/text()[normalize-space()])"
)


def mark(index: ElementIndex) -> None:
    """Mark the hidden elements of a page for `is_hidden`. Marking twice has no effect."""
    if index.root.get(_MARK) is None:
        _marked(index)


def _marked(index: ElementIndex) -> list[Tree]:
    """The hidden elements of a page, which are marked now."""
    state = index.root.get(_MARK)
    if state is not None:
        return _hidden(index.root) if state == _SOMETHING else []
    index.root.set(_MARK, _NOTHING)
    for formula in index.tagged("math"):
        if needless.is_prose(formula.get("alttext") or ""):
            del formula.attrib["alttext"]
    found = find(index)
    if found:
        index.root.set(_MARK, _SOMETHING)
    for element in found:
        element.set(_MARK, "")
    return found


def is_hidden(element: Tree) -> bool:
    """Whether an element is marked as hidden. Elements inside of it are not marked."""
    return element.get(_MARK) == ""


def find(index: ElementIndex) -> list[Tree]:
    """The hidden elements of a page. A part with much of the page's text counts as shown."""
    unneeded = needless.find(index)
    found = _candidates(index)
    if not found:
        return unneeded
    page, closed = _Page(index, found), controls.Controls(index, found)
    are_animated = sum(found[element] == "faded" for element in page.chars) >= ANIMATED_FROM
    described = {
        element: how for element, how in found.items()
        if element.tag not in ("body", "html") and page.may_hide(element, how) and not (how == "faded" and are_animated)
        and not (how == "closed" and closed.open(element)) and not (index.tagged("math") and _is_formula(element))
    }  # fmt: skip
    return [*unneeded, *page.without_most(described)]


def drop(index: ElementIndex) -> bool:
    """Mark the hidden elements of a page and remove them. The text around them stays. Returns whether there were any."""
    found = _marked(index)
    drop_all(index.root, found)
    return bool(found)


def prepare(index: ElementIndex) -> None:
    """Mark the hidden elements of a page for `drop_marked`.

    Those whose own style hides them in a way that no control undoes, such as a font size of 0, are removed at once.
    `span` and `font` get another tag, because a later step unwraps them.
    """
    found = _marked(index)
    for element in found:
        if element.tag in ("span", "font"):
            element.tag = "bdi"
    drop_all(index.root, [element for element in found if _own_style(element) == "never"])


def drop_marked(body: Tree) -> None:
    """Remove the marked elements of the chosen content, unless hardly anything else was chosen: a script will show them."""
    if body.getroottree().getroot().get(_MARK) == _NOTHING or not (found := _hidden(body)):
        return
    outermost = [each for each in found if not any(map(is_hidden, each.iterancestors()))]
    if sum(map(_text_chars, outermost)) <= max(ALWAYS_CHARS, CONTENT_SHARE_MAX * _text_chars(body)):
        drop_all(body, found)


def _candidates(index: ElementIndex) -> dict[Tree, Hiding]:
    """Elements that something hides, in no particular order."""
    if rendered.are_complete(index.root):
        return rendered.find(index)
    found: dict[Tree, Hiding] = {}
    colored: list[tuple[Tree, str]] = []
    for element in _may_be_hidden(index):
        if how := _own(element):
            found[element] = how
        elif color := _own_color(element):
            colored.append((element, color))
    found.update(dict.fromkeys(_painted_over(index, colored), "never"))
    for element, how in (_by_classes(index) | sheets.hidden(index)).items():
        if found.get(element) != "never" and not (how == "never" and spoken.is_shown_otherwise(element)):
            found[element] = how
    found.pop(index.root, None)
    return found


def _may_be_hidden(index: ElementIndex) -> Iterator[Tree]:
    """The elements that something other than their class, id or tag can hide."""
    for value, styled in index.by_value("style").items():
        if inline_styles.hiding(value) or _color(value):
            yield from styled
    for name in _HIDING_ATTRIBUTES:
        yield from index.having(name)
    for tag in ("dialog", "font"):
        yield from index.tagged(tag)


def _by_classes(index: ElementIndex) -> dict[Tree, Hiding]:
    """The elements that a well-known class hides."""
    found: dict[Tree, Hiding] = {}
    for value, labelled in index.by_value("class").items():
        if how := classes.hiding(value):
            can_be_undone = classes.are_undone_by_display(value)
            found |= {
                each: how
                for each in labelled
                if not (can_be_undone and inline_styles.has_display(each.get("style") or ""))
            }
    return found


def _is_formula(element: Tree) -> bool:
    return bool(_FORMULA(element)) and not needless.is_prose("".join(element.itertext()))


class _Page:
    """How much of a page's text elements have, in characters."""

    def __init__(self, index: ElementIndex, found: Iterable[Tree]) -> None:
        self._index = index
        self.chars = {element: chars for element in found if (chars := _chars(element))}

    @cached_property
    def _all_chars(self) -> float:
        code = (*self._index.tagged("script"), *self._index.tagged("style"))
        return _chars(self._index.root) - sum(len(each.text or "") for each in code)

    def may_hide(self, element: Tree, how: Hiding) -> bool:
        """Whether the element has text, and little enough of the page's text."""
        chars = self.chars.get(element, 0)
        if chars <= ALWAYS_CHARS:
            return chars > 0
        return chars <= (NEVER_SHARE_MAX if how == "never" else SHARE_MAX) * self._all_chars

    def without_most(self, found: dict[Tree, Hiding]) -> list[Tree]:
        """Without closed and faded elements, if they have most of the page's text together: a script will show them."""
        later = [element for element, how in found.items() if how != "never"]
        inside = sum(self.chars[each] for each in later if not any(above in found for above in each.iterancestors()))
        most = max(TOGETHER_MAX * self._all_chars, 5 * ALWAYS_CHARS) if later else 0
        if later and (inside > most or inside > ALL_SHARE * self._all_chars):
            return [element for element, how in found.items() if how == "never"]
        return list(found)


def _own(element: Tree) -> Hiding | None:
    how = _own_style(element)
    if how is not None:
        return how
    if marked := rendered.hiding(element):
        return marked
    # Browsers show an element with this value when a person searches for its text.
    hidden = element.get("hidden")
    if hidden is not None and hidden.strip().lower() != "until-found":
        return "closed"
    is_closed = element.get("popover") is not None or (element.tag == "dialog" and element.get("open") is None)
    return "closed" if is_closed else None


def _own_style(element: Tree) -> Hiding | None:
    style = element.get("style")
    how = inline_styles.hiding(style) if style else None
    return None if how == "never" and _has_readable_part(element, style or "") else how


def _has_readable_part(element: Tree, style: str) -> bool:
    """Whether letters of a size of 0 are undone by a larger size inside: a trick against blanks between inline blocks."""
    if "font" not in style:
        return False
    inside = islice(element.iterdescendants(), _INNER_MAX)
    return any(inline_styles.declares_font_size(style) for inner in inside if (style := inner.get("style")))


def _painted_over(index: ElementIndex, colored: list[tuple[Tree, str]]) -> list[Tree]:
    """Elements whose letters have the colour of the nearest background around them, as far as styles of elements say it."""
    if not colored:
        return []
    links = index.by_value("rel").items()
    is_bare = not index.tagged("style") and not any("stylesheet" in rel for rel, _ in links)
    return [element for element, color in colored if _is_alike(color, _background_of(element, is_bare))]


def _own_color(element: Tree) -> str | None:
    """The colour of the letters of an element without its own background."""
    style = element.get("style") or ""
    if element.tag == "font" and "color" not in style.lower():
        return element.get("color")
    return _color(style)


def _color(style: str) -> str | None:
    if "color" not in style.lower():
        return None
    return inline_styles.text_color(style) if inline_styles.background(style) is None else None


def _is_alike(color: str, ground: str | None) -> bool:
    return ground is not None and text_colors.are_alike(color, ground)


def _background_of(element: Tree, is_bare: bool) -> str | None:
    """The background colour of an element. None if a style sheet may decide it."""
    if not (is_bare or _is_plain(element)):
        return None
    for steps, above in enumerate(element.iterancestors()):
        style = above.get("style") or ""
        if len(style) > inline_styles.KNOWN_MAX_CHARS or above.get("background") is not None:
            return None
        declared = inline_styles.background(style) or above.get("bgcolor")
        if declared:
            return declared
        if steps > _BEHIND_MAX or not (is_bare or _is_plain(above)):
            return None
    return "white" if is_bare else None


def _is_plain(element: Tree) -> bool:
    return element.get("class") is None and element.get("id") is None and element.get("background") is None
