"""The page's declared metadata: title, description, language, author, site name, date, cover image."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from extraction.declared import address_kind, languages, main_entity, page_titles, site_names
from extraction.declared.authorship import authors, publication
from extraction.declared.authorship.byline import Byline
from extraction.declared.structured import EntityObject, StructuredMarkup, types_of
from extraction.declared.text.lines import of_value
from extraction.document.addresses import http_address
from extraction.document.document import Document
from extraction.document.element_index import ElementIndex
from extraction.document.encoding import scrubbed
from extraction.document.tree import Tree

_PAGES = re.compile(
    r"(Article|Posting|Report|Page|Recipe|Product|Course|Event|Video|Book|Review|Question|Podcast|"
    r"Movie|JobPosting|HowTo|Dataset|SoftwareApplication|CreativeWork)"
)
# Entities whose names and dates next to the headline are those of makers and shows.
_WARES = frozenset(("Product", "ProductGroup", "Event"))
# Kinds of addresses whose pages show the names and dates of others.
_LISTS = frozenset(("collection", "listing", "search"))
_THREAD = "DiscussionForumPosting"
# Each marked element reads the types of the item around it.
_ITEMTYPE_MAX_CHARS = 500
_POSTS = frozenset(("Comment", "UserComments", "Answer"))
# Properties of a page's reviews, comments, people and offers are not properties of the page.
_OTHER_ENTITIES = _POSTS | {
    "Review", "UserReview", "CriticReview", "EmployerReview", "Person", "Rating", "AggregateRating", "Offer",
    "AggregateOffer", "Organization",
}  # fmt: skip


class Metadata:
    """The declared metadata of one HTML page."""

    def __init__(self, document: Document, data: StructuredMarkup) -> None:
        self.document, self.data, self.tree = document, data, document.tree
        self.metas = self._metas()
        self.by_id = {node["@id"]: node for node in data.nodes if isinstance(node.get("@id"), str)}
        self.pages = [node for node in self._nodes() if any(_PAGES.search(name) for name in types_of(node))]

    @property
    def _index(self) -> ElementIndex:
        return self.document.index

    @cached_property
    def _is_thread(self) -> bool:
        return _THREAD in self.document.text

    def _nodes(self) -> Iterator[EntityObject]:
        """The JSON-LD nodes, each after the main entity that it declares."""
        for node in self.data.nodes:
            yield from (entity for entity in authors.objects_in(node.get("mainEntity"), self.by_id) if len(entity) > 1)
            yield node

    def title(self) -> str | None:
        """The main heading if it matches a declared title, otherwise the declared title without the site's name."""
        return self._titles.title

    def site_headings(self) -> list[Tree]:
        """The headings with the site's name, on a page that has another title."""
        return self._titles.of_site

    @cached_property
    def _titles(self) -> page_titles.PageTitles:
        found = page_titles.headings(self.tree, self.document.base_url)
        return page_titles.PageTitles(self._declared_titles(), found, self.document.url)

    def _declared_titles(self) -> page_titles.DeclaredTitles:
        # SVG elements can contain titles too.
        of_page = (title for title in self._index.tagged("title") if next(title.iterancestors("svg"), None) is None)
        return page_titles.DeclaredTitles(
            document=of_value(next((title.text for title in of_page), None)),
            social=of_value(self.metas.get("og:title") or self.metas.get("twitter:title")),
            headline=next(
                (of_value(node.get("headline")) for node in self.pages if isinstance(node.get("headline"), str)), None
            ),
            site_name=self.site_name(),
        )

    def description(self) -> str | None:
        for name in ("description", "og:description", "twitter:description", "dc.description", "dcterms.description"):
            if of_value(self.metas.get(name)):
                return of_value(self.metas[name])
        return next(
            (of_value(node["description"]) for node in self.pages if isinstance(node.get("description"), str)), None
        )

    def language(self, text: str) -> str | None:
        """The declared language as a tag, otherwise the language detected in the main content."""
        declared = (
            self.tree.get("lang"), self.tree.get("{http://www.w3.org/XML/1998/namespace}lang"), self.document.body.get("lang"),
            self.metas.get("content-language"), self.document.capture.header("content-language"),
            self.metas.get("og:locale"), self.metas.get("dc.language"), *(node.get("inLanguage") for node in self.pages),
        )  # fmt: skip
        return next((tag for value in declared if (tag := languages.tag(value))), None) or languages.likely(text)

    def author(self) -> str | None:
        """The author names, joined by commas: declared, otherwise shown next to the headline. Names in the text are never read.

        A declared organisation, site name or login is the last choice.
        """
        return self._sure_author or self.byline.author or self._marked_author() or self.declared_author()

    def shown_author(self) -> str | None:
        """The author next to the headline, if no person is declared."""
        return None if self._sure_author else self.byline.author

    @cached_property
    def _sure_author(self) -> str | None:
        """The first declared name of a person."""
        return self.declared_author(sure=True)

    def declared_author(self, *, sure: bool = False) -> str | None:
        """The author in JSON-LD or a `meta` element. `sure`: only the name of a person."""
        names = site_names.known(self.site_name(), self.document.url)
        if "citation_author" in self.metas and (papers := authors.of_papers(self._index.tagged("meta"))):
            return papers
        declared = chain(
            authors.of_entities(self.main_entities, self.by_id, names), authors.of_metas(self.metas, names)
        )
        return next((author.names for author in declared if author.is_sure or not sure), None)

    def _marked_author(self) -> str | None:
        marked = self._index.by_value("itemprop").get("author", ())
        if name := authors.of_marked(filter(self._is_of_page, marked)):
            return name
        return authors.of_marked(link for link in self._index.by_value("rel").get("author", ()) if link.tag == "a")

    @cached_property
    def byline(self) -> Byline:
        """What the lines around the headline show. Empty on home pages, lists, products and events."""
        url = self.document.url
        if address_kind.is_home(url) or address_kind.suggested(url) in _LISTS or any(map(_is_ware, self.pages)):
            return Byline()
        start = self._titles.anchor(self.tree)
        is_text = start is not None and not _WARES & _item_types(start)
        return Byline(start if is_text else None)

    @cached_property
    def main_entities(self) -> list[EntityObject]:
        """The JSON-LD nodes that can declare the page's author and date."""
        return main_entity.describing(self.pages, main_entity.PageIdentity(self.document, self.title()))

    def site_name(self) -> str | None:
        declared = self.metas.get("og:site_name") or self.metas.get("application-name")
        if of_value(declared):
            return of_value(declared)
        for node in self.data.nodes:
            if any(name in ("WebSite", "NewsMediaOrganization") for name in types_of(node)) and isinstance(
                node.get("name"), str
            ):
                return of_value(node["name"])
        for node in self.pages:
            for publisher in authors.objects_in(node.get("publisher"), self.by_id):
                if isinstance(publisher.get("name"), str):
                    return of_value(publisher["name"])
        return None

    def published_time(self) -> str | None:
        """The publication date: declared, otherwise shown next to the headline. Or None.

        # spec: a footer copyright year is never a publication date. Dates in the text or the URL are never read.
        """
        declared = self.declared_time
        if declared is None:
            return self.byline.published
        if publication.is_in_utc(declared) and (shown := self.byline.published):
            return publication.with_shown_zone(declared, shown)
        return declared

    @cached_property
    def declared_time(self) -> str | None:
        """The publication date in JSON-LD, `meta` elements and marked elements."""
        return publication.first(self._declared_dates())

    def shown_time(self) -> str | None:
        """The date next to the headline, if none is declared."""
        return None if self.declared_time else self.byline.published

    def _declared_dates(self) -> Iterator[str]:
        yield from publication.of_entities(self.main_entities)
        yield from publication.of_metas(self.metas)
        if elements := list(filter(self._is_marked_date, self._index.having("itemprop"))):
            # In a thread, each post has a date, and the first is that of the thread.
            yield from publication.of_marked(elements[:1] if self._is_thread else elements)
        yield from publication.of_marked(publication.marked_times(self._index.tagged("time")))

    def _metas(self) -> dict[str, str]:
        """Every `meta` element by lower-case name. The first non-empty one wins."""
        found: dict[str, str] = {}
        for meta in self._index.tagged("meta"):
            name = meta.get("property") or meta.get("name") or meta.get("itemprop") or meta.get("http-equiv")
            content = meta.get("content")
            is_marked = meta.get("itemprop") is not None
            # Outside of the head, dates are read with the other marked elements, because they can be those of a list.
            if is_marked and (
                not self._is_of_page(meta) or (name == "datePublished" and meta.getparent().tag != "head")
            ):
                continue
            if name and content and content.strip():
                found.setdefault(name.strip().lower(), content)
        return found

    def _is_of_page(self, element: Tree) -> bool:
        """Whether an `itemprop` describes the page or its main entity. The type of the surrounding item decides."""
        types = _OTHER_ENTITIES & _item_types(element)
        # In a thread, the properties of posts are accepted, because the first post starts the thread.
        return not types or (types <= _POSTS and self._is_thread)

    def _is_marked_date(self, element: Tree) -> bool:
        name = element.get("itemprop", "")
        return ("datePublished" in name or "dateCreated" in name) and self._is_of_page(element)

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
        yield from (link.get("href") for link in self._index.by_value("rel").get("image_src", ()) if link.tag == "link")


def _is_ware(node: EntityObject) -> bool:
    return bool(_WARES.intersection(types_of(node)))


def _item_types(element: Tree) -> set[str]:
    """The short type names of the microdata item around an element."""
    item = next((above for above in element.iterancestors() if above.get("itemscope") is not None), None)
    kinds = (item.get("itemtype") or "")[:_ITEMTYPE_MAX_CHARS].split() if item is not None else ()
    return {kind.rstrip("/").rpartition("/")[2] for kind in kinds}


def _image_of(node: EntityObject) -> str | None:
    image = node.get("image") or node.get("thumbnailUrl")
    image = image[0] if isinstance(image, list) and image else image
    if isinstance(image, dict):
        image = image.get("url") or image.get("contentUrl")
    return image if isinstance(image, str) else None
