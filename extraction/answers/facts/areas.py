"""Which parts of a page describe its own subject."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from weakref import WeakKeyDictionary

from extraction.document.document import Document
from extraction.document.element_index import ElementIndex
from extraction.document.hidden.elements import is_hidden, mark
from extraction.document.known_elements import remembered as remembered_of
from extraction.document.known_texts import remembered
from extraction.document.tree import Tree

_OTHER_TAGS = frozenset("script style template noscript nav aside svg select form iframe".split())
_OTHER_LABELS = re.compile(
    r"(?:^|[\s_-])(?:related|recommend\w*|similar|upsells?|cross-?sells?|also-(?:like|bought|viewed)|sponsored|"
    r"advert\w*|cookie\w*|"
    r"comments?|reviews?|review-?(?:list|item|card)s?|reviews?-?list|customer-?reviews?|testimonials?|sidebar|"
    r"breadcrumbs?|nav|menu|carousel|"
    r"newsletter|recently|(?:last-|recently-)?viewed(?:-(?:products?|items?))?|popular|trending|accessor(?:y|ies)|bundles?|goes-?well|zubehoer|more-\w+|you-may\w*|"
    r"mini-?cart|compare)"
    r"(?:$|[\s_-])",
    re.I,
)
_MENU = re.compile(r"(?<![a-z])menu(?![a-z])", re.I)
_PRICED = re.compile(r"[$€£¥￥₹₽₩₺₴]\s?\d|\d\s?(?:[€£₹₽₩₺₴]|zł|Kč|円|元|원|kr\b|TL\b)")
_MENU_TEXTS_MAX = 60
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Words for likeness in headings, whatever is before them: `Annonces similaires`.
_ALIKE = re.compile(
    r"\b(?:similar(?:es)?|similaires|ähnliche[rs]?|simili|vergelijkbare?|podobne|benzer|похожие|relaterade|liknande)\b"
    r"|\b(?:relacionad[oa]s|correlati|gerelateerd|powiązane|связанные)\b|مشابه|قد (?:تعجبك|يعجبك)|ذات صلة|似た|類似|비슷한|연관|관련 ?상품"
    r"|추천|相似|猜你喜欢|为你推荐|вам (?:может )?понравит|с этим товаром|önerilen|bunlara da|beğenebil"
    r"|(?:bei|von|from|de|di) (?:diesem|this|ce|este|esta|questo) (?:händler|anbieter|verkäufer|seller|vendeur|vendedor|venditore)",
    re.I,
)
# Headings of blocks about other entities.
_OTHER_HEADINGS = re.compile(
    r"^\W*(?:related|similar|recommended|recently|you (?:may|might)|others? also|customers? (?:also|who|reviews?)|"
    r"people also|also (?:like|"
    r"bought|viewed)|frequently bought|goes (?:well )?with|complete (?:the|your)|accessor|more (?:from|like|to|products|"
    r"articles|jobs|"
    r"events|recipes)|further |trending|popular|bestsellers?|best sellers?|reviews?\b|(?:\d+ )?(?:customer )?reviews?\b|"
    r"comments?\b|"
    r"(?:\d+ )?comments?\b|sponsored|advert|newsletter|kund(?:en|innen)\b|ähnliche|aehnliche|passend|das könnte|zubehör|"
    r"weitere|mehr |"
    r"empfehl|zuletzt|bewertungen|rezensionen|kommentare|produits? (?:similaires|associés|liés)|vous aimerez|"
    r"articles? (?:similaires|liés)|"
    r"avis\b|commentaires|les clients|récemment|accessoires|productos? (?:relacionad|similares)|también|otros clientes|"
    r"opiniones|"
    r"comentarios|artículos relacionados|prodotti (?:correlati|simili)|potrebbe|recensioni|commenti|gerelateerd|"
    r"vergelijkbare|"
    r"vist[oa]s (?:recientemente|recentemente)|visti di recente|visualizzati|ostatnio oglądane|senast visade|laatst bekeken|"
    r"anderen|beoordelingen|podobne|polecane|opinie|komentarze|produtos relacionados|avaliações|relaterade|liknande|"
    r"recensioner|"
    r"関連|おすすめ|この商品を|最近チェック|レビュー|コメント|相关|推荐|评论)",
    re.I,
)
_OTHERS_ALSO = re.compile(
    r"\balso (?:viewed|bought|purchased|liked?|read)\b|\bauch (?:gekauft|angesehen|interessant)|ont (?:aussi|également)"
    r"|también (?:compraron|vieron)|hanno (?:anche|acquistato)|こんな商品も|看了又看",
    re.I,
)
# Classes of blocks about another party than the page's own entity.
_PARTY = re.compile(
    r"(?:^|[\s_-])(?:agent|agency|broker|realtor|makler|seller|vendor|dealer|merchant|advertiser|landlord|lister|negotiator|vendeur"
    r"|vendedor|venditore|verkaeufer|haendler|anbieter|agence|anunciante|inserent)(?:s?(?:box|card|info|data|name|details?))?(?:$|[\s_-])",
    re.I,
)
_PARTY_ANCESTORS_MAX = 6
_UNSEEN = frozenset("script style template noscript svg select iframe nav".split())
_BLOCKS = frozenset("section div article ul ol dl table".split())
_HEADINGS = frozenset("h2 h3 h4 h5 h6".split())
_HEADING_MAX_CHARS = 80
_TITLED = re.compile(r"title|heading|headline|titel\b|titre|titulo|(?:^|\s)h[2-6](?:\s|$)", re.I)
_ELEMENTS_MAX = 60_000
_ASIDES_MAX = 5
# By the index of a document, which is replaced when its elements change.
_OWN_ELEMENTS: WeakKeyDictionary[ElementIndex, list[tuple[Tree, bool]]] = WeakKeyDictionary()


def own_elements(document: Document, part: Tree | None = None) -> Iterator[tuple[Tree, bool]]:
    """Every element outside navigation, hidden parts and blocks about other entities, and whether it is in a footer.

    Args:
        part: an own element, to get only those in it.
    """
    if part is not None:
        mark(document.index)
        yield from _own_elements(part)
        return
    if document.index not in _OWN_ELEMENTS:
        mark(document.index)
        _OWN_ELEMENTS[document.index] = list(_own_elements(document.body))
    yield from _OWN_ELEMENTS[document.index]


def _own_elements(body: Tree) -> Iterator[tuple[Tree, bool]]:
    waiting = [(body, body.tag == "footer")]
    for _ in range(_ELEMENTS_MAX):
        if not waiting:
            return
        element, is_outside = waiting.pop()
        yield element, is_outside
        inner = [child for child in element if isinstance(child.tag, str) and not is_other(child)]
        waiting += [(child, is_outside or child.tag == "footer") for child in reversed(inner)]


def asides(document: Document) -> Iterator[Tree]:
    """The parts beside the main content that are about the page's own subject, as far as their headings and names say."""
    for aside in islice(document.body.iter("aside"), _ASIDES_MAX):
        if is_hidden(aside) or _is_named_other(aside) or names_party(aside):
            continue
        first = next(aside.iter(*_HEADINGS), None)
        title = "".join(first.itertext())[:_HEADING_MAX_CHARS] if first is not None else ""
        around = aside.getparent()
        if (
            _is_about_others(title)
            or is_party_name(title)
            or next(aside.iter("h1"), None) is not None
            or around is None
            or is_in_other_block(around)
        ):
            continue
        yield aside


def is_in_other_block(element: Tree) -> bool:
    """Whether an element, or a block around it, is about other entities of the same kind, such as similar goods."""
    around: Tree | None = element
    while around is not None and around.tag not in ("body", "html"):
        if _is_other_block(around):
            return not _has_main_heading(around)
        around = around.getparent()
    return False


@remembered_of
def _is_other_block(element: Tree) -> bool:
    return element.tag not in ("aside", "nav", "form") and (_has_other_heading(element) or _is_named_other(element))


@remembered_of
def _has_main_heading(element: Tree) -> bool:
    return next(element.iter("h1"), None) is not None


@remembered_of
def _holds_main_heading(element: Tree) -> bool:
    return next(element.iterchildren("h1"), None) is not None


def is_about_party(element: Tree) -> bool:
    """Whether a block around an element is about someone else than the page's own entity: the agent, the seller."""
    around: Tree | None = element
    for _ in range(_PARTY_ANCESTORS_MAX):
        if around is None or around.tag in ("body", "main") or _holds_main_heading(around):
            return False
        if names_party(around) and not _has_main_heading(around):
            return True
        around = around.getparent()
    return False


def names_party(element: Tree) -> bool:
    """Whether the classes, the id or the test id of an element name another party."""
    name = " ".join(element.get(key) or "" for key in ("class", "id", "data-testid", "data-test"))
    return 3 < len(name) < 500 and is_party_name(name)


def dashed(name: str) -> str:
    """A name of a class with a hyphen before each capital letter: `priceBox` as `price-Box`."""
    return _CAMEL.sub("-", name)


@remembered(500_000)
def is_party_name(name: str) -> bool:
    """Whether words name another party than the page's own entity, such as the agent."""
    return _PARTY.search(dashed(name)) is not None


def _has_other_heading(element: Tree) -> bool:
    """Whether a block begins with a heading that announces other entities, or follows such a heading."""
    if element.tag not in _BLOCKS:
        return False
    first = next((child for child in element if isinstance(child.tag, str)), None)
    for _ in range(2):  # A heading may be wrapped once.
        if first is None or (_is_heading(first) and not (element.text or "").strip()):
            break
        wrapped = first if first.tag in ("div", "header") else ()
        first = next((child for child in wrapped if isinstance(child.tag, str)), None)
    before = element.getprevious()
    return any(_announces_others(heading) for heading in (first, before))


def _is_heading(element: Tree) -> bool:
    """Whether an element is a heading by its tag, or a small one by its class."""
    if element.tag in _HEADINGS:
        return True
    return element.tag in ("p", "div", "span") and len(element) <= 1 and _names_heading(element.get("class") or "")


def _announces_others(heading: Tree | None) -> bool:
    if heading is None or not _is_heading(heading):
        return False
    text = "".join(heading.itertext())
    if len(text) > _HEADING_MAX_CHARS:
        return False
    return _is_about_others(text)


@remembered(500_000)
def _is_about_others(heading: str) -> bool:
    return any(found(heading) for found in (_OTHER_HEADINGS.match, _OTHERS_ALSO.search, _ALIKE.search))


@remembered_of
def is_other(element: Tree) -> bool:
    """Whether the element is navigation, hidden, or a block about other entities, by its tag, class and id."""
    if is_hidden(element):
        return True
    if not (element.tag in _OTHER_TAGS or _has_other_heading(element) or _is_named_other(element)):
        return False
    # What has the main heading is not about others: some sites wrap the whole page, or name its columns after a sidebar.
    return element.tag in _UNSEEN or next(element.iter("h1"), None) is None


def _is_named_other(element: Tree) -> bool:
    name = f"{element.get('class') or ''} {element.get('id') or ''}"
    if not 1 < len(name) < 500 or not _names_others(name):
        return False
    return not (_names_only_menu(name) and _PRICED.search(" ".join(islice(element.itertext(), _MENU_TEXTS_MAX))))


@remembered(500_000)
def _names_only_menu(name: str) -> bool:
    """Whether a name says `menu` and nothing else about others: that of a restaurant has prices."""
    spoken = _CAMEL.sub("-", name)
    return _MENU.search(spoken) is not None and _OTHER_LABELS.search(_MENU.sub(" ", spoken)) is None


@remembered(500_000)
def _names_others(name: str) -> bool:
    return _OTHER_LABELS.search(dashed(name)) is not None


@remembered(500_000)
def _names_heading(name: str) -> bool:
    return _TITLED.search(name) is not None
