"""Main content as clean, safe HTML."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document import embeds
from extraction.document.addresses import lazy_address, safe_address
from extraction.document.encoding import scrubbed
from extraction.document.tree import Tree, drop_all, drop_empty, unwrap_all

_DROPPED = ("script", "style", "template", "iframe", "frame", "frameset", "object", "embed", "applet", "canvas", "link",
    "meta", "base", "noframes", "svg")  # fmt: skip
# All other elements are unwrapped: form fields, styling, custom elements, and tags that broken markup produces.
_TAGS = frozenset(
    "a abbr address area article aside audio b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div "
    "dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd li main map mark menu nav ol p "
    "picture pre q rp rt ruby s samp section small source strong sub summary sup table tbody td tfoot th thead time tr track tt u "
    "ul var video wbr math semantics annotation mrow mi mo mn ms mtext mfrac msqrt mroot msub msup msubsup munder mover "
    "munderover mtable mtr mtd mspace mstyle mpadded mphantom menclose".split()
)
_ATTRIBUTES = frozenset((
    "href", "src", "alt", "title", "lang", "dir", "colspan", "rowspan", "scope", "headers", "start", "reversed",
    "value", "datetime",
    "cite", "type", "width", "height", "id", "name", "abbr", "checked", "open", "display", "alttext", "encoding",
    "poster", "controls",
))  # fmt: skip
_ADDRESSES = ("href", "src", "cite", "poster")
_CODE = re.compile(r"(?:^|\s)(language-[\w+#.-]+)")


def write(body: Tree, base_url: str) -> str:
    """The tree as HTML without scripts, styles, event handlers or unsafe URLs. URLs are absolute.

    Rewrites the tree. Only listed attributes are kept, so that attributes that browsers add later are dropped.
    """
    etree.strip_elements(body, *_DROPPED, with_tail=False)
    embeds.write_links(body)
    drop_all(body, [field for field in body.iter("input", "select", "textarea") if not _is_task(field)])
    for element in body.iter(etree.Element):
        _clean(element, base_url)
    unwrap_all(body, [found for found in body.iter() if found.tag not in _TAGS])
    drop_empty(body)
    written = etree.tostring(body, method="html", encoding="unicode", with_tail=False)
    inner = written.partition(">")[2].rpartition("</")[0].strip()
    return scrubbed(inner) + "\n" if inner else ""


def _is_task(field: Tree) -> bool:
    return field.tag == "input" and field.get("type") == "checkbox" and any(True for _ in field.iterancestors("li"))


def _clean(element: Tree, base_url: str) -> None:
    if element.tag == "img":
        _resolve_image(element)
    attributes = [(name, _safe_value(element, name, value, base_url)) for name, value in element.attrib.items()]
    # Broken markup can contain attribute names that lxml cannot delete one by one.
    element.attrib.clear()
    for name, value in attributes:
        if value is not None:
            element.set(name, value)


def _safe_value(element: Tree, name: str, value: str, base_url: str) -> str | None:
    """The value to keep, or None to drop the attribute."""
    if name == "class":
        code = _CODE.search(value)
        return code.group(1) if code and element.tag in ("pre", "code") else None
    if name in _ADDRESSES:
        return safe_address(base_url, value, image=element.tag == "img" and name == "src")
    return value if name in _ATTRIBUTES else None


def _resolve_image(image: Tree) -> None:
    source = image.get("src") or ""
    if not source or source.startswith("data:"):
        real = lazy_address(image)
        if real:
            image.set("src", real)
