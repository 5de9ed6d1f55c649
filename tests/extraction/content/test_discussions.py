"""Pages with a post and a discussion: comments are left out below an article, and are the content of a forum thread."""

from __future__ import annotations

import json

import pytest

POST = (
    "The storm of last night took the roof of the old barn at the end of the quay. Nobody was hurt, but the boats in it are "
    "lost, and the harbour stays closed until the engineers have looked at the walls."
)
ANSWERS = (
    "I was there in the night and saw how the roof flew over the mill and into the sea.",
    "My boat was in the barn. Does anybody know whether the insurance pays for the damage?",
    "The walls were bad for years, and the town did nothing about them, as everybody here knows.",
    "Thank you for the report. We hope that the harbour opens again before the summer.",
)


def thread(comments: int, declared: str | None) -> str:
    data = json.dumps({"@context": "https://schema.org", "@type": declared, "headline": "Storm takes the roof"})
    script = f'<script type="application/ld+json">{data}</script>' if declared else ""
    items = "".join(
        f"<li class=comment><b>Anna {number}</b><p>{ANSWERS[number % 4]} {ANSWERS[(number + 1) % 4]}</p></li>"
        for number in range(comments)
    )
    return (
        f"<title>Storm takes the roof - Harbour Post</title>{script}<nav><a href=/>Home</a></nav><main><article><h1>Storm takes "
        f"the roof</h1><div class=entry-content><p>{POST}</p></div></article><div id=comments><h2>Discussion</h2>"
        f"<ol class=comment-list>{items}</ol></div></main><footer>2026 Harbour Post</footer>"
    )


@pytest.mark.parametrize("declared", [None, "BlogPosting"])
@pytest.mark.parametrize("comments", [4, 30, 80])
def test_short_post_is_read_without_its_discussion(read, declared: str | None, comments: int) -> None:
    page = thread(comments, declared)

    assert read(page).markdown.split("\n\n", 1)[1].strip() == POST
    assert "I was there" in read(page, only_main_content=False).markdown


@pytest.mark.parametrize("comments", [4, 30])
def test_discussion_is_the_content_of_a_forum_thread(read, comments: int) -> None:
    found = read(thread(comments, "DiscussionForumPosting")).markdown

    assert POST in found and all(answer in found for answer in ANSWERS)
