"""Questions with their answers, as a page shows them: `details`, definition lists, headings that end in a question mark."""

from __future__ import annotations

from collections.abc import Iterator

from extraction.document.document import Document
from extraction.document.tree import Tree
from extraction.shaped.facts import areas
from extraction.shaped.facts.visible_text import text_of

QUESTIONS_MAX = 300
_MARKS = ("?", "\uff1f", "\u061f")
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_ANSWER_MAX_CHARS = 10_000


def read(document: Document) -> list[dict[str, str]]:
    """The questions as things with `name` and `acceptedAnswer`, in document order."""
    found = []
    for element, _ in areas.own_elements(document):
        for question, answer in _pairs_of(element):
            if question.endswith(_MARKS) and answer and len(question) <= 400:
                found.append({"name": question, "acceptedAnswer": answer[:_ANSWER_MAX_CHARS]})
        if len(found) >= QUESTIONS_MAX:
            break
    return found


def _pairs_of(element: Tree) -> Iterator[tuple[str, str]]:
    if element.tag == "summary":
        yield text_of(element), _text_behind(element, ())
    elif element.tag == "dt":
        answer = element.getnext()
        if answer is not None and answer.tag == "dd":
            yield text_of(element), text_of(answer)
    elif element.tag in _HEADINGS and next(element.iterancestors("summary"), None) is None:
        yield text_of(element), _text_behind(element, ("h1", *_HEADINGS))


def _text_behind(element: Tree, ends: tuple[str, ...]) -> str:
    """The text of the next siblings, up to the next heading."""
    parts = [element.tail or ""]
    for sibling in element.itersiblings():
        if sibling.tag in ends or (ends and next(sibling.iter(*ends), None) is not None):
            break
        parts += [text_of(sibling), sibling.tail or ""]
    return " ".join(" ".join(parts).split())
