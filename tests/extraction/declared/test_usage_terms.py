"""What sites say about how their content may be used."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import UsageTerm
from extraction import page
from extraction.declared.usage_terms import TERMS_MAX, RobotsTerms, refused

ROBOTS = """License: https://example.com/license.xml
Content-Signal: search=yes
User-agent: *
Content-Signal: ai-train=no, search=yes
Content-Usage: /open/ train-ai=y
Content-Usage: train-ai=n
Content-Usage: /*.pdf$ train-ai=n;exp=1
Disallow: /private
User-agent: other
Content-Signal: ai-train=yes
"""


def shown(terms: tuple[UsageTerm, ...] | None) -> list[tuple[str, str, str]]:
    return [(term.name, term.value, term.source) for term in terms or ()]


def test_headers_and_head_are_reported(capture: Callable[..., PageCapture]) -> None:
    made = capture(
        '<head><meta name="TDM-Reservation" content="1"><meta name="tdm-policy" content="https://example.com/policy">'
        '<link rel="license" type="application/rsl+xml" href="/rsl.xml"><link rel="license" href="/cc"></head><p>Text.</p>'
    )
    headers = (
        ("content-usage", "train-ai=n,  search=y"), ("tdm-reservation", "1"), ("x-other", "1"),
        ("link", '</style.css>; rel="preload", </own.xml>; rel="license"; type="application/rsl+xml"'),
    )  # fmt: skip
    made = PageCapture(**{**made.__dict__, "headers": (*made.headers, *headers)})

    assert shown(page.read(made, ReadingOptions()).metadata.usage_terms) == [
        ("Content-Usage", "train-ai=n, search=y", "header"),
        ("TDM-Reservation", "1", "header"),
        ("License", "https://www.example.com/own.xml", "header"),
        ("TDM-Reservation", "1", "html"),
        ("TDM-Policy", "https://example.com/policy", "html"),
        ("License", "https://www.example.com/rsl.xml", "html"),
    ]
    assert page.read(capture("<p>Text.</p>"), ReadingOptions()).metadata.usage_terms is None


@pytest.mark.parametrize(
    ("path", "usage"),
    [("/", "train-ai=n"), ("/open/a", "train-ai=y"), ("/a.pdf", "train-ai=n;exp=1"), ("/a.pdf?b", "train-ai=n")],
)
def test_robots_txt_has_terms_by_group_and_path(path: str, usage: str) -> None:
    license_ = ("License", "https://example.com/license.xml", "robots.txt")

    assert shown(RobotsTerms(ROBOTS, "orbweaver").of(path)) == [
        ("Content-Signal", "ai-train=no, search=yes", "robots.txt"), ("Content-Usage", usage, "robots.txt"), license_,
    ]  # fmt: skip
    assert shown(RobotsTerms(ROBOTS, "other").of(path)) == [("Content-Signal", "ai-train=yes", "robots.txt"), license_]
    assert RobotsTerms("User-agent: a\nDisallow: /\nUser-agent: *\nContent-Signal: search=no", "a").of("/") == ()


def test_terms_of_a_hostile_robots_txt_are_few() -> None:
    """Names of groups, statements and licences, each repeated: what is stored does not grow with their product."""
    names, statements = 2_000, 2_000
    stored = RobotsTerms(
        "".join(f"User-agent: {name}\n" for number in range(names) for name in ("orbweaver", "*", f"bot{number}"))
        + "Content-Usage: train-ai=n\n" * statements
        + "License: https://example.com/l.xml\n" * statements,
        "orbweaver",
    )

    assert {name: len(stated) for name, stated in stored._groups.items()} == {"orbweaver": TERMS_MAX, "*": TERMS_MAX}
    assert len(stored._licenses) == TERMS_MAX and len(stored.of("/")) == 2 * TERMS_MAX


@pytest.mark.parametrize(
    ("name", "value", "uses"),
    [
        ("Content-Signal", "search=yes, ai-train=no", {"ai-train"}),
        ("Content-Usage", "train-ai=n;exp=1, search=n", {"ai-train", "search"}),
        ("Content-Signal", "ai-input=NO", {"ai-input"}),
        ("Content-Usage", "train-ai=y", set()),
        ("Content-Usage", "train-ai", set()),
        ("TDM-Reservation", "1", {"tdm"}),
        ("TDM-Reservation", "0", set()),
        ("License", "ai-train=no", set()),
    ],
)
def test_only_what_a_site_refuses_counts(name: str, value: str, uses: set[str]) -> None:
    term = UsageTerm(name=name, value=value, source="header")

    assert {use for use in ("ai-train", "ai-input", "search", "tdm") if refused([term], [use])} == uses
