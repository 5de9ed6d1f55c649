"""The search finds names, prefixes, misspellings and domains, best match first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Connection

from models.brands import name_search

HELD = {
    "stripe.com": "Stripe", "stripes.org": "Stripes Club", "spotify.com": "Spotify", "acme.com": "Acme Corporation",
    "acme-tools.de": "Acme Tools", "nestle.com": "Nestlé", "kakao.kr": "카카오", "bbc.co.uk": "British Broadcasting Corporation",
    "getpocket.com": "Pocket", "github.com": "GitHub", "gitlab.com": "GitLab", "booking.com": "Booking.com", "hp.com": "HP",
    "3m.com": "3M", "att.com": "AT&T", "coca-cola.com": "The Coca-Cola Company", "xn--mller-kva.de": "Müller", "ikea.com": "IKEA",
    "microsoft.com": "Microsoft", "sub.shop.example.org": "Harbour Shop", "hm.com": "H&M", "москва.рф": "Москва Метро",
}  # fmt: skip


@pytest.mark.parametrize(
    "query,first",
    [
        ("stripe", "stripe.com"),
        ("Stripe.com", "stripe.com"),
        ("stripes", "stripes.org"),
        ("spot", "spotify.com"),
        ("sp", "spotify.com"),
        ("spotfy", "spotify.com"),
        ("stirpe", "stripe.com"),
        ("acme corp", "acme.com"),
        ("acme tools", "acme-tools.de"),
        ("nestle", "nestle.com"),
        ("NESTLÉ", "nestle.com"),
        ("카카오", "kakao.kr"),
        ("bbc", "bbc.co.uk"),
        ("pocket", "getpocket.com"),
        ("broadcasting", "bbc.co.uk"),
        # Prefixes, also of one letter pair, of the domain, and of a later word.
        ("git", "github.com"),
        ("gitl", "gitlab.com"),
        ("mic", "microsoft.com"),
        ("hp", "hp.com"),
        ("ik", "ikea.com"),
        ("coca", "coca-cola.com"),
        ("cola", "coca-cola.com"),
        ("getp", "getpocket.com"),
        ("метро", "москва.рф"),
        # Typing errors: a letter missing, doubled, swapped, wrong, a space too many or too few.
        ("gihtub", "github.com"),
        ("gitlba", "gitlab.com"),
        ("mircosoft", "microsoft.com"),
        ("microsfot", "microsoft.com"),
        ("micro soft", "microsoft.com"),
        ("cocacola", "coca-cola.com"),
        ("bookng", "booking.com"),
        ("ikeaa", "ikea.com"),
        # Domains, with scheme, www, path, upper case, in Unicode; names with signs.
        ("https://github.com/about", "github.com"),
        ("www.gitlab.com", "gitlab.com"),
        ("BOOKING.COM", "booking.com"),
        ("shop.example.org", "sub.shop.example.org"),
        ("müller.de", "xn--mller-kva.de"),
        ("at&t", "att.com"),
        ("3m", "3m.com"),
        ("h&m", "hm.com"),
    ],
)
def test_best_match_comes_first(connection: Connection, hold: Callable[..., None], query: str, first: str) -> None:
    for domain, name in HELD.items():
        hold(domain, name)

    matches = name_search.find(connection, query, 10)

    assert matches[0].domain == first
    assert [match.score for match in matches] == sorted((match.score for match in matches), reverse=True)


@pytest.mark.parametrize("query", ["zzzz", "", "   ", "%_", "'; drop table brand"])
def test_no_match_is_an_empty_list(connection: Connection, hold: Callable[..., None], query: str) -> None:
    hold("acme.com", "Acme")

    assert name_search.find(connection, query, 10) == []


def test_limit_is_exact(connection: Connection, hold: Callable[..., None]) -> None:
    for number in range(5):
        hold(f"acme{number}.com", "Acme")

    assert len(name_search.find(connection, "acme", 3)) == 3
