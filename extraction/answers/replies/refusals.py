"""Recognises a model's refusal to answer, which the same question would get again."""

from __future__ import annotations

import re

_MAX_CHARS = 600
_REFUSAL = re.compile(
    r"^\W*(?:(?:I['’]?m|I am) (?:very |really )?sorry|sorry|apologies|I (?:can['’]?t|cannot|can not|won['’]?t|will not|am not able"
    r"|am unable|do not feel)|I['’]?m (?:not able|unable)|as an ai|(?:es )?tut mir leid|ich kann (?:dir|ihnen|dabei|das|nicht)"
    r"|je (?:suis désolé|ne peux)|lo siento|no puedo|mi dispiace|non posso)\b",
    re.I,
)
_BRACKETS = re.compile(r"[{\[]")


def is_refusal(text: str) -> bool:
    """Whether a text without any JSON begins like a refusal."""
    return len(text) <= _MAX_CHARS and not _BRACKETS.search(text) and _REFUSAL.search(text) is not None
