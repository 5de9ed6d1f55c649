"""What a check stores and shows of a page: its version, its noise, its screenshots."""

from __future__ import annotations

import io
import json
from typing import Any

from PIL import Image, ImageDraw

from extraction.changes.judgement import Asked, Judgement, Known, compare_versions, judge, unlinked
from extraction.changes.visit import Visit

URL = "https://a.example/plant"
ASKED = Asked(compare=("markdown", "screenshot"), has_summary=True)


def shot(roof: str, slogan: str = "white") -> bytes:
    image = Image.new("RGB", (400, 400), "white")
    ImageDraw.Draw(image).rectangle((40, 40, 200, 120), fill=roof)
    ImageDraw.Draw(image).rectangle((40, 300, 200, 380), fill=slogan)
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def visit(number: int, image: bytes | None, fact: str = "It has 40 panels.", **more: Any) -> Visit:
    result = {
        "finalUrl": URL, "status": 200, "metadata": {"title": "Plant"}, "quality": {"blocked": False},
        "markdown": f"# Plant\n\nThe plant delivers electricity.\n\n{fact}\n",
    }  # fmt: skip
    return Visit(URL, json.dumps(result), screenshot=image, picture_ids=(f"shot {number}", f"both {number}"), **more)


class Page:
    """What is stored of a page, as the worker stores it."""

    def __init__(self) -> None:
        self.known = Known()
        self.pictures: dict[str, bytes] = {}
        self.versions: list[str] = []

    def check(self, seen: Visit) -> Judgement:
        last = json.loads(self.known.last)["picture"] if self.known.last else None
        known = Known(self.known.last, self.known.noise, self.known.is_removed, self.pictures.get(last))
        found = judge(seen, known, ASKED)
        self.pictures |= {each.id: each.body for each in found.pictures}
        self.known = Known(found.last, found.noise, found.is_removed)
        self.versions += [found.version] if found.version else []
        return found


def test_screenshots_are_kept_for_the_next_visit_and_shown_when_they_change() -> None:
    page = Page()
    images = [
        shot("green", "orange"), shot("green", "purple"), shot("green", "navy"), shot("red", "teal"), shot("red", "teal")
    ]  # fmt: skip

    first, second, third, fourth, fifth = (page.check(visit(number, each)) for number, each in enumerate(images))

    assert [each.result for each in (first, second, third, fourth, fifth)] == ["new", "same", "same", "changed", "same"]
    assert first.page["screenshot"] == {"before": None, "after": "shot 0", "difference": None, "share": 0.0}
    assert "screenshot" not in third.page and third.kept == "shot 2" and not third.shown
    assert fourth.shown == ("shot 2", "shot 3", "both 3") and 0.05 < fourth.page["screenshot"]["share"] < 0.1
    assert [each.media_type for each in fourth.pictures] == ["image/jpeg", "image/png"]
    # An equal screenshot is not stored again.
    assert fifth.kept == "shot 3" and fifth.pictures == ()
    assert fourth.question is None  # A model reads texts only.
    both = compare_versions(URL, page.versions[0], page.versions[1], ASKED)
    assert both["screenshot"] == {"before": "shot 0", "after": "shot 3", "difference": None, "share": 0.0}


def test_change_of_the_text_shows_both_screenshots_and_asks_the_model() -> None:
    page = Page()
    for number in range(2):
        page.check(visit(number, shot("green")))

    found = page.check(visit(2, shot("green"), "It has 64 panels."))

    assert found.page["screenshot"] == {"before": "shot 0", "after": "shot 0", "difference": None, "share": 0.0}
    assert found.question is not None and "+It has 64 panels." in found.question.part


def test_page_without_a_screenshot_is_an_error_unless_its_text_changed() -> None:
    page = Page()
    for number in range(2):
        page.check(visit(number, shot("green")))
    reason = "The screenshot could not be taken: the site was slow."

    nothing = page.check(visit(2, None, screenshot_error=reason))
    text = page.check(visit(3, None, "It has 64 panels.", screenshot_error=reason))
    back = page.check(visit(4, shot("red"), "It has 64 panels."))

    assert (nothing.result, nothing.page["description"]) == ("error", reason)
    assert text.result == "changed" and text.page["description"].endswith(reason) and "screenshot" not in text.page
    assert back.page["screenshot"]["before"] == "shot 0" and back.result == "changed"


def test_unreadable_screenshot_is_not_compared() -> None:
    page = Page()
    for number in range(2):
        page.check(visit(number, shot("green")))

    assert page.check(visit(2, b"no image")).result == "same"


def test_unlinked_page_keeps_what_is_stored() -> None:
    found = unlinked(URL)

    assert (found.result, found.is_reported, found.last, found.is_removed) == ("removed", True, None, True)


def test_unchanged_page_without_noise_is_not_stored_anew() -> None:
    page = Page()
    for number in range(12):
        page.check(visit(number, shot("green")))
    known = page.known

    page.check(visit(12, shot("green")))

    assert page.known == known
