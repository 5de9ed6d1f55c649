"""Writes a content tree as Markdown."""

from __future__ import annotations

import re
from functools import cache

from html_to_markdown import (
    CodeBlockStyle,
    ConversionOptions,
    HeadingStyle,
    HiddenContent,
    HighlightStyle,
    InlineDataMedia,
    LinkStyle,
    ListIndentType,
    NewlineStyle,
    OutputFormat,
    PreprocessingOptions,
    PreprocessingPreset,
    TierStrategy,
    UrlEscapeStyle,
    WhitespaceMode,
    convert,
)
from lxml import etree

from extraction.document import plain_text
from extraction.document.encoding import scrubbed
from extraction.document.tree import Tree
from extraction.markdown import escaping
from extraction.markdown.cleaning import line_starts
from extraction.markdown.plain_form import normalise

# A line break at the edge of a table's cell.
_EDGE_BREAK = re.compile(r"(?<=\| )(?:<br> ?)+|(?:<br>)+(?= \|)")
_BLANK_LINES = re.compile(r"\n{3,}")
# html-to-markdown writes a quote on the line directly after a paragraph.
_CLOSE_QUOTE = "\n> "
_FENCE = re.compile(r"(?:[ >]|[-*+] |\d+[.)] )*(`{3,})([^`]*)$")
_PRE = re.compile(r"(<pre\b.*?</pre>)", re.S)
_STRUCTURE = re.compile(r"^(?:#{1,6} |[-*+] |\d+[.)] |> |\|.*\|$|```|    \S)|\*\*|\[[^\[\]]*\]\(|`", re.M)


def write(body: Tree, base_url: str, *, keep_links: bool, keep_images: bool) -> str:
    """The Markdown of a content tree, ending in one newline. Empty for an empty tree. Rewrites the tree.

    Args:
        keep_links: keep link targets. Otherwise only the link text is kept.
        keep_images: keep images as `![alt](URL)`.
    """
    normalise(body, base_url, keep_links=keep_links, keep_images=keep_images)
    source = etree.tostring(body, method="html", encoding="unicode", with_tail=False)
    text = escaping.with_backslashes(_converted(escaping.with_marks(_on_one_line(source))))
    if not text.strip() and "".join(body.itertext()).strip():
        text = _bare(body)
    return tidy(text)


def tidy(text: str) -> str:
    """The text with one blank line between blocks and one newline at the end. Code is unchanged."""
    text = line_starts.correct(scrubbed(text))
    if _CLOSE_QUOTE in text or "  \n\n" in text or ("\n\n\n" in text and "```" in text):
        text = _line_by_line(text)
    elif "\n\n\n" in text:
        text = _BLANK_LINES.sub("\n\n", text)
    if "| <br>" in text or "<br> |" in text:
        text = _EDGE_BREAK.sub("", text)
    text = text.strip("\n ")
    return text + "\n" if text else ""


def _line_by_line(text: str) -> str:
    """The text with one blank line between blocks, also before quotes. Lines inside code fences are unchanged."""
    written: list[str] = []
    fence = ""
    for line in text.split("\n"):
        is_code = bool(fence)
        found = _FENCE.match(line)
        if found and not fence:
            fence = found[1]
        elif found and found[1].startswith(fence) and not found[2].strip():
            fence = ""
        if line[:1] == ">" and not is_code and written and written[-1] and written[-1][0] != ">":
            written.append("")
        if is_code or line.strip(" >"):
            written.append(line)
        elif written:
            _append_empty(written, line.rstrip())
    return "\n".join(written)


def _append_empty(written: list[str], line: str) -> None:
    """Append an empty line, or one with quote marks only. Of several in a row, the shortest stays."""
    if written[-1].strip(" >"):
        written[-1] = written[-1].rstrip()  # A line break at the end of a paragraph.
        written.append(line)
    elif len(line) < len(written[-1]):
        written[-1] = line


def is_structured(markdown: str) -> bool:
    """Whether the text has structure beyond paragraphs: headings, lists, tables, quotes, code, emphasis, links."""
    return bool(_STRUCTURE.search(markdown))


@cache
def _options() -> ConversionOptions:
    # Also styles that are the defaults: for each page, the library looks up those that are not given as members of their class.
    return ConversionOptions(
        bullets="-", br_in_tables=True, compact_tables=True, extract_metadata=False, autolinks=False,
        include_blockquote_citations=False, expand_abbreviations=False,
        hidden_content=HiddenContent.ALL, highlight_style=HighlightStyle.NONE,
        preprocessing=PreprocessingOptions(
            enabled=False, remove_navigation=False, remove_forms=False, preset=PreprocessingPreset.STANDARD
        ),
        heading_style=HeadingStyle.ATX, list_indent_type=ListIndentType.SPACES, whitespace_mode=WhitespaceMode.NORMALIZED,
        newline_style=NewlineStyle.SPACES, code_block_style=CodeBlockStyle.BACKTICKS, inline_data_media=InlineDataMedia.KEEP,
        url_escape_style=UrlEscapeStyle.ANGLE, link_style=LinkStyle.INLINE, output_format=OutputFormat.MARKDOWN,
        tier_strategy=TierStrategy.AUTO,
    )  # fmt: skip


def _on_one_line(source: str) -> str:
    """Replace line breaks outside `pre` by blanks, because they would become line breaks in the Markdown."""
    if "<pre" not in source:
        return _with_blanks(source)
    pieces = _PRE.split(source)
    pieces[::2] = map(_with_blanks, pieces[::2])
    return "".join(pieces)


def _with_blanks(source: str) -> str:
    return source.replace("\n", " ").replace("\r", " ").replace("\xa0", " ").replace("&nbsp;", " ")


def _converted(source: str) -> str:
    try:
        return convert(source, _options()).content or ""
    except Exception:
        return _slowly(source)


def _slowly(source: str) -> str:
    from markdownify import markdownify  # the slow writer in pure Python, imported only if the fast one failed

    try:
        return str(
            markdownify(
                source, heading_style="ATX", bullets="-", table_infer_header=True, code_language_callback=_language
            )
        )
    except RecursionError:
        return ""


def _language(pre: Tree) -> str:
    code = pre.find("code")
    labels = (code.get("class") if code is not None else None) or []
    return next((str(label)[len("language-") :] for label in labels if str(label).startswith("language-")), "")


def _bare(body: Tree) -> str:
    """The plain text, for trees that both writers fail on, such as thousands of nested elements."""
    lines = [line for text in body.itertext() if (line := " ".join(text.split()))]
    return plain_text.escape("\n\n".join(lines))
