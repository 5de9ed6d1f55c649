"""Two visits of one page, each read once."""

from __future__ import annotations

from functools import cached_property

from extraction.changes import absence, picture
from extraction.changes.absence import Absence
from extraction.changes.picture import Difference
from extraction.changes.texts import blocks, differences
from extraction.changes.texts.differences import Differences
from extraction.changes.texts.lines import Line
from extraction.changes.tiles import NO_TILES, Tiles
from extraction.changes.version import Version

# Longer Markdown is compared up to here.
MARKDOWN_MAX_CHARS = 5_000_000


class Pair:
    """Two visits of one page: their lines, what is instead of the page, where they differ. Each is found once, when needed."""

    def __init__(self, before: Version | None, after: Version) -> None:
        self.before = before
        self.after = after
        self._pictures: dict[Tiles, Difference | None] = {}

    @cached_property
    def lines(self) -> tuple[list[Line], list[Line], bool]:
        """The lines of both visits, and whether they are blocks of lines."""
        before = "" if self.before is None else self.before.markdown
        return blocks.read(before[:MARKDOWN_MAX_CHARS], self.after.markdown[:MARKDOWN_MAX_CHARS])

    @cached_property
    def absence(self) -> Absence | None:
        """What is instead of the page at the later visit. None if the page is there."""
        before, after = self.before, self.after
        if before is not None and absence.marks(before) == absence.marks(after):
            # The earlier visit was the page, and so is an equal one.
            return None
        old, new, _ = self.lines
        return absence.of(before, after, old, new)

    @cached_property
    def differences(self) -> Differences:
        """Where the texts differ."""
        if self.before is not None and self.before.markdown == self.after.markdown:
            return Differences(())
        old, new, _ = self.lines
        return differences.find(old, new)

    @property
    def is_coarse(self) -> bool:
        """Whether the difference is shown by blocks, because the page has too many lines or changed in too many places."""
        return self.lines[2] or self.differences.is_coarse

    def picture(self, ignored: Tiles = NO_TILES) -> Difference | None:
        """What differs between the screenshots. None if one is missing or cannot be read."""
        before, after = self.before.screenshot if self.before else None, self.after.screenshot
        if before is None or after is None:
            return None
        if ignored not in self._pictures:
            try:
                self._pictures[ignored] = picture.compare(before, after, ignored)
            except picture.UnreadablePicture:
                self._pictures[ignored] = None
        return self._pictures[ignored]
