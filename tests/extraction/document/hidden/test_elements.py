"""Which elements count as hidden: a table of cases."""
# ruff: noqa: E501 - a table of pages, one a line

from __future__ import annotations

import time

import pytest

from extraction.document.document import parse
from extraction.document.element_index import ElementIndex
from extraction.document.hidden import classes, inline_styles, text_colors
from extraction.document.hidden import elements as hidden_elements

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
    ("rule: important", ".x{display:none !important}", "<p class=x style='display:block'>secret</p>"),
    ("rule: invisible box", ".x{display:none;visibility:hidden}", "<p class=x style='display:block'>secret</p>"),
    ("rule: id", "#x{visibility:hidden}", "<p id=x>secret</p>"),
    ("rule: tag and class", "p.x{font-size:0}", "<p class=x>secret</p>"),
    ("rule: one of several selectors", ".y, p.x , #z{opacity:0}", "<p class=x>secret</p>"),
    ("rule: two classes", ".a.x{text-indent:-9999px}", "<p class='x a b'>secret</p>"),
    ("rule: after a comment and a block", "/* } */ @media print{.q{color:red}} .x{display:none}", "<p class=x>secret</p>"),
    ("rule: of an element around", ".x{display:none}", "<div class=x><p>secret</p></div>"),
    ("rule: never visible, in a tab", ".x{font-size:0}", "<div class='tab-pane'><p class=x>secret</p></div>"),
    ("own style: in capitals with a comment", "", "<p style='DISPLAY:/**/NONE !important'>secret</p>"),
    ("own style: escaped letters", "", "<p style='d\\69splay:n\\6fne'>secret</p>"),
    ("own style: nearly transparent", "", "<p style='opacity:0.01'>secret</p>"),
    ("own style: transparent by a filter", "", "<p style='filter:opacity(0%)'>secret</p>"),
    ("own style: a part of a pixel", "", "<p style='font-size:0.1px'>secret</p>"),
    ("own style: a part of a letter", "", "<p style='font-size:.01em'>secret</p>"),
    ("own style: two pixels", "", "<p style='font-size: 2px'>secret</p>"),
    ("own style: one per cent", "", "<p style='font-size:1%'>secret</p>"),
    ("own style: short form of the font", "", "<p style='font: 0/0 a'>secret</p>"),
    ("own style: nearly white on white", "", "<p style='background:#ffffff;color:#fefefe'>secret</p>"),
    ("own style: white on white, other notations", "", "<p style='color:rgb(255, 255, 255);background-color:white'>secret</p>"),
    ("own style: transparent letters, other notation", "", "<p style='color:rgba(0,0,0,0)'>secret</p>"),
    ("own style: transparent letters in hexadecimal", "", "<p style='color:#00000000'>secret</p>"),
    ("own style: transparent filling", "", "<p style='-webkit-text-fill-color: transparent'>secret</p>"),
    ("own style: colour of the background around", "", "<div style='background:#222'><p style='color:#222'>secret</p></div>"),
    ("own style: colour of the table's background", "", "<table bgcolor=white><tr><td><font color='#ffffff'>secret</font></td></tr></table>"),
    ("own style: one pixel of space", "", "<p style='width:1px;height:1px;overflow:hidden'>secret</p>"),
    ("own style: no width", "", "<p style='width:0;overflow:hidden;white-space:nowrap'>secret</p>"),
    ("own style: no greatest height", "", "<p style='max-height:0;overflow:clip'>secret</p>"),
    ("own style: scaled to nothing", "", "<p style='transform:scale(0)'>secret</p>"),
    ("own style: scaled to a point", "", "<p style='transform: scale(0.01, 0.01)'>secret</p>"),
    ("own style: scale on its own", "", "<p style='scale: 0'>secret</p>"),
    ("own style: turned away", "", "<p style='transform:rotateX(90deg)'>secret</p>"),
    ("own style: moved off the screen", "", "<p style='transform:translateX(-9999px)'>secret</p>"),
    ("own style: fields that trap robots", "", "<p style='position:absolute;left:-5000px'>secret</p>"),
    ("own position: below the screen for good", "", "<p style='position:fixed;top:3000px'>secret</p>"),
    ("own style: one pixel high", "", "<p style='height:1px;overflow:hidden'>secret</p>"),
    ("own style: far on the right", "", "<p style='position:fixed;left:10000px'>secret</p>"),
    ("own style: indented out of its box", "", "<p style='text-indent:100%;white-space:nowrap;overflow:hidden'>secret</p>"),
    ("own style: clipped to one pixel", "", "<p style='position:absolute;clip:rect(1px 1px 1px 1px)'>secret</p>"),
    ("own style: clipped to a circle without size", "", "<p style='clip-path:circle(0)'>secret</p>"),
    ("own style: clipped to a polygon without size", "", "<p style='clip-path:polygon(0 0, 0 0, 0 0)'>secret</p>"),
    ("own style: hidden content", "", "<p style='content-visibility:hidden'>secret</p>"),
    ("own style: collapsed", "", "<p style='visibility:collapse'>secret</p>"),
    ("attribute with a value", "", "<p hidden=hidden>secret</p>"),
    ("closed dialog", "", "<dialog>secret</dialog>"),
    ("pop-up", "", "<div popover>secret</div>"),
    ("rendered: computed style", "", "<p orbweaver-hidden=never>secret</p>"),
    ("rendered: computed style of a closed element", "", "<p orbweaver-hidden=closed>secret</p>"),
    ("rule: in a layer", "@layer base{.x{display:none}}", "<p class=x>secret</p>"),
    ("rule: for all screens", "@media screen{.x{display:none}}", "<p class=x>secret</p>"),
    ("rule: if something is supported", "@supports (display:block){.x{display:none}}", "<p class=x>secret</p>"),
    ("rule: below another element", ".post .x{display:none}", "<div class=post><div><p class=x>secret</p></div></div>"),
    ("rule: child of another element", "main > p.x{font-size:0}", "<main><p class=x>secret</p></main>"),
    ("rule: tag below a class", ".post aside{display:none}", "<div class=post><aside>secret</aside></div>"),
    ("rule: tag", "x-note{display:none}", "<x-note>secret</x-note>"),
    ("rule: shown before it is hidden", ".x{display:block} .x{display:none}", "<p class=x>secret</p>"),
    ("rule: white on white", ".x{color:#eee;padding:1px;background:#eee}", "<p class=x>secret</p>"),
    ("rule: capitals", ".x{DISPLAY:NONE}", "<p class=x>secret</p>"),
    ("class of Bootstrap", "", "<p class='lead d-none'>secret</p>"),
    ("class of Bootstrap: for screen readers", "", "<span class=visually-hidden>secret</span>"),
    ("words beside a cell's text", "", "<table><tr><td>5 <span class=sr-only>secret</span></td></tr></table>"),
    ("class of old Bootstrap", "", "<span class=sr-only>secret</span>"),
    ("class of a site for spoken text", "", "<span class=plp-price__sr-text>secret</span>"),
    ("class of a module for spoken text", "", "<span class=Brand-module_srOnly__Wk_6R>secret</span>"),
    ("classes of old Bootstrap for each screen", "", "<p class='hidden-xs hidden-sm hidden-md hidden-lg'>secret</p>"),
    ("class of Tailwind", "", "<p class='mt-2 hidden'>secret</p>"),
    ("class of Tailwind: transparent", "", "<p class='opacity-0'>secret</p>"),
    ("class of Tailwind: invisible", "", "<p class='invisible'>secret</p>"),
    ("class of WordPress", "", "<span class='screen-reader-text'>secret</span>"),
    ("class of Drupal", "", "<span class='element-invisible'>secret</span>"),
    ("class of Foundation", "", "<span class='show-for-sr'>secret</span>"),
    ("class of Bulma", "", "<span class='is-hidden'>secret</span>"),
    ("class of Webflow", "", "<div class='w-condition-invisible'>secret</div>"),
    ("class that is important, beside display", "", "<p class='d-none' style='display:block'>secret</p>"),
    ("invisible class beside display", "", "<p class='hidden invisible' style='display:block'>secret</p>"),
    ("class and a style that hides otherwise", "", "<p class=hidden style='display:block;font-size:0'>secret</p>"),
    ("class that an important rule defines", ".hide{display:none!important}", "<p class=hide style='display:block'>secret</p>"),
    ("class of UIkit", "", "<div class='uk-hidden'>secret</div>"),
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
    ("after a button", "", "<div><button>More</button><p style='display:none'>secret</p></div>"),
    ("after a heading with a button", "", "<div><h3><button>More</button></h3><p hidden>secret</p></div>"),
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
    ("letters filled by the background", "", "<h2 style='background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent'>secret</h2>"),
    ("box without blanks between its parts", "", "<div style='font-size:0'><b style='font-size:14px'>secret</b></div>"),
    ("clipped to a visible part", "", "<p style='clip:rect(0px,200px,200px,0px)'>secret</p>"),
    ("white on an unknown background", "", "<div class=hero><p style='color:#fff'>secret</p></div>"),
    ("slide of a carousel", "", "<div style='transform:translateX(-100%)'>secret</div>"),
    ("no width without cutting off", "", "<p style='width:0'>secret</p>"),
    ("thin line", "", "<p style='height:1px'>secret</p>"),
    ("open dialog", "", "<dialog open>secret</dialog>"),
    ("pop-up of a button", "", "<button popovertarget=b>?</button><i></i><div popover id=b>secret</div>"),
    ("fold of a checkbox", "", "<label for=b>More</label><i></i><p id=b style='display:none'>secret</p>"),
    ("formula beside its picture", "", "<span style='display:none'><math><mi>secret</mi></math></span>"),
    ("copy of a price for screen readers", "", "<b class=a-offscreen>secret</b><b aria-hidden=true><i>se</i><i>cret</i></b>"),
    ("word of a sign in a table", "", "<table><tr><td><i class=tick></i><span class=sr-only>secret</span></td></tr></table>"),
    ("word of a badge", ".v{position:absolute;clip:rect(0,0,0,0)}", "<abbr class=icon><span class=v>secret</span></abbr>"),
    ("class of a box whose label is hidden", "", "<div class=field--label-visually_hidden>secret</div>"),
    ("class that undoes spoken text", "", "<p class=c-not-sr-only>secret</p>"),
    ("rule: below an element that is not there", ".shut .x{display:none}", "<p class=x>secret</p>"),
    ("rule: child of another element", "main > p.x{font-size:0}", "<main><div><p class=x>secret</p></div></main>"),
    ("rule: without scripts", ".no-js .x{display:none}", "<div class=no-js><p class=x>secret</p></div>"),
    ("rule: undone by its own style", ".x{display:none}", "<p class=x style='display: block'>secret</p>"),
    ("rule: hidden on small screens", "@media (max-width:600px){.x{display:none}}", "<p class=x>secret</p>"),
    ("class of Tailwind on small screens", "", "<p class='hidden md:block'>secret</p>"),
    ("class of Tailwind until the group is open", "", "<p class='hidden group-open:block'>secret</p>"),
    ("class of Tailwind until it fades in", "", "<p class='opacity-0 transition-opacity'>secret</p>"),
    ("class of Bootstrap on small screens", "", "<p class='d-none d-md-block'>secret</p>"),
    ("class of old Bootstrap on small screens", "", "<p class='hidden-xs'>secret</p>"),
    ("class of a tab", "", "<div role=tabpanel class=hidden>secret</div>"),
    ("class of a fold", "", "<button aria-controls=b>More</button><i></i><p id=b class=d-none>secret</p>"),
    ("class undone by its own style", "", "<p class='hide a' style='display: block'>secret</p>"),
    ("class of Tailwind undone by its own style", "", "<div class=hidden style='color:red; display:flex'><p>secret</p></div>"),
    ("name with a part of a class", "", "<p class='hidden-gem not-hide'>secret</p>"),
]  # fmt: skip


FILLING = "<p>The town opened its new bridge on Monday.</p>" * 20


def is_seen(sheet: str, markup: str) -> bool:
    tree = parse(f"<html><head><style>{sheet}</style></head><body>{markup}{FILLING}</body></html>")
    hidden_elements.mark(ElementIndex(tree))
    [element] = tree.xpath("//*[text()='secret']")
    return not any(map(hidden_elements.is_hidden, (element, *element.iterancestors())))


@pytest.mark.parametrize(("title", "expected"), [("The secret | Gale", True), ("Gale", False)])
def test_main_heading_after_a_drawn_logo_is_shown_if_it_is_the_pages_name(title: str, expected: bool) -> None:
    assert is_seen(f"</style><title>{title}</title><style>", "<h1 class=sr-only>secret</h1>") is expected


def test_white_letters_on_an_image_of_a_table_are_shown() -> None:
    tree = parse(
        f"<body>{FILLING}<table background=a.gif><tr><td><font color=white>secret</font></td></tr></table></body>"
    )
    hidden_elements.mark(ElementIndex(tree))

    assert not any(map(hidden_elements.is_hidden, tree.iter()))


@pytest.mark.parametrize(("name", "sheet", "markup"), HIDDEN, ids=[case[0] for case in HIDDEN])
def test_text_that_no_person_sees_is_hidden(name: str, sheet: str, markup: str) -> None:
    assert not is_seen(sheet, markup)


@pytest.mark.parametrize(("name", "sheet", "markup"), SHOWN, ids=[case[0] for case in SHOWN])
def test_text_that_a_person_sees_or_can_open_is_shown(name: str, sheet: str, markup: str) -> None:
    assert is_seen(sheet, markup)


def test_large_part_of_a_page_is_shown() -> None:
    tree = parse(f"<body><div style='display:none' id=all>{FILLING}</div><p>Words and some other words</p></body>")
    hidden_elements.mark(ElementIndex(tree))

    assert not hidden_elements.is_hidden(tree.xpath("//*[@id='all']")[0])


@pytest.mark.parametrize(
    "sheet", ["{" * 300_000, "}" * 300_000, ".x{display:none}" * 25_000, "/*" * 200_000, ".a" * 200_000 + "{display:none}",
              ".x{" + "left:-" * 60_000 + "}", "." + "x-" * 150_000]
)  # fmt: skip
def test_hostile_style_sheets_take_no_time(sheet: str) -> None:
    tree = parse(f"<style>{sheet}</style>" + "<p class='x a'>secret</p>" * 2_000)
    started = time.monotonic()

    hidden_elements.mark(ElementIndex(tree))

    assert time.monotonic() - started < 5


NAMES = [f"{first}{second}" for first in "abcdefghijklmnopqrst" for second in "abcdefghijklmno"]
SLOW_PAGES = {
    "path of points": "<p style='clip-path:polygon(" + "0 " * 60 + "x'>secret</p>",
    "moves without an end": "<p style='-" + "translate(" * 40_000 + "'>secret</p>",
    "scale of spaces": "<p style='scale:" + " " * 200_000 + "x'>secret</p>",
    "spaces in a rule": "<style>.a{scale:" + " " * 200_000 + "x}</style><p class=a>secret</p>",
    "colours in one rule": "<style>" + (".a{" + "color:" * 400 + "background}") * 20 + "</style><p class=a>secret</p>",
    "colours without an end": "<style>.a{" + "color:rgba(" * 30_000 + "}</style><p class=a>secret</p>",
    "conditions and selectors": "<style>" + "@media a{}" * 10_000 + (".a," * 1_000 + ".a{display:none}") * 80
    + "</style><p class=a>secret</p>",
    "rules that show": "<style>" + "".join(f".{name}{{display:none}}" for name in NAMES)
    + (",".join(f".{name}" for name in NAMES) + "{display:block}") * 200 + "</style>"
    + "".join(f"<p class={name}>secret</p>" for name in NAMES),
    "ancestors": "<style>" + "".join(f".q{number} .x{{display:none}}" for number in range(100)) + "</style>"
    + "<div>" * 60 + "<p class=x>secret</p>" * 5_000,
    "cell of spoken words": "<table><td>" + "<span class=sr-only>no</span>" * 20_000,
    "ids": "<style>" + "".join(f"#i{number}{{display:none}}" for number in range(1_000)) + "</style>"
    + "".join(f"<p id=i{number}>secret</p>" for number in range(1_000)) + "<b>word</b>" * 50_000,
    "letters on a long style": "<div style='" + "a;" * 100_000 + "'>" + "<font color=white>secret</font>" * 5_000,
    "letters without a size in each other": "<div style='font-size:0'>a " * 20_000,
}  # fmt: skip


@pytest.mark.parametrize("page", SLOW_PAGES.values(), ids=SLOW_PAGES.keys())
def test_hostile_pages_take_no_time(page: str) -> None:
    tree = parse(page + FILLING)
    started = time.process_time()

    hidden_elements.mark(ElementIndex(tree))

    assert time.process_time() - started < 8


def test_long_styles_and_classes_are_not_cached() -> None:
    def sizes() -> list[int]:
        known = (inline_styles._known.cache_info(), text_colors._read.cache_info())
        return [*(each.currsize for each in known), len(getattr(classes.hiding, "__self__"))]  # noqa: B009

    before = sizes()
    long = "x" * 1_000
    tree = parse(f"<style>.{long}{{display:none}}</style><p class='{long} hidden' style='color:{long}'>secret</p>")
    hidden_elements.mark(ElementIndex(tree))

    assert sizes() == before


def test_large_part_in_the_colour_of_its_background_is_hidden() -> None:
    tree = parse(f"<body><div style='font-size:0' id=all>{FILLING}</div>{FILLING}</body>")
    hidden_elements.mark(ElementIndex(tree))

    assert hidden_elements.is_hidden(tree.xpath("//*[@id='all']")[0])


def test_page_that_waits_for_its_script_is_shown() -> None:
    tree = parse("<body>" + "".join(f"<section class=hidden>{FILLING[:300]}</section>" for _ in range(12)) + "</body>")
    hidden_elements.mark(ElementIndex(tree))

    assert not any(map(hidden_elements.is_hidden, tree.iter()))


def test_text_without_a_style_sheet_stands_on_white() -> None:
    tree = parse(f"<body><p><b><font color=white>secret</font></b></p>{FILLING}</body>")
    hidden_elements.mark(ElementIndex(tree))

    assert hidden_elements.is_hidden(tree.xpath("//font")[0])
