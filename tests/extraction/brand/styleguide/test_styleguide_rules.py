"""The rules of the styleguide: compositing, contrast, spacing bases, shadows and font stacks."""

from __future__ import annotations

from typing import Any

import pytest

from contract.results.brands.styleguide import ContrastLevel
from extraction.brand.styleguide import accents, buttons, colors, record, sizes, typography
from extraction.brand.styleguide.contrasts import contrast, level_of
from extraction.brand.styleguide.observed import Button, Font, Observed, blend

NOTHING: dict[str, Any] = {
    "kind": "text/html", "elements": 0, "isCapped": False, "canvas": [[255, 255, 255, 1], [0, 0, 0, 1]], "texts": [],
    "fonts": [], "grounds": [], "headings": {}, "buttons": [], "cards": [], "inputs": [], "radii": [], "spaces": [],
    "shadows": [], "body": None, "tokens": None, "sheets": None, "loaded": None, "themeColor": None, "html": "",
    "words": "", "warnings": [],
}  # fmt: skip
WHITE, BLACK, BLUE = [255, 255, 255, 1], [0, 0, 0, 1], [13, 110, 253, 1]


def seen(**rows: Any) -> Observed:
    return Observed.of({**NOTHING, **rows})


def text(color: list[float], letters: int, kind: str = "text", image: bool = False) -> dict[str, Any]:
    return {"color": color, "layers": [WHITE], "image": image, "kind": kind, "letters": letters, "count": 1}


@pytest.mark.parametrize(
    ("layers", "shown"),
    [
        ([WHITE], "#ffffff"),
        ([[0, 0, 0, 0.5], WHITE], "#808080"),
        ([[0, 0, 0, 0.87], WHITE], "#212121"),
        ([[255, 0, 0, 0.5], [0, 0, 255, 0.5], WHITE], "#bf4080"),
        ([], "#ffffff"),
    ],
)
def test_layers_are_composited_from_the_bottom(layers: list[list[float]], shown: str) -> None:
    assert blend(layers) == shown


@pytest.mark.parametrize(
    ("ratio", "level"),
    [(7.0, "AAA"), (6.99, "AA"), (4.5, "AA"), (4.499, "AA-large"), (3.0, "AA-large"), (2.99, "fail")],
)
def test_levels_begin_at_their_limits(ratio: float, level: ContrastLevel) -> None:
    assert level_of(ratio) == level


def test_ratio_is_never_rounded_up_to_a_level() -> None:
    almost = contrast("#777777", "#ffffff")

    assert (almost.ratio, almost.level) == (4.47, "AA-large")
    assert contrast("#000000", "#ffffff").ratio == 21


def test_text_over_an_image_has_no_pair() -> None:
    found = colors.read(seen(texts=[text(BLACK, 50), text([254, 0, 0, 1], 90, image=True)]))

    assert [(pair.foreground, pair.background) for pair in found.pairs] == [("#000000", "#ffffff")]


@pytest.mark.parametrize(
    "name", ["--bs-primary", "--tw-ring-color", "--colors-red-500", "--blue-600", "--mui-palette-x"]
)
def test_tokens_of_frameworks_are_left_out(name: str) -> None:
    found = colors.read(
        seen(texts=[text(BLACK, 9)], tokens=[{"name": name, "color": BLACK}, {"name": "--ink", "color": BLACK}])
    )

    assert [token for color in found.palette for token in color.tokens] == ["--ink"]
    assert accents.is_framework_token(name)


def test_token_of_the_site_is_evidence_for_the_accent() -> None:
    found = accents.read(seen(tokens=[{"name": "--color-primary", "color": BLUE}]), "#ffffff")

    assert found is not None and (found.hex, found.evidence) == ("#0d6efd", ("token",))
    assert found.on_accent.hex == "#ffffff" and found.contrast is not None and found.contrast.ratio == 4.5
    assert accents.read(seen(texts=[text([0, 0, 238, 1], 90, "link")]), "#ffffff") is None  # The browser's own blue.


@pytest.mark.parametrize(
    ("values", "base"),
    [((8, 16, 24, 32), 8), ((4, 12, 16, 20), 4), ((5, 10, 15, 25), 5), ((7, 13, 22, 9), None), ((), None)],
)
def test_base_of_the_distances(values: tuple[int, ...], base: int | None) -> None:
    assert sizes.spacing(seen(spaces=[{"value": value, "count": 3} for value in values])).base == base


@pytest.mark.parametrize(
    ("shadow", "visible"),
    [
        ("rgba(0, 0, 0, 0) 0px 0px 0px 0px, rgba(0, 0, 0, 0.1) 0px 1px 3px 0px", "rgba(0, 0, 0, 0.1) 0px 1px 3px 0px"),
        ("rgb(0, 0, 0) 0px 0px 0px 0px", None),
        ("none", None),
        ("", None),
    ],
)
def test_invisible_layers_of_shadows_are_dropped(shadow: str, visible: str | None) -> None:
    assert sizes.visible_shadow(shadow) == visible


def test_font_stack_is_split_outside_quotes() -> None:
    assert typography.families("\"Foo, Bar\", 'Baz', serif") == ("Foo, Bar", "Baz", "serif")


def test_observation_without_content_gives_a_record_without_values() -> None:
    found = colors.read(seen())

    assert found.background is not None and found.background.hex == "#ffffff"
    assert found.text is None and found.accent is None and found.pairs == ()


@pytest.mark.parametrize(("is_capped", "fields"), [(False, []), (True, ["document"])])
def test_a_page_that_was_read_in_part_has_a_warning(is_capped: bool, fields: list[str]) -> None:
    assert [warning.field for warning in record._caveats(seen(isCapped=is_capped), True)] == fields


@pytest.mark.parametrize(
    ("look", "is_link"),
    [
        ({}, True),
        ({"background": "#0d6efd"}, False),
        ({"border_color": "#0d6efd"}, False),
        ({"has_image": True}, False),
        ({"shadow": "rgba(0, 0, 0, 0.5) 0px 2px 4px 0px"}, False),
        ({"shadow": "rgba(0, 0, 0, 0) 0px 2px 4px 0px"}, True),
    ],
)
def test_button_without_background_border_image_and_shadow_looks_like_a_link(
    look: dict[str, Any], is_link: bool
) -> None:
    plain: dict[str, Any] = {
        "names": "btn", "label": "More", "is_submit": False, "color": "#0d6efd", "background": None, "ground": "#ffffff",
        "has_image": False, "border_color": None, "border_width": 0, "radius": 0, "shadow": "none", "padding": (4, 8),
        "width": 80, "height": 30, "font": Font(family="Inter", size=16, weight=400, line=None, spacing=0, transform="none"),
    }  # fmt: skip

    assert (buttons.read([Button(**plain | look)], None).link is not None) is is_link
