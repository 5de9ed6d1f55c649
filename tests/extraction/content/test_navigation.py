"""Which elements are navigation, and that navigation is not content."""

from __future__ import annotations

import time

import pytest

from extraction.content.blocks import Outline
from extraction.document.document import parse

TEXT = "<p>The quays were repaired after the storm, and the cost was borne by the towns on the river.</p>" * 30
LINKS = "<ul>" + "<li><a href=/a>Another page of this site</a></li>" * 20 + "</ul>"


def navigation(page: str) -> list[str]:
    return [part.tag for part in Outline(parse(f"<body>{page}</body>").find("body")).navigation]


@pytest.mark.parametrize(
    ("page", "found"),
    [
        (f"<nav>{LINKS}</nav>{TEXT}<footer>Printed in 2019</footer>", ["nav", "footer"]),
        (f"<div role=navigation>{LINKS}</div>{TEXT}", ["div"]),
        (f"<div class=main-menu>{LINKS}</div>{TEXT}", ["div"]),
        (f"<div class=main-menu>{LINKS}<p>{'We moved to the new harbour. ' * 10}</p></div>{TEXT}", []),
        (f"<div class=links>{LINKS}</div>{TEXT}", []),
        (f"<nav>{LINKS}<h1>Harbour</h1></nav>{TEXT}", []),
        (f"<nav>{LINKS}{TEXT}</nav>", []),
        (f"<nav>{LINKS}<nav>{LINKS}</nav>{TEXT}</nav>", ["nav"]),
        ("<nav><a href=/>Home</a></nav><p>A short page.</p>", []),
        (f"<nav><img src=a.png></nav>{TEXT}", []),
    ],
)
def test_navigation_and_footers_are_found_beside_a_text(page: str, found: list[str]) -> None:
    assert navigation(page) == found


def test_text_after_navigation_has_its_own_block() -> None:
    body = parse(f"<body><div>Before<nav>{LINKS}</nav>after</div>{TEXT}</body>").find("body")

    assert [block.text for block in Outline(body).blocks[:2]] == ["Before", "after"]


def test_navigation_and_the_pictures_beside_them_are_not_retained(read) -> None:
    logo = "<a href=/><img src=/logo.png alt=Logo></a>"
    page = f"<header><div>{logo}</div><nav>{LINKS}</nav></header><main><h1>Quays</h1>{TEXT}</main><footer>2019</footer>"

    found = read(page).markdown

    assert found.startswith("# Quays\n\nThe quays")
    assert "Another page" not in found and "logo.png" not in found and "2019" not in found


def test_nested_navigation_takes_linear_time() -> None:
    page = "<nav><div>" * 200 + TEXT * 100 + "</div></nav>" * 200

    start = time.process_time()
    found = navigation(page)

    assert found == [] and time.process_time() - start < 5
