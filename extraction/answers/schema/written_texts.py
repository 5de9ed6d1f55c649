"""Which texts a caller wants to have written: one sentence, a translation, a summary of something. A page does not declare them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LANGUAGES = {
    "en": "english englisch anglais inglés ingles inglese",
    "de": "german deutsch allemand alemán aleman tedesco",
    "fr": "french französisch français francais francés francese",
    "es": "spanish spanisch espagnol español espanol spagnolo",
    "it": "italian italienisch italien italiano",
    "nl": "dutch niederländisch", "pl": "polish polnisch", "pt": "portuguese portugiesisch", "sv": "swedish schwedisch",
    "ja": "japanese japanisch", "zh": "chinese chinesisch", "ru": "russian russisch",
}  # fmt: skip
_LANGUAGE_OF = {word: language for language, words in _LANGUAGES.items() for word in words.split()}
_IN_LANGUAGE = re.compile(rf"\b(?:in|into|auf|ins|en)\s+({'|'.join(_LANGUAGE_OF)})\b", re.I)
# What is never only copied from a page.
_WRITTEN = re.compile(
    r"\b(?:(?:in|as|of|at most|max(?:imum|\.)?|up to|exactly|about)?\s*(?:one|two|three|a single|1|2|3|\d+[-\s]\d+)[-\s]"
    r"(?:short\s)?(?:sentences?|words|paragraphs?|bullets?)"
    r"|(?:max(?:imum|\.)?|at most|up to|under|less than|no more than)\s+\d+\s+(?:words|characters|sentences)"
    r"|translat\w*|paraphras\w*|rewrit\w*|summari[sz]e\w*|(?:in )?your own words|for (?:a )?(?:child|children|beginners|lay)\w*"
    r"|einem satz|(?:zwei|drei|wenigen) sätzen|übersetz\w*|fasse\b.{0,40}\bzusammen|zusammenfass\w* (?:in|auf|von|des|der)"
    r"|une phrase|résum(?:e|ez|er)\b|tradui\w*|una frase|resum(?:a|ir)\b|traduc\w*|traduzi\w*)",
    re.I,
)


def asks_for_written_text(texts: Iterable[str], language: str) -> bool:
    """Whether a title, a description or a prompt asks for a text in a form that a page does not have.

    Args:
        language: that of the page. A text in the page's own language is not a translation.
    """
    own = language.partition("-")[0].casefold()
    for text in texts:
        if _WRITTEN.search(text[:2_000]):
            return True
        if any(_LANGUAGE_OF[found.lower()] != own for found in _IN_LANGUAGE.findall(text[:2_000])):
            return True
    return False
