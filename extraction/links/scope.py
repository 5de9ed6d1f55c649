"""Which URLs a crawl follows, and the key that different URLs of one page share.

Pure code. It runs for every link of every page, so decisions are cached per scope in each process.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from contract.options.batch import JobOptions
from contract.options.crawl import CrawlOptions
from contract.patterns import compile_pattern
from extraction.document.known_texts import KnownTexts
from extraction.links.normal_form import normalise
from extraction.links.sites import is_in_site, site_of

# File extensions that a crawl does not fetch. PDFs and plain texts are fetched.
_SKIPPED_EXTENSIONS = frozenset(
    "7z aac apk avi avif bin bmp bz2 cab class css csv dat deb dll dmg doc docx eot eps exe flac flv gif gz ico img ipa iso jar "
    "jpeg jpg js m3u8 m4a m4v map mid mjs mkv mov mp3 mp4 mpeg mpg msi odp ods odt ogg ogv otf pkg png pps ppt pptx psd rar rpm "
    "svg swf tar tgz tif tiff torrent ttf wasm wav webm webmanifest webp wma wmv woff woff2 xls xlsx xz zip zst".split()
)
# Query parameters that identify a session or a campaign, not a page.
_TRACKING_PARAMETER = re.compile(
    r"(?i)^(utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl|_hs\w+|hsctatracking|mkt_tok|"
    r"phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken)$"
)
# Parameters that may name a session or something else: the value decides.
_SESSION_PARAMETER = re.compile(
    r"(?i)^(?:sid|sessionid|session_id)=(?=[^&]*\d)(?=[^&]*[a-z])(?:[0-9a-f]{8,}|[\w-]{16,})$"
)
PATH_SESSION = re.compile(r"(?i);(?:jsessionid|phpsessid|sid)=[^/?;]*")
_NUMBERS = re.compile(r"\d+")
_HEXADECIMAL = re.compile(r"(?i)(?<![a-z0-9])(?=[a-z]*\d)[0-9a-f]{8,}(?![a-z0-9])")
# A longer or more repetitive path is treated as a crawler trap.
SEGMENTS_MAX = 24
REPEATS_MAX = 3
ADDRESS_MAX_CHARS = 2_000
KNOWN_URLS_MAX_CHARS = 3_000_000


@dataclass(frozen=True)
class Link:
    """A URL that a crawl may visit. `key` is 32 hexadecimal digits. `inside` is whether the URL is in the crawled site."""

    url: str
    key: str
    host: str
    inside: bool = True


@dataclass(frozen=True)
class Scope:
    """What one crawl may visit.

    `redirected_to` is the URL that the start URL redirected to, if known. Its host then counts as part of the site too.
    `ignore_nofollow`: also visit the links that their page asks robots not to follow.
    """

    seed: str
    redirected_to: str | None = None
    subdomains: bool = False
    external: bool = False
    ignore_query: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    ignore_nofollow: bool = False


class LinkFilter:
    """Decides which links a scope follows. Caches its decisions."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        starts = [scope.seed, *([scope.redirected_to] if scope.redirected_to else [])]
        self._hosts = {_without_www(host_of(url)) for url in starts}
        self._sites = {site_of(url) for url in starts}
        self._include = [compile_pattern(pattern) for pattern in scope.include]
        self._exclude = [compile_pattern(pattern) for pattern in scope.exclude]
        self._known = KnownTexts(self._decide, KNOWN_URLS_MAX_CHARS)

    def link(self, url: str) -> Link:
        """The URL as a `Link`, whether or not the crawl follows it."""
        host = host_of(url)
        return Link(url, key_of(url, ignore_query=self._scope.ignore_query), host, self._inside(host))

    def follow(self, url: str) -> Link | None:
        """The URL as a `Link`, or None if the crawl does not follow it. `url` is absolute, without fragment."""
        return self._known[url]

    def _decide(self, url: str) -> Link | None:
        if len(url) > ADDRESS_MAX_CHARS:
            return None
        try:
            link = self.link(url)
            parts = urlsplit(url)
            path, _ = parts.path, parts.port  # Reading an invalid port raises ValueError.
        except ValueError:
            return None
        if not (link.inside or self._scope.external) or not _is_page(path) or _endless(path):
            return None
        return link if self._is_included(url) else None

    def _inside(self, host: str) -> bool:
        if _without_www(host) in self._hosts:
            return True
        return self._scope.subdomains and any(is_in_site(host, site) for site in self._sites)

    def _is_included(self, url: str) -> bool:
        path = url.split("/", 3)[3] if url.count("/") > 2 else ""
        path = "/" + path
        if any(pattern.search(path) for pattern in self._exclude):
            return False
        return not self._include or any(pattern.search(path) for pattern in self._include)


@lru_cache(maxsize=8)
def link_filter(scope: Scope) -> LinkFilter:
    """The scope's `LinkFilter`. All pages that this process reads for the scope share it and its cache."""
    return LinkFilter(scope)


def start_links(options: JobOptions) -> list[Link]:
    """The addresses that a job starts with, in the order of the caller.

    Those of a list have equal keys only if they are spellings of one address. The start of a crawl has the key of its page.
    """
    if isinstance(options, CrawlOptions):
        key = key_of(options.url, ignore_query=options.ignore_query_parameters)
        return [Link(options.url, key, host_of(options.url))]
    return listed_links(options.starts)


def listed_links(urls: Iterable[str]) -> list[Link]:
    """Addresses that a caller named. Keys ignore only the spelling of scheme, host, default port and percent-encoding."""
    return [Link(url, _digest(f"{normalise(url)}#{url.partition('#')[2]}"), host_of(url)) for url in urls]


def host_of(url: str) -> str:
    """Host and port of a URL, lower case, without the scheme's default port."""
    return urlsplit(normalise(url)).netloc.rpartition("@")[2]


def _without_www(host: str) -> str:
    return host.removeprefix("www.")


def key_of(url: str, *, ignore_query: bool = False) -> str:
    """The key that different URLs of one page share.

    It ignores the difference between http and https, the order of query parameters, and session and campaign parameters.
    """
    normal = normalise(url)
    head, _, query = normal.partition("?")
    head = PATH_SESSION.sub("", head.partition("://")[2])
    if ignore_query or not query:
        query = ""
    else:
        query = "&".join(sorted(part for part in query.split("&") if not identifies_a_session(part)))
    return _digest(f"{head}?{query}")


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def identifies_a_session(parameter: str) -> bool:
    """Whether a part of a query names a session or campaign, not a page."""
    return bool(_TRACKING_PARAMETER.match(parameter.partition("=")[0]) or _SESSION_PARAMETER.match(parameter))


def kind_of(url: str) -> str:
    """The URL's pattern with numbers replaced: `/2024/05/17` and `/2024/05/18` are of one kind."""
    parts = urlsplit(url)
    names = ",".join(sorted(part.partition("=")[0] for part in parts.query.split("&")))
    return f"{parts.netloc}{_NUMBERS.sub('#', _HEXADECIMAL.sub('#', parts.path))}?{names}"


def rank_of(url: str, depth: int, of_its_kind: int) -> int:
    """The page's position in the crawl order, lowest first. Pages with fewer links from the start come first.

    `of_its_kind` is how many URLs of the same kind the crawl found before. Every 25 of them count as one more link, so that
    an endless calendar does not delay all other pages.
    """
    deep = max(0, url.count("/") - 10)
    return min(30_000, depth + of_its_kind // 25 + deep)


def _is_page(path: str) -> bool:
    name = path.rpartition("/")[2]
    return "." not in name or name.rpartition(".")[2].lower() not in _SKIPPED_EXTENSIONS


def _endless(path: str) -> bool:
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) <= REPEATS_MAX:
        return False
    return len(segments) > SEGMENTS_MAX or any(segments.count(segment) > REPEATS_MAX for segment in set(segments))


def scope_of(options: Any, redirected_to: str | None = None) -> Scope:
    """The scope of crawl options."""
    return Scope(
        seed=options.url,
        redirected_to=redirected_to,
        subdomains=options.allow_subdomains,
        external=options.allow_external_links,
        ignore_query=options.ignore_query_parameters,
        include=options.include_paths,
        exclude=options.exclude_paths,
    )
