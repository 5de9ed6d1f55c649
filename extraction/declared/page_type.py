"""The kind of a page, one of `contract.results.page.PAGE_TYPES`."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from extraction.declared.structured import MachineData, types_of
from extraction.document.document import Document

# To add one: the schema.org types that declare it; earlier rows win where a page declares several.
_DECLARED = (
    ("product", {"Product", "ProductGroup", "IndividualProduct", "Vehicle", "Car"}),
    ("forum", {"DiscussionForumPosting", "QAPage"}),
    ("video", {"VideoObject", "Movie", "TVEpisode"}),
    ("docs", {"TechArticle", "APIReference"}),
    ("article", {"Article", "NewsArticle", "BlogPosting", "Report", "ScholarlyArticle", "ReportageNewsArticle",
    "OpinionNewsArticle", "AnalysisNewsArticle", "LiveBlogPosting", "Recipe", "Review", "HowTo", "SocialMediaPosting"}),
    ("profile", {"ProfilePage"}),
    ("search", {"SearchResultsPage"}),
    ("collection", {"CollectionPage"}),
    ("listing", {"ItemList", "OfferCatalog"}),
    ("service", {"Service", "ProfessionalService", "LocalBusiness"}),
)  # fmt: skip
_PATHS = (
    ("search", re.compile(r"/search(?:[/.?]|$)|[?&](?:q|query|search|s)=", re.I)),
    ("forum", re.compile(
    r"/(?:forums?|threads?|topic|discussions?|community|questions|viewtopic|showthread|"
    r"t)(?:[/.?-]|$)", re.I)),
    ("docs", re.compile(
    r"/(?:docs?|documentation|manual|reference|api|guide|tutorials?|man|wiki|handbook)(?:[/.?]|$)|"
    r"^docs?\.", re.I)),
    ("faq", re.compile(r"/(?:faqs?|frequently-asked-questions)(?:[/.?]|$)", re.I)),
    ("product", re.compile(r"/(?:products?|p|dp|item|itm|sku)/[^/]+", re.I)),
    ("collection", re.compile(r"/(?:collections?|category|categories|shop|c|catalog)(?:/|$)", re.I)),
    ("profile", re.compile(r"/(?:users?|profile|author|members?|people|team)/[^/]+", re.I)),
    ("listing", re.compile(r"/(?:list|listings|directory|tags?|archive|jobs|events|news|blog)/?$", re.I)),
    ("service", re.compile(r"/(?:services?|solutions?|pricing|features|platform|industries)(?:/|$)", re.I)),
    ("article", re.compile(r"/(?:blog|news|articles?|story|stories|posts?|opinion)/|/\d{4}/\d{1,2}/", re.I)),
)  # fmt: skip
_QUESTIONS = re.compile(r"\bfaqs?\b|frequently.asked|h\u00e4ufige.fragen", re.I)
_SHORT, _LONG = 300, 1500
_OPEN_GRAPH = {"article": "article", "product": "product", "profile": "profile", "video": "video"}


def read(document: Document, data: MachineData) -> str:
    """What the page declares itself to be, else what its address and shape suggest; `other` where nothing does."""
    declared = {name for node in data.nodes for name in types_of(node)}
    # Shops and blogs declare their few questions too; a page is one of questions when it is called so.
    if "FAQPage" in declared and _QUESTIONS.search(f"{document.url} {document.tree.findtext('.//title') or ''}"):
        return "faq"
    for kind, names in _DECLARED:
        if declared & names:
            return kind
    parts = urlsplit(document.url)
    if parts.path in ("", "/") and not parts.query:
        return "home"
    address = f"{parts.netloc.removeprefix('www.')}{parts.path}?{parts.query}"
    suggested = next((kind for kind, pattern in _PATHS if pattern.search(address)), None)
    graph = next(iter(data.opengraph), {})
    social = str(graph.get("og:type", "")).split(".")[0].casefold()
    published = "article" if "article:published_time" in graph else None
    return (
        suggested
        or _OPEN_GRAPH.get(social)
        or published
        or ("article" if _reads_like_an_article(document) else "other")
    )


def _reads_like_an_article(document: Document) -> bool:
    """Whether there is one `article` with its own headline and some paragraphs, or any with many."""
    articles = document.tree.findall(".//article")
    if not articles:
        return False
    one = len(articles) == 1 and articles[0].find(".//h1") is not None
    return sum(len("".join(p.itertext())) for p in document.tree.iter("p")) > (_SHORT if one else _LONG)
