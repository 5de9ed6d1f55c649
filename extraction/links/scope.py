"""Which addresses a crawl follows, and under which key two spellings of one page meet.

Pure, and asked for every link of every page: what it found out about an address it remembers for as long as the scope
lives in its process.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from contract.patterns import compile_pattern
from extraction.links.normal_form import normalise
from extraction.links.sites import belongs, site_of

# What no crawl reads as a page. PDFs and plain texts are pages.
_NO_PAGES = frozenset(
    "7z aac apk avi avif bin bmp bz2 cab class css csv dat deb dll dmg doc docx eot eps exe flac flv gif gz ico img ipa iso jar "
    "jpeg jpg js m3u8 m4a m4v map mid mjs mkv mov mp3 mp4 mpeg mpg msi odp ods odt ogg ogv otf pkg png pps ppt pptx psd rar rpm "
    "svg swf tar tgz tif tiff torrent ttf wasm wav webm webmanifest webp wma wmv woff woff2 xls xlsx xz zip zst".split()
)
# Parameters that name a visit or a campaign, never a page.
_VISIT = re.compile(
    r"(?i)^(utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl|_hs\w+|hsctatracking|mkt_tok|"
    r"phpsessid|jsessionid|aspsessionid\w*|sessionid|session_id|sid|cfid|cftoken)$"
)
_PATH_SESSION = re.compile(r"(?i);(?:jsessionid|phpsessid|sid)=[^/?;]*")
_NUMBERS = re.compile(r"\d+")
_HEXADECIMAL = re.compile(r"(?i)(?<![a-z0-9])(?=[a-z]*\d)[0-9a-f]{8,}(?![a-z0-9])")
# Beyond these a path grows without end.
SEGMENTS_MAX = 24
REPEATS_MAX = 3
ADDRESS_MAX_CHARS = 2_000
REMEMBERED = 20_000


@dataclass(frozen=True)
class Place:
    """An address that a crawl may visit. `key` is 32 hexadecimal digits; `inside` tells whether it lies in the site."""

    url: str
    key: str
    host: str
    inside: bool = True


@dataclass(frozen=True)
class Scope:
    """What one crawl may visit.

    `landed` is where the start led, when that is known: a site that sends its visitors to `www` is still that site.
    """

    seed: str
    landed: str | None = None
    subdomains: bool = False
    external: bool = False
    ignore_query: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


class Follower:
    """A scope put to work."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        starts = [scope.seed, *([scope.landed] if scope.landed else [])]
        self._hosts = {_bare(host_of(url)) for url in starts}
        self._sites = {site_of(url) for url in starts}
        self._include = [compile_pattern(pattern) for pattern in scope.include]
        self._exclude = [compile_pattern(pattern) for pattern in scope.exclude]
        self._known: dict[str, Place | None] = {}

    def place(self, url: str) -> Place:
        """The address as a place, whether or not it is to be followed."""
        host = host_of(url)
        return Place(url, key_of(url, ignore_query=self._scope.ignore_query), host, self._inside(host))

    def follow(self, url: str) -> Place | None:
        """The place of a link, or None when the crawl does not go there. `url` is absolute, without fragment."""
        known = self._known.get(url, False)
        if known is not False:
            return known  # type: ignore[return-value]
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        found = self._known[url] = self._decide(url)
        return found

    def _decide(self, url: str) -> Place | None:
        if len(url) > ADDRESS_MAX_CHARS:
            return None
        try:
            place = self.place(url)
            parts = urlsplit(url)
            path, _ = parts.path, parts.port  # A port that is none is an error.
        except ValueError:
            return None
        if not (place.inside or self._scope.external) or not _is_page(path) or _endless(path):
            return None
        return place if self._wanted(url) else None

    def _inside(self, host: str) -> bool:
        if _bare(host) in self._hosts:
            return True
        return self._scope.subdomains and any(belongs(host, site) for site in self._sites)

    def _wanted(self, url: str) -> bool:
        path = url.split("/", 3)[3] if url.count("/") > 2 else ""
        path = "/" + path
        if any(pattern.search(path) for pattern in self._exclude):
            return False
        return not self._include or any(pattern.search(path) for pattern in self._include)


@lru_cache(maxsize=8)
def follower(scope: Scope) -> Follower:
    """The scope's follower, with what it remembers, shared by all pages that this process reads for it."""
    return Follower(scope)


def starting_places(urls: Iterable[str], *, ignore_query: bool = False) -> list[Place]:
    """Where a job begins: each page once, in order."""
    places: dict[str, Place] = {}
    for url in urls:
        key = key_of(url, ignore_query=ignore_query)
        places.setdefault(key, Place(url, key, host_of(url)))
    return list(places.values())


def host_of(url: str) -> str:
    """Host and port of an address, lower case, without the port that its scheme implies."""
    return urlsplit(normalise(url)).netloc.rpartition("@")[2]


def _bare(host: str) -> str:
    return host.removeprefix("www.")


def key_of(url: str, *, ignore_query: bool = False) -> str:
    """The key under which spellings of one page meet.

    http and https, the order of parameters, and parameters of visits and campaigns make no other page.
    """
    normal = normalise(url)
    head, _, query = normal.partition("?")
    head = _PATH_SESSION.sub("", head.partition("://")[2])
    if ignore_query or not query:
        query = ""
    else:
        query = "&".join(sorted(part for part in query.split("&") if not _VISIT.match(part.partition("=")[0])))
    return hashlib.blake2b(f"{head}?{query}".encode("utf-8", "replace"), digest_size=16).hexdigest()


def kind_of(url: str) -> str:
    """What addresses that a program counts up have in common: `/2024/05/17` and `/2024/05/18` are of one kind."""
    parts = urlsplit(url)
    names = ",".join(sorted(part.partition("=")[0] for part in parts.query.split("&")))
    return f"{parts.netloc}{_NUMBERS.sub('#', _HEXADECIMAL.sub('#', parts.path))}?{names}"


def rank_of(url: str, depth: int, of_its_kind: int) -> int:
    """When a page's turn comes, lowest first: near pages before far ones, and no kind of address before all others.

    `of_its_kind` is how many addresses of the kind the crawl met before: each 25 of them count like one more link away,
    so that a calendar without end waits behind the pages that it would starve.
    """
    deep = max(0, url.count("/") - 10)
    return min(30_000, depth + of_its_kind // 25 + deep)


def _is_page(path: str) -> bool:
    name = path.rpartition("/")[2]
    return "." not in name or name.rpartition(".")[2].lower() not in _NO_PAGES


def _endless(path: str) -> bool:
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) <= REPEATS_MAX:
        return False
    return len(segments) > SEGMENTS_MAX or any(segments.count(segment) > REPEATS_MAX for segment in set(segments))


def scope_of(options: Any, landed: str | None = None) -> Scope:
    """The scope of crawl options."""
    return Scope(
        seed=options.url,
        landed=landed,
        subdomains=options.allow_subdomains,
        external=options.allow_external_links,
        ignore_query=options.ignore_query_parameters,
        include=options.include_paths,
        exclude=options.exclude_paths,
    )
