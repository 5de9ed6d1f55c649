"""Code blocks as bare text with their language, whatever highlighter coloured, numbered and wrapped them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from extraction.document import Tree
from extraction.selection import drop, replace

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-text-|highlight-|brush:\s*|hljs\s+|"
    r"sourceCode\s+|src-|syntax-)([A-Za-z][\w+#.-]*)",
    re.I,
)
_NO_LANGUAGE = frozenset(("default", "none", "plain", "text", "plaintext", "notranslate", "nohighlight", "wrapper",
    "highlight", "source", "code", "line-numbers", "lines", "table", "block", "main", "container", "dark", "light",
    "toolbar", "header"))  # fmt: skip
_RENAMED = {"python3": "python", "py": "python", "ipython3": "python", "source-python": "python",
    "shell-session": "shell", "js": "javascript", "c++": "cpp", "gfm": "markdown", "html-basic": "html",
    "pycon3": "pycon"}  # fmt: skip
_GUTTER = re.compile(
    r"(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?(?:-rows)?|lineno|lnt?|rouge-gutter|blob-num|"
    r"hljs-ln-numbers|code-line-number|CodeMirror-linenumber|"
    r"react-syntax-highlighter-line-number)(?:$|[\s_-])",
    re.I,
)
_COPY = re.compile(r"(?:^|[\s_-])(?:copy|clipboard|toolbar|copybtn|btn-copy|copy-btn)(?:$|[\s_-])", re.I)


def write_out(body: Tree) -> None:
    """Every `pre` becomes one `<pre><code class="language-x">` of bare text."""
    for pre in list(body.iter("pre")):
        _code_block(pre)


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
