"""Posts of forums, questions and comments keep their author, time and votes, so that a reader can distinguish them."""

from __future__ import annotations

import re

from extraction.content.blocks import Block, Container
from extraction.content.rules.amounts import has_moment
from extraction.content.rules.own_containers import in_order
from extraction.document.hidden.elements import is_hidden

_AUTHOR = re.compile(
    r"(?:^|[\s_-])(?:author\w*|user-?name|user-?details|nick\w*|poster|posted-?by|byline|creator|handle|display-?name)(?:$|[\s_-])",
    re.I,
)
_VOTES = re.compile(
    r"(?:^|[\s_-])(?:vote-?count|votes?|score|points|karma|upvotes?|reactions?|reactionsbar|likes?|like-?count)(?:$|[\s_-])",
    re.I,
)
# One class of a post's own container. Its parts have longer names: `message-footer`.
_POST = re.compile(r"(?:js-)?(?:post|message|answer|question|reply|comment|topic-post|thing)(?:--\w+)?$", re.I)
_STAMP = re.compile(r"date|time|posted|permalink|attribution|published", re.I)
_DETAIL_WORDS_MAX, _VOTES_WORDS_MAX, _DEPTH_MAX = 8, 6, 3
_DIGIT = re.compile(r"\d")


def with_details(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The kept blocks with one author, one time and one number of votes for each post of which text is kept."""
    chosen, posts = set(map(id, retained)), _Posts()
    around = [(block, post) for block in retained if (post := posts.of(block)) is not None]
    known = {id(post) for _, post in around}
    stated = {(id(post), kind) for block, post in around for kind in _kinds(block)}
    found: dict[tuple[int, str], Block] = {}
    for block in blocks if known else ():
        if id(block) in chosen or len(block.words) > _DETAIL_WORDS_MAX or is_hidden(block.container.element):
            continue
        if (post := posts.of(block)) is not None and id(post) in known:
            for kind in _kinds(block):
                key = (id(post), kind)
                if key not in stated and (
                    key not in found or (kind == "time" and _is_stamp(block) > _is_stamp(found[key]))
                ):
                    found[key] = block
    return in_order(blocks, chosen, list(found.values())) if found else retained


def _is_stamp(block: Block) -> bool:
    """Whether a time is that of the post, and not of its author's registration."""
    element = block.container.element
    return (
        element.tag == "time"
        or next(element.iter("time"), None) is not None
        or bool(_STAMP.search(_names_of(block.container)))
    )


class _Posts:
    """The posts of one page. Each container is judged once: it may be around every block of the page."""

    def __init__(self) -> None:
        self._nearest: dict[Container | None, Container | None] = {None: None}

    def of(self, block: Block) -> Container | None:
        """The nearest container around a block that is named as a post and has more than this block."""
        post = self._named(block.container)
        while post is not None and post.words <= len(block.words):
            post = self._named(post.outer)
        return post

    def _named(self, container: Container | None) -> Container | None:
        """The nearest container that is named as a post, from a container outwards."""
        if container not in self._nearest:
            assert container is not None
            is_post = any(map(_POST.match, (container.element.get("class") or "").split()))
            self._nearest[container] = container if is_post else self._named(container.outer)
        return self._nearest[container]


def _kinds(block: Block) -> set[str]:
    """What a short block states: `author`, `time`, `votes`."""
    if len(block.words) > _DETAIL_WORDS_MAX:
        return set()
    found = {"time"} if has_moment(block.text) else set()
    container: Container | None = block.container
    for _ in range(_DEPTH_MAX):
        if container is None or container.words > 2 * _DETAIL_WORDS_MAX:
            break
        names = _names_of(container)
        if _AUTHOR.search(names) and not _DIGIT.match(block.text) and "time" not in found:
            found.add("author")
        if _VOTES.search(names) and _DIGIT.search(block.text) and len(block.words) <= _VOTES_WORDS_MAX:
            found.add("votes")
        container = container.outer
    return found


def _names_of(container: Container) -> str:
    return f"{container.element.get('class') or ''} {container.element.get('id') or ''} {container.element.get('itemprop') or ''}"
