"""A content tree brought into the plain form that Markdown writers understand.

Every highlighter, formula renderer and lazy loader writes its own markup. Here each becomes the element that means
the same: code blocks with `language-x`, TeX between dollars, images with a real address, headings outside their link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from extraction import footnotes, formulas
from extraction.document import Tree
from extraction.selection import drop, replace
from extraction.urls import absolute

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-text-|highlight-|brush:\s*|hljs\s+|"
    r"sourceCode\s+|src-|syntax-)([A-Za-z][\w+#.-]*)",
    re.I,
)
_NO_LANGUAGE = frozenset(("default", "none", "plain", "text", "plaintext", "notranslate", "nohighlight", "wrapper", "highlight", "source", "code", "line-numbers", "lines", "table", "block", "main", "container", "dark", "light", "toolbar", "header"))  # fmt: skip
_RENAMED = {"python3": "python", "py": "python", "ipython3": "python", "source-python": "python", "shell-session": "shell", "js": "javascript", "c++": "cpp", "gfm": "markdown", "html-basic": "html", "pycon3": "pycon"}  # fmt: skip
_GUTTER = re.compile(
    r"(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?(?:-rows)?|lineno|lnt?|rouge-gutter|blob-num|"
    r"hljs-ln-numbers|code-line-number|CodeMirror-linenumber|"
    r"react-syntax-highlighter-line-number)(?:$|[\s_-])",
    re.I,
)
_COPY = re.compile(r"(?:^|[\s_-])(?:copy|clipboard|toolbar|copybtn|btn-copy|copy-btn)(?:$|[\s_-])", re.I)
_PERMALINK = re.compile(
    r"(?:^|[\s_-])(?:headerlink|header-?anchor|heading-?anchor|anchor-?link|permalink|"
    r"anchorjs-link|hash-link|direct-link|section-link|octicon-link)(?:$|[\s_-])",
    re.I,
)
_SIGNS = frozenset(
    (
        "",
        "#",
        "\u00b6",
        "\u00a7",
        "\u200b",
        "\U0001f517",
        "link",
        "\u2693",
        "permalink",
        "\u2693\ufe0e",
        "\U0001f517\ufe0e",
    )
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_LAZY = (
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-lazy",
    "data-srcset",
    "srcset",
    "data-hi-res-src",
    "data-image",
    "data-url",
)
_BLOCK_IN_LINK = (
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "div",
    "ul",
    "ol",
    "table",
    "blockquote",
    "section",
    "article",
    "figure",
)
_DROPPED = ("script", "style", "template", "iframe", "object", "embed", "canvas", "svg", "select", "textarea", "datalist", "link", "meta", "noframes", "dialog-backdrop")  # fmt: skip


def normalise(body: Tree, *, keep_links: bool, keep_images: bool) -> None:
    """Rewrite the tree in place; it may be serialised to Markdown afterwards."""
    formulas.write_out(body)
    footnotes.write_out(body)
    _nested_lists(body)
    _definitions(body)
    etree.strip_elements(body, *_DROPPED, with_tail=False)
    for pre in list(body.iter("pre")):
        _code_block(pre)
    for heading in list(body.iter(*_HEADINGS)):
        _heading(heading)
    if keep_links:
        _links(body)
    else:
        etree.strip_tags(body, "a")
    _images(body, keep_images)
    _boxes(body)


def _code_block(pre: Tree) -> None:
    """One `<pre><code class="language-x">` of bare text, whatever wrappers, line numbers and buttons were there."""
    table = next((above for above in pre.iterancestors("table")), None)
    if table is not None and _is_gutter_table(table):
        cells = [found for found in table.iter("pre") if not _is_gutter(found)]
        if (cells and cells[-1] is not pre) or not cells:
            return
        _take_over(table, pre)
    elif _is_gutter(pre):
        drop(pre)
        return
    language = _language(pre)
    for element in [
        found for found in pre.iter("span", "td", "button", "div", "a") if found is not pre and _is_noise(found)
    ]:
        drop(element)
    for line_break in list(pre.iter("br")):
        replace(line_break, "\n")
    _line_elements(pre)
    text = "".join(pre.itertext()).replace("\r\n", "\n").replace("\xa0", " ").strip("\n")
    tail = pre.tail
    attributes = {"class": f"language-{language}"} if language else {}
    pre.clear()
    pre.tail = tail
    etree.SubElement(pre, "code", attributes).text = text


def _is_gutter_table(table: Tree) -> bool:
    return any(_is_gutter(cell) for cell in table.iter("td", "pre", "div")) and len(table.findall(".//tr")) <= 1


def _is_gutter(element: Tree) -> bool:
    if _GUTTER.search(element.get("class") or ""):
        return True
    return (
        element.getparent() is not None
        and element.tag == "pre"
        and bool(_GUTTER.search(element.getparent().get("class") or ""))
    )


def _is_noise(element: Tree) -> bool:
    label = element.get("class") or ""
    if element.tag == "button" or _COPY.search(label):
        return True
    return bool(_GUTTER.search(label)) and len("".join(element.itertext()).strip()) < 8


def _take_over(outer: Tree, inner: Tree) -> None:
    """Put `inner` in the place of `outer`, its class kept for the language."""
    if _language(outer) and not _language(inner):
        inner.set("class", outer.get("class") or "")
    inner.tail = outer.tail
    outer.getparent().replace(outer, inner)


def _line_elements(pre: Tree) -> None:
    """Highlighters that write one block element a line rely on it for the line break."""
    lines = [child for child in pre.iter("div", "li", "tr", "p")]
    for line in lines:
        text = "".join(line.itertext())
        if not text.endswith("\n") and not (line.tail or "").startswith("\n"):
            line.tail = "\n" + (line.tail or "")


def _language(pre: Tree) -> str | None:
    places = [pre, *pre.iterfind("code"), *_wrappers(pre)]
    for element in places:
        declared = element.get("data-lang") or element.get("data-language") or element.get("lang")
        if declared and re.fullmatch(r"[A-Za-z][\w+#.-]{0,19}", declared) and element.tag != "html":
            return _named(declared)
        for found in _LANGUAGE.finditer(element.get("class") or ""):
            name = _named(found.group(1))
            if name not in _NO_LANGUAGE:
                return name
    return None


def _named(name: str) -> str:
    name = name.lower().strip(";,.")
    return _RENAMED.get(name, name)


def _wrappers(pre: Tree) -> Iterator[Tree]:
    for depth, above in enumerate(pre.iterancestors()):
        # A wrapper belongs to its one code block; the page's body may be called `lang-en`.
        if depth == 3 or above.tag in ("body", "html", "article", "main") or len(above.findall(".//pre")) > 2:
            return
        yield above


def _heading(heading: Tree) -> None:
    for link in list(heading.iter("a", "button")):
        text = "".join(link.itertext()).strip().casefold()
        if text in _SIGNS or (_PERMALINK.search(link.get("class") or "") and len(text) < 3):
            if link.find(".//img") is None:
                drop(link)
    above = heading.getparent()
    if above is not None and above.tag == "a" and len(above) == 1 and not (above.text or "").strip():
        _swap(above, heading)


def _swap(link: Tree, heading: Tree) -> None:
    """`<a><h3>text</h3></a>` -> `<h3><a>text</a></h3>`."""
    heading.tail, link.tail = link.tail, None
    link.getparent().replace(link, heading)
    link.text, heading.text = heading.text, None
    link[:] = list(heading)
    heading.append(link)


def _links(body: Tree) -> None:
    for link in list(body.iter("a")):
        href = (link.get("href") or "").strip()
        text = "".join(link.itertext()).strip()
        if not text and link.find(".//img") is None:
            drop(link)
        elif not href or href.lower().startswith(("javascript:", "data:", "vbscript:")):
            link.drop_tag()
        elif any(True for _ in link.iter(*_BLOCK_IN_LINK)):
            _card(link)


def _card(link: Tree) -> None:
    """A whole card inside one link: the link goes to its heading, else to its first line of text."""
    target = next((found for found in link.iter(*_HEADINGS)), None)
    if target is None:
        target = next((found for found in link.iter("p", "span", "div", "strong") if (found.text or "").strip()), None)
    if target is not None and target.find(".//a") is None:
        inner = etree.Element("a", href=link.get("href"))
        inner.text, target.text = target.text, None
        inner[:] = list(target)
        target.append(inner)
    link.drop_tag()


def _images(body: Tree, keep: bool) -> None:
    if not keep:
        etree.strip_elements(body, "img", "picture", "video", "audio", with_tail=False)
        return
    for image in body.iter("img"):
        source = image.get("src") or ""
        if not source or (source.startswith("data:") and len(source) < 400) or "placeholder" in source:
            image.set("src", lazy_address(image) or source)


def lazy_address(image: Tree) -> str | None:
    """The address that a lazy image really loads; the first of a set."""
    for name in _LAZY:
        value = (image.get(name) or "").strip()
        if value and not value.startswith("data:"):
            return value.split(",")[0].split()[0] if "srcset" in name else value
    return None


def absolute_addresses(body: Tree, base: str) -> None:
    """Make every `href`, `src` and `srcset`-free address of the tree absolute."""
    for element in body.iter("a", "img", "area", "source", "video", "audio"):
        for name in ("href", "src", "poster"):
            value = element.get(name)
            if value and not value.startswith(("#", "data:")):
                element.set(name, absolute(base, value) or value)


def _nested_lists(body: Tree) -> None:
    """A list right inside a list belongs to the item before it."""
    for inner in [
        found
        for found in body.iter("ul", "ol")
        if found.getparent() is not None and found.getparent().tag in ("ul", "ol")
    ]:
        before = inner.getprevious()
        if before is not None and before.tag == "li":
            inner.tail = None
            before.append(inner)


def _definitions(body: Tree) -> None:
    """Definitions get the colon that marks them in Markdown."""
    for definition in body.iter("dd"):
        first = definition
        while not (first.text or "").strip() and len(first) and first[0].tag in ("p", "div", "span"):
            first = first[0]
        if (first.text or "").strip():
            first.text = ": " + (first.text or "").lstrip()


def _boxes(body: Tree) -> None:
    """Task lists keep their ticks; other form fields hold nothing to read."""
    for field in list(body.iter("input")):
        item = field.getparent()
        if field.get("type") == "checkbox" and item is not None and (item.tag == "li" or item.tag in ("label", "p")):
            continue
        drop(field)
