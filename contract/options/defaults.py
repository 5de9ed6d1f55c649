"""Default options of a workspace: what its calls get for page options that they omit.

They hold where pages are scraped: for scrapes and lists of images, and for `scrapeOptions` of crawls, batches and searches.
An option that a call names, null included, is the call's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from contract.declare import wire_name
from contract.options.page import FetchOptions, ReadingOptions

# Options that cannot contradict another one, cost nothing more, and are not secret.
NAMES = (
    "onlyMainContent", "blockAds", "includeLinks", "preferStructure", "removeBase64Images", "renderJs", "timeout", "location",
    "maxAge",
)  # fmt: skip
_GROUP = "scrapeOptions"


def fill(cls: type, body: dict[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a call with options of the class `cls`, completed with default options."""
    names = {wire_name(declared) for declared in fields(cls)}
    if issubclass(cls, (ReadingOptions, FetchOptions)):
        return _merged({name: value for name, value in defaults.items() if name in names}, body)
    group = {} if body.get(_GROUP) is None else body[_GROUP]
    if defaults and _GROUP in names and isinstance(group, dict):
        return {**body, _GROUP: _merged(defaults, group)}
    return body


def _merged(defaults: Mapping[str, Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent, with the defaults of what was not. Of a group, such as `location`, each option counts for itself."""
    merged = {**defaults, **sent}
    for name, value in defaults.items():
        if isinstance(value, dict) and isinstance(merged[name], dict):
            merged[name] = {**value, **merged[name]}
    return merged
