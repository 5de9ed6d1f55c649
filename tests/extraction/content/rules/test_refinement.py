"""Rules for kept blocks that are not content: copies, comments on an article."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Block, Outline
from extraction.content.rules import refinement
from extraction.document.document import parse

LONG = "The quays were repaired after the storm, and the towns paid for it."
STORY = f"<article><h1>Storm</h1><p>{LONG}</p><p>Engineers measured the walls of the harbour for a month.</p></article>"
COMMENT = "<p>I was there.</p>"


def blocks_of(page: str) -> list[Block]:
    return Outline(parse(f"<body>{page}</body>").find("body")).blocks


def texts(blocks: list[Block]) -> list[str]:
    return [block.text for block in blocks]


@pytest.mark.parametrize(
    ("page", "copies"),
    [
        (f"<p>{LONG}</p><div><p>{LONG}</p></div>", 1),
        (f"<p>{LONG}</p><div>{LONG}</div>", 1),
        ("<p>Thank you.</p><p>Thank you.</p>", 2),
        (f"<ul><li>{LONG}</li><li>{LONG}</li></ul>", 2),
        (f"<table><tr><td>{LONG}</td><td><p>{LONG}</p></td></tr></table>", 2),
        (f"<p>{LONG}</p><blockquote><p>{LONG}</p></blockquote>", 2),
        (f"<pre>{LONG}</pre><pre>{LONG}</pre>", 2),
    ],
)
def test_second_copy_of_a_paragraph_is_left_out(page: str, copies: int) -> None:
    assert len(refinement.without_copies(blocks_of(page))) == copies


@pytest.mark.parametrize(
    "container",
    [
        "<div class=comments>{}</div>",
        "<section id=comments-area>{}</section>",
        "<ol class=commentlist><li><div>{}</div></li></ol>",
        "<div class='kommentare'>{}</div>",
        "<div id=disqus_thread>{}</div>",
        "<div class='wp-comentarios'>{}</div>",
    ],
)
def test_comments_on_an_article_are_left_out(container: str) -> None:
    retained = blocks_of(STORY + container.format(COMMENT))

    assert texts(refinement.refine(retained, retained, "article")) == texts(blocks_of(STORY))


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (f"{STORY}<div class=comments>{COMMENT}</div>", "forum"),
        (f"{STORY}<div class=comments>{COMMENT}</div>", "product"),
        (f"<div class='post comments-open'>{STORY}{COMMENT}</div>", "article"),
        (f"<p>Question</p><div class=comments>{20 * COMMENT}</div>", "article"),
    ],
)
def test_comments_stay_where_they_are_the_content(page: str, kind: str) -> None:
    retained = blocks_of(page)

    assert "I was there." in texts(refinement.refine(retained, retained, kind))


@pytest.mark.parametrize("comments", [3, 80])
def test_short_post_stays_without_its_long_discussion(comments: int) -> None:
    thanks = "The harbour master thanked everybody who had helped with the sandbags."
    post = f"<article><h1>Storm</h1><p>{LONG}</p><p>{thanks}</p></article>"
    retained = blocks_of(
        f"{post}<ol class=commentlist>{comments * '<li>I was there in the night and saw it.</li>'}</ol>"
    )

    assert texts(refinement.refine(retained, retained, "article")) == texts(blocks_of(post))
    assert refinement.refine(retained, retained, "forum") == retained


@pytest.mark.parametrize("kind", ["listing", "collection", "documentation"])
def test_entries_of_lists_stay_although_they_are_alike(kind: str) -> None:
    entries = f"<div><h3>Desk lamp</h3><p>{LONG}</p></div><div><h3>Floor lamp</h3><p>{LONG}</p></div><h3>Wall lamp</h3>"
    blocks = blocks_of(entries + "<p>12 euros</p>")

    assert refinement.refine(blocks, blocks[:-1], kind) == blocks[:-1]
