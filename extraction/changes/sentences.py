"""A language model's sentences about a change: the difference as part of the question, and the check of the answer by it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from extraction.answers.replies import sentences
from extraction.changes.change import Change

SENTENCES_MAX = 2
# Longer differences are cut: two sentences need no more.
DIFF_MAX_CHARS = 12_000
FIELDS_MAX = 30
VALUE_MAX_CHARS = 500
_SIGNED = re.compile(r"^[-+ ]", re.M)
# What the question adds to a change, and an answer may say: words for the kind of a change.
_KINDS = "changed removed added price title page text value lower higher from new old item line"


@dataclass(frozen=True)
class ChangeQuestion:
    """What a model is asked about a change: the difference as it reads it, and the text that supports its sentences."""

    part: str
    support: str


def question(change: Change) -> ChangeQuestion | None:
    """The question about a change: changed values, then the diff. None if no text changed."""
    values = [
        json.dumps({"field": each.name, "old": _short(each.old), "new": _short(each.new)}, ensure_ascii=False)
        for each in change.fields[:FIELDS_MAX]
    ]
    diff = change.diff[:DIFF_MAX_CHARS]
    part = "\n".join(filter(None, (*values, diff.removesuffix("\n"))))
    return ChangeQuestion(part, f"{_text(change)}\n{_KINDS}") if part else None


def checked(written: Sequence[str], support: str) -> str | None:
    """The first two sentences of an answer whose numbers and names are in the difference, or None.

    What `answers` checks in a summary is checked here by the difference alone: numbers by value, names, addresses, some of the
    words, no markup, no talk to a model. A sentence that mixes up old and new is not noticed.
    """
    found = sentences.split(" ".join(" ".join(written).split()))[:SENTENCES_MAX]
    good, _ = sentences.supported(found, support)
    return sentences.joined(good) if good else None


def _text(change: Change) -> str:
    """What the difference says, without line numbers, which are not the page's."""
    signed = [line for line in change.diff[:DIFF_MAX_CHARS].splitlines() if not line.startswith("@@")]
    text = _SIGNED.sub("", "\n".join(signed))
    return "\n".join(
        [text, *(f"{each.name} {_short(each.old)} {_short(each.new)}" for each in change.fields[:FIELDS_MAX])]
    )


def _short(value: object) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text[:VALUE_MAX_CHARS]
