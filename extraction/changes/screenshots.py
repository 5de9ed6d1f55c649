"""What is stored and shown of the screenshots of a visit."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from extraction.changes.change import Change
from extraction.changes.version import Version
from extraction.changes.visit import Visit

SCREENSHOT_TYPE, DIFFERENCE_TYPE = "image/jpeg", "image/png"


@dataclass(frozen=True)
class NewPicture:
    """A picture that is to be stored."""

    id: str
    media_type: str
    body: bytes


def with_missing(change: Change, visit: Visit, compared: Collection[str]) -> Change:
    """The change, with a sentence if the screenshot is missing. A page of which nothing else changed was not compared."""
    if "screenshot" not in compared or visit.screenshot is not None or change.result not in ("new", "same", "changed"):
        return change
    reason = visit.screenshot_error or "The screenshot could not be taken."
    if change.result == "same":
        return Change("error", reason)
    return replace(change, description=f"{change.description} {reason}")


@dataclass(frozen=True)
class Screenshots:
    """What is stored and shown of the screenshots of a visit that got the page. `page` is for the page of the judgement."""

    new: tuple[NewPicture, ...]
    kept: str | None
    page: dict[str, Any] | None

    @classmethod
    def of(cls, visit: Visit, before: Version | None, change: Change) -> Screenshots:
        kept = before_id = before.picture if before else None
        new: tuple[NewPicture, ...] = ()
        if visit.screenshot is not None and (before is None or visit.screenshot != before.screenshot):
            kept = visit.picture_ids[0]
            new = (NewPicture(kept, SCREENSHOT_TYPE, visit.screenshot),)
        if visit.screenshot is None or change.result not in ("new", "changed"):
            return cls(new, kept, None)
        difference_id = visit.picture_ids[1] if change.picture is not None else None
        if change.picture is not None:
            new = (*new, NewPicture(visit.picture_ids[1], DIFFERENCE_TYPE, change.picture))
        share = change.picture_share or 0.0
        return cls(new, kept, {"before": before_id, "after": kept, "difference": difference_id, "share": share})

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids in `page`."""
        return (
            tuple(self.page[name] for name in ("before", "after", "difference") if self.page[name]) if self.page else ()
        )
