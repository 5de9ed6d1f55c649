"""Which words two similar lines differ in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

# A word with what follows up to the next one. Scripts without spaces between words give characters.
_TOKEN = re.compile(
    r"(?:[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[^\W_]+(?:[.,'’:-][^\W_]+)*|[^\w\s]|_)\s*|\s+", re.UNICODE
)
# Lines of which more changed are shown without marks: the marks would hide the text.
MARKED_MOST = 0.75


@dataclass(frozen=True)
class Piece:
    """A part of a line. `is_marked` if the other side does not have it."""

    text: str
    is_marked: bool = False


Pieces = tuple[Piece, ...]


class Budget:
    """How much comparing one diff may still cause, in pairs of words. Hostile lines would take seconds."""

    def __init__(self, pairs: int = 400_000) -> None:
        self._left = pairs

    def take(self, pairs: int) -> bool:
        """Whether this many pairs may be compared. If so, they are subtracted from the rest."""
        if pairs > self._left:
            return False
        self._left -= pairs
        return True


def similarity(old: Counter[str], new: Counter[str]) -> float:
    """How many words two lines share, from 0 to 1."""
    size = old.total() + new.total()
    return 2 * (old & new).total() / size if size else 1.0


def words_of(line: str) -> Counter[str]:
    """The words and signs of a line, counted."""
    return Counter(token.strip() for token in _TOKEN.findall(line))


def mark(old: str, new: str, budget: Budget) -> tuple[Pieces, Pieces]:
    """Both lines in pieces, of which the words that the other line does not have are marked."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    start = _common(zip(before, after, strict=False))
    end = _common(zip(reversed(before[start:]), reversed(after[start:]), strict=False))
    inner, new_inner = before[start : len(before) - end], after[start : len(after) - end]
    if not budget.take(len(inner) * len(new_inner)):
        return (Piece(old),), (Piece(new),)
    marked, new_marked = _differing(inner, new_inner)
    edges = [False] * start, [False] * end
    sides = (_pieces(before, [*edges[0], *marked, *edges[1]]), _pieces(after, [*edges[0], *new_marked, *edges[1]]))
    if all(_share(side) > MARKED_MOST for side in sides):
        return (Piece(old),), (Piece(new),)
    return sides


def _common(pairs: Iterable[tuple[str, str]]) -> int:
    count = 0
    for one, other in pairs:
        if one.strip() != other.strip():
            break
        count += 1
    return count


def _differing(before: Sequence[str], after: Sequence[str]) -> tuple[list[bool], list[bool]]:
    marked, new_marked = [True] * len(before), [True] * len(after)
    keys, new_keys = [token.strip() for token in before], [token.strip() for token in after]
    for block in SequenceMatcher(None, keys, new_keys, autojunk=False).get_matching_blocks():
        marked[block.a : block.a + block.size] = [False] * block.size
        new_marked[block.b : block.b + block.size] = [False] * block.size
    return marked, new_marked


def _pieces(tokens: Sequence[str], marked: Sequence[bool]) -> Pieces:
    """The tokens, joined where their neighbours are marked alike. The space after a marked word is not marked."""
    found: list[Piece] = []
    for token, is_marked in zip(tokens, marked, strict=True):
        if found and found[-1].is_marked == is_marked:
            found[-1] = Piece(found[-1].text + token, is_marked)
        else:
            found.append(Piece(token, is_marked))
    return tuple(part for piece in found for part in _without_end(piece))


def _without_end(piece: Piece) -> Pieces:
    text = piece.text.rstrip()
    if not piece.is_marked or text == piece.text or not text:
        return (piece,)
    return Piece(text, True), Piece(piece.text[len(text) :])


def _share(pieces: Pieces) -> float:
    size = sum(len(piece.text) for piece in pieces)
    return sum(len(piece.text) for piece in pieces if piece.is_marked) / size if size else 0.0
