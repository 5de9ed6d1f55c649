"""The navigation of a page: menus and footers. It is left out before blocks are made, which takes a third of the time."""

from __future__ import annotations

from lxml import etree

from extraction.document.tree import Tree, all_text

# On smaller pages, nothing is left out.
_PAGE_WORDS_MIN = 300
# All parts together, as a share of the page's words. A page whose navigation was never closed is inside of it.
_PAGE_SHARE_MAX, _PART_SHARE_MAX = 0.6, 0.4
# An element whose class or id names navigation counts only if this share of its words is in links.
_LINK_SHARE_MIN = 0.8
# The text of nested elements is read again for each of them. This many times the text of the page is read at most.
_READINGS_MAX = 4
_link_texts = etree.XPath(".//a//text()", smart_strings=False)


class Navigation:
    """Finds the navigation of one page."""

    def __init__(self, body: Tree) -> None:
        text = all_text(body)
        words = len(text.split())
        self._words_max = _PART_SHARE_MAX * words
        self._words_left = _PAGE_SHARE_MAX * words if words >= _PAGE_WORDS_MIN else 0
        self._chars_left = _READINGS_MAX * len(text)

    def words(self, element: Tree, *, is_landmark: bool) -> int:
        """The number of words of a navigation part, otherwise 0. Call this in the order of the page, not inside of such parts.

        Args:
            element: its tag, role, class or id names navigation or a footer.
            is_landmark: the tag or the role does.
        """
        if self._chars_left <= 0 or self._words_left <= 0:
            return 0
        text = all_text(element)
        self._chars_left -= len(text)
        words = len(text.split())
        if words > min(self._words_left, self._words_max) or next(element.iter("h1"), None) is not None:
            return 0
        if not is_landmark and len(" ".join(_link_texts(element)).split()) < _LINK_SHARE_MIN * words:
            return 0
        self._words_left -= words
        return words
