"""A page as blocks of running text in the boxes that hold them.

A block is a run of inline text directly under one block element. A box is a block element; boxes that hold nothing
but one other box count as one with it, so that wrappers do not hide the shape of the page.
"""

from __future__ import annotations

from extraction.document import Tree
from extraction.vocabulary import label_bits, tag_bit

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
_DEPTH_MAX = 220


class Box:
    """One block element and what its subtree holds."""

    __slots__ = ("blocks", "element", "holder", "label", "landmarks", "link_words", "near", "p_words", "parent",
    "row", "same", "signature", "tag", "within", "words")  # fmt: skip

    def __init__(
        self, element: Tree, tag: str, parent: Box | None, label: int, landmark: int, signature: object
    ) -> None:
        self.element, self.tag, self.label, self.signature = element, tag, label, signature
        # `holder` is the box right around this one, `parent` the next that holds more than this one does.
        self.holder = self.parent = parent
        self.within: int = label | (parent.within if parent else 0)
        self.landmarks: int = landmark | (parent.landmarks if parent else 0)
        self.near = label
        self.words = self.link_words = self.p_words = self.blocks = 0
        self.same = 1
        self.row = b""


class Block:
    """One run of inline text: its words, and the pieces of the tree it is made of."""

    __slots__ = ("box", "children", "depth", "hidden", "inlines", "link_words", "tails", "text", "whole", "words")

    def __init__(self, box: Box, depth: int, text: str, words: list[str], link_words: int, run: Run) -> None:
        self.box, self.depth, self.text, self.words, self.link_words = box, depth, text, words, link_words
        self.whole, self.inlines, self.tails = run.starts, run.inlines, run.tails


class Run:
    """The inline pieces gathered so far under one block element."""

    __slots__ = ("inlines", "link_text", "pieces", "starts", "tails")

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.link_text: list[str] = []
        self.inlines: list[Tree] = []
        self.tails: list[Tree] = []
        self.starts = False


class Outline:
    """All blocks of a page in document order, and all boxes, outermost first."""

    def __init__(self, body: Tree) -> None:
        self.blocks: list[Block] = []
        self.boxes: list[Box] = []
        self._visit(body, body.tag, None, 0)
        self._sum_up()

    def _visit(self, element: Tree, tag: str, parent: Box | None, depth: int) -> None:
        label = element.get("class")
        name = element.get("id")
        bits = (label_bits(label) if label else 0) | (label_bits(name) if name else 0)
        box = Box(element, tag, parent, bits, tag_bit(tag, element.get("role")), (tag, label))
        self.boxes.append(box)
        run = Run()
        text = element.text
        if text:
            run.starts = True
            if not text.isspace():
                run.pieces.append(text)
        seen: dict[object, list[Box]] | None = None
        for child in element:
            child_tag = child.tag
            if child_tag in INLINE and (len(child) == 0 or not _holds_block(child)):
                _add_inline(run, child, child_tag)
            elif child_tag not in IGNORED and depth < _DEPTH_MAX and (len(child) or child.text):
                if run.pieces:
                    self._close(run, box, depth)
                    run = Run()
                first = len(self.boxes)
                self._visit(child, child_tag, box, depth + 1)
                seen = {} if seen is None else seen
                found = self.boxes[first]
                seen.setdefault(found.signature, []).append(found)
            tail = child.tail
            if tail:
                run.tails.append(child)
                if not tail.isspace():
                    run.pieces.append(tail)
        if run.pieces:
            self._close(run, box, depth)
        if seen:
            for alike in seen.values():
                for found in alike:
                    found.same = len(alike)

    def _close(self, run: Run, box: Box, depth: int) -> None:
        words = "".join(run.pieces).split()
        if not words:
            return
        text = " ".join(words)
        count = len(words)
        if box.landmarks & _LINK:
            linked = count
        else:
            linked = min(count, sum(len(piece.split()) for piece in run.link_text)) if run.link_text else 0
        self.blocks.append(Block(box, depth, text, words, linked, run))
        box.words += count
        box.link_words += linked
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
                box.near |= parent.label
                box.same = max(box.same, parent.same)
                parent = parent.parent
            box.parent = parent


_LINK = tag_bit("a", None)


def _holds_block(inline: Tree) -> bool:
    return any(below.tag not in INLINE and below.tag not in IGNORED for below in inline.iterdescendants())


def _add_inline(run: Run, child: Tree, tag: str) -> None:
    run.inlines.append(child)
    if tag == "br":
        run.pieces.append("\n")
        return
    text = child.text if len(child) == 0 else "".join(child.itertext())
    if not text:
        return
    run.pieces.append(text)
    if tag == "a":
        run.link_text.append(text)
    elif len(child):
        run.link_text += ["".join(link.itertext()) for link in child.iter("a")]
