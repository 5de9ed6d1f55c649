"""Posts of forums, questions and comments keep their author, time and votes, so that a reader can distinguish them."""

from __future__ import annotations

import re
from itertools import islice

from extraction.content.blocks import Block, Container
from extraction.content.rules.amounts import has_moment
from extraction.content.rules.own_containers import in_order, outwards
from extraction.document.any_case import AnyCase
from extraction.document.hidden.elements import is_hidden

_AUTHOR = AnyCase(
    r"(?:^|[\s_-])(?:author\w*|\w-user|user-?name|user-?details|nick\w*|poster|posted-?by|byline|creator|handle|display-?name)(?:$|[\s_-])",
)
# The address of a page about a user.
_USER_PAGE = AnyCase(
    r"/(?:u|users?|members?|profiles?|authors?)/|[?&](?:u|user|member|mode=viewprofile)\b|/member\.php|/@\w",
)
_VOTES = AnyCase(
    r"(?:^|[\s_-])(?:vote-?count|votes?|score|points|karma|upvotes?|reactions?|reactionsbar|likes?|like-?count)(?:$|[\s_-])",
)
_ANSWERS_MIN = 2
# What a post states of itself, in the order of its line.
KINDS = ("author", "time", "votes")
# One class of a post's own container. Its parts have longer names: `message-footer`.
_POST = AnyCase(r"(?:js-)?(?:post|message|answer|question|reply|comment|topic-post|thing)(?:--\w+)?$")
_STAMP = AnyCase(r"date|time|posted|permalink|attribution|published")
_DETAIL_WORDS_MAX, _VOTES_WORDS_MAX, _DEPTH_MAX = 8, 6, 3
_DIGIT = re.compile(r"\d")


def with_details(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The retained blocks with one author, one time and one number of votes for each post of which text is kept."""
    chosen, posts = set(map(id, retained)), Posts()
    known = {id(post) for block in retained if (post := posts.of(block)) is not None}
    of_posts: dict[int, list[Block]] = {}
    for block in blocks if known else ():
        if len(block.words) <= _DETAIL_WORDS_MAX and (post := posts.of(block)) is not None and id(post) in known:
            of_posts.setdefault(id(post), []).append(block)
    added: list[Block] = []
    for inside in of_posts.values():
        stated = {kind for block in inside if id(block) in chosen for kind in kinds_of(block)}
        shown = [block for block in inside if id(block) in chosen or not is_hidden(block.container.element)]
        found = details_of(shown)
        named = [block for block in inside if id(block) in chosen and "author" in kinds_of(block)]
        if (author := found.get("author")) is not None and (is_named_author(author) or all(map(is_initial, named))):
            stated.discard("author")  # What is kept may be the name of an editor, or a letter.
        added += [block for kind, block in found.items() if kind not in stated and id(block) not in chosen]
    return in_order(blocks, chosen, added) if added else retained


def are_answers(retained: list[Block]) -> bool:
    """Whether texts of several answers to a question are kept, whatever kind the model thinks that the page is."""
    known: dict[Container | None, Container | None] = {None: None}
    answers = {_answer_around(block.container, known) for block in retained} - {None}
    return len(answers) >= _ANSWERS_MIN


def _answer_around(container: Container | None, known: dict[Container | None, Container | None]) -> Container | None:
    """The nearest container that is named as an answer. Each container is judged once."""
    if container not in known:
        assert container is not None
        known[container] = container if "answer" in container.names else _answer_around(container.outer, known)
    return known[container]


def details_of(blocks: list[Block]) -> dict[str, Block]:
    """The author, the time and the votes of a post, as far as some of its blocks state them."""
    of_kinds: dict[str, list[Block]] = {kind: [] for kind in KINDS}
    for block in blocks:
        for kind in kinds_of(block):
            of_kinds[kind].append(block)
    found: dict[str, Block] = {}
    if authors := of_kinds["author"]:
        found["author"] = max(authors, key=lambda block: (not is_initial(block), is_named_author(block)))
    if times := of_kinds["time"]:
        near = found.get("author", times[0])
        around = {container: level for level, container in enumerate(outwards(near.container))}
        found["time"] = max(
            times, key=lambda block: (is_stamp(block) or _names(block, near), -_distance(block, around))
        )
    if of_kinds["votes"]:
        found["votes"] = of_kinds["votes"][0]
    return found


def _names(block: Block, author: Block) -> bool:
    """Whether a line states its author too."""
    return block is not author and author.text in block.text


def _distance(block: Block, around: dict[Container, int]) -> int:
    """The level of the smallest of some containers that has a block."""
    return next(around[container] for container in outwards(block.container) if container in around)


def is_named_author(block: Block) -> bool:
    """Whether the page declares that a name is the author's, and not an editor's."""
    return any(
        "author" in (container.element.get("itemprop") or "")
        for container in islice(outwards(block.container), _DEPTH_MAX)
    )


def is_initial(block: Block) -> bool:
    """Whether a block is the single letter that is drawn for an author without a picture."""
    return len(block.text) == 1


def is_stamp(block: Block) -> bool:
    """Whether a time is that of the post, and not of its author's registration."""
    element = block.container.element
    return (
        element.tag == "time"
        or next(element.iter("time"), None) is not None
        or bool(_STAMP.search(_names_of(block.container)))
        or any(_STAMP.search(inline.get("class") or "") for inline in block.inlines)
    )


class Posts:
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


def kinds_of(block: Block) -> set[str]:
    """Which of `KINDS` a short block states."""
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
    if not found and any(_USER_PAGE.search(inline.get("href") or "") for inline in block.inlines if inline.tag == "a"):
        found.add("author")
    return found


def _names_of(container: Container) -> str:
    return f"{container.element.get('class') or ''} {container.element.get('id') or ''} {container.element.get('itemprop') or ''}"
