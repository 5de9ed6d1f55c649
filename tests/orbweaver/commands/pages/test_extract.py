"""`orbweaver extract` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.orbweaver.command_output import Run, failed
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site

SCHEMA = json.dumps({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]})
PRODUCT = '<script type="application/ld+json">{"@type": "Product", "name": "Oak chair"}</script>'


def put(site: Site, path: str) -> str:
    site.put(
        path,
        f"<html><head>{PRODUCT}</head><body><main><h1>Oak chair</h1>{PARAGRAPHS}</main></body></html>",
        kind="text/html",
    )
    return site.url(path)


def test_data_is_printed_line_by_line_and_failures_to_standard_error(
    orbweaver: Run, site: Site, tmp_path: Path
) -> None:
    (tmp_path / "product.json").write_text(SCHEMA)
    url, missing = put(site, "/a"), site.url("/missing")
    requested = ("--schema", str(tmp_path / "product.json"), "--show-confidence")

    done = orbweaver("extract", url, missing, *requested, ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")

    [line] = map(json.loads, done.stdout.splitlines())
    assert line["url"] == url and line["data"] == {"name": "Oak chair"} and line["fields"]["name"]["evidence"]
    assert line.keys() == {"url", "data", "fields"}
    assert f"{missing}: The origin returned HTTP 404." in done.stderr and done.returncode == 0


def test_whole_result_is_one_json_object(orbweaver: Run, site: Site) -> None:
    done = orbweaver(
        "extract", put(site, "/a"), "--schema", SCHEMA, "--show-sources", "--merge-entities", "--json",
        ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8",
    )  # fmt: skip

    result = json.loads(done.stdout)
    assert result["sources"] == [site.url("/a")] and result["collection"][0]["data"] == {"name": "Oak chair"}


def test_bad_schemas_are_reported_without_a_fetch(orbweaver: Run, tmp_path: Path) -> None:
    (tmp_path / "text.json").write_text("{oops")
    for given, message in (
        (str(tmp_path / "none.json"), "cannot be read: No such file or directory"),
        (str(tmp_path / "text.json"), "schema: is not valid JSON"),
        ('{"$ref": "http://127.0.0.1/"}', "schema.$ref: must be a local reference"),
    ):
        answer = orbweaver("extract", "https://example.com/", "--schema", given, "--json")

        code, shown = failed(answer)
        assert code == "VALIDATION_ERROR" and message in shown
