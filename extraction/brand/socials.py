"""The company's profiles on social networks: declared ones, links in header and footer, and links named after the company.

Share buttons, single posts and profiles of people are not profiles of the company.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import parse_qsl, unquote, urlsplit

from contract.results.brands.brand import Origin, Social
from extraction.brand import clean_text
from extraction.brand.clean_text import letters
from extraction.brand.organization import Organization
from extraction.brand.page_areas import PageAreas
from extraction.document.addresses import http_address
from extraction.document.document import Document

ANCHORS_MAX = 5_000
URL_MAX_CHARS = 500


@dataclass(frozen=True)
class Network:
    """A network: its hosts, and the path of a profile, whose group is the handle."""

    type: str
    hosts: tuple[str, ...]
    profile: re.Pattern[str]


def _network(kind: str, hosts: str, profile: str) -> Network:
    return Network(kind, tuple(hosts.split()), re.compile(rf"/(?:{profile})/?$", re.I))


_NAME = r"@?([\w.%-]{1,80})"
# To add a network: a row here, and its type in `contract.results.brands.brand.SOCIAL_TYPES`.
NETWORKS = (
    _network("x", "twitter.com x.com", _NAME),
    _network("linkedin", "linkedin.com", r"(?:company|school|showcase)/([\w.%&-]{1,100})(?:/about|/mycompany)?"),
    _network("facebook", "facebook.com fb.com", r"(?:pg/|p/)?([\w.%-]{1,100})|pages/(?:category/)?[^/]+/[\w.%-]*\d+"),
    _network("instagram", "instagram.com", _NAME),
    _network("youtube", "youtube.com", r"(?:@|c/|user/|channel/)?([\w.%-]{1,80})(?:/(?:featured|videos))?"),
    _network("github", "github.com", r"(?:orgs/)?([\w-]{1,60})"),
    _network("gitlab", "gitlab.com", r"([\w.-]{1,80})"),
    _network("tiktok", "tiktok.com", r"@([\w.]{1,60})"),
    _network("pinterest", "pinterest.com pinterest.co.uk pinterest.de pinterest.fr", _NAME),
    _network("reddit", "reddit.com", r"(?:r|u|user)/([\w-]{1,60})"),
    _network("discord", "discord.gg discord.com", r"(?:invite/)?([\w-]{1,60})"),
    _network("telegram", "t.me telegram.me", r"(?:s/)?([\w]{3,60})"),
    _network("whatsapp", "wa.me whatsapp.com", r"(?:channel/)?([\w]{5,60})"),
    _network("bluesky", "bsky.app", r"profile/([\w.:-]{1,100})"),
    _network("threads", "threads.net threads.com", _NAME),
    _network("medium", "medium.com", _NAME),
    _network("vimeo", "vimeo.com", r"([a-z][\w-]{1,60})"),
    _network("twitch", "twitch.tv", _NAME),
    _network("snapchat", "snapchat.com", r"add/([\w.-]{1,60})"),
    _network("dribbble", "dribbble.com", _NAME),
    _network("behance", "behance.net", _NAME),
    _network("xing", "xing.com", r"(?:companies|pages|company)/([\w.%-]{1,100})"),
    _network("vk", "vk.com", _NAME),
    _network("weibo", "weibo.com", r"(?:u/)?([\w]{1,60})"),
    _network("line", "line.me page.line.me", r"(?:R/ti/p/)?@?([\w%-]{1,60})"),
    _network("spotify", "open.spotify.com", r"(?:user|artist|show)/([\w]{1,60})"),
    _network("soundcloud", "soundcloud.com", _NAME),
    _network("crunchbase", "crunchbase.com", r"organization/([\w-]{1,100})"),
    _network("wikipedia", "wikipedia.org", r"wiki/([^/?#]{1,200})"),
    _network("wikidata", "wikidata.org", r"wiki/(Q\d{1,12})"),
)
_HOSTS = {host: network for network in NETWORKS for host in network.hosts}
_MASTODON = re.compile(r"/@([\w.]{1,60})/?$")
_NO_HANDLES = frozenset(
    "share sharer sharer.php intent home login signup search hashtag explore about watch playlist results feed status post posts "
    "reel reels stories video videos dialog plugins tr sharearticle pin create submit settings privacy policies "
    "terms legal features topics collections marketplace pricing events groups notes help download jobs "
    "business i p embed oauth groups results pins admin accounts directory messages notifications checkpoint "
    # Accounts that themes, page builders and the networks themselves leave in links.
    "wix wixcom squarespace wordpress wordpressdotcom shopify webflow elementor envato themeforest templatemonster "
    "facebook instagram twitter linkedin youtube pinterest github tiktok example username yourusername your_username "
    "yourprofile yourpage yourhandle yourcompany your-company yourbrand account profile user page company undefined null".split()
)
# A handle of this many letters that is a part of the company's name or host, or has it as a part, is the company's own anywhere.
OWN_HANDLE_MIN = 5
# The declared sources, and then the anchors, in the order in which they are preferred.
_RANKS = {"same-as": 0, "rel-me": 1, "anchor": 2}


def read(
    document: Document, organization: Organization | None, areas: PageAreas, words: frozenset[str]
) -> tuple[Social, ...]:
    """The profiles, one for each network. Declared ones first; then those whose handle resembles the company's name."""
    found: dict[str, Social] = {}
    profiles = _profiles(document, organization, areas, words)
    ranked = sorted(profiles, key=lambda one: (_RANKS[one.source], not _is_own(one, words, 3)))
    for social in ranked:
        found.setdefault(social.type, social)
    return tuple(found.values())


def _profiles(
    document: Document, organization: Organization | None, areas: PageAreas, words: frozenset[str]
) -> Iterator[Social]:
    for declared in organization.same_as if organization else ():
        if social := profile_of(declared, "declared", "same-as"):
            yield social
    for anchor in islice(document.tree.iter("a", "link"), ANCHORS_MAX):
        is_me = "me" in (anchor.get("rel") or "").lower().split()
        address = http_address(document.base_url, anchor.get("href") or "")
        if address is None or not (is_me or anchor.tag == "a"):
            continue
        social = profile_of(address, "declared" if is_me else "harvested", "rel-me" if is_me else "anchor")
        if social and (is_me or areas.in_header_or_footer(anchor) or _is_own(social, words, OWN_HANDLE_MIN)):
            yield social


def profile_of(address: str, origin: Origin, source: str) -> Social | None:
    """The profile that a URL leads to. None for other pages, share links and single posts."""
    if len(address) > URL_MAX_CHARS:
        return None
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").lower()
    except ValueError:
        return None
    network = _network_of(host)
    if network is None:
        is_mastodon = source != "anchor" and (match := _MASTODON.match(parts.path))
        return (
            Social(type="mastodon", url=address, handle=match[1], origin=origin, source=source)
            if is_mastodon and match
            else None
        )
    if parts.path.rstrip("/") == "/profile.php" and network.type == "facebook":
        return _facebook_page(parts.query, origin, source)
    match = network.profile.match(parts.path)
    if match is None or (parts.query and re.search(r"(?:^|&)(?:url|u|text|body)=", parts.query)):
        return None
    handle = clean_text.line(unquote(match[1] or ""), 100)
    if handle is not None and handle.lower() in _NO_HANDLES:
        return None
    url = f"https://{parts.netloc}{parts.path}"
    return Social(type=network.type, url=url, handle=handle, origin=origin, source=source)


def _facebook_page(query: str, origin: Origin, source: str) -> Social | None:
    """`profile.php?id=1000…`. Without a number, it is the visitor's own page."""
    number = next((value for name, value in parse_qsl(query[:500]) if name == "id" and value.isdigit()), None)
    if number is None:
        return None
    url = f"https://www.facebook.com/profile.php?id={number}"
    return Social(type="facebook", url=url, handle=None, origin=origin, source=source)


def _network_of(host: str) -> Network | None:
    host = host.removeprefix("www.").removeprefix("m.")
    return _HOSTS.get(host) or _HOSTS.get(host.partition(".")[2])


def _is_own(social: Social, words: frozenset[str], least: int) -> bool:
    """Whether a handle resembles the company's name or host in at least this many letters."""
    handle = letters(social.handle or "")
    return any(len(word) >= least and (word in handle or (len(handle) >= least and handle in word)) for word in words)
