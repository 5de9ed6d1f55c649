"""Parts beside the content that need no title: forms for an e-mail address, advertisements in a list, frames of small pages."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from extraction.content.blocks import Block, Box, is_within
from extraction.content.rules.headings import heading_box
from extraction.content.rules.own_boxes import outwards
from extraction.content.rules.properties import properties_in
from extraction.content.vocabulary import MAIN_LANDMARK, label_groups, tag_bit
from extraction.document.tree import Tree

_FORM_WORDS_MAX, _ADVERTISEMENT_WORDS_MAX = 45, 40
_EMAIL = re.compile(r"e-?mail|newsletter", re.I)
# To add a language: the label above an advertisement in a list.
_LABEL = re.compile(
    r"\W*(?:sponsored|promoted|ad|advertisement|anzeige|werbung|gesponsert|patrocinad[oa]|publicidade?|anuncio|anúncio|"
    r"sponsorisé|annonce|publicité|sponsorizzat[oa]|pubblicità|gesponsord|advertentie|sponsorowane|reklama|reklam|"
    r"sponzorováno|sponsrad|annons|реклама|إعلان|広告|スポンサー|广告|廣告|광고)\W*$",
    re.I,
)
_ASIDE, _SIDEBAR = tag_bit("aside", None), label_groups("sidebar", None)[0]
_WHOLE = frozenset(("body", "main"))
# Types of fields that a person writes in, or chooses a file for. A form to buy something has at most one, for the quantity.
_WRITTEN = frozenset((None, "text", "email", "tel", "url", "file", "date", "password"))
_FIELDS_MIN = 2
_FRAMES = frozenset(("header", "masthead", "footer", "colophon"))
_SECTIONS = frozenset(("section", "article", "li"))
_CONTENT_LANDMARKS = MAIN_LANDMARK | tag_bit("article", None)


def forms_and_advertising(kept: list[Block], anchor: Block) -> set[int]:
    """The ids of the blocks of forms that ask for an e-mail address, and of entries of lists that are labelled as advertising.

    Args:
        anchor: the main heading. A box that contains it is the page's own.
    """
    boxes = _Boxes(anchor)
    return {id(block) for block in kept if boxes.are_form_or_advertisement(block.box)}


def forms(blocks: list[Block], kept: list[Block], anchor: Block) -> set[int]:
    """The ids of the blocks of forms with several fields to write in, and of the headings directly above them.

    Args:
        blocks: all blocks of the page.
        anchor: the main heading. A form around it is the page.
    """
    own = frozenset(outwards(anchor.box))
    known: dict[Box | None, bool] = {None: False}
    gone = {id(block) for block in kept if _is_in_form(block.box, own, known)}
    if gone:
        for block, after in pairwise(blocks):
            if id(after) in gone and heading_box(block) is not None and block is not anchor:
                gone.add(id(block))
    return gone


def _is_in_form(box: Box | None, own: frozenset[Box], known: dict[Box | None, bool]) -> bool:
    if box not in known:
        assert box is not None
        is_form = box.tag == "form" and box not in own and _fields(box.element) >= _FIELDS_MIN
        known[box] = is_form or _is_in_form(box.holder, own, known)
    return known[box]


def _fields(form: Tree) -> int:
    """How many fields of a form a person writes in."""
    return sum(field.tag == "textarea" or field.get("type") in _WRITTEN for field in form.iter("input", "textarea"))


def beside(kept: list[Block], anchor: Block) -> set[int]:
    """The ids of the blocks of a small page in sidebars, and in boxes that are named header or footer outside the main content."""
    known: dict[Box, bool] = {}
    found = [block for block in kept if _is_beside(block.box, anchor, known)]
    with_facts = set(map(id, properties_in(found, anchor)))
    return {id(block) for block in found if id(block) not in with_facts}


def _is_beside(box: Box | None, anchor: Block, known: dict[Box, bool]) -> bool:
    if box is None or box.tag in _WHOLE:
        return False
    if box not in known:
        known[box] = (_is_frame(box) and not is_within(anchor.box, box)) or _is_beside(box.holder, anchor, known)
    return known[box]


def _is_frame(box: Box) -> bool:
    """Whether a box is named as a frame of the page. One of several alike is an entry of a list."""
    if box.landmark & _ASIDE:
        return True
    if box.same > 1 and box.element.get("class"):
        return False
    if box.tag in _FRAMES and _is_in_item(box):
        return False
    is_named = box.tag in _FRAMES or not _FRAMES.isdisjoint(box.names)
    return bool(box.label & _SIDEBAR) or (is_named and not box.landmarks & _CONTENT_LANDMARKS)


def _is_in_item(box: Box) -> bool:
    """Whether the nearest section around a header or footer is one of several alike."""
    section = next((around for around in outwards(box) if around.tag in _SECTIONS), None)
    return section is not None and section.same > 1


class _Boxes:
    """The boxes that were judged, so that each is judged once."""

    def __init__(self, anchor: Block) -> None:
        self._own = frozenset(outwards(anchor.box))
        self._known: dict[Box | None, bool] = dict.fromkeys((*self._own, None), False)
        self._with_email_field: set[Tree] = set()

    def are_form_or_advertisement(self, box: Box | None) -> bool:
        """Whether a box or a small one around it is a form for an e-mail address, or labelled as advertising."""
        if box not in self._known:
            assert box is not None
            self._known[box] = box.words <= _FORM_WORDS_MAX and self._is_part(box)
        return self._known[box]

    def _is_part(self, box: Box) -> bool:
        holder = box.holder
        if self.are_form_or_advertisement(holder):
            return True
        if (holder is None or holder.words > _FORM_WORDS_MAX or holder in self._own) and len(box.element):
            self._with_email_field |= _around_email_fields(box.element)
        if "newsletter" in box.names or box.element in self._with_email_field:
            return True
        return box.blocks > 1 and box.words <= _ADVERTISEMENT_WORDS_MAX and _is_labelled_as_advertising(box)


def _around_email_fields(part: Tree) -> set[Tree]:
    """The elements around the fields of a part of the page that ask for an e-mail address."""
    found: set[Tree] = set()
    for field in part.iter("input"):
        if field.get("type") == "email" or _EMAIL.search(f"{field.get('name') or ''} {field.get('placeholder') or ''}"):
            found.update(takewhile(lambda around: around not in found, field.iterancestors()))
    return found


def _is_labelled_as_advertising(box: Box) -> bool:
    first = next((text for text in box.element.itertext() if not text.isspace()), "")
    return _LABEL.match(first) is not None
