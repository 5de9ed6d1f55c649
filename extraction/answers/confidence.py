"""How sure a value is, by its source and its evidence.

The figures are close to the shares of right values on annotated pages: `python -m benchmarks.extract DATA` measures them per
tenth of confidence.
"""

from __future__ import annotations

from extraction.answers.evidence import Found

WITHOUT_EVIDENCE_MAX = 0.5
# Markup that is older than the page states other prices, days and telephone numbers than the page shows.
NOT_SHOWN_MAX = 0.6
# By source: with a passage in the visible text, and with a quote of the markup only.
_SHARES = {
    "json-ld": (0.97, 0.85),
    "microdata": (0.96, 0.88),
    "rdfa": (0.95, 0.87),
    "opengraph": (0.93, 0.84),
    "meta": (0.92, 0.8),
    "byline": (0.94, 0.79),
    "state": (0.9, 0.75),
    "label": (0.9, 0.82),
    "table": (0.92, 0.82),
    "question": (0.92, 0.85),
    "box": (0.8, 0.68),
    "card": (0.88, 0.78),
}
_CONTRADICTED, _BESIDE = 0.7, 0.9


def of_value(source: str, found: Found | None, quote: str | None, *, is_main: bool, is_contradicted: bool) -> float:
    """The confidence from 0 to 1.

    Args:
        found: where the value is in the visible text.
        quote: the markup that declares it.
        is_main: the thing is declared as the page's main one.
        is_contradicted: another source of the page declares a different value.
    """
    if found is None and quote is None:
        return WITHOUT_EVIDENCE_MAX
    visible, declared = _SHARES[source]
    share = visible if found else declared
    share *= 1 if is_main else _BESIDE
    return round(share * (_CONTRADICTED if is_contradicted else 1), 3)
