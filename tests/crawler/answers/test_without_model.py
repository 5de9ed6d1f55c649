"""Without a language model, a page is answered as far as it answers the schema itself. The warning names the rest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.crawler.conftest import Bench
from tests.sites.site import Site

PAGE = """<!doctype html><html lang="en"><head><title>Acme Lamp</title><script type="application/ld+json">
{"@type": "Product", "name": "Acme Lamp", "sku": "AL-7", "offers": {"@type": "Offer", "price": "1299", "priceCurrency": "EUR"}}
</script></head><body><main><h1>Acme Lamp</h1><p>The Acme Lamp lights workshops of shipbuilders along the northern coast.
Its frame is folded from recycled steel.</p></main></body></html>"""


def schema(*names: str, required: tuple[str, ...] = ()) -> dict[str, Any]:
    rules = {name: {"type": "number"} if name == "price" else {"type": "string"} for name in names}
    return {"type": "object", "properties": rules, **({"required": list(required)} if required else {})}


@pytest.fixture
def url(site: Site) -> str:
    site.put("/lamp", PAGE, kind="text/html; charset=utf-8")
    return site.url("/lamp")


@pytest.mark.parametrize("required", [(), ("name",)])
def test_declared_schema_is_answered(open_engine: Bench, url: str, required: tuple[str, ...]) -> None:
    requested = schema("name", "sku", "price", required=required)

    data = open_engine.run(url, formats=["json"], jsonOptions={"schema": requested})["data"]

    assert data["json"] == {"name": "Acme Lamp", "sku": "AL-7", "price": 1299} and "warning" not in data


def test_optional_properties_may_be_missing(open_engine: Bench, url: str) -> None:
    requested = schema("name", "keeper", required=("name",))

    data = open_engine.run(url, formats=["json"], jsonOptions={"schema": requested})["data"]

    assert data["json"] == {"name": "Acme Lamp"}
    assert "does not declare keeper" in data["warning"] and "ORBWEAVER_LLM_BASE_URL" in data["warning"]


def test_missing_required_property_does_not_cost_the_rest(open_engine: Bench, url: str) -> None:
    requested = schema("name", "keeper", "price", required=("keeper",))

    data = open_engine.run(url, formats=["json"], jsonOptions={"schema": requested})["data"]

    assert data["json"] == {"name": "Acme Lamp", "price": 1299} and "keeper" in data["warning"]


@pytest.mark.parametrize(
    ("options", "stated"),
    [
        ({"formats": ["json"], "jsonOptions": {"schema": schema("keeper")}}, "does not declare keeper"),
        ({"formats": ["json"], "jsonOptions": {"prompt": "Who keeps it?"}}, "prompt without a schema"),
        ({"formats": ["summary", "markdown"]}, "summary"),
    ],
)
def test_other_questions_fail_and_name_the_settings(
    open_engine: Bench, url: str, options: dict[str, Any], stated: str
) -> None:
    error = open_engine.run(url, **options)["error"]

    assert error["code"] == "SERVICE_UNAVAILABLE" and stated in error["message"]
    assert "set ORBWEAVER_LLM_BASE_URL and ORBWEAVER_LLM_MODEL" in error["message"]
