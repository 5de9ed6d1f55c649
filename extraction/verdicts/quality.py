"""Confidence in the result of reading a page."""

from __future__ import annotations

from dataclasses import dataclass

from contract.results.page import Quality
from extraction.verdicts.bot_walls import BotWall


@dataclass(frozen=True)
class Measurements:
    """The inputs for the confidence. `expected` is the expected F1 score of the chosen blocks."""

    status: int
    words: int
    expected: float
    wall: BotWall | None = None
    link_share: float = 0.0
    shell: bool = False
    complete: bool = True


def judge(seen: Measurements) -> Quality:
    """Confidence, completeness and whether a bot wall was returned. Equal pages give equal numbers."""
    blocked = seen.wall is not None
    complete = seen.complete and not blocked and not seen.shell and seen.words > 0 and 200 <= seen.status < 300
    return Quality(confidence=round(_confidence(seen), 3), complete=complete, blocked=blocked)


def _confidence(seen: Measurements) -> float:
    if seen.words == 0:
        return 0.0
    confidence = seen.expected
    confidence *= 1 - 0.35 * max(0.0, seen.link_share - 0.3)
    confidence *= min(1.0, 0.55 + seen.words / 120)
    if seen.shell:
        confidence = min(confidence, 0.15)
    if not 200 <= seen.status < 300:
        confidence = min(confidence, 0.3)
    if seen.wall:
        confidence = min(confidence, 0.1 if seen.wall == "challenge" else 0.15)
    return max(0.0, min(1.0, confidence))
