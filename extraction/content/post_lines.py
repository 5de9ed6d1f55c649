"""Posts, questions, answers and comments begin with a line of their author, time and votes, which set them apart."""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree

from extraction.content.blocks import Block, Container
from extraction.content.pruning import erase
from extraction.content.rules.headings import heading_container
from extraction.content.rules.posts import KINDS, Posts, details_of, is_initial, is_stamp, kinds_of
from extraction.document.any_case import AnyCase
from extraction.document.hidden.elements import is_hidden
from extraction.document.tree import Tree, all_text, drop

_POSTS_MIN, _AUTHOR_WORDS_MAX, _TITLE_WORDS_MAX = 2, 8, 4
# A number alone, or between the names of two buttons.
_BARE_NUMBER = re.compile(r"(?:[^\W\d]{3,12}\s)?([+\u2212-]?\d[\d.,]{0,9}\s?[kKmM]?)(?:\s[^\W\d]{3,12})?$")
_ACCEPTED = AnyCase(
    r"(?:^|[\s_-])(?:(?:is-?)?accepted(?:-?(?:answer|solution|on))?|acceptedanswer|best-?answer|solution|is-?solution)(?:$|[\s_-])",
)
_HIDING = frozenset(("d-none", "hidden", "is-hidden", "hide", "visually-hidden"))
# A line cannot be put into these.
_NO_LINES = frozenset(("tr", "table", "tbody", "ul", "ol", "dl", "p"))
_WHOLE = frozenset(
    ("blockquote", "pre", "p", "li", "td", "th", "dd", "dt", "span", "h1", "h2", "h3", "h4", "h5", "h6", *_NO_LINES)
)
_BETWEEN_BUTTONS = 3


class PostLine(NamedTuple):
    """The texts of the line of a post, the blocks that it replaces, and the block before which it is written."""

    texts: list[str]
    moved: list[Block]
    first: Block
    post: Container


def lines_of(retained: list[Block]) -> list[PostLine]:
    """A line for each post that states its author, time or votes. Empty if only one does.

    Args:
        retained: blocks of the whole tree. What marks the accepted answer is often no text.
    """
    posts, of_posts = Posts(), dict[Container, list[Block]]()
    for block in retained:
        if (post := posts.of(block)) is not None and post.tag not in _NO_LINES:
            of_posts.setdefault(post, []).append(block)
    details = {post: found for post, blocks in of_posts.items() if (found := _details(blocks))}
    if len(details) < _POSTS_MIN:
        return []
    accepted = _accepted(list(of_posts))
    return [_line(post, of_posts[post], found, is_accepted=post is accepted) for post, found in details.items()]


def write(lines: list[PostLine]) -> None:
    """Write the lines into the tree in which only the retained blocks are left."""
    for texts, moved, first, post in lines:
        for block in moved:
            erase(block)
            if block.container.tag == "dt" and not all_text(block.container.element).strip():
                drop(block.container.element)  # A definition without a term has no colon.
        line = etree.Element("p")
        strong = etree.SubElement(line, "strong")
        strong.text, strong.tail = texts[0], "".join(f" · {text}" for text in texts[1:])
        _put_before(first, post, line)


def _details(blocks: list[Block]) -> dict[str, Block]:
    """The details of a post that are not in a separate line before its text. Empty if the post has no other text."""
    found = details_of(blocks)
    author, time = found.get("author"), found.get("time")
    if author is not None and len(author.words) > (
        _TITLE_WORDS_MAX if heading_container(author) else _AUTHOR_WORDS_MAX
    ):
        del found["author"]
    if time is not None and not is_stamp(time) and (author is None or author.text not in time.text):
        del found["time"]
    moved = set(map(id, found.values()))
    return found if moved and any(id(block) not in moved for block in blocks) else {}


def _line(post: Container, blocks: list[Block], details: dict[str, Block], *, is_accepted: bool) -> PostLine:
    initials = [block for block in blocks if "author" in details and is_initial(block) and "author" in kinds_of(block)]
    moved = {id(block): block for block in (*details.values(), *initials)}
    others = [block for block in blocks if id(block) not in moved] or blocks
    first = next((block for block in others if heading_container(block) is None), others[0])
    texts: list[str] = []
    for kind in KINDS:
        stated = text_of(details[kind]) if kind in details else ""
        if not stated or any(stated in text for text in texts):
            continue
        texts = [text for text in texts if text not in stated]
        texts.append(_votes(stated) if kind == "votes" else stated)
    return PostLine([*texts, "accepted answer"] if is_accepted else texts, list(moved.values()), first, post)


def text_of(block: Block) -> str:
    """The text of a block with the blanks between its elements, which do not count as words."""
    inside = set(block.inlines)
    parts = [block.container.element.text or "" if block.whole else ""]
    parts += [tail.tail or "" for tail in block.tails if tail not in inside]
    parts += [f"{all_text(inline)}{inline.tail or ''}" for inline in block.inlines]
    return " ".join("".join(parts).split())


def _votes(text: str) -> str:
    """The number of votes. A text that says what is counted stays."""
    found = _BARE_NUMBER.match(text)
    if found is None or (found[1] != text and len(text.split()) < _BETWEEN_BUTTONS):
        return text
    return f"{found[1]} votes"


def _put_before(block: Block, post: Container, line: etree._Element) -> None:
    """Put a line before a block of a post, outside of the quote, list or paragraph that it is in."""
    found = element = block.container.element
    while element is not post.element and element is not None:
        if element.tag in _WHOLE:
            found = element
        element = element.getparent()
    if found is not post.element:
        found.addprevious(line)
        return
    line.tail, found.text = found.text, None
    found.insert(0, line)


def _accepted(posts: list[Container]) -> Container | None:
    """The answer that the page names as accepted: the only one of several posts, and not the first."""
    of_elements = {post.element: post for post in posts[1:]}
    found: set[Container] = set()
    for element in posts[0].element.getroottree().iter(etree.Element):
        name = element.get("class")
        if (name and _ACCEPTED.search(name)) or element.get("itemprop") == "acceptedAnswer":
            around: Tree | None = element
            while around is not None and around not in of_elements:
                around = around.getparent()
            if around is not None and _is_shown(element, of_elements[around]):
                found.add(of_elements[around])
                if len(found) > 1:
                    return None
    return found.pop() if found else None


def _is_shown(element: Tree, post: Container) -> bool:
    """Whether a mark is shown. A mark without words is not looked at by the rules for hidden text."""
    around: Tree | None = element
    while around is not None and around is not post.element:
        names = (around.get("class") or "").split()
        style = (around.get("style") or "").replace(" ", "")
        if (
            is_hidden(around)
            or around.get("hidden") is not None
            or "display:none" in style
            or not _HIDING.isdisjoint(names)
        ):
            return False
        around = around.getparent()
    return True
