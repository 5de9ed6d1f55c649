"""The straight lines that are drawn on a page: borders of tables, lines below headings."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

from pypdfium2 import PdfPage, raw

from extraction.document.pdf.page.page_words import PAGE_MAX_POINTS, Turn

# More belong to a drawing.
OBJECTS_MAX = 20_000
SEGMENTS_MAX = 200
RULES_MAX = 2_000
FORM_DEPTH_MAX = 3
# A thicker bar is a rectangle.
_THICKNESS_MAX = 3.0
_LENGTH_MIN = 6.0
_DOT = 1.5, 9.0

Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line: at height `at` from `start` to `end`, or at the distance `at` from the left if it is vertical."""

    at: float
    start: float
    end: float


@dataclass(frozen=True)
class Rules:
    """The lines of a page. No lines if their number is that of a drawing."""

    horizontal: tuple[Rule, ...] = ()
    vertical: tuple[Rule, ...] = ()
    # Small squares and circles: the bullets that browsers draw. Left, bottom, right, top.
    dots: tuple[Box, ...] = ()


def read(page: PdfPage, turn: Turn) -> Rules:
    """The straight lines of a page, and the edges of its rectangles."""
    horizontal: list[Rule] = []
    vertical: list[Rule] = []
    dots: list[Box] = []
    for box in _boxes(page):
        left, bottom, right, top = turn.box(*box)
        if not -PAGE_MAX_POINTS < min(left, bottom) <= max(right, top) < PAGE_MAX_POINTS:
            continue
        if _is_dot(right - left, top - bottom):
            dots.append((left, bottom, right, top))
        elif top - bottom <= _THICKNESS_MAX and right - left >= _LENGTH_MIN:
            horizontal.append(Rule((top + bottom) / 2, left, right))
        elif right - left <= _THICKNESS_MAX and top - bottom >= _LENGTH_MIN:
            vertical.append(Rule((left + right) / 2, bottom, top))
        elif right - left >= _LENGTH_MIN and top - bottom >= _LENGTH_MIN:
            horizontal += [Rule(bottom, left, right), Rule(top, left, right)]
            vertical += [Rule(left, bottom, top), Rule(right, bottom, top)]
        if len(horizontal) + len(vertical) + len(dots) > RULES_MAX:
            return Rules()
    return Rules(_joined(horizontal), _joined(vertical), tuple(dots))


def _is_dot(width: float, height: float) -> bool:
    return _DOT[0] <= width <= _DOT[1] and _DOT[0] <= height <= _DOT[1] and abs(width - height) < 0.5


def _joined(rules: list[Rule]) -> tuple[Rule, ...]:
    """The rules with those joined that lie on one line and touch. A cell's border is often drawn alone."""
    found: list[Rule] = []
    for rule in sorted(rules, key=lambda each: (round(each.at / 2), each.start)):
        last = found[-1] if found else None
        if last and abs(last.at - rule.at) <= 2 and rule.start <= last.end + 2:
            found[-1] = Rule(last.at, last.start, max(last.end, rule.end))
        else:
            found.append(rule)
    return tuple(found)


def _boxes(page: PdfPage) -> Iterator[Box]:
    count = min(raw.FPDFPage_CountObjects(page), OBJECTS_MAX)
    for index in range(count):
        yield from _boxes_of(raw.FPDFPage_GetObject(page, index), _IDENTITY, 0)


def _boxes_of(shape: raw.FPDF_PAGEOBJECT, matrix: Matrix, depth: int) -> Iterator[Box]:
    kind = raw.FPDFPageObj_GetType(shape)
    if kind == raw.FPDF_PAGEOBJ_FORM and depth < FORM_DEPTH_MAX:
        inner = _product(_matrix(shape), matrix)
        for index in range(min(raw.FPDFFormObj_CountObjects(shape), SEGMENTS_MAX)):
            yield from _boxes_of(raw.FPDFFormObj_GetObject(shape, index), inner, depth + 1)
    elif kind == raw.FPDF_PAGEOBJ_PATH and _is_painted(shape):
        count = raw.FPDFPath_CountSegments(shape)
        bounds = _bounds(shape)
        if count <= 5 or (count < 80 and _is_dot(bounds[2] - bounds[0], bounds[3] - bounds[1])):
            yield _transformed(bounds, matrix)
        elif count <= SEGMENTS_MAX:
            yield from _edges(shape, count, _product(_matrix(shape), matrix))


def _is_painted(shape: raw.FPDF_PAGEOBJECT) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(shape, fill, stroke)
    return bool(fill.value or stroke.value)


def _bounds(shape: raw.FPDF_PAGEOBJECT) -> Box:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    raw.FPDFPageObj_GetBounds(shape, left, bottom, right, top)
    return left.value, bottom.value, right.value, top.value


def _edges(shape: raw.FPDF_PAGEOBJECT, count: int, matrix: Matrix) -> Iterator[Box]:
    """The straight segments of a path. Curves are left out."""
    x, y, before = ctypes.c_float(), ctypes.c_float(), None
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(shape, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point, kind = (x.value, y.value), raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_LINETO and before:
            width, height = abs(before[0] - point[0]), abs(before[1] - point[1])
            if width < 1 or height < 1:
                yield _transformed((*before, *point), matrix)
        before = point


def _matrix(shape: raw.FPDF_PAGEOBJECT) -> Matrix:
    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(shape, found)
    return found.a, found.b, found.c, found.d, found.e, found.f


def _product(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _transformed(box: Box, matrix: Matrix) -> Box:
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x in (box[0], box[2]) for y in (box[1], box[3])]
    ys = [b * x + d * y + f for x in (box[0], box[2]) for y in (box[1], box[3])]
    return min(xs), min(ys), max(xs), max(ys)
