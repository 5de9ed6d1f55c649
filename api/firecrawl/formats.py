"""Firecrawl's `formats`: names and objects with options, as formats and operations of ours.

To add a format: to `_SCRAPED` if a scrape of ours has it under the same name, otherwise a field of `Formats` and its operation
in `scraping`. A format that is in neither is refused by name: clients read a missing member of a document as None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.firecrawl.failures import bad_request

_SCRAPED = ("markdown", "html", "rawHtml", "links", "images", "summary")
_PER_PAGE_ONLY = ("screenshot", "branding")
_ATTRIBUTES = "attributes"
# The format of calls that need none.
_SMALLEST = "links"
_FULL_PAGE = "screenshot@fullPage"


@dataclass(frozen=True, kw_only=True)
class Formats:
    """What a document must contain.

    Attributes:
        scraped: the formats of a scrape of ours. Empty when only other operations are needed.
        json_options: the options of `json`, if it is among them.
        json_name: its name in the document: `extract` in old calls.
        attributes: the selectors of `attributes`; None without that format.
        screenshot: the options of the screenshot; None without one.
    """

    scraped: tuple[str, ...]
    json_options: dict[str, Any] | None
    json_name: str
    attributes: list[Any] | None
    screenshot: Mapping[str, Any] | None
    branding: bool

    @property
    def is_scraped(self) -> bool:
        """Whether a scrape of ours has one of the formats."""
        return bool(self.scraped or self.attributes)

    def sent(self) -> dict[str, Any]:
        """The formats as options of a scrape of ours, which needs at least one."""
        options: dict[str, Any] = {"formats": list(self.scraped) or [_SMALLEST]}
        if self.json_options is not None:
            options["jsonOptions"] = self.json_options
        if self.attributes is not None:
            options["attributes"] = self.attributes
        return options

    def only_requested(self, document: dict[str, Any]) -> dict[str, Any]:
        """The document without a format that was sent only because a scrape needs one."""
        return document if self.scraped else {name: value for name, value in document.items() if name != _SMALLEST}


def read(given: Any, body: Mapping[str, Any], *, many_pages: bool = False) -> Formats:
    """The formats of a call. `body` has the options of `json` beside them in version 1.

    Raises:
        Refused: a format is unknown, or crawls, batches and searches do not have it (`many_pages`).
    """
    named = _named(given)
    json_name = "extract" if "extract" in named else "json"
    for name in named:
        if name not in (*_SCRAPED, *_PER_PAGE_ONLY, _ATTRIBUTES, json_name):
            raise bad_request("formats", f"{name[:50]} is not a format of this service")
        if many_pages and name in _PER_PAGE_ONLY:
            raise bad_request(
                "formats", f"{name} is a format of single scrapes only: crawl, batch and search have none"
            )
    scraped = tuple(name for name in _SCRAPED if name in named)
    json_options = None
    if json_name in named:
        scraped += ("json",)
        json_options = _json_options({**_beside(body, json_name), **named[json_name]})
    return Formats(
        scraped=scraped, json_options=json_options, json_name=json_name, screenshot=named.get("screenshot"),
        attributes=_selectors(named[_ATTRIBUTES]) if _ATTRIBUTES in named else None,
        branding="branding" in named,
    )  # fmt: skip


def _named(given: Any) -> dict[str, Mapping[str, Any]]:
    """The formats by name, each with its options."""
    if given is None:
        return {"markdown": {}}
    if not isinstance(given, list):
        raise bad_request("formats", "must be a list")
    named: dict[str, Mapping[str, Any]] = {}
    for each in given:
        options: Mapping[str, Any] = {"type": each} if isinstance(each, str) else each
        if not isinstance(options, Mapping) or not isinstance(options.get("type"), str):
            raise bad_request("formats", "must contain names, or objects with a type")
        if options["type"] == _FULL_PAGE:
            options = {"type": "screenshot", "fullPage": True}
        named[options["type"]] = options
    return named


def _selectors(given: Mapping[str, Any]) -> list[Any]:
    """The selectors of `attributes`."""
    selectors = given.get("selectors")
    if not isinstance(selectors, list) or not selectors:
        raise bad_request("formats", "attributes needs selectors: a list of objects with selector and attribute")
    known = ("selector", "attribute")
    return [
        {name: each[name] for name in known if name in each} if isinstance(each, Mapping) else each
        for each in selectors
    ]


def _beside(body: Mapping[str, Any], json_name: str) -> Mapping[str, Any]:
    """The options of `json` beside the formats, as version 1 has them."""
    options = body.get("jsonOptions") or (body.get("extract") if json_name == "extract" else None)
    return options if isinstance(options, Mapping) else {}


def _json_options(given: Mapping[str, Any]) -> dict[str, Any]:
    prompts = [given[name] for name in ("systemPrompt", "prompt") if isinstance(given.get(name), str) and given[name]]
    options: dict[str, Any] = {"prompt": "\n\n".join(prompts)} if prompts else {}
    return options if given.get("schema") is None else {**options, "schema": given["schema"]}
