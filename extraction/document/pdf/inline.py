"""Lines as one text in Markdown: words joined over line ends, emphasis, code, links and marks of footnotes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from extraction.document import plain_text
from extraction.document.pdf.heading_levels import Typography
from extraction.document.pdf.page.page_words import SOFT_HYPHEN, Word
from extraction.document.pdf.page.text_lines import Line
from extraction.document.pdf.text_blocks import is_raised

BREAK = "  \n"
_NEXT_LINE = "\n"
# To add one: a word before which a hyphen stands for the rest of a word, as in "short- and long-term".
_CONJUNCTIONS = frozenset("and or und oder bzw et ou och og eller oraz lub".split())
_RAISED = str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")
_RAISED_SIGNS = frozenset("0123456789+-=()n,")
_PUNCTUATION = ".,;:!?()[]\"'“”‘’"
# What a line cannot begin with without being read as a list, a quote, a table or a line below a title.
_LINE_START = re.compile(r"^(?:(\d{1,9})([.)](?=\s|$))|()(>|\||[-+*](?=\s|$)|=+\s*$|-{2,}\s*$|_{3,}\s*$))", re.M)


@dataclass
class Run:
    """Text in one style. `before` is what separates it from the run before: nothing, a space or a line break."""

    parts: list[str]
    style: tuple[bool, bool, bool, str]
    before: str = ""
    note: bool = False

    @property
    def text(self) -> str:
        return "".join(self.parts)


@dataclass
class Writer:
    """Writes lines as Markdown.

    `vocabulary` has the words of the document in lower case. `notes` has the names of the footnotes by page and mark; `used`
    collects those that the text refers to.
    """

    typography: Typography
    vocabulary: AbstractSet[str] = frozenset()
    notes: Mapping[tuple[int, str], str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def text(self, lines: Sequence[Line], breaks: AbstractSet[int] = frozenset(), *, plain: bool = False) -> str:
        """The lines as inline Markdown. `plain` leaves out emphasis and code, as in headings."""
        runs: list[Run] = []
        for index, line in enumerate(lines):
            separator = BREAK if index in breaks else _NEXT_LINE
            for index, word in enumerate(line.words):
                before = separator if index == 0 else "" if word.glued else " "
                self._add(runs, self._run(line, index, word, plain), before if runs else "")
        return "".join(_marked(runs, index) for index in range(len(runs)))

    def _run(self, line: Line, index: int, word: Word, plain: bool) -> Run:
        style = word.style
        if index and is_raised(line, index):
            if name := self.notes.get((line.page, word.text)):
                self.used.add(name)
                return Run([f"[^{name}]"], (False, False, False, ""), note=True)
            if _RAISED_SIGNS.issuperset(word.text):
                return Run([word.text.translate(_RAISED)], (False, False, False, word.link))
        bold = style.bold and not self.typography.bold and not plain
        mono = style.mono and not self.typography.mono and not plain
        return Run([word.text], (bold, style.italic and not plain, mono, word.link))

    def _add(self, runs: list[Run], run: Run, before: str) -> None:
        last = runs[-1] if runs else None
        if last and before in (" ", _NEXT_LINE):
            before = self._joint(last, before, run.parts[0])
        if last and last.style == run.style and not last.note and not run.note:
            last.parts += [before, *run.parts]
        else:
            run.before = before
            runs.append(run)

    def _joint(self, last: Run, before: str, following: str) -> str:
        """What separates two words: nothing after the hyphen at the end of a line and between ideographs."""
        end = last.parts[-1]
        is_divided = end[-1:] == SOFT_HYPHEN or (end[-1:] == "-" and before == _NEXT_LINE)
        if is_divided and end[-2:-1].isalnum():
            return self._after_hyphen(last, following)
        return "" if _is_wide(end[-1:]) and _is_wide(following[:1]) else " "

    def _after_hyphen(self, last: Run, following: str) -> str:
        """Remove the hyphen that only the end of a line needed."""
        start = last.parts[-1][:-1]
        joined, hyphenated = _bare(start + following), _bare(f"{start}-{following}")
        if _bare(following) in _CONJUNCTIONS and joined not in self.vocabulary:
            last.parts[-1] = start + "-"
            return " "
        if following[:1].islower() and (joined in self.vocabulary or hyphenated not in self.vocabulary):
            last.parts[-1] = start
            return ""
        last.parts[-1] = start + "-"
        return "" if following[:1].isalnum() else " "


def guarded(text: str) -> str:
    """The text of a paragraph, with a backslash where a line would begin a list, a quote or a table."""
    return _LINE_START.sub(r"\1\3\\\2\4", text)


def vocabulary(lines: Iterable[Line]) -> set[str]:
    """The words of these lines in lower case, without those at the ends of lines, which may be parts of words."""
    return {_bare(word.text) for line in lines for word in line.words[:-1]}


def _bare(text: str) -> str:
    return text.strip(_PUNCTUATION).casefold()


def _is_wide(sign: str) -> bool:
    return sign > "\u2e7f" and unicodedata.east_asian_width(sign) in "WF"


def _marked(runs: Sequence[Run], index: int) -> str:
    """A run with the signs of its style."""
    run = runs[index]
    bold, italic, mono, link = run.style
    text = run.text.replace(SOFT_HYPHEN, "")
    if run.note:
        return run.before + text
    if mono and BREAK not in text:
        text = _code(text)
    else:
        text = plain_text.escape(text)
        sign = "**" * bold + "*" * italic
        if sign and text[0] not in "*\\" and text[-1] not in "*_" and not _touches_a_letter(runs, index):
            text = f"{sign}{text}{sign}"
    if not link:
        return run.before + text
    # A rectangle of a link has whole words: the punctuation after them does not belong to it.
    bare = text.rstrip(".,;:") or text
    return f"{run.before}[{bare}]({link}){text[len(bare) :]}"


def _touches_a_letter(runs: Sequence[Run], index: int) -> bool:
    """Whether a letter touches the run, so that Markdown would not read its signs as emphasis."""
    run, following = runs[index], runs[index + 1] if index + 1 < len(runs) else None
    before = runs[index - 1].parts[-1][-1:] if index and not run.before else " "
    after = following.parts[0][:1] if following and not following.before else " "
    odd = run.parts[0][:1] in _PUNCTUATION or run.parts[-1][-1:] in _PUNCTUATION
    return before.isalnum() or after.isalnum() or (odd and not (before + after).isspace())


def _code(text: str) -> str:
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"{fence}{text}{fence}"
