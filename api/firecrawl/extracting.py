"""`/extract`: a background extract, and its result as one merged object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from api.firecrawl import page_options
from api.firecrawl.call import Call
from api.firecrawl.failures import bad_request
from api.firecrawl.page_options import url_of
from contract.operations import EXTRACT

_WORDS = {"waiting": "processing", "active": "processing"}


async def start(call: Call) -> dict[str, Any]:
    """The acknowledgement of an extract."""
    given = call.body
    page_options.require_no_leak(given)
    urls = given.get("urls") or []
    if not isinstance(urls, list):
        raise bad_request("urls", "must be a list")
    options: dict[str, Any] = {"urls": [url_of(url) for url in urls], "async": True}
    prompts = [given[name] for name in ("systemPrompt", "prompt") if isinstance(given.get(name), str) and given[name]]
    if prompts:
        options["prompt"] = "\n\n".join(prompts)
    if given.get("schema"):
        options["schema"] = given["schema"]
    if given.get("enableWebSearch") or not urls:
        options["enableWebSearch"] = True
    if given.get("showSources"):
        options["showSources"] = True
    if given.get("webhook"):
        raise bad_request("webhook", "is not possible for an extract: read its status")
    for name in ("scrapeOptions", "allowExternalLinks", "agent"):
        if given.get(name):
            call.warn(f"{name} was ignored: an extract has no such option here.")
    page_options.require_no_leak(_options_of_pages(given))
    page_options.require_cache_use(_options_of_pages(given), "extracts")
    job_id = (await call.run(EXTRACT, options))["jobId"]
    return {"success": True, "id": job_id, "urlTrace": [], **call.warning()}


def _options_of_pages(given: Mapping[str, Any]) -> Mapping[str, Any]:
    options = given.get("scrapeOptions")
    return options if isinstance(options, Mapping) else {}


async def status(call: Call) -> dict[str, Any]:
    """The status of an extract; when it is completed, with one object that has the data of all its pages."""
    found = await call.get(call.path_of(EXTRACT))
    body: dict[str, Any] = {"success": True, "status": _WORDS.get(found["status"], found["status"])}
    if error := found.get("error"):
        body |= {"success": False, "error": error["message"]}
    if result := found.get("data"):
        pages = [page for page in result["results"] if page["data"]]
        body["data"] = merged(page["data"] for page in pages)
        body |= {"creditsUsed": result["usage"]["creditsUsed"], "tokensUsed": 0}
        if result.get("sources") is not None:
            body["sources"] = _sources(pages)
        failed = [f"{page['url']}: {page['error']}" for page in result["results"] if page["error"]]
        if warning := " ".join(filter(None, [result.get("warning"), *failed])):
            body["warning"] = warning
    return body


def merged(objects: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """One object: of a value the first that is not null, of lists all different entries, of objects the same again."""
    whole: dict[str, Any] = {}
    for each in objects:
        for name, value in each.items():
            present = whole.get(name)
            if isinstance(present, list) and isinstance(value, list):
                whole[name] = present + [entry for entry in value if entry not in present]
            elif isinstance(present, dict) and isinstance(value, dict):
                whole[name] = merged((present, value))
            elif present is None:
                whole[name] = value
    return whole


def _sources(pages: list[dict[str, Any]]) -> dict[str, list[str]]:
    """By name of a value, the pages that have it."""
    names = dict.fromkeys(name for page in pages for name in page["data"])
    return {name: [page["url"] for page in pages if page["data"].get(name) is not None] for name in names}
