"""Which elements count as hidden: a table of cases."""

from __future__ import annotations

import time

import pytest

from extraction.document import hidden_elements
from extraction.document.document import parse

# (name, style sheet, markup of an element with the text "secret")
HIDDEN = [
    ("attribute", "", "<p hidden>secret</p>"),
    ("own style: display", "", "<p style='display:none'>secret</p>"),
    ("own style: visibility", "", "<p style='visibility: hidden'>secret</p>"),
    ("own style: size of the font", "", "<p style='font-size:0'>secret</p>"),
    ("own style: one pixel", "", "<p style='font-size:1px'>secret</p>"),
    ("own style: transparent", "", "<p style='opacity:0'>secret</p>"),
    ("own style: transparent text", "", "<p style='color:transparent'>secret</p>"),
    ("own style: colour of the background", "", "<p style='color: #FFF; background: #fff'>secret</p>"),
    ("own style: off the screen", "", "<p style='position:absolute;left:-9999px'>secret</p>"),
    ("own style: off the screen in em", "", "<p style='position:absolute;top:-999em'>secret</p>"),
    ("own style: clipped", "", "<p style='position:absolute;clip:rect(0,0,0,0)'>secret</p>"),
    ("own style: clipped by a path", "", "<p style='clip-path: inset(50%)'>secret</p>"),
    ("own style: no height", "", "<p style='height:0;overflow:hidden'>secret</p>"),
    ("rule: class", ".x {display: none}", "<p class='a x'>secret</p>"),
    ("rule: id", "#x{visibility:hidden}", "<p id=x>secret</p>"),
    ("rule: tag and class", "p.x{font-size:0}", "<p class=x>secret</p>"),
    ("rule: one of several selectors", ".y, p.x , #z{opacity:0}", "<p class=x>secret</p>"),
    ("rule: two classes", ".a.x{text-indent:-9999px}", "<p class='x a b'>secret</p>"),
    ("rule: after a comment and a block", "/* } */ @media print{.q{color:red}} .x{display:none}", "<p class=x>secret</p>"),
    ("rule: of an element around", ".x{display:none}", "<div class=x><p>secret</p></div>"),
    ("rule: never visible, in a tab", ".x{font-size:0}", "<div class='tab-pane'><p class=x>secret</p></div>"),
]  # fmt: skip
SHOWN = [
    ("nothing", "", "<p>secret</p>"),
    ("small font", "", "<p style='font-size:0.9em'>secret</p>"),
    ("faded in", "", "<p style='opacity:0;transform:translateY(20px)'>secret</p>"),
    ("half transparent", "", "<p style='opacity:0.5'>secret</p>"),
    ("colour of another background", "", "<p style='color:#fff;background:#000'>secret</p>"),
    ("no height without cutting off", "", "<p style='height:0'>secret</p>"),
    ("found by searching", "", "<p hidden=until-found>secret</p>"),
    ("for screen readers too", "", "<p aria-hidden=true>secret</p>"),
    ("fold", "", "<details><summary>More</summary><p>secret</p></details>"),
    ("tab", "", "<div role=tabpanel hidden>secret</div>"),
    ("tab by its class", ".tab-pane{display:none}", "<div class='tab-pane'>secret</div>"),
    ("target of a button", "", "<button aria-controls=b>More</button><div><p id=b hidden>secret</p></div>"),
    ("target of a link", "#b{display:none}", "<a href='#b'>More</a><div><p id=b>secret</p></div>"),
    ("behind a button", "", "<div><button>More</button><p style='display:none'>secret</p></div>"),
    ("behind a heading with a button", "", "<div><h3><button>More</button></h3><p hidden>secret</p></div>"),
    ("streamed by React", "", "<div hidden id='S:1f'>secret</div>"),
    ("fold without height", "", "<button aria-controls=b>More</button><i></i><p id=b style='opacity:0;height:0px'>secret</p>"),
    ("accordion", "", "<div class=accordion><h3>Q</h3><div style='display:none'>secret</div></div>"),
    ("rule: shown by another rule", ".x{display:none} .open .x{display:block}", "<p class=x>secret</p>"),
    ("rule: shown on wide screens", ".x{display:none} @media (min-width:1px){.x{display:block}}", "<p class=x>secret</p>"),
    ("rule: hidden in print", "@media print{.x{display:none}}", "<p class=x>secret</p>"),
    ("rule: another class", ".y{display:none}", "<p class=x>secret</p>"),
    ("rule: another tag", "div.x{display:none}", "<p class=x>secret</p>"),
    ("rule: faded in", ".x{opacity:0;transition:opacity 1s}", "<p class=x>secret</p>"),
    ("rule: of a state", ".x:hover{display:none}", "<p class=x>secret</p>"),
]  # fmt: skip


FILLING = "<p>The town opened its new bridge on Monday.</p>" * 20


def is_seen(sheet: str, markup: str) -> bool:
    tree = parse(f"<html><head><style>{sheet}</style></head><body>{markup}{FILLING}</body></html>")
    hidden_elements.mark(tree)
    [element] = tree.xpath("//*[text()='secret']")
    return not any(map(hidden_elements.is_hidden, (element, *element.iterancestors())))


@pytest.mark.parametrize(("name", "sheet", "markup"), HIDDEN, ids=[case[0] for case in HIDDEN])
def test_text_that_no_person_sees_is_hidden(name: str, sheet: str, markup: str) -> None:
    assert not is_seen(sheet, markup)


@pytest.mark.parametrize(("name", "sheet", "markup"), SHOWN, ids=[case[0] for case in SHOWN])
def test_text_that_a_person_sees_or_can_open_is_shown(name: str, sheet: str, markup: str) -> None:
    assert is_seen(sheet, markup)


def test_large_part_of_a_page_is_shown() -> None:
    tree = parse(f"<body><div style='display:none' id=all>{FILLING}</div><p>Words</p></body>")
    hidden_elements.mark(tree)

    assert not hidden_elements.is_hidden(tree.xpath("//*[@id='all']")[0])


@pytest.mark.parametrize(
    "sheet", ["{" * 300_000, "}" * 300_000, ".x{display:none}" * 25_000, "/*" * 200_000, ".a" * 200_000 + "{display:none}",
              ".x{" + "left:-" * 60_000 + "}", "." + "x-" * 150_000]
)  # fmt: skip
def test_hostile_style_sheets_take_no_time(sheet: str) -> None:
    tree = parse(f"<style>{sheet}</style>" + "<p class='x a'>secret</p>" * 2_000)
    started = time.monotonic()

    hidden_elements.mark(tree)

    assert time.monotonic() - started < 5
