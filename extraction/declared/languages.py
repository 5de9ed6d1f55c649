"""Language tags: normalises declared ones, detects undeclared ones by script and frequent words."""

from __future__ import annotations

import re
from typing import Any

_TAG = re.compile(r"^\s*([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3}))?(?![A-Za-z])")
_NOT_LATIN = (
    ("ja", "[\u3040-\u30ff]", 0.05), ("ko", "[\uac00-\ud7af]", 0.2), ("zh", "[\u4e00-\u9fff]", 0.2), ("th", "[\u0e00-\u0e7f]", 0.3),
    ("el", "[\u0370-\u03ff]", 0.4), ("he", "[\u0590-\u05ff]", 0.4), ("fa", "[\u06af\u067e\u0686\u06cc]", 0.04),
    ("ar", "[\u0600-\u06ff]", 0.4),
    ("hi", "[\u0900-\u097f]", 0.4), ("bn", "[\u0980-\u09ff]", 0.4), ("ta", "[\u0b80-\u0bff]", 0.4), ("te", "[\u0c00-\u0c7f]", 0.4),
    ("ka", "[\u10a0-\u10ff]", 0.4), ("hy", "[\u0530-\u058f]", 0.4), ("uk", "[\u0456\u0457\u0454\u0491]", 0.03),
    ("ru", "[\u0400-\u04ff]", 0.4),
)  # fmt: skip
_FREQUENT = {
    "en": "the and of to in is that for with on are this be you it was as have not",
    "de": "der die und das ist nicht mit den von zu ein eine auf für im dem sich auch es",
    "fr": "le la les des et est une que pour dans qui sur pas plus du au vous avec ce",
    "es": "el la los las que de y en por con una para del se es no su al como más",
    "it": "il che di la per un una non sono con del della è le gli dei più anche da",
    "pt": "o que de a e do da em um para com não uma os no se na por mais as dos",
    "nl": "de het een en van is dat op te in voor met zijn niet aan er ook bij naar",
    "pl": "i w nie na się z do to że jest jak o po co tak ale przez dla od są",
    "sv": "och att det som en på är av för med till den har inte om ett jag men var",
    "da": "og at det er en af på til som med for ikke der den har et de kan fra vi",
    "no": "og det er som en på av til for med ikke har at den et jeg fra kan vi om",
    "fi": "ja on ei se että en oli hän mutta ovat kun niin tai myös joka jos mitä",
    "tr": "ve bir bu için ile da de çok daha olarak gibi kadar olan sonra ne en var",
    "cs": "a se na je v že to s z do o pro by jako za ale jsem po který od jsou",
    "ro": "și în de la cu nu pe este care din mai un o să pentru sunt ce au fi",
    "hu": "a az és hogy nem is egy van ez meg de csak már ha mint volt vagy azt",
    "id": "yang dan di ini itu dengan untuk tidak dari dalam akan pada adalah juga",
    "vi": "và của là có cho không được trong với các một những này người để đã",
}
_SETS = {name: frozenset(words.split()) for name, words in _FREQUENT.items()}
# The most frequent words of all these languages.
FREQUENT = frozenset().union(*_SETS.values())
_WORD = re.compile(r"[^\W\d_]+")


def tag(value: Any) -> str | None:
    """`EN_us` -> `en-US`. None if the value is not a language tag."""
    found = _TAG.match(value) if isinstance(value, str) else None
    if not found:
        return None
    language, script, region = found.groups()
    return "-".join(part for part in (language.lower(), script and script.title(), region and region.upper()) if part)


def likely(text: str) -> str | None:
    """The most likely language of a text, or None if the text is too short or unclear."""
    letters = _WORD.findall(text[:6000].lower())
    if sum(map(len, letters)) < 12:
        return None
    joined = "".join(letters)
    for name, pattern, share in _NOT_LATIN:
        if len(re.findall(pattern, joined)) >= share * len(joined):
            return name
    # Single letters are ignored: they are words in many languages and also occur in names, lists and code.
    words = [word for word in letters if len(word) > 1]
    scores = {name: sum(word in frequent for word in words) for name, frequent in _SETS.items()}
    best = max(scores, key=lambda name: scores[name])
    sure = scores[best] >= max(2, len(words) // 20) and len(_SETS[best].intersection(words)) > 1
    return best if sure else None
