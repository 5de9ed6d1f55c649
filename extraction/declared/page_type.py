"""The page type, one of `contract.results.page.PAGE_TYPES`.

Each rule is a function that returns a page type or None. `signs` applies the rules in order of their accuracy, which
`benchmarks/page_type.py` measures. The learned kind comes between the rules for declared types and those that guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from extraction.declared import address_kind, layout_kind, main_entity
from extraction.declared.main_entity import Described
from extraction.declared.metadata import Metadata

# To add one: the schema.org types of a page's main entity. If it has several, earlier rows win.
_ONE_ENTITY = (
    ("product", {"Product", "ProductGroup", "IndividualProduct", "SomeProducts", "ProductModel", "Vehicle", "Car"}),
    ("forum", {"DiscussionForumPosting", "QAPage"}),
    ("video", {"VideoObject", "Movie", "TVEpisode"}),
    ("docs", {"TechArticle", "APIReference"}),
    ("article", {"Article", "NewsArticle", "BlogPosting", "Report", "ScholarlyArticle", "ReportageNewsArticle",
    "OpinionNewsArticle", "AnalysisNewsArticle", "LiveBlogPosting", "Recipe", "Review", "HowTo", "SocialMediaPosting"}),
    ("service", {"Service", "ProfessionalService", "LocalBusiness"}),
)  # fmt: skip
# Types that a page can declare for itself.
_PAGE_ITSELF = (
    ("forum", {"QAPage"}),
    ("profile", {"ProfilePage"}),
    ("search", {"SearchResultsPage"}),
    ("collection", {"CollectionPage"}),
)
_GOODS = frozenset(("Product", "ProductGroup", "IndividualProduct", "SomeProducts", "Offer", "Vehicle", "Car"))
_WRITINGS = next(frozenset(types) for kind, types in _ONE_ENTITY if kind == "article")
_LISTABLE = _WRITINGS.union("Event JobPosting Course Book Movie VideoObject LocalBusiness Restaurant Hotel".split())
_OPEN_GRAPH = {
    "article": "article", "product": "product", "product.item": "product", "profile": "profile", "video": "video",
    "product.group": "collection", "product:group": "collection",
}  # fmt: skip
# A guessed type makes the learned kind of that name more probable by this factor. Kinds with a lower probability are not used.
GUESS_FACTOR, LEARNED_MIN = 3, 0.4
# Learned kinds with a different name.
_RENAMED = {"documentation": "docs"}
_QUESTIONS = re.compile(r"\bfaqs?\b|frequently.asked|häufige.fragen", re.I)
# Types for which the words in the URL are reliable.
_SURE_ADDRESSES = frozenset(("search", "forum", "docs", "faq"))


@dataclass(frozen=True)
class Signs:
    """The page type by what the page declares, and the one by weaker signs: words in the URL, Open Graph type, layout."""

    declared: str | None
    guessed: str | None

    def page_type(self, kinds: Mapping[str, float]) -> str:
        """The first that exists: the declared type, the most probable kind if it is probable enough, the guessed type, `other`.

        Args:
            kinds: the probability of each kind by text and layout. May be empty. A guessed type makes its kind more probable.
        """
        if self.declared:
            return self.declared
        if not kinds or (self.guessed and self.guessed not in map(_renamed, kinds)):
            return self.guessed or "other"
        odds = {kind: share * (GUESS_FACTOR if _renamed(kind) == self.guessed else 1) for kind, share in kinds.items()}
        kind = max(odds, key=lambda kind: odds[kind])
        return _renamed(kind) if odds[kind] >= LEARNED_MIN * sum(odds.values()) else self.guessed or "other"


def _renamed(kind: str) -> str:
    return _RENAMED.get(kind, kind)


def read(page: Metadata, title: str | None) -> str:
    """The page type without the learned kinds.

    Args:
        title: as `page.title()` returns it.
    """
    return signs(page, title).page_type({})


def signs(page: Metadata, title: str | None) -> Signs:
    """What the page declares about its type. The most accurate rules come first."""
    document, url = page.document, page.document.url
    described = main_entity.read(document, page.data.nodes, title)
    # Other pages declare `FAQPage` for a few questions too, so the URL or the title must also mention questions.
    if "FAQPage" in described.page and _QUESTIONS.search(f"{url} {document.tree.findtext('.//title') or ''}"):
        return Signs("faq", None)
    main = _of_main_entity(described)
    if address_kind.is_home(url):
        # The home page of a site for a single product counts as a product page.
        return Signs("product" if main == "product" else "home", None)
    address = address_kind.suggested(url)
    declared = (
        main
        or layout_kind.of_software(document, page.metas.get("generator", ""))
        or _of_page_itself(described)
        or (address if address in _SURE_ADDRESSES else None)
        or ("article" if "article:published_time" in page.metas else None)
        or _of_list(described)
    )
    return Signs(declared, None if declared else _guessed(page, described, address))


def _guessed(page: Metadata, described: Described, address: str | None) -> str | None:
    social = _of_open_graph(page)
    if address == "product" and social == "article":
        address = None
    return (
        address
        or social
        or ("article" if described.beside & _WRITINGS else None)
        or layout_kind.of_layout(page.document)
    )


def _of_main_entity(described: Described) -> str | None:
    return next((kind for kind, types in _ONE_ENTITY if described.main & types), None)


def _of_page_itself(described: Described) -> str | None:
    return next((kind for kind, types in _PAGE_ITSELF if described.page & types), None)


def _of_list(described: Described) -> str | None:
    """`collection` if the page lists products, `listing` if it lists anything else, or None."""
    if described.listed & _GOODS or "OfferCatalog" in described.main:
        return "collection"
    return "listing" if described.listed & _LISTABLE or "ItemList" in described.main else None


def _of_open_graph(page: Metadata) -> str | None:
    declared = page.metas.get("og:type", "").strip().casefold()
    return _OPEN_GRAPH.get(declared) or _OPEN_GRAPH.get(declared.split(".")[0])
