"""Judges how much an image of the page looks like the company's logo."""

from __future__ import annotations

import re
from functools import cached_property
from urllib.parse import unquote

from extraction.brand.clean_text import letters
from extraction.brand.marks.candidate import TRUST
from extraction.brand.page_areas import PageAreas, words_of
from extraction.document.addresses import parts_of
from extraction.document.tree import Tree

_LOGO_WORDS = frozenset(("logo", "logotype", "logomark", "wordmark", "brand", "branding", "brandmark"))
# Images in headers that are not logos.
_OTHER_WORDS = frozenset(
    "flag badge award avatar appstore googleplay rating star stars arrow chevron search cart basket menu "
    "hamburger burger close phone mail email telephone user account login language globe banner hero slide "
    "slider carousel screenshot photo thumbnail".split()
)
_GENERIC_ALT = frozenset(
    "logo logotype home homepage site website company header the our to of main white black dark light icon "
    "brand image go back page startseite link zur svg png mobile desktop default retina".split()
)
_WORD = re.compile(r"\w+")
# The signature of an agency or of a site builder.
_MAKER = re.compile(r"\b(?:by|powered|website|webdesign|design|theme|built|made|created|hosted|agentur|agency)\b", re.I)
_NUMBER = re.compile(r"\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$")
_EDGE_MIN_PX = 24
_LARGE_PX = (800, 500)
_ALT_MAX_CHARS = 50
_HEADER, _HOME, _LOGO, _NAME = 50, 30, 30, 40
_HEADER_MIN, _PAGE_MIN = 80, 60


class MarkScore:
    """The signals of one image, and the trust that follows from them."""

    def __init__(self, mark: Tree, areas: PageAreas, words: frozenset[str]) -> None:
        self._mark, self._words, self._areas = mark, words, areas
        self.position = areas.position(mark)

    @cached_property
    def alt(self) -> str:
        """The text that stands for the image."""
        title = (
            next((child.text or "" for child in self._mark if child.tag == "title"), "")
            if self._mark.tag == "svg"
            else ""
        )
        return (
            self._mark.get("alt") or self._mark.get("aria-label") or self._mark.get("title") or title or ""
        ).strip()[:300]

    @cached_property
    def _file(self) -> str:
        address = self._mark.get("src") or self._mark.get("data-src") or self._mark.get("data") or ""
        return "" if address.startswith("data:") else unquote(parts_of(address[:2_000]).path.rpartition("/")[2])

    @cached_property
    def _own_words(self) -> frozenset[str]:
        return frozenset(
            [*words_of(self._mark, "alt", "aria-label", "title"), *map(str.lower, re.findall(r"[a-zA-Z]+", self._file))]
        )

    @cached_property
    def _near_words(self) -> frozenset[str]:
        """The words of the three elements around the image."""
        around = [
            above
            for _, above in zip(range(3), self._mark.iterancestors(), strict=False)
            if above.tag not in ("body", "html")
        ]
        return frozenset(
            word for above in around if above.tag != "header" for word in words_of(above, "aria-label", "title")
        )

    @cached_property
    def has_logo_word(self) -> bool:
        own = self._own_words | {
            word for word in self._near_words if self._mark.tag in ("img", "svg", "amp-img", "object", "embed")
        }
        return bool(_LOGO_WORDS & own)

    @cached_property
    def has_name(self) -> bool:
        """Whether the company's name is in the file name or the alternative text. The rest of the URL says nothing."""
        texts = [letters(text) for text in (self._file.rpartition(".")[0], self.alt)]
        return any(len(word) >= 3 and any(word in text for text in texts) for word in self._words)

    @cached_property
    def names_another(self) -> bool:
        """Whether the alternative text names another company."""
        words = [word for word in _WORD.findall(self.alt.casefold()) if word not in _GENERIC_ALT]
        return bool(words) and bool(letters(self.alt)) and not self.has_name

    @cached_property
    def _size(self) -> tuple[int | None, int | None]:
        found = (_NUMBER.match(self._mark.get(name) or "") for name in ("width", "height"))
        width, height = (int(match[1]) if match else None for match in found)
        return width, height

    @cached_property
    def score(self) -> int:
        return (
            _HEADER * self.position.in_header
            + _HOME * (self.position.link == "home")
            + _LOGO * self.has_logo_word
            + _NAME * self.has_name
            # An image that leads to another page is part of a menu.
            - 60 * (self.position.link == "internal")
            - 40 * (len(self.alt) > _ALT_MAX_CHARS)
            - 80 * self._is_large
            - 60 * bool(_OTHER_WORDS & self._own_words and not _LOGO_WORDS & self._own_words)
        )  # fmt: skip

    @property
    def _is_large(self) -> bool:
        width, height = self._size
        return width is not None and height is not None and width > _LARGE_PX[0] and height > _LARGE_PX[1]

    @property
    def _is_small(self) -> bool:
        sizes = [size for size in self._size if size is not None]
        return len(sizes) == 2 and max(sizes) < _EDGE_MIN_PX

    @property
    def _is_beside_home_mark(self) -> bool:
        """Whether another image leads home, and this one names nobody: it is a partner's, or an ornament."""
        return self.position.link is None and self._areas.has_home_mark and not self.has_name

    @cached_property
    def source(self) -> str:
        """The source code of an image at this position."""
        if self.position.in_header:
            return "header-svg" if self._mark.tag == "svg" else "header-img"
        return "footer-img" if self.position.in_footer else "page-img"

    @cached_property
    def trust(self) -> float | None:
        """The trust in the image as the company's logo. None for an image that is not a candidate."""
        if self._is_small or self.position.link == "external":
            return None
        is_home = self.position.link == "home"
        if self.names_another and (not is_home or _MAKER.search(self.alt)):
            return None
        if self._is_beside_home_mark:
            return None
        if self.position.in_header and self.score >= _HEADER_MIN:
            return TRUST["header-img"] + min(self.score, 200) / 100
        if self.position.in_footer:
            return TRUST["footer-img"] if self.score >= _PAGE_MIN else None
        if is_home and self.has_logo_word and self.score >= _PAGE_MIN:
            return TRUST["header-img"] - 15
        return TRUST["page-img"] if self.score >= _PAGE_MIN + 10 else None
