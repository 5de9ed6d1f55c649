"""A page as blocks of text inside containers.

A block is a run of inline text directly under one block element. A container is a block element. A container whose only content is
one other container is treated as one with it, so that wrapper elements do not affect the features. Navigation has no blocks.
"""

from __future__ import annotations

from extraction.content.navigation import Navigation
from extraction.content.vocabulary import NAVIGATION_LABELS, NAVIGATION_LANDMARKS, label_groups, tag_bit
from extraction.document.tree import Tree

INLINE = frozenset(
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark "
    "math map area meter nobr output picture progress q "
    "rb rp rt rtc ruby s samp small source span strike strong sub sup svg time track tt u var "
    "wbr annotation semantics".split()
)
IGNORED = frozenset(
    "script style noscript template iframe object embed canvas select textarea option svg head "
    "link meta input audio video".split()
)
_NO_BLOCKS = INLINE | IGNORED
_NO_LABEL: tuple[int, tuple[str, ...]] = (0, ())
# Below this depth all content is one run of text.
DEPTH_MAX = 80


class Container:
    """One block element and the counts of its subtree."""

    __slots__ = (
        "blocks", "element", "heading", "index", "is_about_others", "label", "landmark", "landmarks", "link_words", "names",
        "outer", "p_words", "parent", "row", "same", "signature", "tag", "within", "words",
    )  # fmt: skip

    def __init__(self, index: int, element: Tree, tag: str, parent: Container | None) -> None:
        label = element.get("class")
        # `index` is the index in `Outline.containers`. Containers with an equal `signature` are written alike.
        self.index, self.element, self.tag, self.signature = index, element, tag, (tag, label)
        # Label groups and landmarks as bits: `label` and `landmark` of this container, `within` and `landmarks` also of all outer
        # containers.
        name = element.get("id")
        self.label, self.names = label_groups(label, name) if label or name else _NO_LABEL
        self.landmark = tag_bit(tag, element.get("role"))
        self.within, self.landmarks = self.label, self.landmark
        # `outer` is the container directly around this one. `parent` is the nearest container with more blocks than this one.
        self.outer = self.parent = parent
        if parent is not None:
            self.within |= parent.within
            self.landmarks |= parent.landmarks
        self.words = self.link_words = self.p_words = self.blocks = 0
        self.same = 1
        self.row = b""
        # Read when they are first asked for (`rules.own_containers`, `rules.headings`). `heading` is False before, and True for
        # a heading itself: a container that referred to itself would keep the page until garbage is collected.
        self.is_about_others: bool | None = None
        self.heading: Container | bool | None = False


def is_within(container: Container | None, outer: Container | None) -> bool:
    """Whether a container is the outer container or in it."""
    while container is not None and container is not outer:
        container = container.outer
    return container is outer


class Block:
    """One run of inline text: its words, and the parts of the tree that contain them."""

    __slots__ = ("container", "depth", "inlines", "is_priced", "link_words", "tails", "text", "whole", "words")

    def __init__(
        self,
        container: Container,
        depth: int,
        words: list[str],
        link_words: int,
        pieces: tuple[bool, list[Tree], list[Tree]],
    ) -> None:
        self.container, self.depth, self.words, self.link_words = container, depth, words, link_words
        self.text = " ".join(words)
        # `whole`: it starts with the text of the container's element. `inlines`: the elements in it. `tails`: elements whose tail
        # text is in it.
        self.whole, self.inlines, self.tails = pieces
        self.is_priced: bool | None = None  # Read when it is first asked for (`rules.prices`).


class Outline:
    """All blocks of a page in document order, all containers, outermost first, and the navigation that is left out."""

    def __init__(self, body: Tree) -> None:
        self.blocks: list[Block] = []
        self.containers: list[Container] = []
        self.navigation: list[Container] = []
        self._visit(Container(0, body, body.tag, None), 0, Navigation(body))
        self._sum_up()

    def _visit(self, container: Container, depth: int, navigation: Navigation) -> None:
        # Performance: this loop visits every element, so it calls as few functions as possible.
        self.containers.append(container)
        element = container.element
        texts: list[str] = []
        linked: list[str] = []
        inlines: list[Tree] = []
        tails: list[Tree] = []
        text = element.text
        starts = bool(text)
        if text and not text.isspace():
            texts.append(text)
        seen: dict[object, list[Container]] | None = None
        for child in element:
            child_tag, children = child.tag, len(child)
            if (child_tag in INLINE and (not children or not _holds_block(child))) or (
                depth == DEPTH_MAX and child_tag not in IGNORED
            ):
                inlines.append(child)
                if child_tag == "br":
                    texts.append("\n")
                elif text := "".join(child.itertext()) if children else child.text:
                    texts.append(text)
                    if child_tag == "a":
                        linked.append(text)
                    elif children:
                        linked += ["".join(link.itertext()) for link in child.iter("a")]
            elif child_tag not in IGNORED and (children or child.text):
                if texts:
                    self._close(container, depth, texts, linked, (starts, inlines, tails))
                    texts, linked, inlines, tails, starts = [], [], [], [], False
                below = Container(len(self.containers), child, child_tag, container)
                is_landmark = below.landmark & NAVIGATION_LANDMARKS != 0
                if is_landmark or below.label & NAVIGATION_LABELS:
                    below.words = navigation.words(child, is_landmark=is_landmark)
                if below.words:
                    self.navigation.append(below)
                else:
                    self._visit(below, depth + 1, navigation)
                    seen = {} if seen is None else seen
                    seen.setdefault(below.signature, []).append(below)
            text = child.tail
            if text:
                tails.append(child)
                if not text.isspace():
                    texts.append(text)
        if texts:
            self._close(container, depth, texts, linked, (starts, inlines, tails))
        if seen:
            for alike in seen.values():
                if len(alike) > 1:
                    for found in alike:
                        found.same = len(alike)

    def _close(
        self,
        container: Container,
        depth: int,
        texts: list[str],
        linked: list[str],
        pieces: tuple[bool, list[Tree], list[Tree]],
    ) -> None:
        words = "".join(texts).split()
        if not words:
            return
        count = len(words)
        link_words = len(" ".join(linked).split()) if linked else 0
        if link_words > count or container.landmarks & _LINK:
            link_words = count
        self.blocks.append(Block(container, depth, words, link_words, pieces))
        container.words += count
        container.link_words += link_words
        container.blocks += 1
        if container.tag == "p":
            container.p_words += count

    def _sum_up(self) -> None:
        """Totals from the innermost containers outwards; a container that adds nothing to its only container is one with it."""
        for container in reversed(self.containers):
            parent = container.parent
            if parent is not None:
                parent.words += container.words
                parent.link_words += container.link_words
                parent.p_words += container.p_words
                parent.blocks += container.blocks
        for container in self.containers:
            parent = container.parent
            while parent is not None and parent.blocks == container.blocks and parent.parent is not None:
                container.same = max(container.same, parent.same)
                parent = parent.parent
            container.parent = parent


_LINK = tag_bit("a", None)


def _holds_block(inline: Tree) -> bool:
    for below in inline.iterdescendants():  # noqa: SIM110 a generator takes twice the time
        if below.tag not in _NO_BLOCKS:
            return True
    return False
