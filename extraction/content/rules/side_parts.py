"""Parts beside the content that need no title: forms for an e-mail address, advertisements in a list, headers and footers."""

from __future__ import annotations

from itertools import pairwise, takewhile

from extraction.content.blocks import Block, Container, is_within
from extraction.content.rules.headings import heading_container
from extraction.content.rules.own_containers import outwards
from extraction.content.rules.properties import properties_in
from extraction.content.vocabulary import MAIN_LANDMARK, label_groups, tag_bit
from extraction.document.any_case import AnyCase
from extraction.document.tree import Tree

_FORM_WORDS_MAX, _ADVERTISEMENT_WORDS_MAX = 45, 40
_EMAIL = AnyCase(r"e-?mail|newsletter")
# To add a language: the label above an advertisement in a list.
_LABEL = AnyCase(
    r"\W*(?:sponsored|promoted|ad|advertisement|anzeige|werbung|gesponsert|patrocinad[oa]|publicidade?|anuncio|anúncio|"
    r"sponsorisé|annonce|publicité|sponsorizzat[oa]|pubblicità|gesponsord|advertentie|sponsorowane|reklama|reklam|"
    r"sponzorováno|sponsrad|annonse?|mainos|hirdetés|διαφήμιση|quảng cáo|реклама|إعلان|広告|スポンサー|广告|廣告|광고)\W*$",
)
_ASIDE, _SIDEBAR = tag_bit("aside", None), label_groups("sidebar", None)[0]
_WHOLE = frozenset(("body", "main"))
# Types of fields that a person writes in, or chooses a file for. A form to buy something has at most one, for the quantity.
_WRITTEN = frozenset((None, "text", "email", "tel", "url", "file", "date", "password"))
_FIELDS_MIN = 2
_BOILERPLATE = frozenset(("header", "masthead", "footer", "colophon"))
_SECTIONS = frozenset(("section", "article", "li"))
_CONTENT_LANDMARKS = MAIN_LANDMARK | tag_bit("article", None)


def forms_and_advertising(retained: list[Block], anchor: Block) -> set[int]:
    """The ids of the blocks of forms that ask for an e-mail address, and of entries of lists that are labelled as advertising.

    Args:
        anchor: the main heading. A container that contains it is the page's own.
    """
    containers = _Containers(anchor)
    return {id(block) for block in retained if containers.is_form_or_advertisement(block.container)}


def forms(blocks: list[Block], retained: list[Block], anchor: Block) -> set[int]:
    """The ids of the blocks of forms with several fields to write in, and of the headings directly above them.

    Args:
        blocks: all blocks of the page.
        anchor: the main heading. A form around it is the page.
    """
    own = frozenset(outwards(anchor.container))
    known: dict[Container | None, bool] = {None: False}
    gone = {id(block) for block in retained if _is_in_form(block.container, own, known)}
    if gone:
        for block, after in pairwise(blocks):
            if id(after) in gone and heading_container(block) is not None and block is not anchor:
                gone.add(id(block))
    return gone


def _is_in_form(container: Container | None, own: frozenset[Container], known: dict[Container | None, bool]) -> bool:
    if container not in known:
        assert container is not None
        is_form = container.tag == "form" and container not in own and _fields(container.element) >= _FIELDS_MIN
        known[container] = is_form or _is_in_form(container.outer, own, known)
    return known[container]


def _fields(form: Tree) -> int:
    """How many fields of a form a person writes in."""
    return sum(field.tag == "textarea" or field.get("type") in _WRITTEN for field in form.iter("input", "textarea"))


def beside(retained: list[Block], anchor: Block) -> set[int]:
    """The ids of the blocks of a small page in sidebars, and in headers and footers outside the main content."""
    known: dict[Container, bool] = {}
    found = [block for block in retained if _is_beside(block.container, anchor, known)]
    with_facts = set(map(id, properties_in(found, anchor)))
    return {id(block) for block in found if id(block) not in with_facts}


def _is_beside(container: Container | None, anchor: Block, known: dict[Container, bool]) -> bool:
    if container is None or container.tag in _WHOLE:
        return False
    if container not in known:
        known[container] = (
            _is_header_or_footer(container) and not is_within(anchor.container, container)
        ) or _is_beside(container.outer, anchor, known)
    return known[container]


def _is_header_or_footer(container: Container) -> bool:
    """Whether a container is named as a header or footer. One of several alike is an entry of a list."""
    if container.landmark & _ASIDE:
        return True
    if container.same > 1 and container.element.get("class"):
        return False
    if container.tag in _BOILERPLATE and _is_in_item(container):
        return False
    is_named = container.tag in _BOILERPLATE or not _BOILERPLATE.isdisjoint(container.names)
    return bool(container.label & _SIDEBAR) or (is_named and not container.landmarks & _CONTENT_LANDMARKS)


def _is_in_item(container: Container) -> bool:
    """Whether the nearest section around a header or footer is one of several alike."""
    section = next((around for around in outwards(container) if around.tag in _SECTIONS), None)
    return section is not None and section.same > 1


class _Containers:
    """The containers that were judged, so that each is judged once."""

    def __init__(self, anchor: Block) -> None:
        self._known: dict[Container | None, bool] = dict.fromkeys((*outwards(anchor.container), None), False)
        self._with_email_field = _around_email_fields(anchor.container.element.getroottree().getroot())

    def is_form_or_advertisement(self, container: Container | None) -> bool:
        """Whether a container or a small one around it is a form for an e-mail address, or labelled as advertising."""
        if container not in self._known:
            assert container is not None
            self._known[container] = container.words <= _FORM_WORDS_MAX and self._is_part(container)
        return self._known[container]

    def _is_part(self, container: Container) -> bool:
        if self.is_form_or_advertisement(container.outer):
            return True
        if "newsletter" in container.names or container.element in self._with_email_field:
            return True
        return (
            container.blocks > 1
            and container.words <= _ADVERTISEMENT_WORDS_MAX
            and _is_labelled_as_advertising(container)
        )


def _around_email_fields(page: Tree) -> set[Tree]:
    """The elements around the fields that ask for an e-mail address."""
    found: set[Tree] = set()
    for field in page.iter("input"):
        if field.get("type") == "email" or _EMAIL.search(f"{field.get('name') or ''} {field.get('placeholder') or ''}"):
            found.update(takewhile(lambda around: around not in found, field.iterancestors()))
    return found


def _is_labelled_as_advertising(container: Container) -> bool:
    first = next((text for text in container.element.itertext() if not text.isspace()), "")
    return _LABEL.match(first) is not None
