"""What only a page's design needs is not written: signs without a shape, headings without words, empty marks, slide numbers."""
# ruff: noqa: E501 - a table of pages, one a line

from __future__ import annotations

import pytest

LEFT_OUT = [
    ("line of a space without width", "<p>One</p><p>\u200b</p><div>\u200d</div><p>Two</p>", "One\n\nTwo\n"),
    ("soft hyphens and glyphs of icon fonts", "<p>bio\xadpoli\xadtics\ufeff <i>\ue08a</i>now</p>", "biopolitics now\n"),
    ("joiners of emoji and scripts stay", "<p>👩\u200d👩\u200d👧 ❤\ufe0f می\u200cخواهم</p>", "👩\u200d👩\u200d👧 ❤\ufe0f می\u200cخواهم\n"),
    ("blanks that do not break", "<p>\xa0One\xa0</p><p>&nbsp;&nbsp;Two&nbsp;words</p>", "One\n\nTwo words\n"),
    ("empty emphasis", "<p>One <b></b><i> </i>two<b>&nbsp;</b>three<em><strong></strong></em></p>", "One two three\n"),
    ("empty links", "<p>See <a href=/a><b></b></a>it<a href=/b>\u200b</a></p>", "See it\n"),
    ("link inside a link", "<p><a href=/a><b><a href=/a>Text</a></b></a></p>", "**[Text](https://www.example.com/a)**\n"),
    ("empty headings", "<p>One</p><h2></h2><h3><a href=/x></a>\u200b</h3><h2><b> </b></h2>", "One\n"),
    ("heading of a permalink sign", "<p>One</p><h2><a href=#a>¶</a></h2><p>Two</p>", "One\n\nTwo\n"),
    ("heading of drawn signs", "<p>One</p><h4>∼ ∼ ∼</h4><p>Two</p>", "One\n\n∼ ∼ ∼\n\nTwo\n"),
    ("heading in bold", "<h2><b>1.</b> <strong>Two</strong></h2>", "## 1. Two\n"),
    ("heading twice", "<h2>Tea</h2><div><h3>Tea</h3></div><p>x</p>", "## Tea\n\nx\n"),
    ("heading twice, the second of a higher rank", "<h3>Tea</h3><h1>Tea</h1><p>x</p>", "# Tea\n\nx\n"),
    ("equal headings with text between them", "<h2>Tea</h2><p>x</p><h2>Tea</h2><p>y</p>", "## Tea\n\nx\n\n## Tea\n\ny\n"),
    ("equal headings of two pages", "<h3><a href=/a>Tea</a></h3><h3><a href=/b>Tea</a></h3>",
     "### [Tea](https://www.example.com/a)\n\n### [Tea](https://www.example.com/b)\n"),
    ("heading around blocks", "<h1><div>Green</div><div>Tea</div></h1><p>x</p>", "# Green Tea\n\nx\n"),
    ("heading of an accordion", "<h2><button><span>Tea</span></button></h2><p>x</p>", "## Tea\n\nx\n"),
    ("heading that is a part of the page", "<h2><ul><li>One</li><li>Two</li></ul></h2>", "## One Two\n"),
    ("rules under headings", "<p>x</p><h2>Tea</h2><hr><p>y</p><hr><p>z</p>", "x\n\n## Tea\n\ny\n\n---\n\nz\n"),
    ("main heading in a breadcrumb", "<ul><li><h1>Tea</h1></li></ul><p>x</p>", "# Tea\n\nx\n"),
    ("layout of lists", "<ul><li><ul><li><div><h1>Tea</h1></div></li><li>x</li></ul></li></ul>", "# Tea\n\nx\n"),
    ("list of main headings", "<ul><li><h1>Tea</h1></li><li><h1>Milk</h1></li></ul>", "- # Tea\n- # Milk\n"),
    ("empty lines in quotes", "<blockquote><div><div>Bob said:</div></div><div><p>One<br></p><div>Two</div></div></blockquote><p>x</p>",
     "> Bob said:\n>\n> One\n>\n> Two\n\nx\n"),
    ("buttons of players and folds", "<p>One</p><button>Play</button><p><b>Two</b> <button>show</button></p>", "One\n\n**Two**\n"),
    ("empty items", "<ul><li>One</li><li><i></i></li><li><p>&nbsp;</p></li><li>Two</li></ul>", "- One\n- Two\n"),
    ("item in a quote and in wrappers", "<ol><li><blockquote>One</blockquote></li></ol>", "1. > One\n"),
    ("drawn bullets", "<ul><li>• One</li><li><p>– Two</p></li><li>-3 degrees</li></ul>", "- One\n\n- Two\n\n- -3 degrees\n"),
    ("list in the wrapper of an item", "<ul><li><div><ul><li>One</li><li>Two</li></ul></div></li></ul>", "- One\n- Two\n"),
    ("numbers of slides", "<div>1/3</div><p>One</p><div>2/3</div><p>Two</p><div>3 / 3</div><p>Three</p>", "One\n\nTwo\n\nThree\n"),
    ("an amount and scores", "<p>1/2</p><p>cup</p><p>5/5</p><p>good</p><p>5/5</p>", "1/2\n\ncup\n\n5/5\n\ngood\n\n5/5\n"),
    ("emphasis in pieces with blanks", "<p><b>One</b> <strong>two</strong> three</p>", "**One two** three\n"),
    ("emphasis inside equal emphasis", "<p><strong><em>One <b>two <i>three</i></b></em></strong></p>", "***One two three***\n"),
    ("different emphasis side by side", "<p><b>A</b><i>long story</i></p>", "A*long story*\n"),
    ("text after a heading", "<h2>One</h2>\n<b>Date</b>: today<br>\xa0<b>Place</b>: here", "## One\n\n**Date**: today  \n**Place**: here\n"),
    ("description of an image", "<p>x</p><img src=/a.png alt=' \u200bA  cup '>", "x\n\n![A cup](https://www.example.com/a.png)\n"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "markdown"), [case[1:] for case in LEFT_OUT], ids=[case[0] for case in LEFT_OUT])
def test_design_is_not_written(read, source: str, markdown: str) -> None:
    page = f"<html><body><article>{source}</article></body></html>"

    assert read(page, prefer_structure=True, include_links=True).markdown == markdown


def test_code_keeps_its_bare_marks_and_blanks(read) -> None:
    page = "<article><p>x</p><pre>-\n\n  a\n b\n1.\n</pre><ol><li><pre>-\n  c</pre></li></ol></article>"

    text = read(page, prefer_structure=True).markdown

    assert text == "x\n\n```\n-\n\n  a\n b\n1.\n```\n\n1. ```\n   -\n     c\n   ```\n"


def test_signs_without_a_shape_are_not_in_the_title(read) -> None:
    assert read("<title>Soft\xadware\u200b</title><h1>Soft\xadware</h1><p>x</p>").metadata.title == "Software"
