"""Questions with their answers, as a page shows them: `details`, definition lists, headings that end in a question mark."""

from __future__ import annotations

from collections import Counter

from extraction.answers.facts import areas
from extraction.answers.facts.visible_text import text_of
from extraction.document.document import Document
from extraction.document.tree import Tree

QUESTIONS_MAX = 300
_MARKS = ("?", "\uff1f", "\u061f")
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_ANSWER_MAX_CHARS = 10_000
_QUESTION_ELEMENTS_MAX = 100
# Beside this many questions of one tag, a single one of another tag is an appeal: `Ready to start?`
_LIST_MIN = 3


def read(document: Document) -> list[dict[str, str]]:
    """The questions as entities with `name` and `acceptedAnswer`, in document order."""
    found: list[dict[str, str]] = []
    tags: list[str] = []
    for element, _ in areas.own_elements(document):
        question = text_of(element, _QUESTION_ELEMENTS_MAX) if _may_be_question(element) else ""
        if question.endswith(_MARKS) and len(question) <= 400 and (answer := _answer(element)):
            found.append({"name": question, "acceptedAnswer": answer[:_ANSWER_MAX_CHARS]})
            tags.append(str(element.tag))
        if len(found) >= QUESTIONS_MAX:
            break
    counts = Counter(tags)
    is_list = max(counts.values(), default=0) >= _LIST_MIN
    return [one for one, tag in zip(found, tags, strict=True) if counts[tag] > 1 or not is_list]


def _may_be_question(element: Tree) -> bool:
    if element.tag in ("summary", "dt"):
        return True
    return element.tag in _HEADINGS and next(element.iterancestors("summary"), None) is None


def _answer(element: Tree) -> str:
    """The text after a question. It is read for questions only: parts inside one another would be read again and again."""
    if element.tag == "summary":
        return _text_behind(element, ())
    if element.tag != "dt":
        return _text_behind(element, ("h1", *_HEADINGS))
    answer = element.getnext()
    return text_of(answer) if answer is not None and answer.tag == "dd" else ""


def _text_behind(element: Tree, ends: tuple[str, ...]) -> str:
    """The text of the next siblings, up to the next heading."""
    parts, chars = [element.tail or ""], 0
    for sibling in element.itersiblings():
        if sibling.tag in ends or (ends and next(sibling.iter(*ends), None) is not None):
            break
        parts += [text_of(sibling), sibling.tail or ""]
        chars += len(parts[-2])
        if chars > _ANSWER_MAX_CHARS:
            break
    return " ".join(" ".join(parts).split())
