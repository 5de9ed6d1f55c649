"""Reduces code blocks to plain text with their language. Removes the markup and line numbers of syntax highlighters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree

from extraction.document.tree import Tree, drop_all

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language-|lang[-:]|highlight-source-|mw-highlight-lang-|highlight-text-|highlight-|brush:\s*|"
    r"hljs\s+(?:language-|lang-)?|blob-wrapper data type-|sourceCode\s+|syntaxhighlighter\s+|src-|syntax-)([A-Za-z][\w+#.-]*)",
    re.I,
)
_NO_LANGUAGE = frozenset(("default", "none", "plain", "text", "plaintext", "notranslate", "nohighlight", "wrapper",
    "highlight", "source", "code", "line-numbers", "lines", "table", "block", "main", "container", "dark", "light",
    "toolbar", "header"))  # fmt: skip
# Languages that some pages write as their own class, as in `<code class="python hljs">`.
_CLASSES = frozenset(("bash", "c", "cpp", "csharp", "css", "dart", "diff", "elixir", "go", "graphql", "haskell", "html", "java",
    "javascript", "js", "json", "jsx", "kotlin", "lua", "perl", "php", "powershell", "python", "r", "ruby", "rust", "scala",
    "scss", "sh", "shell", "sql", "swift", "toml", "ts", "tsx", "typescript", "vb", "xml", "yaml"))  # fmt: skip
# Confluence writes `brush: java; theme: dark` here.
_PARAMETERS = "data-syntaxhighlighter-params"
_LANGUAGE_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "language", "lang")
_RENAMED = {"python3": "python", "py": "python", "ipython3": "python", "source-python": "python",
    "shell-session": "shell", "js": "javascript", "ts": "typescript", "c++": "cpp", "gfm": "markdown", "html-basic": "html",
    "pycon3": "pycon"}  # fmt: skip
_GUTTER = re.compile(
    r"(?:^|[\s_-])(?:gutter|crayon-nums|linenos?|line-?numbers?(?:-rows)?|lineno|lnt?|rouge-gutter|blob-num|"
    r"hljs-ln-numbers|code-line-number|CodeMirror-linenumber|"
    r"react-syntax-highlighter-line-number)(?:$|[\s_-])",
    re.I,
)
# Cells with line numbers beside cells with code, in highlighters that use no `pre`.
_numbered_cells = etree.XPath(
    ".//td[contains(@class, 'gutter') or contains(@class, 'blob-num') or contains(@class, 'crayon-nums')]"
)
_NOISY = frozenset(("span", "td", "button", "div", "a"))
_LINES = frozenset(("div", "li", "tr", "p"))
_NOT_IN_LINE = _LINES | {"br", "button"}
_PROMPT = re.compile(r"\s*(?:In|Out)? ?\[[\d *]{1,6}\]:?\s*")
_LABEL_LEVELS = 3
_BUTTONS = frozenset(("copy", "copy code", "copied", "copied!", "copy to clipboard", "play"))
_COPY = re.compile(r"(?:^|[\s_-])(?:copy|clipboard|toolbar|copybtn|btn-copy|copy-btn)(?:$|[\s_-])", re.I)


def write_out(body: Tree) -> None:
    """Replace every `pre` by `<pre><code class="language-x">` with plain text."""
    for table in _tables_of_code(body):
        _as_pre(table)
    pres = _outermost(body)
    if not pres:
        return
    surroundings, gutters = _Surroundings(), []
    for pre in pres:
        table = next(pre.iterancestors("table"), None)
        if table is not None and surroundings.is_gutter_table(table):
            code = surroundings.code_of(table)
            if code is pre and table.getparent() is not None:
                _take_over(table, pre, surroundings)
            elif code is not None:
                continue
        elif _is_gutter(pre) or _is_prompt(pre):
            gutters.append(pre)
            continue
        _code_block(pre, surroundings)
    drop_all(body, gutters)


def _outermost(body: Tree) -> list[Tree]:
    """The code blocks that are not inside another one, whose text contains theirs."""
    found: list[Tree] = []
    for pre in body.iter("pre"):
        if not found or all(above is not found[-1] for above in pre.iterancestors("pre")):
            found.append(pre)
    return found


def _tables_of_code(body: Tree) -> list[Tree]:
    """Tables with line numbers and code, without `pre`."""
    if next(body.iter("td"), None) is None:
        return []
    tables = {next(cell.iterancestors("table"), None): None for cell in _numbered_cells(body)}
    return [table for table in tables if table is not None and next(table.iter("pre", "th"), None) is None]


def _as_pre(table: Tree) -> None:
    cells = [cell for cell in table.iter("td") if not _GUTTER.search(cell.get("class") or "")]
    text, label = "\n".join(_text_of(cell).strip("\n") for cell in cells), table.get("class") or ""
    table.clear(keep_tail=True)
    table.tag, table.text = "pre", text
    table.set("class", label)


class _Surroundings:
    """Facts about the elements around code blocks, cached: a page may have thousands of blocks in one table."""

    def __init__(self) -> None:
        self._gutter_tables: dict[Tree, bool] = {}
        self._codes: dict[Tree, Tree | None] = {}
        self._shared: dict[Tree, bool] = {}

    def is_gutter_table(self, table: Tree) -> bool:
        """Whether the table is one row with line numbers in one cell and code in another."""
        if table not in self._gutter_tables:
            one_row = next(islice(table.iter("tr"), 1, 2), None) is None
            self._gutter_tables[table] = one_row and any(map(_is_gutter, table.iter("td", "pre", "div")))
        return self._gutter_tables[table]

    def code_of(self, table: Tree) -> Tree | None:
        """The last `pre` in the table that is not line numbers."""
        if table not in self._codes:
            codes = [found for found in table.iter("pre") if not _is_gutter(found)]
            self._codes[table] = codes[-1] if codes else None
        return self._codes[table]

    def is_shared(self, element: Tree) -> bool:
        """Whether the element contains more than one code block with its line numbers."""
        if element not in self._shared:
            self._shared[element] = next(islice(element.iter("pre"), 2, 3), None) is not None
        return self._shared[element]


def _code_block(pre: Tree, surroundings: _Surroundings) -> None:
    """Replace the content of a `pre` by one `<code class="language-x">` with plain text."""
    language = _language(pre, surroundings)
    text = _text_of(pre).replace("\r\n", "\n").replace("\xa0", " ").strip("\n")
    if language:
        _drop_label(pre, language)
    attributes = {"class": f"language-{language}"} if language else {}
    pre.clear(keep_tail=True)
    etree.SubElement(pre, "code", attributes).text = text


def _drop_label(pre: Tree, language: str) -> None:
    """Remove the name of the language above a code block, which the block itself has."""
    above = pre
    for _ in range(_LABEL_LEVELS):
        before = above.getprevious()
        if before is not None or above.getparent() is None or (above.getparent().text or "").strip():
            break
        above = above.getparent()
    if before is None or (before.tail or "").strip() or before.tag in ("pre", "p"):
        return
    text = "".join(part for part in before.itertext() if part.strip().lower() not in _BUTTONS).strip().lower()
    if text and len(text) < 20 and _named(text) == language:
        drop_all(before.getparent(), [before])


def _text_of(pre: Tree) -> str:
    """The code without line numbers and buttons. Elements that end a line become line breaks."""
    kinds = {(element.tag, element.get("class")) for element in pre.iterdescendants()}
    if not any(_is_more_than_text(tag, label or "") for tag, label in kinds):
        return "".join(pre.itertext())
    return _text_of_lines(pre)


def _is_more_than_text(tag: str, label: str) -> bool:
    """Whether an element with this tag and class may be noise or the end of a line."""
    return tag in _NOT_IN_LINE or bool(_COPY.search(label) or _GUTTER.search(label)) or "line" in label


def _text_of_lines(pre: Tree) -> str:
    """Like `_text_of`, element by element."""
    pieces = [pre.text or ""]
    begun: list[int] = []
    events = etree.iterwalk(pre, events=("start", "end"))
    for event, element in events:
        if element is pre:
            continue
        if event == "start":
            begun.append(len(pieces))
            if element.tag in _NOISY and _is_noise(element):
                begun[-1] = -1
                events.skip_subtree()
            elif element.tag == "br":
                pieces.append("\n")
            elif element.text:
                pieces.append(element.text)
            continue
        start, tail = begun.pop(), element.tail or ""
        # Some highlighters write one block element per line, without a line break character.
        is_line = start >= 0 and not tail.startswith("\n") and (element.tag in _LINES or _is_line_of_shiki(element))
        if is_line and (len(pieces) == start or not pieces[-1].endswith("\n")):
            pieces.append("\n")
        if tail:
            pieces.append(tail)
    return "".join(pieces)


def _is_line_of_shiki(element: Tree) -> bool:
    """Whether a `span` is one line, and not a marked part of a line."""
    if element.tag != "span" or element.get("class") is None:
        return False
    after = element.getnext()
    return (
        after is not None and not element.tail and "line" in element.get("class").split()
        and after.get("class") == element.get("class")
    )  # fmt: skip


def _is_gutter(element: Tree) -> bool:
    if _GUTTER.search(element.get("class") or ""):
        return True
    return (
        element.getparent() is not None
        and element.tag == "pre"
        and bool(_GUTTER.search(element.getparent().get("class") or ""))
    )


def _is_prompt(pre: Tree) -> bool:
    """Whether it is the number of a notebook's cell."""
    return bool(_PROMPT.fullmatch("".join(islice(pre.itertext(), 5))))


def _is_noise(element: Tree) -> bool:
    label = element.get("class") or ""
    if element.tag == "button" or _COPY.search(label):
        return True
    return bool(_GUTTER.search(label)) and len("".join(element.itertext()).strip()) < 8


def _take_over(outer: Tree, inner: Tree, surroundings: _Surroundings) -> None:
    """Replace `outer` by `inner`. The class of `outer` is kept if it names the language."""
    if _language(outer, surroundings) and not _language(inner, surroundings):
        inner.set("class", outer.get("class") or "")
    inner.tail = outer.tail
    outer.getparent().replace(outer, inner)


def _language(pre: Tree, surroundings: _Surroundings) -> str | None:
    for element in (pre, *pre.iterfind("code"), *_wrappers(pre, surroundings)):
        declared = next(filter(None, map(element.get, _LANGUAGE_ATTRIBUTES)), None)
        if declared and re.fullmatch(r"[A-Za-z][\w+#.-]{0,19}", declared) and element.tag != "html":
            return _named(declared)
        for found in _LANGUAGE.finditer(f"{element.get('class') or ''} {element.get(_PARAMETERS) or ''}"):
            name = _named(found.group(1))
            if name not in _NO_LANGUAGE:
                return name
        if element.tag in ("pre", "code") and (bare := _bare_language(element)):
            return bare
    return None


def _bare_language(code: Tree) -> str | None:
    return next((_named(name) for name in (code.get("class") or "").lower().split() if name in _CLASSES), None)


def _named(name: str) -> str:
    name = name.lower().strip(";,.")
    return _RENAMED.get(name, name)


def _wrappers(pre: Tree, surroundings: _Surroundings) -> Iterator[Tree]:
    for depth, above in enumerate(pre.iterancestors()):
        # Only wrappers of a single code block count: the page's body may have a class such as `lang-en`.
        if depth == 3 or above.tag in ("body", "html", "article", "main") or surroundings.is_shared(above):
            return
        yield above
