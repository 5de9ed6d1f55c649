"""A sanitised SVG refers to nothing outside itself, runs nothing, and still looks the same."""

from __future__ import annotations

import base64
import io
import time

import lxml.html
import pytest
from PIL import Image

from extraction.logo.sanitise import MAX_BYTES, MAX_ELEMENTS, RefusedSvg, sanitise, sanitise_element

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
RECT = '<rect width="9" height="9" fill="red"/>'


def clean(inner: str) -> str:
    return sanitise(f"{OPEN}{inner}</svg>".encode()).decode()


def png(width: int, height: int) -> str:
    stream = io.BytesIO()
    Image.new("1", (width, height)).save(stream, "PNG")
    return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode()


GONE = [
    ("script", "<script>alert(1)</script>", "script"),
    ("script in another case", "<SCRIPT>alert(1)</SCRIPT>", "alert"),
    ("handler", '<g onload="alert(1)"/>', "alert"),
    ("handler in another case", '<g OnClick="alert(1)"/>', "alert"),
    ("foreign object", "<foreignObject><p>words</p></foreignObject>", "words"),
    ("element of another namespace", '<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="/x"/>', "iframe"),
    ("external image", '<image href="http://evil.test/a.png"/>', "evil"),
    ("external image by xlink", '<image xlink:href="http://evil.test/a.png"/>', "evil"),
    ("file by an absolute path", '<image href="/etc/passwd"/>', "passwd"),
    ("file by a scheme", '<image href="file:///etc/passwd"/>', "passwd"),
    ("file by a relative path", '<image href="../secret.png"/>', "secret"),
    ("nested SVG image", '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', "data:"),
    ("external use", '<use href="http://evil.test/a.svg#x"/>', "evil"),
    ("use of a data address", '<use href="data:image/svg+xml,x#y"/>', "data:"),
    ("filter image", '<filter id="f"><feImage href="http://evil.test/a.png"/></filter>', "evil"),
    ("costly filter", '<filter id="f"><feTurbulence numOctaves="99"/></filter>', "feTurbulence"),
    ("animation of a link", '<use><set attributeName="href" to="http://evil.test/"/></use>', "evil"),
    ("external paint", '<rect fill="url(http://evil.test/a.svg#g)"/>', "evil"),
    ("external paint in another case", "<rect fill=\"URL( '//evil.test/a.svg#g' )\"/>", "evil"),
    ("external mask", '<rect mask="url(//evil.test/a.svg#g)"/>', "evil"),
    ("external paint in a style", '<rect style="fill:url(http://evil.test/#g)"/>', "evil"),
    ("escaped letters in a style", r'<rect style="fill:u\72l(http://evil.test/#g)"/>', "evil"),
    ("image set in a style", "<rect style=\"background:image-set('http://evil.test/a.png' 1x)\"/>", "evil"),
    ("style sheet with an import", "<style>@import 'http://evil.test/a.css'; .a{fill:red}</style>", "evil"),
    ("rule with an external url", "<style>.a{fill:red;background:url(http://evil.test/;a})}</style>", "evil"),
    ("condition with an external url", "<style>@media url(//evil.test/){.a{fill:red}}.b{fill:red}</style>", "evil"),
    ("string that looks like a rule", "<style>.a{x:'};@import url(//evil.test/);{'}</style>", "evil"),
    ("style sheet with an import by url", "<style>@import url(//evil.test/a.css);</style>", "evil"),
    ("style sheet with an external url", "<style>.a{fill:url(http://evil.test/#x)}</style>", "evil"),
    ("style sheet with an escape", r"<style>@\69mport 'http://evil.test/'</style>", "evil"),
    ("font of a style sheet", "<style>@font-face{font-family:a;src:url(http://evil.test/f)}</style>", "evil"),
    ("style sheet link", '<link rel="stylesheet" href="http://evil.test/a.css"/>', "evil"),
    ("script address of a link", '<a href="javascript:alert(1)"><rect/></a>', "alert"),
    ("metadata", "<metadata><x>words</x></metadata>", "words"),
    ("comment", "<!-- words -->", "words"),
    ("text outside of text elements", "<g>words</g>", "words"),
    ("base address", '<g xml:base="http://evil.test/"/>', "evil"),
    ("marker", '<marker id="m"><rect/></marker><path marker-mid="url(#m)"/>', "marker"),
    ("data attribute", '<g data-x="words"/>', "words"),
    ("image bomb", f'<image href="{png(8000, 8000)}"/>', "data:"),
    ("image that is not an image", '<image href="data:image/png;base64,AAAA"/>', "data:"),
]


@pytest.mark.parametrize("inner,word", [row[1:] for row in GONE], ids=[row[0] for row in GONE])
def test_unsafe_part_is_removed_and_the_rest_stays(inner: str, word: str) -> None:
    cleaned = clean(inner + RECT)

    assert word not in cleaned
    assert 'fill="red"' in cleaned


KEPT = [
    ("dashes", '<path stroke-dasharray="1 2"/>', 'stroke-dasharray="1 2"'),
    ("line with tiny dashes", '<path stroke-dasharray="1e-5"/>', 'stroke-dasharray="none"'),
    ("line with tiny dashes in a style", '<path style="STROKE-DASHARRAY : .0001"/>', "stroke-dasharray:none"),
    (
        "gradient by a style sheet",
        '<style>.a{fill:url(#g)}</style><linearGradient id="g"><stop class="b"/></linearGradient><rect class="a"/>',
        "url(#g)",
    ),
    (
        "shadows",
        '<filter id="f"><feOffset/><feGaussianBlur/><feBlend/></filter>' + '<g filter="url(#f)"/>' * 9,
        "feBlend",
    ),
    ("some layers", '<g opacity=".5"/>' * 150, 'opacity=".5"'),
    ("many opaque parts", '<g opacity="1" style="opacity:1"><rect/></g>' * 2_000, "rect"),
    ("paths", '<path d="M0 0L9 9" stroke="#123456"/>', 'd="M0 0L9 9"'),
    ("content of a link", '<a href="/"><circle r="4"/></a>', '<circle r="4"/>'),
    ("own paint", '<linearGradient id="g"/><rect fill="url(#g)"/>', 'fill="url(#g)"'),
    ("own paint in quotes", "<linearGradient id='g'/><rect fill='url(\"#g\")'/>", "#g"),
    ("use of an own part", '<path id="a" d="M0 0"/><use xlink:href="#a"/>', '<use href="#a"/>'),
    ("transform", '<g transform="translate(1 2) rotate(3)"/>', "rotate(3)"),
    ("style sheet", "<style>.a{fill:#fff}</style>", ".a{fill:#fff}"),
    ("style sheet beside a font", "<style>@font-face{src:url(x)}.a{fill:#fff}</style>", ".a{fill:#fff}"),
    (
        "style sheet beside an import",
        "<style>@import url('//a.test/c?f=A:wght@4;7&amp;d=x');.a{fill:#fff}</style>",
        ".a{fill:#fff}",
    ),
    ("declaration beside an external one", "<style>.a{background:url(//a.test/x;y);fill:#fff}</style>", "fill:#fff}"),
    ("rule after an external one", "<style>@media url(//a.test){.b{x:y}}.a{fill:url(#g)}</style>", ".a{fill:url(#g)}"),
    ("colour scheme", "<style>@media (prefers-color-scheme:dark){.a{fill:red}}</style>", "prefers-color-scheme"),
    ("style sheet in a character section", "<style><![CDATA[.a{fill:red}]]></style>", ".a{fill:red}"),
    ("style attribute", '<rect style="fill:rgb(1,2,3)"/>', "fill:rgb(1,2,3)"),
    ("text", "<text>A<tspan>B</tspan>C</text>", "<text>A<tspan>B</tspan>C</text>"),
    ("embedded image", f'<image width="9" href="{png(4, 4)}"/>', "data:image/png"),
    ("shadow", '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>', 'stdDeviation="2"'),
]


@pytest.mark.parametrize("inner,word", [row[1:] for row in KEPT], ids=[row[0] for row in KEPT])
def test_drawing_is_kept(inner: str, word: str) -> None:
    assert word in clean(inner)


def nested_uses(levels: int) -> str:
    first = '<g id="a0"><path d="M0 0"/></g>'
    return first + "".join(f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * 10 + "</g>" for n in range(1, levels))


def masks_by_class(levels: int, tag: str = "mask", name: str = "mask") -> str:
    css = "".join(f".c{n}{{{name}:url(#m{n})}}" for n in range(levels))
    masks = "".join(f'<{tag} id="m{n}">' + f'<rect class="c{n + 1}"/>' * 3 + f"</{tag}>" for n in range(levels))
    return f'<style>{css}</style>{masks}<rect class="c0"/>'


def blurs(steps: int) -> str:
    return f'<filter id="f">{"<feGaussianBlur/>" * steps}</filter>'


LAYER, STYLED_LAYER = '<g opacity=".5"/>', '<g style="opacity: .5"/>'
FILTERED = '<rect filter="url(#f)" width="9" height="9"/>'
LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
REFUSED = [
    ("no XML", b"GIF89a"),
    ("empty", b""),
    ("web page", b"<html><body>words</body></html>"),
    ("malformed", b'<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'),
    ("undefined entity", f"{OPEN}<text>&nothing;</text></svg>".encode()),
    (
        "external entity",
        f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>{OPEN}<text>&x;</text></svg>'.encode(),
    ),
    ("entity bomb", f'<!DOCTYPE svg [<!ENTITY a0 "lol">{LAUGHS}]>{OPEN}<text>&a11;</text></svg>'.encode()),
    ("too many bytes", f"{OPEN}{' ' * MAX_BYTES}</svg>".encode()),
    ("too many elements", f"{OPEN}{'<g/>' * (MAX_ELEMENTS + 1)}</svg>".encode()),
    ("too deep", f"{OPEN}{'<g>' * 80}{'</g>' * 80}</svg>".encode()),
    ("too deep in links", f"{OPEN}{'<a>' * 80}{'</a>' * 80}</svg>".encode()),
    ("use bomb", f"{OPEN}{nested_uses(9)}</svg>".encode()),
    ("use of itself", f'{OPEN}<g id="a"><use href="#a"/></g></svg>'.encode()),
    ("mask bomb by a style sheet", f"{OPEN}{masks_by_class(14)}</svg>".encode()),
    ("clip bomb by a style sheet", f"{OPEN}{masks_by_class(14, 'clipPath', 'clip-path')}</svg>".encode()),
    ("thousands of layers", f"{OPEN}{LAYER * 3_000}</svg>".encode()),
    ("thousands of layers by style", f"{OPEN}{STYLED_LAYER * 3_000}</svg>".encode()),
    ("long filter", f"{OPEN}{blurs(200)}{FILTERED}</svg>".encode()),
    ("many filtered parts", f"{OPEN}{blurs(1)}{FILTERED * 200}</svg>".encode()),
    ("thousands of style rules", f"{OPEN}<style>{'.a{fill:red}' * 8_000}</style>{RECT}</svg>".encode()),
    ("thousands of declarations", f"{OPEN}<rect style='{'fill:red;' * 8_000}'/></svg>".encode()),
    (
        "style rules of many elements",
        f"{OPEN}<style>{'.a{fill:red}' * 1_000}</style>{'<g/>' * 10_000}</svg>".encode(),
    ),
    ("mask of itself", f'{OPEN}<mask id="a"><rect mask="url(#a)"/></mask></svg>'.encode()),
]


@pytest.mark.parametrize("body", [row[1] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_document_that_cannot_be_made_safe_is_refused_at_once(body: bytes) -> None:
    began = time.process_time()

    with pytest.raises(RefusedSvg):
        sanitise(body)

    assert time.process_time() - began < 1


@pytest.mark.parametrize("css", ["/*" * 200_000, "a" * 400_000, "@font-face{" * 50_000])
def test_style_sheet_without_rules_is_read_at_once(css: str) -> None:
    began = time.process_time()

    assert "<rect" in clean(f"<style>{css}</style>{RECT}")

    assert time.process_time() - began < 5


def test_entities_of_the_document_itself_are_replaced() -> None:
    """Drawing programs declare their namespaces so."""
    declared = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY red "#ff0000">]>'

    cleaned = sanitise(f'{declared}<svg xmlns="&ns;"><rect fill="&red;"/></svg>'.encode())

    assert b'fill="#ff0000"' in cleaned and b"DOCTYPE" not in cleaned


def test_inline_svg_of_a_page_becomes_a_document_of_its_own() -> None:
    page = lxml.html.fromstring(
        '<div><svg viewBox="0 0 8 8"><linearGradient id="g"/><use xlink:href="#p"/><path id="p" onclick="x()" /></svg></div>'
    )

    cleaned = sanitise_element(page.find(".//svg")).decode()

    assert cleaned.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">')
    assert "linearGradient" in cleaned and '<use href="#p"/>' in cleaned and "onclick" not in cleaned
    assert sanitise(cleaned.encode()) == cleaned.encode()


def test_document_without_view_box_gets_one() -> None:
    cleaned = sanitise(b'<svg xmlns="http://www.w3.org/2000/svg" width="40px" height="20"/>')

    assert b'viewBox="0 0 40 20"' in cleaned


def test_prefixed_document_is_written_without_prefixes() -> None:
    cleaned = sanitise(b'<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:i="urn:i"><s:rect i:x="1"/></s:svg>')

    assert cleaned == b'<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'
