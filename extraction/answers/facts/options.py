"""What a buyer can choose: the options of a selection, or the labels of a group of radio buttons, under its label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from extraction.answers.facts import areas
from extraction.answers.facts.titled_lists import TitledList
from extraction.answers.facts.visible_text import text_of
from extraction.document.document import Document
from extraction.document.tree import Tree

_GROUPS_MAX, _OPTIONS_MAX, _TEXT_MAX_CHARS = 40, 100, 80
_ANCESTORS_MAX = 40
_OUTSIDE = frozenset("header footer nav aside".split())
# The first entry of a selection that is not an option, and notes after one that is sold out.
_PLACEHOLDER = re.compile(
    r"^(?:[-–—*.\s]*$|[-–— ]*(?:choose|select|please|pick|bitte|wähl|auswahl|choisi|sélect|elige|elegir|seleccion|escolha|selecione|scegli"
    r"|seleziona|kies|maak|wybierz|seç|välj|выбер|選択|선택|请选择|اختر))",
    re.I,
)
_NOTE = re.compile(
    r"\s*(?:[-–(]\s*)?(?:sold out|out of stock|unavailable|ausverkauft|épuisé|agotado|esaurito|uitverkocht|品切れ|품절)\)?\s*$"
    r"|\s*\(?[+\u2212-]\s?(?:[^\W\d]{0,3}|[$€£¥])\s?\d[\d.,\s]*(?:[$€£¥]|[^\W\d]{1,3}\.?)?\)?\s*$",
    re.I,
)


def read(document: Document) -> list[TitledList]:
    """The groups of options of the page's own entity, in document order."""
    found = []
    for element in islice(document.body.iter("select", "fieldset"), _GROUPS_MAX):
        texts = tuple(dict.fromkeys(_options(element)))
        title = _title(element).partition(":")[0].strip()
        if texts and title and not _is_outside(element):
            found.append(TitledList(title, texts))
    return found


def _options(element: Tree) -> Iterator[str]:
    tag = "option" if element.tag == "select" else "label"
    for option in islice(element.iter(tag), _OPTIONS_MAX):
        text = _NOTE.sub("", " ".join((option.text or "").split()) if tag == "option" else text_of(option, 10))
        if option.get("value") == "":
            continue  # It asks to choose.
        if text and len(text) <= _TEXT_MAX_CHARS and not _PLACEHOLDER.match(text):
            yield text


def _title(element: Tree) -> str:
    if element.tag == "fieldset":
        legend = next(element.iter("legend"), None)
        return text_of(legend, 10) if legend is not None else ""
    around: Tree | None = element
    for _ in range(3):
        if around is None:
            return ""
        before = around.getprevious()
        if before is not None:
            label = before if before.tag in ("label", "legend") else next(before.iter("label"), None)
            return text_of(label, 10)[:_TEXT_MAX_CHARS] if label is not None else ""
        around = around.getparent()
    return ""


def _is_outside(element: Tree) -> bool:
    around = element.getparent()
    for _ in range(_ANCESTORS_MAX):
        if around is None or around.tag in ("main", "body"):
            return False
        if around.tag in _OUTSIDE or (around.tag != "form" and areas.is_other(around)):
            return True
        around = around.getparent()
    return True
