"""The page's declared metadata: title, description, language, author, site name, date, cover image."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from parsel import Selector

from extraction.declared import dates, languages
from extraction.declared.structured import StructuredMarkup, Thing, types_of
from extraction.document.addresses import http_address
from extraction.document.document import Document
from extraction.document.encoding import scrubbed
from extraction.document.tree import Tree

_SPACES = re.compile(r"\s+")
_PAGES = re.compile(
    r"(Article|Posting|Report|Page|Recipe|Product|Course|Event|Video|Book|Review|Question|Podcast|"
    r"Movie|JobPosting|HowTo|Dataset|SoftwareApplication|CreativeWork)"
)
_WRITINGS = re.compile(r"(Article|Posting|Report|Recipe|Review|HowTo|Question|CreativeWork|Video|Podcast|Book)")
_AUTHOR_METAS = ("author", "article:author", "dc.creator", "dcterms.creator", "citation_author", "parsely-author",
    "sailthru.author", "byl", "article:author_name", "authors", "dc.contributor")  # fmt: skip
_DATE_METAS = (
    "article:published_time", "og:published_time", "datepublished", "article:published", "date", "dc.date.issued",
    "dcterms.issued", "dcterms.created", "dc.date", "dc.date.created", "dcterms.date", "pubdate", "publishdate", "publish-date",
    "publish_date", "publication_date", "published_time", "published-date", "publisheddate", "parsely-pub-date",
    "sailthru.date", "citation_publication_date", "citation_online_date", "article.published", "originalpublicationdate",
    "ptime", "displaydate", "rnews:datepublished", "cxenseparse:recs:publishtime", "bt:pubdate", "release_date", "created",
)  # fmt: skip
_NO_PERSON = re.compile(
    r"^(https?:|www\.|@?admin\b|administrator$|editor$|author$|null$|undefined$|guest$|n/?a$|by$|"
    r"unknown$|wordpress$|webmaster$|root$)|[<>{}]|^.{121,}$",
    re.I,
)
_BY = re.compile(r"^\s*(?:written\s+|posted\s+|published\s+)?(?:by|von|par|por|di|von:|by:|door|av)\s*[:\-]?\s+", re.I)
_SEPARATOR = re.compile(r"\s+[|\u2013\u2014\u00b7\u2022\u00bb\u203a/~:<>-]+\s+|\s*[|\u00bb]\s*|:\s+")

# Maximum number of elements marked as author that are searched for a name.
_MARKED_AUTHORS_MAX = 5
# Properties of a page's reviews, comments, people and offers are not properties of the page.
_THREAD = "DiscussionForumPosting"
_POSTS = frozenset(("Comment", "UserComments", "Answer"))
_OTHER_THINGS = _POSTS | {
    "Review", "UserReview", "CriticReview", "EmployerReview", "Person", "Rating", "AggregateRating", "Offer",
    "AggregateOffer", "Organization",
}  # fmt: skip


class Metadata:
    """The declared metadata of one HTML page."""

    def __init__(self, document: Document, data: StructuredMarkup) -> None:
        self.document, self.data, self.tree = document, data, document.tree
        # For rare declarations. Common ones are read with lxml directly, which is faster.
        self._selector = Selector(root=document.tree, type="html")
        # In a thread, the properties of posts are accepted, because the first post starts the thread.
        self._others = _OTHER_THINGS - _POSTS if _THREAD in document.text else _OTHER_THINGS
        self.metas = self._metas()
        self.pages = [node for node in data.nodes if any(_PAGES.search(name) for name in types_of(node))]
        self.by_id = {node["@id"]: node for node in data.nodes if isinstance(node.get("@id"), str)}

    def title(self) -> str | None:
        """The main heading if it matches a declared title, else the declared title without the site's name."""
        # SVG elements can contain titles too.
        titles = (title for title in self.tree.iter("title") if next(title.iterancestors("svg"), None) is None)
        declared = _line(next((title.text for title in titles), None))
        social = _line(self.metas.get("og:title") or self.metas.get("twitter:title"))
        headings = [text for text in (_line("".join(h1.itertext())) for h1 in self.tree.iter("h1")) if text]
        heading = _agreeing(headings, [declared, social])
        if heading:
            return heading
        headline = next(
            (_line(node.get("headline")) for node in self.pages if isinstance(node.get("headline"), str)), None
        )
        found = headline or social or declared or (headings[0] if headings else None)
        return _without_site(found, [self.site_name() or "", *_host_words(self.document.url)]) if found else None

    def description(self) -> str | None:
        for name in ("description", "og:description", "twitter:description", "dc.description", "dcterms.description"):
            if _line(self.metas.get(name)):
                return _line(self.metas[name])
        return next(
            (_line(node["description"]) for node in self.pages if isinstance(node.get("description"), str)), None
        )

    def language(self, text: str) -> str | None:
        """The declared language as a tag, else the language detected in the main content."""
        declared = (
            self.tree.get("lang"), self.tree.get("{http://www.w3.org/XML/1998/namespace}lang"), self.document.body.get("lang"),
            self.metas.get("content-language"), self.document.capture.header("content-language"),
            self.metas.get("og:locale"), self.metas.get("dc.language"), *(node.get("inLanguage") for node in self.pages),
        )  # fmt: skip
        return next((tag for value in declared if (tag := languages.tag(value))), None) or languages.likely(text)

    def author(self) -> str | None:
        """The declared author names, joined by commas. Never guessed from the text."""
        for node in self.pages:
            names = _people(node.get("author") or (node.get("creator") if _is_writing(node) else None), self.by_id)
            if names:
                return ", ".join(dict.fromkeys(names))
        for name in _AUTHOR_METAS:
            if found := person(self.metas.get(name)):
                return found
        return self._marked_author()

    def _marked_author(self) -> str | None:
        for found in islice(self._marked_authors(), _MARKED_AUTHORS_MAX):
            element = next((each.root for each in found.xpath("descendant::*[@itemprop='name']")), found.root)
            if name := person(element.get("content") or "".join(element.itertext())):
                return name
        return None

    def _marked_authors(self) -> Iterator[Selector]:
        if "itemprop" in self.document.text:
            yield from (found for found in self._selector.css("[itemprop=author]") if self._is_of_page(found.root))
        yield from self._selector.css("a[rel=author]")

    def site_name(self) -> str | None:
        declared = self.metas.get("og:site_name") or self.metas.get("application-name")
        if _line(declared):
            return _line(declared)
        for node in self.data.nodes:
            if any(name in ("WebSite", "NewsMediaOrganization") for name in types_of(node)) and isinstance(
                node.get("name"), str
            ):
                return _line(node["name"])
        for node in self.pages:
            for publisher in _things(node.get("publisher"), self.by_id):
                if isinstance(publisher.get("name"), str):
                    return _line(publisher["name"])
        return None

    def published_time(self) -> str | None:
        """The declared publication date, or None.

        # spec: a footer copyright year is never a publication date. Only markup that declares a date is read.
        """
        for value in self._declared_dates():
            found = dates.iso(value)
            if found:
                return found
        return None

    def _declared_dates(self) -> Iterator[str]:
        for key in ("datePublished", "dateCreated", "uploadDate", "datePosted"):
            yield from (node[key] for node in self.pages if isinstance(node.get(key), str))
        yield from (self.metas[name] for name in _DATE_METAS if name in self.metas)
        if "itemprop" in self.document.text:
            marked = self._selector.css("[itemprop*=datePublished], [itemprop*=dateCreated]")
            for element in (found.root for found in marked if self._is_of_page(found.root)):
                yield element.get("datetime") or element.get("content") or "".join(element.itertext())
        for element in self.tree.iter("time"):
            label = element.get("class") or ""
            if element.get("pubdate") is not None or "published" in label or "entry-date" in label:
                yield element.get("datetime") or "".join(element.itertext())

    def _metas(self) -> dict[str, str]:
        """Every `meta` element by lower-case name. The first non-empty one wins."""
        found: dict[str, str] = {}
        for meta in self.tree.iter("meta"):
            name = meta.get("property") or meta.get("name") or meta.get("itemprop") or meta.get("http-equiv")
            content = meta.get("content")
            if name and content and content.strip() and (meta.get("itemprop") is None or self._is_of_page(meta)):
                found.setdefault(name.strip().lower(), content)
        return found

    def _is_of_page(self, element: Tree) -> bool:
        """Whether an `itemprop` describes the page or its main thing. The type of the surrounding item decides."""
        item = next((above for above in element.iterancestors() if above.get("itemscope") is not None), None)
        kinds = (item.get("itemtype") or "").split() if item is not None else ()
        return not any(kind.rstrip("/").rpartition("/")[2] in self._others for kind in kinds)

    def image(self) -> str | None:
        """The absolute URL of the declared cover image."""
        for address in self._declared_images():
            found = http_address(self.document.base_url, address) if address and address.strip() else None
            if found:
                return scrubbed(found)
        return None

    def _declared_images(self) -> Iterator[str | None]:
        for name in ("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"):
            yield self.metas.get(name)
        yield from map(_image_of, self.pages)
        yield from self._selector.css("link[rel=image_src]::attr(href)").getall()


def _line(text: Any) -> str | None:
    """The text as one line, or None if it is empty."""
    if not isinstance(text, str):
        return None
    from html import unescape

    if "&" in text:
        text = unescape(text)
    return scrubbed(_SPACES.sub(" ", text).strip()) or None


def _agreeing(headings: list[str], declared: list[str | None]) -> str | None:
    """The first heading that contains a declared title or is contained in one."""
    wanted = [_letters(text) for text in declared if text]
    for heading in headings[:8]:
        letters = _letters(heading)
        if len(letters) >= 4 and any(letters in text or (len(text) >= 12 and text in letters) for text in wanted):
            return heading
    return None


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _without_site(title: str, names: list[str]) -> str:
    """`A story | The Site` -> `A story`, if the last or first part is the site's name."""
    wanted = {_letters(name) for name in names if name}
    pieces = list(_SEPARATOR.finditer(title))
    if pieces and _letters(title[pieces[-1].end() :]) in wanted:
        return title[: pieces[-1].start()].strip() or title
    if pieces and _letters(title[: pieces[0].start()]) in wanted:
        return title[pieces[0].end() :].strip() or title
    return title


def _host_words(url: str) -> list[str]:
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    return [host, host.rpartition(".")[0], host.split(".")[0]]


def _is_writing(node: Thing) -> bool:
    return any(_WRITINGS.search(name) for name in types_of(node))


def _things(value: Any, by_id: dict[str, Thing]) -> list[Thing]:
    """The objects in a property value. References by `@id` are resolved."""
    found = []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            found.append({**by_id.get(str(item.get("@id")), {}), **item})
    return found


def _people(value: Any, by_id: dict[str, Thing]) -> list[str]:
    names = [person(item) for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]
    for thing in _things(value, by_id):
        name = thing.get("name")
        names += [person(part) for part in (name if isinstance(name, list) else [name])]
    return [name for name in names if name]


def person(text: Any) -> str | None:
    """The name of a person in a declaration, or None if it is a placeholder such as `admin`."""
    line = _line(text)
    line = _BY.sub("", line).strip(" ,|") if line else None
    return None if not line or _NO_PERSON.search(line) else line


def _image_of(node: Thing) -> str | None:
    image = node.get("image") or node.get("thumbnailUrl")
    image = image[0] if isinstance(image, list) and image else image
    if isinstance(image, dict):
        image = image.get("url") or image.get("contentUrl")
    return image if isinstance(image, str) else None
