"""The documented examples of brands, logos, styleguides and screenshots: the running service gives the answers that they show."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import Engine, text

from api.openapi.finishing import EXAMPLES
from tests.journeys.test_examples import Agrees, agrees  # noqa: F401 (used as a fixture)
from tests.journeys.test_logo import no_brands  # noqa: F401 (used as a fixture)
from tests.service import Client
from tests.sites.brands import ICON, WORDMARK
from tests.sites.site import Site

HOME = """<!doctype html><html lang="en"><head><title>Acme | Gauges for boilers and pipes</title>
<meta name="description" content="Gauges for boilers and pipes."><meta property="og:site_name" content="Acme">
<link rel="icon" type="image/svg+xml" href="/icon.svg"><script type="application/ld+json">{"@context": "https://schema.org",
"@type": "Organization", "name": "Acme", "legalName": "Acme Ltd", "slogan": "Under control.",
"sameAs": ["https://www.linkedin.com/company/acme-example"]}</script>
<style>body{margin:0;font:16px/1.5 Arial;background:#fff;color:#222}h1{font-size:40px;line-height:48px}.card{background:#f4f4f5;
border-radius:12px;padding:24px;box-shadow:0 1px 2px rgba(0,0,0,.1)}.btn{background:#dd2222;color:#fff;border:0;border-radius:6px;
padding:8px 16px;font:600 16px Arial}</style></head><body><header><a href="/">
<img src="/logo.svg" alt="Acme" width="200" height="50"></a></header>
<main><h1>Gauges</h1>
<div class="card"><p>Acme makes gauges for boilers and pipes of all sizes.</p>
<a class="btn btn-primary" href="/order">Order</a></div></main></body></html>"""


@pytest.fixture
def pages(site: Site) -> Site:
    """The site of these examples: a company's."""
    site.put("/", HOME, kind="text/html; charset=utf-8")
    for path, svg in (("/icon.svg", ICON), ("/logo.svg", WORDMARK)):
        site.put(path, svg, kind="image/svg+xml")
    return site


@pytest.fixture(autouse=True)
def no_lookups(no_brands: None, database: Engine) -> None:  # noqa: F811 (the fixture)
    """All sites have the same host, so what other tests stored is removed."""
    with database.begin() as connection:
        connection.execute(text("DELETE FROM styleguide"))


def as_domain(body: Any, site: Site) -> Any:
    """The body with the host in place of the test's URL, which has a port, and without signatures."""
    written = json.dumps(body).replace(f'"queriedDomain": "{site.base}"', '"queriedDomain": "example.com"')
    host = site.base.removeprefix("http://")
    for before in ('"domain": "', "/logo/"):
        written = written.replace(before + host, before + "example.com")
    return json.loads(re.sub(r"ow_url_[\w.-]+", "ow_url_\u2026", written))


def asked(client: Client, operation: str, path: str, site: Site) -> tuple[int, Any]:
    """Status and body of the answer to an example's query, about the test's site."""
    query = {**EXAMPLES[operation]["query"]}
    if "domain" in query:
        query["domain"] = site.base
    answer = client.get(f"{path}?{urlencode(query)}")
    return answer.status_code, as_domain(answer.json(), site)


def test_brand_lookups_are_answered_as_documented(client: Client, pages: Site, agrees: Agrees) -> None:  # noqa: F811
    agrees("getBrand", *asked(client, "getBrand", "/v1/web/brand", pages))
    agrees("getBrandLogo", *asked(client, "getBrandLogo", "/v1/web/brand/logo", pages))
    agrees("searchBrands", *asked(client, "searchBrands", "/v1/web/brand/search", pages))


def test_brand_batch_is_answered_as_documented(client: Client, pages: Site, agrees: Agrees) -> None:  # noqa: F811
    domains = [name.replace("example.com", pages.base) for name in EXAMPLES["getBrands"]["request"]["domains"]]

    answer = client.post("/v1/web/brand", {"domains": domains})

    agrees("getBrands", answer.status_code, as_domain(answer.json(), pages))


def test_styleguide_is_answered_as_documented(
    client: Client, pages: Site, agrees: Agrees, browser: str  # noqa: F811
) -> None:  # fmt: skip
    agrees("getStyleguide", *asked(client, "getStyleguide", "/v1/web/styleguide", pages))


def test_screenshot_is_answered_as_documented(
    client: Client, pages: Site, agrees: Agrees, browser: str  # noqa: F811
) -> None:  # fmt: skip
    answer = client.post("/v1/web/screenshot", {**EXAMPLES["takeScreenshot"]["request"], "url": pages.url("/")})

    body = answer.json()
    # The document shows only the first bytes of the image.
    begin = EXAMPLES["takeScreenshot"]["answers"]["200"]["data"]["image"].rstrip("=")
    assert body["data"]["image"].startswith(begin)
    body["data"]["image"] = f"{begin}="
    agrees("takeScreenshot", answer.status_code, body)
