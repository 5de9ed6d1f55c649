"""Posts, questions and answers begin with a line of their author, time and votes."""

from __future__ import annotations

import pytest

TEXTS = (
    "The roof of the old barn came down in the storm of last night, and nobody knows yet who has to pay for the boats in it.",
    "The insurance of the harbour pays for the barn, but each owner has to ask their own insurance about the boat inside.",
    "Ask the harbour master for the list of the boats, because the insurance wants to see it before it answers any letter.",
    "We lost a boat in the same way ten years ago, and in the end the town paid the half of it after two long winters.",
)
USER = (
    "<div class=user-info><div class=user-action-time>{verb} <span>{day}</span></div><div {owner}><a href=/users/1>{name}</a></div>"
    "</div>"
)


def post(number: int, *, name: str = "anna_b", more: str = "", editor: str = "", votes: str = "14") -> str:
    kind = "question" if number == 0 else "answer"
    edited = (
        USER.format(verb="edited", day="5 May 2026 at 9:00", owner="class=user-details", name=editor) if editor else ""
    )
    owner = USER.format(
        verb="answered", day=f"{number + 1} May 2026 at 8:15", owner="class=user-details itemprop=author", name=name
    )
    return (
        f"<div class={kind}><div class=votecell><div class=vote-count>{votes}</div>{more}</div><div class=post-text>"
        f"<p>{TEXTS[number % 4]} {TEXTS[(number + 1) % 4]}</p></div>{edited}{owner}</div>"
    )


def thread(*posts: str) -> str:
    return (
        "<title>Who pays for the boats?</title><nav><a href=/>Home</a></nav><main><h1>Who pays for the boats?</h1>"
        f"{''.join(posts)}</main><footer>2026 Harbour forum</footer>"
    )


def lines(markdown: str) -> list[str]:
    return [line for line in markdown.splitlines() if line.startswith("**")]


def test_each_post_begins_with_a_line(read) -> None:
    found = read(thread(post(0), post(1, name="quay_cat", votes="-1"), post(2, votes="3 points"))).markdown

    assert lines(found) == [
        "**anna_b** · answered 1 May 2026 at 8:15 · 14 votes",
        "**quay_cat** · answered 2 May 2026 at 8:15 · -1 votes",
        "**anna_b** · answered 3 May 2026 at 8:15 · 3 points",
    ]
    assert found.index("**quay_cat**") < found.index(TEXTS[1] + " " + TEXTS[2])


def test_author_is_not_the_editor(read) -> None:
    found = read(thread(post(0), post(1, name="quay_cat", editor="mill_owner"), post(2))).markdown

    assert lines(found)[1].startswith("**quay_cat** · answered 2 May 2026")


@pytest.mark.parametrize(
    ("mark", "is_marked"),
    [
        ("<div class=accepted-answer>✓</div>", True),
        ("<div class='accepted-answer' hidden>✓</div>", False),
        ("<div class=unaccepted>✓</div>", False),
    ],
)
def test_accepted_answer_is_marked(read, mark: str, is_marked: bool) -> None:
    found = read(thread(post(0), post(1), post(2, more=mark))).markdown

    assert [line.endswith("accepted answer") for line in lines(found)] == [False, False, is_marked]


def test_line_is_outside_of_a_quote(read) -> None:
    quoted = post(1).replace("<p>", "<blockquote><p>They said that the town has to pay for it.</p></blockquote><p>", 1)

    found = read(thread(post(0), quoted, post(2))).markdown

    assert len(lines(found)) == 3 and "\n> They said" in found


def test_a_single_post_stays_as_it_is(read) -> None:
    assert lines(read(thread(post(0).replace("class=question", "class=text"), post(1))).markdown) == []
