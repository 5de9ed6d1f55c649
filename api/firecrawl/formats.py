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
_TRACKING = "changeTracking"
# How a page is compared. Without a mode, only whether it changed is reported.
GIT_DIFF, JSON = "git-diff", "json"
_MODES = (GIT_DIFF, JSON)
# The format of calls that need none.
_SMALLEST = "links"
_FULL_PAGE = "screenshot@fullPage"


@dataclass(frozen=True, kw_only=True)
class Tracking:
    """The format `changeTracking`: how a page is compared with its last visit.

    Attributes:
        json_options: the schema and the prompt of the values that are compared in the mode `json`.
        tag: the caller's word for this history of the page.
    """

    modes: tuple[str, ...] = ()
    json_options: dict[str, Any] | None = None
    tag: str = ""

    @property
    def compare(self) -> tuple[str, ...]:
        """What is compared, in our words."""
        text = ("markdown",) if GIT_DIFF in self.modes or JSON not in self.modes else ()
        return (*text, *(("json",) if JSON in self.modes else ()))


@dataclass(frozen=True, kw_only=True)
class Formats:
    """What a document must contain.

    Attributes:
        scraped: the formats of a scrape of ours. Empty when only other operations are needed.
        json_options: the options of `json`, if it is among them.
        json_name: its name in the document: `extract` in old calls.
        attributes: the selectors of `attributes`; None without that format.
        screenshot: the options of the screenshot; None without one.
        tracking: the comparison with the last visit; None without one.
        unasked: the formats that are scraped only because the comparison needs them.
    """

    scraped: tuple[str, ...]
    json_options: dict[str, Any] | None
    json_name: str
    attributes: list[Any] | None
    screenshot: Mapping[str, Any] | None
    branding: bool
    tracking: Tracking | None = None
    unasked: tuple[str, ...] = ()

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
        if self.tracking is not None:
            # A stored copy would always be the same.
            options |= {"history": self.tracking.tag or _TRACKING, "maxAge": 0}
        return options

    def only_requested(self, document: dict[str, Any]) -> dict[str, Any]:
        """The document without formats that were sent only because a scrape or a comparison needs them."""
        unasked = self.unasked if self.scraped else (_SMALLEST,)
        return {name: value for name, value in document.items() if name not in unasked}


def read(given: Any, body: Mapping[str, Any], *, many_pages: bool = False) -> Formats:
    """The formats of a call. `body` has the options of `json` beside them in version 1.

    Raises:
        Refused: a format is unknown, or crawls, batches and searches do not have it (`many_pages`).
    """
    named = _named(given)
    json_name = "extract" if "extract" in named else "json"
    for name in named:
        if name not in (*_SCRAPED, *_PER_PAGE_ONLY, _ATTRIBUTES, _TRACKING, json_name):
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
    tracking = _tracking(named, body) if _TRACKING in named else None
    compared = () if tracking is None else _compared(tracking, json_options)
    unasked = tuple(name for name in compared if name not in scraped)
    if json_options is None and tracking is not None:
        json_options = tracking.json_options
    return Formats(
        scraped=scraped + unasked, json_options=json_options, json_name=json_name,
        attributes=_selectors(named[_ATTRIBUTES]) if _ATTRIBUTES in named else None,
        screenshot=named.get("screenshot"), branding="branding" in named, tracking=tracking, unasked=unasked,
    )  # fmt: skip


def _compared(tracking: Tracking, json_options: dict[str, Any] | None) -> tuple[str, ...]:
    """The formats that a comparison with the last visit needs."""
    if JSON not in tracking.modes:
        return ("markdown",)
    if json_options not in (None, tracking.json_options):
        raise bad_request("formats", f"json and {_TRACKING} must have the same schema and prompt")
    return ("markdown", "json")


def tracking_of(given: Any, body: Mapping[str, Any]) -> Tracking:
    """How the pages of a monitor with these formats are compared: their text, or the values of a schema.

    Raises:
        Refused: the format `changeTracking` has options that are not valid.
    """
    named = _named(given)
    if _TRACKING in named:
        return _tracking(named, body)
    if "json" not in named:
        return Tracking()
    return Tracking(modes=(JSON,), json_options=_json_options({**_beside(body, "json"), **named["json"]}))


def _tracking(named: Mapping[str, Mapping[str, Any]], body: Mapping[str, Any]) -> Tracking:
    beside = body.get("changeTrackingOptions")  # as version 1 has them
    options = {**(beside if isinstance(beside, Mapping) else {}), **named[_TRACKING]}
    modes = options.get("modes") or []
    if not isinstance(modes, list) or not set(map(str, modes)) <= set(_MODES):
        raise bad_request("formats", f"the modes of {_TRACKING} must be a list of {' and '.join(_MODES)}")
    tag = options.get("tag") or ""
    if not isinstance(tag, str):
        raise bad_request("formats", f"the tag of {_TRACKING} must be a text")
    json_options = None
    if JSON in modes:
        json_options = _json_options(options) or _json_options({**_beside(body, "json"), **named.get("json", {})})
    return Tracking(modes=tuple(modes), json_options=json_options, tag=tag)


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
