"""How much of a PDF is read, and how much of it is laid out. Counted, so a file always gives the same text.

A page or a document beyond a limit of the layout is returned as plain text. Pages after a limit of the reading are left out.
"""

from __future__ import annotations

PAGES_MAX = 2_000
TEXT_MAX_CHARACTERS = 10_000_000
# Parts of pages: texts, lines, images.
OBJECTS_MAX = 5_000_000

PAGE_CHARACTERS_MAX = 40_000
CHARACTERS_MAX = 1_500_000
PAGE_WORDS_MAX = 10_000
WORDS_MAX = 300_000
PAGE_PIECES_MAX = 3_000
PIECES_MAX = 100_000


class Budget:
    """Counts what was read of a document and what was laid out."""

    def __init__(self) -> None:
        self._text, self._objects = TEXT_MAX_CHARACTERS, OBJECTS_MAX
        self._characters, self._words, self._pieces = CHARACTERS_MAX, WORDS_MAX, PIECES_MAX

    @property
    def is_spent(self) -> bool:
        """Whether no further page may be read."""
        return self._text < 0 or self._objects < 0

    def read(self, characters: int, objects: int) -> None:
        """Count a page that is read."""
        self._text -= characters
        self._objects -= objects

    def allows(self, characters: int) -> bool:
        """Whether the words of a page with this many characters may be read."""
        self._characters -= characters
        return characters <= PAGE_CHARACTERS_MAX and min(self._characters, self._words, self._pieces) >= 0

    def allows_words(self, count: int) -> bool:
        """Whether a page with this many words may be laid out."""
        self._words -= count
        return count <= PAGE_WORDS_MAX and self._words >= 0

    def allows_pieces(self, count: int) -> bool:
        """Whether a page with this many pieces of lines may be put in order."""
        self._pieces -= count
        return count <= PAGE_PIECES_MAX and self._pieces >= 0
