"""Names of authors, in declarations and in the lines of a byline.

To add a language: its word for "by" in `_BY_OTHER`, and its words for "author" in `_LABEL`.
"""

from __future__ import annotations

import re
from typing import Any

from extraction.declared.text import lines

_NO_PERSON = re.compile(
    r"^(https?:|www\.|@?admin\b|administrator$|editor$|author$|null$|undefined$|guest$|n/?a$|by$|"
    r"unknown$|wordpress$|webmaster$|root$|view (?:more|all)|[\w-]+(?:\.[\w-]+){2,}$|\d+$)|[<>{}]|^.{121,}$",
    re.I,
)
_WORK = (
    r"(?:(?:written|posted|published|authored|created|submitted|added|started|contributed|article|story|text|words|report|review|"
    r"blog|post|geschrieben|veröffentlicht|publié|écrit|escrito|publicado|scritto|pubblicato)\s+)*"
)
_BY_ENGLISH = re.compile(rf"^\s*{_WORK}by(?:\s*:\s*|\s+|$)", re.I)
# In other languages the word can be a part of a name, so that a first and a last name must follow.
_BY_OTHER = re.compile(rf"^\s*{_WORK}(?:von|vom|par|por|di|da|door|av|af|przez)(?:\s*:\s*|\s+(?=\S+\s+\S)|$)", re.I)
_LABEL = re.compile(
    r"^\s*(?:author|autor(?:in|a)?|auteur|autore|autrice|text|words|verfasser(?:in)?|redaktion|redakteur(?:in)?|författare|автор|"
    r"作者|撰文|記者|记者|著者|執筆者?|글쓴이|기자)\s*[:：]\s*",
    re.I,
)
# What ends a name in a byline: a separator, a preposition, a date.
_END = re.compile(
    r"\s*(?:[|\u00b7\u2022\u2014\u2013»›/\u2758(]|\s[-–]|,?\s+(?:on|am|le|el|il|in|for|at|um|den|op|updated|published|posted|last|"
    r"reviewed|edited|and last)\s|,?\s*\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|"
    r"[,;:]?\s*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.?\s+\d|\d).*$",
    re.I,
)
# Words of buttons and labels that are beside bylines.
_NO_NAME = re.compile(
    r"^(?:share|follow|written|posted|published|updated|last|by|about|read|reading|min|mins|minutes?|view|see|more|comments?|"
    r"reviewed|edited|fact|photo|image|table|contents?|subscribe|sign|log|login|home|blog|news|menu|search|skip|reply|re|"
    r"the|a|an|this|in|on|and|with|contact|download|print|email|copy|listen|watch|save|likes?|stand|sections?|size|rate|text|font|"
    r"sort|filter|topic|thread|reviews?|original poster|op|quote|views|replies|today|yesterday|"
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|"
    r"january|february|march|april|june|july|august|september|october|november|december|"
    r"(?:staff|guest) (?:author|writer|post|contributor)|contributors?|editors?|authors?|writers?|"
    r"admin(?:istrator)?|moderator|member|(?:senior|junior|new|active|registered|site|global|super)\s+(?:member|user|moderator|editor|writer|reporter))\b(?!\.)",
    re.I,
)
_TEAM = re.compile(r"^the\s.*\b(?:team|editors|staff|editorial|contributors)\b", re.I)
_ROLE = re.compile(
    r"\b(?:editor|writer|manager|director|head of|founder|ceo|cto|cmo|specialist|reporter|journalist|analyst|strategist|engineer|"
    r"redakteur(?:in)?|redazione|rédact\w+|correspondent|officer|consultant)\b",
    re.I,
)
# Words in lower case that can be part of a byline's names.
_SMALL_WORDS = frozenset(
    "de da di del della der den des du la le van von zu zum ter ten bin ibn al el y e und and & et i dos das "
    "team editors staff with".split()
)
_NAME_MAX_CHARS, _NAME_MAX_WORDS, _LOGIN_MAX_WORDS = 60, 7, 4
_EDGES = " \t\n\r,;:|·•-–—@"


def person(text: Any) -> str | None:
    """The name in a declaration, or None if it is a placeholder such as `admin`."""
    line = lines.of_value(text)
    line = without_by(line).strip(" ,|") if line else None
    return None if not line or _NO_PERSON.search(line) else line


def after_by(rest: str, *, login: bool = False) -> str | None:
    """The name in what follows `By`, such as `Jane Doe | 3 March 2021`, or None. `login`: one word in lower case is a name."""
    return in_text(rest) or (of_member(rest) if login and len(rest.split()) == 1 else None)


def in_text(text: str) -> str | None:
    """The name that a short text begins with, if only a date or a note follows. None if it is not a name."""
    name = _END.sub("", text.strip()).strip(_EDGES)
    words = name.split()
    if not words or len(words) > _NAME_MAX_WORDS or len(name) > _NAME_MAX_CHARS or name[-1] in "?!:…":
        return None
    if (_NO_NAME.match(name) and not _TEAM.match(name)) or _ROLE.search(name):
        return None
    is_name = all(map(_can_be_in_name, words)) and any(map(_is_capitalised, words))
    return person(name) if is_name else None


def of_member(text: str) -> str | None:
    """The name of a forum's member, which can be in lower case and hold digits, or None."""
    name = text.strip(_EDGES)
    if not name or len(name.split()) > _LOGIN_MAX_WORDS or len(name) > _NAME_MAX_CHARS or _ROLE.search(name):
        return None
    return None if " " in name and _NO_NAME.match(name) else person(name)


def without_by(text: str) -> str:
    """The text without `By`, `Posted by` or `Author:` at its beginning."""
    for pattern in (_LABEL, _BY_ENGLISH, _BY_OTHER):
        if found := pattern.match(text):
            return text[found.end() :]
    return text


def _can_be_in_name(word: str) -> bool:
    bare = word.strip(".,'’()\"“”")
    return not bare or _is_capitalised(bare) or bare.casefold() in _SMALL_WORDS


def _is_capitalised(word: str) -> bool:
    """Whether a word begins with a capital, or its script has none."""
    return word[0].isupper() or (word[0].isalpha() and word[0].upper() == word[0].lower())
