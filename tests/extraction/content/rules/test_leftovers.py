"""Leftovers of controls: dialogs, lone signs, links at the end."""

from __future__ import annotations

import pytest

from extraction.content.blocks import Block, Outline
from extraction.content.rules import leftovers, refinement
from extraction.document.document import parse

STORY = "<h1>Storm</h1><p>The quays were repaired after the storm, and the towns paid for it.</p>"


def blocks_of(page: str) -> list[Block]:
    return Outline(parse(f"<body>{page}</body>").find("body")).blocks


@pytest.mark.parametrize("container", ["<div class=modal>{}</div>", "<div id=offer-popup><div>{}</div></div>"])
@pytest.mark.parametrize("kind", ["article", "product", "service"])
def test_dialog_is_left_out(container: str, kind: str) -> None:
    retained = blocks_of(STORY + container.format("<p>Check your email</p>"))

    assert refinement.refine(retained, retained, kind) == retained[:2]


def test_content_in_a_dialog_stays() -> None:
    retained = blocks_of(f"<div class=modal>{STORY}</div>")

    assert leftovers.without_dialogs(retained) == retained


def test_signatures_of_posts_are_left_out() -> None:
    retained = blocks_of(f'{STORY}<div class="post-signature"><p>Six tanks, one pond</p></div>')

    assert leftovers.without_signatures(retained) == retained[:2]


@pytest.mark.parametrize("sign", ["|", "\u200b", "»", "·", "- -"])
def test_lone_sign_is_left_out(sign: str) -> None:
    retained = blocks_of(f"{STORY}<p>{sign}</p>")

    assert leftovers.without_signs(retained) == retained[:2]


@pytest.mark.parametrize(
    "part",
    [
        "<p>5</p>",
        "<p>€</p>",
        "<p>👍</p>",
        "<p>* * *</p>",
        "<pre>}</pre>",
        "<p>See<div>the map</div>.</p>",
        "<table><tr><td>-</td></tr></table>",
    ],
)
def test_short_text_stays(part: str) -> None:
    retained = blocks_of(STORY + part)

    assert leftovers.without_signs(retained) == retained


@pytest.mark.parametrize(
    ("end", "left"),
    [
        ("<p><a href=x>Next story</a></p><p><a href=x>Home</a></p>", 2),
        ("<p>See <a href=x>the map</a></p>", 3),
        (f"<p><a href=x>{26 * 'word '}</a></p>", 3),
    ],
)
def test_few_links_at_the_end_of_an_article_are_left_out(end: str, left: int) -> None:
    retained = blocks_of(STORY + end)

    assert len(refinement.refine(retained, retained, "article")) == left
    assert refinement.refine(retained, retained, "documentation") == retained
