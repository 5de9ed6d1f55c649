"""What a call of Firecrawl's monitors asks for, as options of our watches.

A watch has one kind of targets. Whatever would watch something else than was asked is refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from api.firecrawl import formats, jobs, page_options, schedule_text, webhook_form
from api.firecrawl.call import Call
from api.firecrawl.failures import bad_request
from api.firecrawl.page_options import url_of
from contract import limits
from contract.firecrawl import webhook

_WITHOUT_EFFECT = {
    "goal": "goal was ignored: every change that a reader would notice is reported.",
    "judgeEnabled": "judgeEnabled was ignored: no language model judges changes.",
}
_SEARCH_IGNORED = ("searchWindow", "maxResults")
_SEARCH_REFUSED = ("includeDomains", "excludeDomains")


def common(call: Call) -> dict[str, Any]:
    """Our options of what can be set and changed: name, status, schedule, e-mail. The webhook is apart."""
    given = call.body
    for name, sentence in _WITHOUT_EFFECT.items():
        if given.get(name):
            call.warn(sentence)
    days = given.get("retentionDays")
    if days is not None and days != call.watch_days:
        call.warn(f"retentionDays was ignored: the operator has set {call.watch_days} days.")
    options = {name: given[name] for name in ("name", "status") if given.get(name) is not None}
    if given.get("schedule") is not None:
        options["schedule"] = _schedule(given["schedule"])
    if given.get("notification") is not None:
        options["emails"] = _emails(call, given["notification"])
    return options


def _schedule(given: Any) -> dict[str, Any]:
    if isinstance(given, str):
        given = {"text": given}
    if not isinstance(given, Mapping):
        raise bad_request("schedule", "must be a JSON object with cron or text")
    cron, text = given.get("cron"), given.get("text")
    if (cron is None) == (text is None):
        raise bad_request("schedule", "must have cron or text, and not both")
    if cron is None and not isinstance(text, str):
        raise bad_request("schedule", "text must be a text")
    schedule = schedule_text.schedule_of(str(text)) if cron is None else {"cron": cron}
    zone = given.get("timezone")
    return schedule if zone is None else {**schedule, "timeZone": zone}


def _emails(call: Call, given: Any) -> list[Any]:
    """The receivers of e-mail. Dify sends one address instead of an object."""
    if not isinstance(given, Mapping):
        raise bad_request("notification", "must be a JSON object")
    email = given.get("email")
    if isinstance(email, str):
        return [email] if email.strip() else []
    if not isinstance(email, Mapping) or not email.get("enabled"):
        return []
    recipients = email.get("recipients") or []
    if not isinstance(recipients, list):
        raise bad_request("notification", "recipients must be a list")
    if not recipients:
        call.warn("notification has no recipients, so no e-mail is sent.")
    return recipients


def webhook_of(given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """(our option `webhook`, what is stored beside it so that its events have Firecrawl's form)."""
    hook, form = webhook_form.read(given, webhook.MONITOR_EVENTS)
    option = {"url": hook.get("url")}
    return {**option, **({"headers": hook["headers"]} if hook.get("headers") else {})}, form


def watched(call: Call, given: Any) -> dict[str, Any]:
    """Our options of what is watched and compared.

    Raises:
        Refused: it cannot be one watch.
    """
    if not isinstance(given, list) or not given or not all(isinstance(each, Mapping) for each in given):
        raise bad_request("targets", "must be a list of JSON objects")
    kinds = {str(each.get("type"))[:50] for each in given}
    if len(kinds) > 1:
        raise bad_request("targets", f"{' and '.join(sorted(kinds))} cannot be in one monitor: create one for each")
    [kind] = kinds
    if kind == "scrape":
        return _pages(call, given)
    if kind not in ("crawl", "search"):
        raise bad_request("targets", f"type {kind} is not scrape, crawl or search")
    if len(given) > 1:
        raise bad_request("targets", f"can have one target of type {kind}: create a monitor for each")
    return _site(call, given[0]) if kind == "crawl" else _search(call, given[0])


def _pages(call: Call, targets: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    urls: list[Any] = []
    for each in targets:
        found = each.get("urls") or ([each["url"]] if each.get("url") else [])
        if not isinstance(found, list) or not found:
            raise bad_request("targets", "urls must be a list of URLs")
        urls += map(url_of, found)
    first = targets[0].get("scrapeOptions") or {}
    if any((each.get("scrapeOptions") or {}) != first for each in targets):
        raise bad_request("targets", "must have the same scrapeOptions: create a monitor for each")
    compare, options = _comparison(call, first)
    return {"urls": list(dict.fromkeys(map(str, urls))), "compare": compare, "scrapeOptions": options}


def _site(call: Call, target: Mapping[str, Any]) -> dict[str, Any]:
    crawl = target.get("crawlOptions") or {}
    if not isinstance(crawl, Mapping):
        raise bad_request("crawlOptions", "must be a JSON object")
    page = target.get("scrapeOptions") or crawl.get("scrapeOptions") or {}
    compare, options = _comparison(call, page)
    site = jobs.crawl_options(call, {**crawl, "url": target.get("url")}, limit_max=limits.WATCH_SITE_PAGES_MAX)
    return {"site": {**site, "scrapeOptions": options}, "compare": compare}


def _search(call: Call, target: Mapping[str, Any]) -> dict[str, Any]:
    queries = target.get("queries")
    if not isinstance(queries, list) or len(queries) != 1:
        raise bad_request("targets", "queries must be a list with one query: create a monitor for each")
    for name in _SEARCH_REFUSED:
        if target.get(name):
            raise bad_request("targets", f"{name} cannot be set for a search that is watched")
    for name in _SEARCH_IGNORED:
        if target.get(name):
            call.warn(f"{name} was ignored: the first results of the search are compared.")
    return {"query": queries[0]}


def _comparison(call: Call, page: Any) -> tuple[list[str], dict[str, Any]]:
    """What is compared of each page, and our options of a page."""
    if not isinstance(page, Mapping):
        raise bad_request("scrapeOptions", "must be a JSON object")
    tracking = formats.tracking_of(page.get("formats"), page)
    options = page_options.of_page(call, page, many_pages=True)
    del options["maxAge"]  # A watch asks for each page again.
    if tracking.json_options is not None:
        options["jsonOptions"] = tracking.json_options
    return list(tracking.compare), options
