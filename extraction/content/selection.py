"""Removes elements from the parsed page as the options request, before its content is read."""

from __future__ import annotations

from parsel import Selector

from contract.options.page import ReadingOptions
from extraction.content import advertising
from extraction.content.advertising import Candidates
from extraction.document.document import Document
from extraction.document.tree import Tree, drop_all


def apply(document: Document, options: ReadingOptions, ads: Candidates) -> None:
    """Apply the options to the shared tree: includeTags first, then excludeTags, advertising, base64 images.

    Args:
        ads: elements that can be advertisements, as `advertising.candidates` finds them.
    """
    body = document.body
    if options.include_tags:
        _keep_only(body, matching(document.tree, options.include_tags))
    drop_all(document.tree, matching(document.tree, options.exclude_tags))
    if options.block_ads:
        advertising.drop_unwanted(body, ads)
    if options.remove_base64_images and b"data:" in document.source:
        _drop_base64(body)


def matching(tree: Tree, selectors: tuple[str, ...]) -> list[Tree]:
    """The elements that match any of the CSS selectors. A selector that cannot be evaluated matches nothing."""
    if not selectors:
        return []
    page = Selector(root=tree, type="html")
    found = []
    for selector in selectors:
        try:
            found += [each.root for each in page.css(selector) if isinstance(each.root.tag, str)]
        except ValueError:
            continue
    return found


def _keep_only(body: Tree, elements: list[Tree]) -> None:
    """Keep only these elements in the body, each once, in document order. A nested one stays inside the outer one."""
    chosen = set(elements)
    if not chosen.isdisjoint((body, *body.iterancestors())):
        return
    ordered = [element for element in body.iter() if element in chosen]
    outermost = [element for element in ordered if chosen.isdisjoint(element.iterancestors())]
    body.text = None
    for element in outermost:
        element.tail = "\n"
    for child in list(body):
        body.remove(child)
    body.extend(outermost)


def _drop_base64(body: Tree) -> None:
    """Remove images that are embedded as `data:` URLs."""
    gone = []
    for image in body.iter("img", "source"):
        attribute = "src" if image.tag == "img" else "srcset"
        if not image.get(attribute, "").startswith("data:"):
            continue
        # A lazy-loaded image has its real URL in another attribute: only the placeholder is removed.
        del image.attrib[attribute]
        if image.tag == "img" and not any(name.startswith("data-") or name == "srcset" for name in image.attrib):
            gone.append(image)
    drop_all(body, gone)
