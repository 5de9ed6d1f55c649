"""Text bodies other than HTML: plain text, JSON, XML and feeds."""

from __future__ import annotations

import json
import re

from extraction.document import plain_text
from extraction.document.document import Document
from extraction.document.encoding import scrubbed

_FENCES = re.compile(r"^`{3,}", re.M)
_LANGUAGES = {"css": "css", "javascript": "javascript", "x-python": "python", "csv": "csv", "yaml": "yaml",
    "x-yaml": "yaml", "x-sh": "sh", "typescript": "typescript"}  # fmt: skip
_MARKDOWN = ("text/markdown", "text/x-markdown")


def markdown(document: Document) -> str:
    """The body as Markdown: prose with markup characters escaped, data and code in a fenced block with its language.

    Text that is Markdown already is unchanged.
    """
    text = scrubbed(document.text.replace("\r\n", "\n").replace("\r", "\n")).strip("\n \t")
    if not text:
        return ""
    language = language_of(document)
    if language is None:
        return (text if _is_markdown(document, text) else plain_text.escape(text)) + "\n"
    fence = "`" * max([3, *(len(run) + 1 for run in _FENCES.findall(text))])
    return f"{fence}{language}\n{text}\n{fence}\n"


def _is_markdown(document: Document, text: str) -> bool:
    capture = document.capture
    named = capture.final_url.partition("?")[0].lower().endswith((".md", ".markdown", ".mdx"))
    return named or capture.media_type in _MARKDOWN or plain_text.is_markdown(text)


def language_of(document: Document) -> str | None:
    """The language for the fenced block, or None if the text is prose."""
    if document.kind in ("json", "xml"):
        return document.kind
    subtype = document.capture.media_type.partition("/")[2]
    if subtype in _LANGUAGES:
        return _LANGUAGES[subtype]
    head = document.text.lstrip()[:1]
    if head in ("{", "[") and document.capture.media_type not in _MARKDOWN and _is_json(document.text):
        return "json"
    return None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
