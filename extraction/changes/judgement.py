"""What a check of a watch finds on one page: compares its version with the last one, and learns.

Pure, like the rest of the package. Takes and returns plain values, because it runs in the reading pool.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Any

from extraction.changes import comparison, confirmation, noise, sentences, version
from extraction.changes.change import Change
from extraction.changes.conditions import Condition, evaluate
from extraction.changes.confirmation import Settled
from extraction.changes.noise import Noise
from extraction.changes.pair import Pair
from extraction.changes.screenshots import NewPicture, Screenshots, with_missing
from extraction.changes.sentences import ChangeQuestion
from extraction.changes.version import Version
from extraction.changes.visit import Visit, version_of

# A place of the page that changes at so many visits after each other is noise.
FIRM_LOOKS = 4


@dataclass(frozen=True)
class Known:
    """What is stored of the page: the last good visit and the noise as JSON, whether it was reported as removed, its screenshot."""

    last: str | None = None
    noise: str | None = None
    is_removed: bool = False
    screenshot: bytes | None = None


@dataclass(frozen=True)
class Asked:
    """What is compared, and of what the caller wants to hear.

    `reports_new`: pages that appear are reported. `has_summary`: a language model describes changes that are reported. `confirms`:
    later visits of the check must agree about a change that is reported.
    """

    compare: tuple[str, ...] = ("markdown",)
    selectors: tuple[str, ...] = ()
    conditions: tuple[Mapping[str, Any], ...] = ()
    reports_new: bool = False
    has_summary: bool = False
    confirms: bool = False


@dataclass(frozen=True)
class Judgement:
    """What was found.

    Attributes:
        page: the page in the wire names of `contract.results.watch.WatchedPage`.
        last, noise: what is to be stored for the next visit. `last` is None for what stays as it is stored.
        version: JSON of a new version, or None.
        is_removed: whether the page is away.
        was_known: whether an earlier visit got the page.
        pictures: what is to be stored of the screenshots.
        kept: the id of the screenshot that the next one is compared with.
        shown: the ids of the pictures that are in the page.
        question: what a language model is to be asked about the change.
        words: the numbers of added and of removed words.
        pause_seconds: nothing is decided yet: the page must be visited again after this. None if it is decided.
    """

    page: dict[str, Any]
    last: str | None
    noise: str | None
    version: str | None
    is_removed: bool
    was_known: bool = False
    pictures: tuple[NewPicture, ...] = ()
    kept: str | None = None
    shown: tuple[str, ...] = ()
    question: ChangeQuestion | None = None
    words: tuple[int, int] = (0, 0)
    pause_seconds: int | None = None

    @property
    def url(self) -> str:
        """The URL of the page."""
        return str(self.page["url"])

    @property
    def result(self) -> str:
        """`new`, `same`, `changed`, `removed` or `error`."""
        return str(self.page["result"])

    @property
    def is_reported(self) -> bool:
        """Whether the caller wants to hear of it."""
        return bool(self.page["reported"])


def judge(visit: Visit, known: Known, asked: Asked, later: Sequence[Visit] = ()) -> Judgement:
    """What a visit of a page found.

    The first visit is `new`. The second teaches what changes at every visit; of its text nothing is judged.

    Args:
        later: the visits of the same check that followed, to confirm what the first found.
    """
    before = None if known.last is None else replace(version.from_json(known.last), screenshot=known.screenshot)
    after = version_of(visit, asked.selectors)
    if after is None:
        change = Change("error", visit.error or "The page could not be read.")
        page = written(visit.url, change, False)
        return Judgement(page, known.last, known.noise, None, known.is_removed, before is not None)
    learned = Noise() if known.noise is None else noise.from_json(known.noise)
    change, ignored, learned = _compared(Pair(before, after), learned, asked)
    if not asked.confirms or before is None or not _is_reported(change, before, after, known, asked):
        return _judgement(visit, before, after, change, learned, known, asked)
    visits = [after, *(version_of(each, asked.selectors) for each in later)]
    settled = confirmation.settle(before, visits, ignored, asked.compare)  # type: ignore[arg-type]
    return _confirmed(visit, before, settled, ignored, learned.turned(settled.turned), known, asked)


def _confirmed(
    visit: Visit, before: Version, settled: Settled, ignored: Noise, learned: Noise, known: Known, asked: Asked
) -> Judgement:
    """What all visits of a check found together."""
    if settled.pause_seconds is not None or not settled.is_change:
        # The last visit stays: the next check compares with it what was not confirmed.
        page = written(visit.url, Change("same", "Nothing changed."), False)
        return Judgement(
            page, known.last, noise.to_json(learned), None, known.is_removed, True, pause_seconds=settled.pause_seconds
        )  # fmt: skip
    after = replace(settled.last, screenshot=visit.screenshot)
    change = comparison.compare(before, after, ignored, asked.compare, settled.unsteady)  # type: ignore[arg-type]
    return _judgement(visit, before, after, change, learned, known, asked)


def _judgement(
    visit: Visit, before: Version | None, after: Version, change: Change, learned: Noise, known: Known, asked: Asked
) -> Judgement:
    """A change with what is to be stored of the page."""
    change = with_missing(change, visit, asked.compare)
    is_good = change.result in ("new", "same", "changed")
    shots = Screenshots.of(visit, before, change) if is_good else None
    if shots:
        after = replace(after, picture=shots.kept)
    text = version.to_json(after) if is_good else known.last
    page = written(visit.url, change, _is_reported(change, before, after, known, asked))
    return Judgement(
        {**page, "screenshot": shots.page} if shots and shots.page else page,
        text,
        noise.to_json(learned),
        text if change.result in ("new", "changed") else None,
        change.result == "removed" or (known.is_removed and not is_good),
        before is not None,
        shots.new if shots else (),
        shots.kept if shots else None,
        shots.shown if shots else (),
        sentences.question(change) if asked.has_summary and page["reported"] and change.result == "changed" else None,
        words=(change.added_count, change.removed_count),
    )


def _compared(pair: Pair, learned: Noise, asked: Asked) -> tuple[Change, Noise, Noise]:
    """What changed, the noise that was known, and the noise after that.

    Of the second visit nothing is judged that must be learned first.
    """
    has_before = pair.before is not None
    learns_text, learns_picture = has_before and not learned.is_ready, has_before and not learned.picture.is_ready
    if learns_text:
        learned = comparison.learn_pair(learned, pair)
    if learns_picture:
        learned = comparison.learn_picture(learned, pair)
    ignored = learned
    change = comparison.compare_pair(pair, ignored, asked.compare)  # type: ignore[arg-type]
    if has_before and change.result in ("same", "changed"):
        if not learns_text:
            # After few looks, one change would make its place noise, and the next change there would be missed.
            learned = comparison.learn_pair(learned.firm(FIRM_LOOKS) if change.result == "changed" else learned, pair)
        if not learns_picture:
            is_firm = "screenshot" in change.aspects
            firm = replace(learned, picture=learned.picture.firm(FIRM_LOOKS)) if is_firm else learned
            learned = comparison.learn_picture(firm, pair)
    return change, ignored, learned


def unlinked(url: str) -> Judgement:
    """What is found of a page of a site to which no page of the site links any more. What is stored of it stays."""
    change = Change("removed", "No page of the site links to this page any more.")
    return Judgement(written(url, change, True), None, None, None, True)


def compare_versions(url: str, before: str | None, after: str | None, asked: Asked) -> dict[str, Any]:
    """The difference of two stored versions, without noise, as a page in wire names. Screenshots are named and not compared."""
    if after is None:
        return written(url, Change("removed", "There is no version of this page at the newer check."), False)
    old, new = None if before is None else version.from_json(before), version.from_json(after)
    change = comparison.compare(old, new, Noise(), asked.compare)  # type: ignore[arg-type]
    page = written(url, change, False)
    before_id = old.picture if old else None
    if new.picture is not None and new.picture != before_id:
        page["screenshot"] = {"before": before_id, "after": new.picture, "difference": None, "share": 0.0}
    return page


def compare_visits(visit: Visit, last: str | None, asked: Asked) -> tuple[dict[str, Any], str | None]:
    """The difference of a visit and the last good one in wire names, and what is to be stored for the next one.

    Nothing is learned between them. None is stored of a page that is gone or could not be read.
    """
    after = version_of(visit)
    assert after is not None
    before = None if last is None else version.from_json(last)
    change = comparison.compare(before, after, Noise(), asked.compare)  # type: ignore[arg-type]
    is_good = change.result in ("new", "same", "changed")
    return _difference(change), version.to_json(after) if is_good else None


def _is_reported(change: Change, before: Version | None, after: Version, known: Known, asked: Asked) -> bool:
    if change.result == "removed":
        return before is not None and not known.is_removed
    if change.result == "changed" or (change.result == "new" and asked.reports_new):
        return evaluate([_condition(each) for each in asked.conditions], before, after, change)
    return False


def _condition(values: Mapping[str, Any]) -> Condition:
    number = values.get("number")
    return Condition(
        kind=values["kind"], field=values.get("field", "markdown"), percent=bool(values.get("percent", False)),
        number=None if number is None else Decimal(str(number)), text=values.get("text") or "",
    )  # fmt: skip


def written(url: str, change: Change, is_reported: bool) -> dict[str, Any]:
    """What was found of a page, in wire names."""
    return {"url": url, "reported": is_reported, **_difference(change)}


def _difference(change: Change) -> dict[str, Any]:
    """A change as `contract.results.watch.Difference` in wire names."""
    return {
        "result": change.result, "description": change.description, "diff": change.diff,
        "addedWords": list(change.added_words), "removedWords": list(change.removed_words), "share": change.share,
        "fields": [_wire(asdict(each)) for each in change.fields],
    }  # fmt: skip


def _wire(values: dict[str, Any]) -> dict[str, Any]:
    values["oldEvidence"], values["newEvidence"] = values.pop("old_evidence"), values.pop("new_evidence")
    return values
