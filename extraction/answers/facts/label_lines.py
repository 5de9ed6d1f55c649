"""The pairs of one line of text: `Label: value`, also several beside each other: `Attendance: 2,816 · Referee: Simone Adler`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.answers.schema import glossary

# A full-width colon needs no blank after it, nor does a colon after Chinese or Japanese.
_LINE = re.compile(r"([^:\uff1a]{2,60}?)\s*(?::\s+|\uff1a\s*|(?<=[\u3040-\u30ff\u3400-\u9fff]):)(\S.{0,500})$", re.S)
_LINE_MAX_CHARS, _LABEL_WORDS_MAX = 1_000, 3
_MARKS = re.compile(r"\s[·•|]\s")
# The next sentence if it is a label with its value: `… in the archive. Music: A. Lee.`
_SENTENCES = re.compile(r"(?<=[^\W\d_]{2}[.!?])\s(?=[^\W\d_a-z][\w-]{2,24}(?:\s[\w-]{2,20})?:\s)")
_NEXT_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})\.\s(?=[^\W\d_a-z])")
_COLON = re.compile(r"\s?[:\uff1a]\s")
# What is said about somebody after the name: `Ann Lee, who has run the line for years`.
_APPOSITION = re.compile(
    r"(?P<name>[^\W\d_a-z][\w'’.-]*(?:\s[^\W\d_a-z][\w'’.-]*){1,3}),\s"
    r"(?:der|die|das|who|whose|which|qui|che|que|quien|som|który|która|který|která|который|которая|dat)\s.{8,}",
)


def pair(text: str) -> tuple[str, str] | None:
    """A text of the form `Label: value`. A longer text is none: blanks alone would take the pattern minutes."""
    text = text.strip()
    found = _LINE.match(text) if len(text) <= _LINE_MAX_CHARS else None
    return (found[1], " ".join(found[2].split())) if found else None


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """The pairs of a text, in their order."""
    text = text.strip()
    if (":" not in text and "\uff1a" not in text) or len(text) > _LINE_MAX_CHARS:
        return
    for part in _parts(text):
        if found := pair(part):
            yield from _divided(*found)


def _parts(text: str) -> list[str]:
    """The text between marks and sentences. What has no label belongs to the label before it, if that is the only one."""
    sentences = _SENTENCES.split(text)
    if len(sentences) > 1:
        return [_NEXT_SENTENCE.split(one)[0].rstrip(" .") for one in sentences]
    parts = _MARKS.split(text)
    labelled = [place for place, one in enumerate(parts) if pair(one)]
    if len(labelled) == 1:
        return [text[sum(len(one) + 3 for one in parts[: labelled[0]]) :]]
    return parts


def _divided(label: str, value: str) -> Iterator[tuple[str, str]]:
    """A pair whose value has more pairs in it: `Phone` and `567 555 018, e-mail: a@b.example`."""
    while (colon := _COLON.search(value)) is not None:
        before = value[: colon.start()].split()
        sizes = range(min(_LABEL_WORDS_MAX, len(before) - 1), 0, -1)
        size = next((one for one in sizes if glossary.is_label(" ".join(before[-one:]))), 0)
        if not size:
            break
        yield label, _name(" ".join(before[:-size]).rstrip(" ,;·|–-"))
        label, value = " ".join(before[-size:]), value[colon.end() :].strip()
    yield label, _name(value)


def _name(value: str) -> str:
    found = _APPOSITION.fullmatch(value)
    return found["name"] if found else value
