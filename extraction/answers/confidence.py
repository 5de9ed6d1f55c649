"""How sure a value is. Three shares are estimated, and the weakest decides: *whose* value it is, *which* property it is, and that
it *is there*. A value of the markup beside whose label the page shows it too has two sources that agree, and counts more.

Each figure is the share of right values that a way of finding values had on the sets of `benchmarks/pages`, where pages count once,
with one right and one wrong page added, since a few pages say little. A figure above .8 of what only the markup,
the form or the order of texts, or repeated blocks speak for is not above the share of the first runs of `final`, `last` and
`unseen`, with rules that had not seen them (see `benchmarks/results/answers.md`): rules look better on the pages that they were
made with. A way that only a class speaks for, or that was wrong more than once in ten, has a figure under .7.
"""

from __future__ import annotations

from dataclasses import dataclass

from extraction.answers.evidence import Found

WITHOUT_EVIDENCE_MAX = 0.5
# A value with this confidence or more is called sure: a caller may use it unread, so of such values at most 1 in 50 may be wrong.
# No code compares with it. It is the limit for the figures below and for the tests: a doubtful ground has a lower figure.
SURE_MIN = 0.7
# Markup that is older than the page states other prices, days, counts and telephone numbers than the page shows.
NOT_SHOWN_MAX = 0.68
CONTRADICTED_MAX = 0.55
# An entity that the page does not call its main one, of which the page does not show the value, or which it may have changed.
ALIKE_ONLY_DECLARED_MAX = 0.69
# Declared about the page's own entity, and shown with the property's label: right 73 of 73 times, and 25 of 25 on first runs.
AGREED = 0.98
_MARKUP = frozenset(("json-ld", "microdata", "rdfa"))

# Whose value it is.
WHOSE = {
    "main": 0.96,  # Declared as the page's main entity, or by the page about itself.
    "alike": 0.85,  # The only entity of its kind, with the page's title.
    "shown": 0.97,  # Shown outside of blocks about others.
    "around the heading": 0.9,
    "listed": 0.96,  # One of several blocks or rows of one shape.
    "contribution": 0.95,  # What one person wrote: a review, a comment.
    "a party": 0.65,  # Of a block about who offers the page's own entity.
    "not shown": 0.6,  # One of a declared list of which the page shows other names, or none.
    "the site": 0.6,  # The site itself, where another party may be meant: the author, the employer.
}
# Which property it is.
WHICH = {
    "path": 0.96,  # A property of schema.org that the vocabulary has for the name.
    "same name": 0.96,
    "label": 0.96,  # The property's own name or title as a label.
    "other label": 0.97,  # A synonym or a translation of it.
    "class": 0.68,
    "heading": 0.9,
    "part of a heading": 0.67,  # A title that is joined with something else, such as a place.
    "type or position": 0.94,  # The only value of the type, or at the same position in the order.
    "one of several": 0.6,
}
# That it is there: with a passage in the visible text, and with a quote of the markup only.
THERE = {
    "json-ld": (0.95, 0.88),
    "microdata": (0.95, 0.9),
    "rdfa": (0.95, 0.87),
    "opengraph": (0.8, 0.68),
    "meta": (0.96, 0.65),
    "byline": (0.9, 0.6),
    "state": (0.9, 0.69),
    "label": (0.97, 0.9),
    "table": (0.96, 0.82),
    "question": (0.9, 0.8),
    "block": (0.9, 0.68),
    "card": (0.95, 0.88),
    "repeated": (0.94, 0.6),  # Repeated blocks that only a class or a heading names.
}


@dataclass(frozen=True)
class Grounds:
    """What speaks for a value.

    Attributes:
        source: where the value is from, as in `Declared.source`.
        whose: a name in `WHOSE`.
        which: a name in `WHICH`.
        is_contradicted: another source of the page has a different value.
        is_often_old: markup often has an older value of this property than the page shows.
    """

    source: str
    whose: str = "main"
    which: str = "path"
    is_contradicted: bool = False
    is_often_old: bool = False


def of_value(grounds: Grounds, found: Found | None, quote: str | None) -> float:
    """The confidence from 0 to 1.

    Args:
        found: where the value is in the visible text.
        quote: the markup that declares it.
    """
    if found is None and quote is None:
        return WITHOUT_EVIDENCE_MAX
    if found and found.is_labelled and _is_declared(grounds):
        return AGREED
    shown, declared = THERE[grounds.source]
    shares = [WHOSE[grounds.whose], WHICH[grounds.which], shown if found else declared]
    if grounds.whose == "alike" and (found is None or grounds.is_often_old):
        shares.append(ALIKE_ONLY_DECLARED_MAX)
    if grounds.is_contradicted:
        shares.append(CONTRADICTED_MAX)
    if grounds.is_often_old and found is None:
        shares.append(NOT_SHOWN_MAX)
    return min(shares)


def _is_declared(grounds: Grounds) -> bool:
    """Whether markup has the value as one of the page's own entity, under the property's own name."""
    is_own = grounds.whose == "main" and grounds.which in ("path", "same name")
    return is_own and grounds.source in _MARKUP and not grounds.is_contradicted
