"""Replaces embedded players and posts of known sites by `video` elements with the address that a person would open.

To add a site: a line in `_SITES` with the address of its embedded frames, and the address of the page with the same content.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from lxml import etree

from extraction.document.tree import Tree

# Marks a `video` element whose address is a page, not a file. The writers make it a link. A page cannot contain an attribute
# with a namespace, because HTML has none.
_MARK = "{orbweaver}embedded"
_YOUTUBE_FRAME = r"//(?:www\.)?youtube(?:-nocookie)?\.com/embed/(?!videoseries)([\w-]{6,20})"
_SITES = tuple(
    (re.compile(frame), page, label)
    for frame, page, label in (
        (_YOUTUBE_FRAME, "https://www.youtube.com/watch?v={}", "video"),
        (r"//player\.vimeo\.com/video/(\d+)", "https://vimeo.com/{}", "video"),
        (r"//(?:www\.)?dailymotion\.com/embed/video/(\w+)", "https://www.dailymotion.com/video/{}", "video"),
        (r"//player\.twitch\.tv/\?(?:.*&)?video=v?(\d+)", "https://www.twitch.tv/videos/{}", "video"),
        (r"//fast\.wistia\.(?:net|com)/embed/iframe/(\w+)", "https://fast.wistia.net/embed/iframe/{}", "video"),
        (r"//open\.spotify\.com/embed/((?:episode|show|track|album|playlist)/\w+)", "https://open.spotify.com/{}", "audio"),
        (r"//platform\.twitter\.com/embed/.*[?&]id=(\d+)", "https://twitter.com/i/status/{}", "post"),
        (r"//(?:www\.)?instagram\.com/((?:p|reel)/[\w-]+)", "https://www.instagram.com/{}/", "post"),
        (r"//(?:www\.)?tiktok\.com/(?:embed|player)(?:/v\d)?/(\d+)", "https://www.tiktok.com/embed/{}", "video"),
    )
)  # fmt: skip
# Frames that name the page in a parameter.
_PARAMETERS = (
    (r"//w\.soundcloud\.com/player", "url", "audio"),
    (r"//www\.facebook\.com/plugins/(?:video|post)", "href", "post"),
)
_GENERIC_TITLE = re.compile(r"(?:youtube|vimeo|dailymotion|spotify|twitter|x|soundcloud)? ?(?:embed(?:ded)?:? ?)?"
    r"(?:video|player|audio|post|tweet|content|iframe)?(?: ?player)?", re.I)  # fmt: skip
_YOUTUBE_TAGS = ("lite-youtube", "amp-youtube")
# Of the elements that `show` looks at.
TAGS = ("iframe", "blockquote", "video", "audio", *_YOUTUBE_TAGS)


def show(body: Tree) -> None:
    """Replace frames of known players and posts. Other frames are unchanged.

    The text in `video` and `audio` elements is removed: browsers display it only if they cannot play the file.
    """
    for element in list(body.iter(*TAGS)):
        if element.tag in ("video", "audio"):
            _drop_text(element)
        elif element.tag == "blockquote":
            _show_post(element)
        elif found := _page_of(element):
            title = " ".join((element.get("title") or element.get("playlabel") or "").split())
            _replace(element, found[0], found[1] if _GENERIC_TITLE.fullmatch(title) else title[:200])


def _drop_text(player: Tree) -> None:
    sources = [dict(source.attrib) for source in player.iter("source")]
    player[:] = []
    player.text = None
    for attributes in sources:
        etree.SubElement(player, "source", attributes)


def _show_post(quote: Tree) -> None:
    address = quote.get("data-instgrm-permalink")
    if address and not "".join(quote.itertext()).strip():
        _replace(quote, address.partition("?")[0], "post")


def _page_of(frame: Tree) -> tuple[str, str] | None:
    """The address of the page, and its kind."""
    if frame.tag in _YOUTUBE_TAGS:
        name = frame.get("videoid") or frame.get("data-videoid") or ""
        return (f"https://www.youtube.com/watch?v={name}", "video") if re.fullmatch(r"[\w-]{6,20}", name) else None
    address = frame.get("src") or ""
    if "//" not in address:
        address = frame.get("data-src") or frame.get("data-lazy-src") or ""
    for site, page, kind in _SITES:
        if found := site.search(address):
            return page.format(found[1]), kind
    for start, name, kind in _PARAMETERS:
        if re.search(start, address):
            values = _parameters(address).get(name)
            return (values[0], kind) if values else None
    return None


def _parameters(address: str) -> dict[str, list[str]]:
    try:
        return parse_qs(urlsplit(address).query)
    except ValueError:
        return {}


def _replace(frame: Tree, address: str, label: str) -> None:
    video = etree.Element("video", {"src": address, "title": label, _MARK: ""})
    video.tail = frame.tail
    parent = frame.getparent()
    if parent is not None:
        parent.replace(frame, video)


def write_links(body: Tree) -> None:
    """Replace the `video` elements that `show` made by links."""
    for video in list(body.iter("video")):
        if video.get(_MARK) is None:
            continue
        video.tag = "p"
        link = etree.SubElement(video, "a", href=video.get("src") or "")
        link.text = video.get("title")
        for name in ("src", "title", _MARK):
            video.attrib.pop(name, None)
