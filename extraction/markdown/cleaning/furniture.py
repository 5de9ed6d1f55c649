"""Leaves out what is not part of the text: buttons and needless rules. Emoji become text, titles of notes become bold."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from extraction.document.any_case import AnyCase
from extraction.document.tree import HEADINGS, Tree, drop_all, replace_all

_CONTROLS = frozenset((
    "copy", "copy code", "copied", "copied!", "copy to clipboard", "copy snippet", "toggle word wrap", "play", "play video",
    "pause", "show", "hide", "expand", "expand all", "collapse", "collapse all", "close", "share", "print", "previous", "next",
))  # fmt: skip
# The name of an emoji, or the emoji itself.
_EMOJI_NAME = re.compile(r":[\w+-]{1,40}:")
_EMOJI_CLASS = AnyCase(r"(?:^|[\s_-])(?:wp-)?(?:emoji\w*|smile[yi]\w*|twemoji)(?:$|[\s_-])")
_NOTE_TITLE = AnyCase(r"admonition-?_?(?:title|heading)|markdown-alert-title|callout-?_?title|alert-heading|note-title")
_STARS = re.compile(r"\s*(?:\*\s*){3,7}|\s*[-_\u2013\u2014]{3,}\s*|\s*\u2042\s*")
# Hostile pages have thousands of buttons inside one another.
_LABEL_PARTS_MAX = 60
_BLOCKS = ("p", "div", "ul", "ol", "table", *HEADINGS, "pre")


def drop(body: Tree) -> None:
    """Rewrite the tree in place."""
    drop_all(body, [button for button in body.iter("button") if _label(button) in _CONTROLS])
    images = list(body.iter("img"))
    if images:
        replace_all(body, [(image, image.get("alt") or "") for image in images if _is_emoji(image)])
    _titles_of_notes(body)
    _name_paragraphs(body)
    _lightboxes(body)
    _rules(body)


def _label(button: Tree) -> str:
    """What is written on a button. Empty for one with many parts, which is not a control."""
    parts = list(islice(button.itertext(), _LABEL_PARTS_MAX + 1))
    return "" if len(parts) > _LABEL_PARTS_MAX else " ".join("".join(parts).split()).lower()


def _is_emoji(image: Tree) -> bool:
    alt = image.get("alt") or ""
    if not alt or len(alt) > 40:
        return False
    if _EMOJI_NAME.fullmatch(alt) or (len(alt) < 12 and not any(map(str.isalnum, alt)) and not alt.isascii()):
        return True
    return bool(_EMOJI_CLASS.search(image.get("class") or ""))


def _titles_of_notes(body: Tree) -> None:
    """`Note` above a note of documentation: bold, because its frame and its sign are gone."""
    for title in body.iter("p", "div"):
        name = title.get("class")
        if (
            not name
            or not _NOTE_TITLE.search(name)
            or next(title.iterdescendants("strong", "b", *_BLOCKS), None) is not None
        ):
            continue
        strong = etree.Element("strong")
        strong.text, title.text = (title.text or "").strip(), None
        strong[:] = list(title)
        title.append(strong)


def _name_paragraphs(body: Tree) -> None:
    """A paragraph of stars is a rule. One with WordPress's class of captions is a caption."""
    for paragraph in body.iter("p"):
        if paragraph.get("class") == "wp-caption-text":
            paragraph.tag = "figcaption"
        if not len(paragraph) and paragraph.text and len(paragraph.text) < 40 and _STARS.fullmatch(paragraph.text):
            paragraph.tag, paragraph.text = "hr", None


def _lightboxes(body: Tree) -> None:
    """Drop the file name and size below an image of Discourse."""
    drop_all(
        body,
        [
            about
            for link in body.iter("a")
            if link.get("class") == "lightbox"
            for about in link.findall("div[@class='meta']")
        ],
    )


def _rules(body: Tree) -> None:
    """Drop horizontal rules with nothing before, between or after them, and those that underline a heading."""
    rules = list(body.iter("hr"))
    if not rules:
        return
    needless, is_after_text, last = [], False, None
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if event == "start" and element.tag == "hr":
            if not is_after_text:
                needless.append(element)
            else:
                is_after_text, last = False, element
        elif event == "end" and element.tag in HEADINGS:
            is_after_text = False
        text = element.text if event == "start" else None if element is body else element.tail
        if (text and text.strip()) or element.tag == "img":
            is_after_text, last = True, None
    drop_all(body, [*needless, *([] if last is None else [last])])
