"""Names of authors, in declarations and in bylines.

To add a language: its words for "by" and "author" in `_BY` and `_LABEL`.
"""

from __future__ import annotations

import re
from typing import Any

from extraction.declared import text_lines

_NO_PERSON = re.compile(
    r"^(https?:|www\.|@?admin\b|administrator$|editor$|author$|null$|undefined$|guest$|n/?a$|by$|"
    r"unknown$|wordpress$|webmaster$|root$|view (?:more|all)|[\w-]+(?:\.[\w-]+){2,}$|\d+$)|[<>{}]|^.{121,}$",
    re.I,
)
_BEFORE = (
    r"(?:(?:written|posted|published|authored|created|submitted|added|started|contributed|article|story|text|words|report|review|"
    r"blog|post|geschrieben|veröffentlicht|publié|écrit|escrito|publicado|scritto|pubblicato)\s+)*"
)
_BY_ENGLISH = re.compile(rf"^\s*{_BEFORE}by(?:\s*:\s*|\s+|$)", re.I)
# In other languages the word can be a part of a name, so that a first and a last name must follow.
_BY_OTHER = re.compile(rf"^\s*{_BEFORE}(?:von|vom|par|por|di|da|door|av|af|przez)(?:\s*:\s*|\s+(?=\S+\s+\S)|$)", re.I)
_LABEL = re.compile(
    r"^\s*(?:author|autor(?:in|a)?|auteur|autore|autrice|text|words|verfasser(?:in)?|redaktion|redakteur(?:in)?|författare|автор|"
    r"written by|geschrieben von|écrit par|escrito por|scritto da)\s*:\s*",
    re.I,
)
# What ends a name in a byline.
_END = re.compile(
    r"\s*(?:[|\u00b7\u2022\u2014\u2013»›/\u2758]|\s-\s|\s[-–]|,?\s+(?:on|am|le|el|il|in|for|at|um|den|op|updated|published|posted|last|"
    r"reviewed|edited|and last)\s|\(|,?\s*\b(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|"
    r"[,;:]?\s*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.?\s+\d|\d).*$",
    re.I,
)
_NO_NAME = re.compile(
    r"^(?:share|follow|written|posted|published|updated|last|by|about|read|reading|min|mins|minutes?|view|see|more|comments?|"
    r"reviewed|edited|fact|photo|image|table|contents?|subscribe|sign|log|login|home|blog|news|menu|search|skip|reply|re|"
    r"the|a|an|this|in|on|and|with|contact|download|print|email|copy|listen|watch|save|like|staff writer|"
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|today|yesterday|sections?|size|rate|text|font|sort|filter|topic|thread|"
    r"reviews?|original poster|op|quote|likes?|views|replies|january|february|march|april|june|july|august|september|october|november|december|"
    r"guest (?:author|post|contributor)|contributors?|editors?|authors?|writers?|admin(?:istrator)?|moderator|member|"
    r"(?:senior|junior|new|active|registered|site|global|super)\s+(?:member|user|moderator|editor|writer|reporter))\b(?!\.)",
    re.I,
)
_ROLE = re.compile(
    r"\b(?:editor|writer|manager|director|head of|founder|ceo|cto|cmo|specialist|reporter|journalist|analyst|strategist|engineer|"
    r"redakteur(?:in)?|redazione|rédact\w+|correspondent|officer|consultant)\b",
    re.I,
)
_PARTICLES = frozenset("de da di del della der den des du la le van von zu zum ter ten bin ibn al el y e und and & et i dos das".split())
_NAME_MAX_CHARS, _NAME_MAX_WORDS = 60, 7


def person(text: Any) -> str | None:
    """The name in a declaration, or None if it is a placeholder such as `admin`."""
    line = text_lines.of_value(text)
    line = _without_by(line).strip(" ,|") if line else None
    return None if not line or _NO_PERSON.search(line) else line


def ends_in_by(text: str) -> bool:
    """Whether a text is only `By`, `Posted by` or `Author:`, so that the name comes next."""
    return bool(text.strip()) and not _without_by(text).strip()


def after_by(text: str, *, login: bool = False) -> str | None:
    """The name in a text such as `By Jane Doe | 3 March 2021`, or None. `login`: accept one word in lower case."""
    rest = _without_by(text)
    if rest == text or not rest.strip():
        return None
    return in_text(rest) or (in_text(rest, login=True) if login and len(rest.split()) == 1 else None)


def _without_by(text: str) -> str:
    for pattern in (_LABEL, _BY_ENGLISH, _BY_OTHER):
        if found := pattern.match(text):
            return text[found.end() :]
    return text


def in_text(text: str, *, login: bool = False) -> str | None:
    """The name that a short text consists of, or None.

    Args:
        login: accept the name of a forum's member: one word in any case, with digits.
    """
    name = text.strip(" \t\n\r,;:|·•-–—@") if login else _END.sub("", text.strip()).strip(" ,;:|·•-–—@")
    if login and name and len(name.split()) <= 4 and len(name) <= _NAME_MAX_CHARS:
        return None if _NO_NAME.match(name) and " " in name else person(name)
    words = name.split()
    if not words or len(words) > _NAME_MAX_WORDS or len(name) > _NAME_MAX_CHARS or name[-1] in "?!:…":
        return None
    if _NO_NAME.match(name) and not _TEAM.match(name):
        return None
    if not all(_is_part_of_name(word) for word in words) or not any(word[0].isupper() or _is_unicased(word) for word in words):
        return None
    return person(name)


def is_role(text: str) -> bool:
    """Whether a text contains a profession, such as `Senior editor`."""
    return _ROLE.search(text) is not None


_TEAM = re.compile(r"^the\s.*\b(?:team|editors|staff|editorial|contributors)\b", re.I)


def _is_part_of_name(word: str) -> bool:
    bare = word.strip(".,'’()\"“”")
    return not bare or bare[0].isupper() or _is_unicased(bare) or bare.casefold() in _PARTICLES or bare in ("team", "editors", "staff", "with")


def _is_unicased(word: str) -> bool:
    """Whether the script of a word has no capital letters."""
    return word[0].isalpha() and word[0].upper() == word[0].lower()
