"""A page as blocks of text inside boxes.

A block is a run of inline text directly under one block element. A box is a block element. A box whose only content is
one other box is treated as one with it, so that wrapper elements do not affect the features. Frames have no blocks.
"""

from __future__ import annotations

from extraction.content.frames import Frames
from extraction.content.vocabulary import FRAME_LABELS, FRAME_LANDMARKS, label_groups, tag_bit
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


class Box:
    """One block element and the counts of its subtree."""

    __slots__ = ("blocks", "element", "holder", "is_about_others", "label", "landmark", "landmarks", "link_words", "names",
    "p_words", "parent", "place", "row", "same", "signature", "tag", "within", "words")  # fmt: skip

    def __init__(self, place: int, element: Tree, tag: str, parent: Box | None) -> None:
        label = element.get("class")
        # `place` is the index in `Outline.boxes`. Boxes with an equal `signature` are written alike.
        self.place, self.element, self.tag, self.signature = place, element, tag, (tag, label)
        # Label groups and landmarks as bits: `label` and `landmark` of this box, `within` and `landmarks` also of all outer boxes.
        name = element.get("id")
        self.label, self.names = label_groups(label, name) if label or name else _NO_LABEL
        self.landmark = tag_bit(tag, element.get("role"))
        self.within, self.landmarks = self.label, self.landmark
        # `holder` is the box directly around this one. `parent` is the nearest box with more blocks than this one.
        self.holder = self.parent = parent
        if parent is not None:
            self.within |= parent.within
            self.landmarks |= parent.landmarks
        self.words = self.link_words = self.p_words = self.blocks = 0
        self.same = 1
        self.row = b""
        # Read when it is first asked for (`rules.own_boxes`).
        self.is_about_others: bool | None = None


def is_within(box: Box | None, holder: Box | None) -> bool:
    """Whether a box is the holder or in it."""
    while box is not None and box is not holder:
        box = box.holder
    return box is holder


class Block:
    """One run of inline text: its words, and the parts of the tree that contain them."""

    __slots__ = ("box", "depth", "inlines", "link_words", "tails", "text", "whole", "words")

    def __init__(
        self, box: Box, depth: int, words: list[str], link_words: int, pieces: tuple[bool, list[Tree], list[Tree]]
    ) -> None:
        self.box, self.depth, self.words, self.link_words = box, depth, words, link_words
        self.text = " ".join(words)
        # `whole`: it starts with the text of the box's element. `inlines`: the elements in it. `tails`: elements whose tail
        # text is in it.
        self.whole, self.inlines, self.tails = pieces


class Outline:
    """All blocks of a page in document order, all boxes, outermost first, and the frames that are left out."""

    def __init__(self, body: Tree) -> None:
        self.blocks: list[Block] = []
        self.boxes: list[Box] = []
        self.frames: list[Box] = []
        self._visit(Box(0, body, body.tag, None), 0, Frames(body))
        self._sum_up()

    def _visit(self, box: Box, depth: int, frames: Frames) -> None:
        # Performance: this loop visits every element, so it calls as few functions as possible.
        self.boxes.append(box)
        element = box.element
        texts: list[str] = []
        linked: list[str] = []
        inlines: list[Tree] = []
        tails: list[Tree] = []
        text = element.text
        starts = bool(text)
        if text and not text.isspace():
            texts.append(text)
        seen: dict[object, list[Box]] | None = None
        for child in element:
            child_tag = child.tag
            if (child_tag in INLINE and (not len(child) or not _holds_block(child))) or (
                depth == DEPTH_MAX and child_tag not in IGNORED
            ):
                inlines.append(child)
                if child_tag == "br":
                    texts.append("\n")
                elif text := "".join(child.itertext()) if len(child) else child.text:
                    texts.append(text)
                    if child_tag == "a":
                        linked.append(text)
                    elif len(child):
                        linked += ["".join(link.itertext()) for link in child.iter("a")]
            elif child_tag not in IGNORED and (len(child) or child.text):
                if texts:
                    self._close(box, depth, texts, linked, (starts, inlines, tails))
                    texts, linked, inlines, tails, starts = [], [], [], [], False
                below = Box(len(self.boxes), child, child_tag, box)
                is_landmark = below.landmark & FRAME_LANDMARKS != 0
                if is_landmark or below.label & FRAME_LABELS:
                    below.words = frames.words(child, is_landmark=is_landmark)
                if below.words:
                    self.frames.append(below)
                else:
                    self._visit(below, depth + 1, frames)
                    seen = {} if seen is None else seen
                    seen.setdefault(below.signature, []).append(below)
            text = child.tail
            if text:
                tails.append(child)
                if not text.isspace():
                    texts.append(text)
        if texts:
            self._close(box, depth, texts, linked, (starts, inlines, tails))
        if seen:
            for alike in seen.values():
                if len(alike) > 1:
                    for found in alike:
                        found.same = len(alike)

    def _close(
        self, box: Box, depth: int, texts: list[str], linked: list[str], pieces: tuple[bool, list[Tree], list[Tree]]
    ) -> None:
        words = "".join(texts).split()
        if not words:
            return
        count = len(words)
        link_words = len(" ".join(linked).split()) if linked else 0
        if link_words > count or box.landmarks & _LINK:
            link_words = count
        self.blocks.append(Block(box, depth, words, link_words, pieces))
        box.words += count
        box.link_words += link_words
        box.blocks += 1
        if box.tag == "p":
            box.p_words += count

    def _sum_up(self) -> None:
        """Totals from the innermost boxes outwards; a box that adds nothing to its only box is one with it."""
        for box in reversed(self.boxes):
            parent = box.parent
            if parent is not None:
                parent.words += box.words
                parent.link_words += box.link_words
                parent.p_words += box.p_words
                parent.blocks += box.blocks
        for box in self.boxes:
            parent = box.parent
            while parent is not None and parent.blocks == box.blocks and parent.parent is not None:
                box.same = max(box.same, parent.same)
                parent = parent.parent
            box.parent = parent


_LINK = tag_bit("a", None)


def _holds_block(inline: Tree) -> bool:
    for below in inline.iterdescendants():  # noqa: SIM110 a generator takes twice the time
        if below.tag not in _NO_BLOCKS:
            return True
    return False
