"""Markdown as HTML. It was read from a web page, so it is hostile: no raw HTML, no images from the web, links that name no
referrer.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from api.child_process import ChildProcess
from api.shares import Shares
from contract.errors import ServiceUnavailable

# Longer texts are cut. Rendering this many characters takes 0.1 seconds.
CHARS_MAX = 100_000
# Longer texts are rendered in a separate process: `CHARS_MAX` hostile characters take 2 seconds, these some milliseconds.
HERE_CHARS_MAX = 4_000
LIMIT_SECONDS = 0.5
_child = ChildProcess("api.console.results.markdown_child", LIMIT_SECONDS)
# One text is rendered at a time, the others wait in threads of the REST API: most threads stay free.
_SLOTS = Shares("texts", slots=3, reserved=0, each={})
LINK_ATTRIBUTES = {"rel": "noopener noreferrer nofollow", "target": "_blank"}


def _render_in_child(text: str) -> str | None:
    """A text as HTML. None when it takes too long, or too many texts wait."""
    try:
        with _SLOTS.slot({}):
            html = _child.ask(text.encode("utf-8", "replace"))
    except ServiceUnavailable:
        return None
    return None if html is None else html.decode()


def render_here(text: str) -> str:
    """A text as HTML, rendered in this process. Its time may grow with the square of its length."""
    return str(_renderer().render(text))


class Renderer:
    """Renders the Markdown texts of one HTML page. All together are cut to `CHARS_MAX` characters.

    A text that takes too long is shown unrendered, and so are the long texts after it.
    Images become links to them: loading them would show the reader's address to the sites of the page.
    """

    def __init__(self) -> None:
        self._left = CHARS_MAX
        self._is_slow = False

    def __call__(self, text: str) -> Markup:
        """The text as HTML. Empty when the page has all the characters that it may have."""
        shown = text[: self._left]
        self._left -= len(shown)
        html = self._rendered(shown)
        return Markup("<pre>{}</pre>").format(shown) if html is None else Markup(html)

    def _rendered(self, text: str) -> str | None:
        if len(text) <= HERE_CHARS_MAX:
            return render_here(text)
        html = None if self._is_slow else _render_in_child(text)
        self._is_slow = html is None
        return html


def is_web_url(url: str) -> bool:
    """Whether a URL may be a link: only http and https."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


@cache
def _renderer() -> MarkdownIt:
    # A link definition repeats its URL at each use: 40 kB could become 100 MB of HTML.
    made = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("reference")
    made.validateLink = is_web_url  # type: ignore[method-assign]
    made.add_render_rule("link_open", _link_start)
    made.add_render_rule("link_close", _link_end)
    made.add_render_rule("image", _image)
    for kind in ("th_open", "td_open"):
        made.add_render_rule(kind, _cell)
    return made


def _link_start(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    env["is_in_link"] = True
    tokens[index].attrs.update(LINK_ATTRIBUTES)
    return self.renderToken(tokens, index, options, env)


def _link_end(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    env["is_in_link"] = False
    return self.renderToken(tokens, index, options, env)


def _cell(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]) -> str:
    # The alignment is a style attribute, which the console's content security policy forbids.
    tokens[index].attrs.pop("style", None)
    return self.renderToken(tokens, index, options, env)


def _image(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]) -> str:
    """A link to the image with its alternative text; no link inside of another link."""
    token = tokens[index]
    text = self.renderInlineAsText(token.children or [], options, env) or "image"
    label = Markup('<span class="md-image">{}</span>').format(text)
    if env.get("is_in_link"):
        return label
    attributes = Markup(" ").join(Markup('{}="{}"').format(name, value) for name, value in LINK_ATTRIBUTES.items())
    return Markup('<a href="{}" {}>{}</a>').format(escape(token.attrs.get("src", "")), attributes, label)
