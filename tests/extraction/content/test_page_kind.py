"""The learned kind of a page, and how it decides the reading."""

from __future__ import annotations

import pytest

from extraction.content import main_content, models, page_kind
from extraction.declared.page_type import Signs
from extraction.document.document import parse

TREES = [[[0, 10, 400, -400]], [[0, 10, -400, 400], [1, 3, 100, 0]]]
MODEL = page_kind.of_trees(["article", "forum"], TREES, 100, 2)
SENTENCES = "The quays were repaired after the storm, and the cost was borne by the towns of the region. " * 6
STORY = (
    f"<h1>Storm over the harbour</h1><time>1 May 2024</time><p>{SENTENCES}</p><p>Engineers measured. {SENTENCES}</p>"
)
COMMENT = "<div class=comment><b>Ann</b><p>I was there when the walls broke.</p></div>"
COMMENTS = f"<section class=comments><h2>Comments</h2>{COMMENT}</section>"


@pytest.mark.parametrize(("page", "kind"), [(b"\x05\x00", "article"), (b"\x0a\x09", "article"), (b"\x0b\x00", "forum")])
def test_most_probable_kind_is_that_of_the_reached_leaves(page: bytes, kind: str) -> None:
    found = page_kind.probabilities(MODEL, page)

    assert max(found, key=lambda name: found[name]) == kind
    assert sum(found.values()) == pytest.approx(1)


def test_wrong_number_of_values_is_rejected() -> None:
    with pytest.raises(ValueError, match="Train it again"):
        page_kind.probabilities(models.shipped().kinds, b"\x00")


def test_kind_of_a_page_with_little_text_is_unknown() -> None:
    columns = [bytes((1,)) for _ in range(181)]
    blocks = main_content.Outline(parse("<body><p>Two words</p></body>").find("body")).blocks

    assert page_kind.of_blocks(models.shipped().kinds, columns, blocks) == {}


@pytest.mark.parametrize(
    ("signs", "kinds", "page_type"),
    [
        (Signs("forum", None), {"article": 0.9, "documentation": 0.1}, "forum"),
        (Signs(None, None), {"article": 0.1, "documentation": 0.9}, "docs"),
        (Signs(None, "article"), {"article": 0.3, "documentation": 0.7}, "article"),
        (Signs(None, "article"), {"article": 0.2, "documentation": 0.8}, "docs"),
        (Signs(None, "docs"), {"article": 0.7, "documentation": 0.3}, "docs"),
        (Signs(None, "profile"), {"article": 0.9, "documentation": 0.1}, "profile"),
        (Signs(None, None), {"article": 0.38, "documentation": 0.32, "forum": 0.3}, "other"),
        (Signs(None, "video"), {}, "video"),
        (Signs(None, None), {}, "other"),
    ],
)
def test_declared_type_comes_before_the_learned_kind(signs: Signs, kinds: dict[str, float], page_type: str) -> None:
    assert signs.page_type(kinds) == page_type


def test_headline_inside_a_banner_with_a_name_of_boilerplate_is_retained(read) -> None:
    banner = "<aside><h1>Storm over the harbour</h1></aside>"
    text = STORY.removeprefix("<h1>Storm over the harbour</h1>")

    found = read(f"<title>Storm over the harbour</title>{banner}<article>{text}</article>").markdown

    assert "# Storm over the harbour" in found


def test_comments_on_an_article_stay_only_without_main_content(read) -> None:
    menu = "<title>Storm over the harbour</title><nav><a href=/>Home</a></nav>"
    page = f"{menu}<article>{STORY}</article>{COMMENTS}<footer>2019</footer>"

    strict, whole = (read(page, only_main_content=choice) for choice in (True, False))

    assert "Engineers measured" in strict.markdown and "I was there" not in strict.markdown
    assert "Comments" not in strict.markdown
    assert "I was there" in whole.markdown
    assert strict.metadata.page_type == whole.metadata.page_type == "article"
