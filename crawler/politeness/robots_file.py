"""One robots.txt: its rules for this crawler, its Crawl-delay, and the sitemaps that it names.

Parsing and matching take bounded time for any file: a site may have tens of thousands of rules.
"""

from __future__ import annotations

import re
from typing import Any

from protego import Protego
from protego._utils import _quote_path

from contract.results.page import UsageTerm
from extraction.declared.usage_terms import RobotsTerms
from extraction.links.robots_directives import AGENT

# RFC 9309: at least the first 500 KiB of a file count.
BYTES_MAX = 512_000
# Rules with wildcards are matched one by one.
WILDCARDS_MAX, WILDCARD_CHARS_MAX = 1_000, 500

_RULE = re.compile(r"\s*(?:(?P<disallow>d\w+w)|allow|crawl[\s-]delay)\b[\s:]*([^#]*)", re.I)
_AGENT = re.compile(r"\s*user[\s-]*agent\b[\s:]*([^#]*)", re.I)


def relevant_text(body: bytes) -> str:
    """The lines of a file that concern this crawler: the groups for it and for `*`, and the sitemaps.

    Only the first `BYTES_MAX` bytes count. A line that is cut there is left out.
    """
    counted = body[:BYTES_MAX]
    if len(body) > BYTES_MAX:
        counted = counted[: max(counted.rfind(b"\n"), counted.rfind(b"\r")) + 1]
    return _relevant_lines(counted.decode("utf-8-sig", "replace"))


class RobotsFile:
    """A parsed file. An empty text allows every URL."""

    def __init__(self, text: str = "") -> None:
        parser = Protego.parse(text)
        self.delay_seconds = float(parser.crawl_delay(AGENT) or 0)
        self.sitemaps = list(parser.sitemaps)
        self._terms = RobotsTerms(text, AGENT.lower())
        found = parser._get_matching_rule_set(AGENT)
        # The strictest match comes first. Of two rules with the same path, the one that allows it counts.
        rules = found._rules if found else []
        self._wildcards = [rule for rule in rules if _has_wildcard(rule)]
        self._prefixes = {
            rule.value._pattern: rule.field == "allow" for rule in reversed(rules) if not _has_wildcard(rule)
        }
        self._lengths = sorted({len(prefix) for prefix in self._prefixes}, reverse=True)

    def usage_terms(self, url: str) -> tuple[UsageTerm, ...]:
        """What the file says about how the content of a URL may be used."""
        return self._terms.of(_quote_path(url))

    def allows(self, url: str) -> bool:
        """Whether the longest rule that matches the URL allows it."""
        path = _quote_path(url)
        if path == "/robots.txt":
            return True
        prefix = next((path[:n] for n in self._lengths if n <= len(path) and path[:n] in self._prefixes), "")
        by_prefix = self._prefixes.get(prefix, True)
        for rule in self._wildcards:
            if rule.value.priority < len(prefix):
                break
            if rule.value.match(path):
                return rule.field == "allow" or (by_prefix and rule.value.priority == len(prefix))
        return by_prefix


def _has_wildcard(rule: Any) -> bool:
    return bool(rule.value._contains_asterisk or rule.value._contains_dollar)


def _relevant_lines(text: str) -> str:
    """The relevant lines of a text. The parser keeps the rules of every group."""
    lines, wildcards, ours, between = [], 0, False, False
    for line in text.splitlines():
        if found := _AGENT.match(line):
            name = found[1].strip().partition("/")[0].lower()
            mine = name in ("", "*", AGENT.lower())
            ours, between = mine or (ours and not between), False
            line = f"User-agent: {name if mine else 'others'}"
        elif found := _RULE.match(line):
            between = True
            if not ours:
                continue
            if "*" in found[2] or "$" in found[2]:
                wildcards += 1
                if wildcards > WILDCARDS_MAX or len(line) > WILDCARD_CHARS_MAX:
                    line = _without_wildcards(found)
        lines.append(line)
    return "\n".join(lines)


def _without_wildcards(rule: re.Match[str]) -> str:
    """A rule without wildcards that replaces one with them. It disallows the same and more, but not the whole site."""
    start = re.split(r"[*$]", rule[2].strip(), maxsplit=1)[0]
    return f"Disallow: {start}" if rule["disallow"] and len(start) > 1 else ""
