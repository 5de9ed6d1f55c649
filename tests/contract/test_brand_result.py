"""The brand record: its wire names, and that every value of its lists names its source."""

from __future__ import annotations

from contract.declare import dump, load
from contract.results.brands.brand import Brand, Color, FieldSource, Logo, Sources

LOGO = Logo(
    id="a1", type="icon", theme="any", source_url="https://acme.example/icon.svg", format="svg", width=64, height=64,
    aspect_ratio=1.0, has_transparency=True, single_color=False, colors=("#ff0000",), origin="declared", source="jsonld",
)  # fmt: skip
BRAND = Brand(
    domain="acme.example", queried_domain="www.acme.example", url="https://acme.example/", name="Acme",
    resolved_at="2026-01-01T00:00:00Z", confidence=0.9, primary_logo=LOGO, primary_color="#ff0000", logos=(LOGO,),
    colors=(Color(hex="#ff0000", role="primary", rank=1, on_color="#111111", contrast_on_white=4.0, origin="harvested",
                  source="logo-pixels"),),
    sources=Sources(name=FieldSource(origin="declared", source="jsonld", url="https://acme.example/")),
)  # fmt: skip


def test_record_is_written_in_camel_case_with_the_source_of_each_value() -> None:
    written = dump(BRAND)

    assert written["queriedDomain"] == "www.acme.example"
    assert written["primaryLogo"]["sourceUrl"] == "https://acme.example/icon.svg"
    assert written["sources"]["name"] == {"origin": "declared", "source": "jsonld", "url": "https://acme.example/"}
    assert written["sources"]["slogan"] is None
    assert {"origin", "source"} <= written["colors"][0].keys() & written["logos"][0].keys()


def test_stored_record_is_read_back_unchanged() -> None:
    assert dump(load(Brand, dump(BRAND))) == dump(BRAND)
