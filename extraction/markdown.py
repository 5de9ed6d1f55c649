"""A content tree as Markdown."""

from __future__ import annotations

import re
from functools import cache

from html_to_markdown import ConversionOptions, PreprocessingOptions, convert
from lxml import etree

from extraction.document import Tree
from extraction.encoding import scrubbed
from extraction.normal_form import absolute_addresses, normalise

_BLANK_LINES = re.compile(r"\n{3,}")
_PRE = re.compile(r"(<pre\b.*?</pre>)", re.S)
_STRUCTURE = re.compile(r"^(?:#{1,6} |[-*+] |\d+[.)] |> |\|.*\|$|```|    \S)|\*\*|\[[^\]]*\]\(|`", re.M)


def write(body: Tree, base_url: str, *, keep_links: bool, keep_images: bool) -> str:
    """The Markdown of a content tree, ending in one newline; empty for an empty tree. Rewrites the tree.

    Args:
        keep_links: inline link targets stay; without it their text does.
        keep_images: images stay as `![alt](address)`.
    """
    normalise(body, keep_links=keep_links, keep_images=keep_images)
    if keep_links or keep_images:
        absolute_addresses(body, base_url)
    source = etree.tostring(body, method="html", encoding="unicode", with_tail=False)
    text = _converted(_on_one_line(source))
    if not text.strip() and "".join(body.itertext()).strip():
        text = _bare(body)
    return tidy(text)


def tidy(text: str) -> str:
    """One blank line between blocks, no blanks at the end of lines, one newline at the end."""
    text = _BLANK_LINES.sub("\n\n", scrubbed(text)).strip("\n ")
    return text + "\n" if text else ""


def is_structured(markdown: str) -> bool:
    """Whether the text carries structure beyond paragraphs: headings, lists, tables, quotes, code, emphasis, links."""
    return bool(_STRUCTURE.search(markdown))


@cache
def _options() -> ConversionOptions:
    return ConversionOptions(
        bullets="-", br_in_tables=True, compact_tables=True, extract_metadata=False, autolinks=False, hidden_content="all",
        include_blockquote_citations=False, preprocessing=PreprocessingOptions(enabled=False,
        remove_navigation=False, remove_forms=False), expand_abbreviations=False,
    )  # fmt: skip


def _on_one_line(source: str) -> str:
    """Line breaks of the source mean nothing outside `pre`, and would break a paragraph's line in the Markdown."""
    if "<pre" not in source:
        return source.replace("\n", " ").replace("\r", " ")
    pieces = _PRE.split(source)
    pieces[::2] = [piece.replace("\n", " ").replace("\r", " ") for piece in pieces[::2]]
    return "".join(pieces)


def _converted(source: str) -> str:
    try:
        return convert(source, _options()).content or ""
    except Exception:
        return _slowly(source)


def _slowly(source: str) -> str:
    from markdownify import markdownify  # the pure Python writer, loaded only when the fast one failed

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
    """The text alone, for trees that no writer bears, such as thousands of nested elements."""
    return "\n\n".join(line for text in body.itertext() if (line := " ".join(text.split())))
