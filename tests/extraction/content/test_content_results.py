"""The recorded benchmark figures: of the shipped model, above the floors, equal to those in benchmarks/results."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from benchmarks import content

FOLDER = content.Path(content.__file__).parent
RESULTS = json.loads((FOLDER / "figures" / "results.json").read_text())
FLOORS = json.loads((FOLDER / "figures" / "floors.json").read_text())
# A band with fewer pages is not checked.
PAGES_MIN, GAP_MAX = 40, 0.1
# Random error in a band of forty pages.
CHANCE = 0.03


def test_figures_are_those_of_the_shipped_model() -> None:
    assert RESULTS["model"] == content.digest(), "a new model: run benchmarks.content with --record"


@pytest.mark.parametrize("kind", content.KINDS)
def test_every_kind_of_page_is_above_its_floor_and_every_library(kind: str) -> None:
    scores = {reader: rows[kind] for reader, rows in RESULTS["f1"].items()}

    assert scores["orbweaver"] >= FLOORS[kind]
    assert max(scores, key=lambda reader: scores[reader]) == "orbweaver"


def test_confidence_is_close_to_the_measured_score() -> None:
    bands = [band for band in RESULTS["confidence"] if band["pages"] >= PAGES_MIN]

    assert len(bands) >= 5
    assert all(abs(band["confidence"] - band["f1"]) <= GAP_MAX for band in bands if band["confidence"] >= 0.5)
    assert all(
        low["f1"] <= high["f1"] + CHANCE and low["below_half"] >= high["below_half"] - CHANCE
        for low, high in pairwise(bands)
    )


def test_reading_is_about_as_quick_as_the_quickest_library() -> None:
    ours, fastest = RESULTS["ms"]["orbweaver"], RESULTS["ms"]["trafilatura fast"]

    assert ours["median"] <= 1.2 * fastest["median"] and ours["p95"] <= 0.7 * fastest["p95"]


@pytest.mark.parametrize("reader", RESULTS["f1"])
def test_results_show_these_figures(reader: str) -> None:
    *kinds, whole = (RESULTS["f1"][reader][kind] for kind in content.KINDS)
    figures = [f"{score:.3f}".lstrip("0") for score in kinds] + [f"{whole:.4f}".lstrip("0")]
    figures += [str(RESULTS["ms"][reader][name]) for name in ("median", "p95")]

    assert f"| {reader} | {' | '.join(figures)} |" in (FOLDER / "results" / "content.md").read_text()


@pytest.mark.parametrize("reader", RESULTS["articles"])
def test_results_show_the_figures_of_articles_with_snippets(reader: str) -> None:
    figures = [f"{RESULTS['articles'][reader][name]:.3f}".lstrip("0") for name in ("precision", "recall", "f1")]

    assert f"| {reader} | {' | '.join(figures)} |" in (FOLDER / "results" / "content.md").read_text()


def test_articles_with_snippets_are_read_better_than_by_every_library() -> None:
    scores = {reader: figures["f1"] for reader, figures in RESULTS["articles"].items()}

    assert max(scores, key=lambda reader: scores[reader]) == "orbweaver"
    assert scores["orbweaver"] >= FLOORS["articles with snippets"]
