"""Words of lines as Markdown: what is joined, and what gets the signs of emphasis, code, links and footnotes."""

from __future__ import annotations

import pytest

from extraction.document.pdf.heading_levels import Typography
from extraction.document.pdf.inline import Writer, guarded
from extraction.document.pdf.page.font_faces import Style
from extraction.document.pdf.page.page_words import Word
from extraction.document.pdf.page.text_lines import Line, line_of

REGULAR = Style(10.0, False, False, False, 0, True)
BOLD = Style(10.0, True, False, False, 0, True)
ITALIC = Style(10.0, False, True, False, 0, True)
BOTH = Style(10.0, True, True, False, 0, True)
MONO = Style(10.0, False, False, True, 0, True)
SMALL = Style(6.0, False, False, False, 0, True)


def line(
    *words: tuple[str, Style] | str, glued: str = "", links: dict[str, str] | None = None, raised: str = ""
) -> Line:
    """A line of words. `glued` and `raised` name words that follow without a space, or above the line."""
    made = []
    for index, given in enumerate(words):
        text, style = (given, REGULAR) if isinstance(given, str) else given
        y = 104.0 if text == raised else 100.0
        link = (links or {}).get(text, "")
        made.append(Word(text, 20.0 * index, 20.0 * index + 10, y, style, index, glued=text == glued, link=link))
    return line_of(made)


def written(*lines: Line, typography: Typography | None = None, known: str = "", plain: bool = False) -> str:
    return Writer(typography or Typography(), frozenset(known.split())).text(lines, plain=plain)


@pytest.mark.parametrize(
    ("ends", "begins", "known", "text"),
    [
        ("one", "two", "", "one two"),
        ("consider-", "able", "", "considerable"),
        ("consider\u00ad", "able", "", "considerable"),
        ("well-", "known", "well-known", "well-known"),
        ("well-", "known", "well-known wellknown", "wellknown"),
        ("well-", "organised,", "well-organised", "well-organised,"),
        ("Nord-", "West", "", "Nord-West"),
        ("2019-", "2020", "", "2019-2020"),
        ("pre-", "and", "", "pre- and"),
        ("Vor-", "und", "", "Vor- und"),
        ("brig-", "and", "brigand", "brigand"),
        ("pre-", "(or", "", "pre- (or"),
        ("pre-", "(sic)", "", "pre- (sic)"),
        ("-", "two", "", "- two"),
        ("a –-", "two", "", "a –- two"),
        ("海の", "港", "", "海の港"),
        ("海の", "port", "", "海の port"),
        ("port", "港", "", "port 港"),
    ],
)
def test_words_over_the_end_of_a_line(ends: str, begins: str, known: str, text: str) -> None:
    assert written(line(ends), line(begins), known=known) == text


@pytest.mark.parametrize("words", [("short-", "and", "long-term"), ("Vor-", "und", "Nachteile"), ("co-", "owner")])
def test_hyphen_inside_a_line_stays(words: tuple[str, ...]) -> None:
    assert written(line(*words)) == " ".join(words)


def test_words_without_a_space_and_line_breaks() -> None:
    assert written(line("a", "b", glued="b"), line("c")) == "ab c"
    assert Writer(Typography()).text([line("one"), line("two")], frozenset({1})) == "one  \ntwo"


@pytest.mark.parametrize(
    ("styled", "text"),
    [
        (line("a", ("b", BOLD), ("c", BOLD), "d"), "a **b c** d"),
        (line("a", ("b", ITALIC), "d"), "a *b* d"),
        (line("a", ("b", BOTH), "d"), "a ***b*** d"),
        (line("a", ("b*c", MONO), "d"), "a `b*c` d"),
        (line("a", ("b`c", MONO), "d"), "a `` b`c `` d"),
        (line("a", ("b", BOLD), "d", glued="b"), "ab d"),
        (line("a", ("b", BOLD), "d", glued="d"), "a bd"),
        (line("a", ("b", BOLD), ".", glued="."), "a **b**."),
        (line("a", ("(b)", BOLD), ".", glued="."), "a (b)."),
        (line("a", ("(b)", BOLD), "d"), "a **(b)** d"),
        (line("a", ("*b", BOLD), "d"), "a \\*b d"),
        (line("a", ("b*", BOLD), "d"), "a b\\* d"),
        (line("a", "b,", links={"b,": "https://x.example/"}), "a [b](https://x.example/),"),
        (line("a", "::", links={"::": "https://x.example/"}), "a [::](https://x.example/)"),
        (line("10 m", ("2", SMALL), raised="2"), "10 m ²"),
        (line("Text", ("ab", SMALL), raised="ab"), "Text ab"),
        (line("10 m", ("2", SMALL)), "10 m 2"),
    ],
)
def test_signs_of_a_style(styled: Line, text: str) -> None:
    assert written(styled) == text


def test_style_of_the_whole_document_and_of_headings_has_no_signs() -> None:
    styled = line("a", ("b", BOLD), ("c", MONO), ("d", ITALIC))

    assert written(styled, typography=Typography(bold=True)) == "a b `c` *d*"
    assert written(styled, typography=Typography(mono=True)) == "a **b** c *d*"
    assert written(styled, plain=True) == "a b c d"


def test_code_with_a_line_break_is_not_marked() -> None:
    lines = line(("a_b", MONO)), line(("c", MONO))

    assert Writer(Typography()).text(lines, frozenset({1})) == "a_b  \nc"


def test_mark_of_a_footnote_is_a_reference() -> None:
    writer = Writer(Typography(), notes={(0, "1"): "n1"})
    plain_after = Writer(Typography(), notes={(0, "1"): "n1"}).text([line("Deep", ("1", SMALL), "a*b", raised="1")])

    assert plain_after == "Deep [^n1] a\\*b"

    assert writer.text([line("Deep", ("1", SMALL), "and", raised="1")]) == "Deep [^n1] and"
    assert writer.used == {"n1"}
    assert writer.text([line(("1", SMALL), "Deep", raised="1")]) == "1 Deep"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("1) a", "1\\) a"),
        ("1)a", "1)a"),
        ("- a", "\\- a"),
        ("-a", "-a"),
        ("==", "\\=="),
        ("== a", "== a"),
        ("> a", "\\> a"),
    ],
)
def test_line_that_would_begin_a_list_or_a_quote(text: str, safe: str) -> None:
    assert guarded(text) == safe
