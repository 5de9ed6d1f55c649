"""Writes MathML as TeX, for formulas whose page has no TeX source."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from extraction.document.tree import Tree

_DEPTH_MAX = 40
_OPERATORS = {"−": "-", "⁢": "", "⁡": "", "⁣": "", "\u00a0": " "}
_ACCENTS = {"¯": "\\bar", "‾": "\\overline", "→": "\\vec", "^": "\\hat", "~": "\\tilde", "˙": "\\dot"}
_ESCAPED = frozenset("#%&_{}")


def tex(formula: Tree) -> str | None:
    """The TeX of a `math` element. None if it is empty, too deep, or contains other elements than the usual ones."""
    try:
        written = _written(formula, 0)
    except _UnknownElement:
        return None
    return " ".join(written.split()) or None


class _UnknownElement(Exception):
    """The formula contains an element that has no rule here."""


def _written(element: Tree, depth: int) -> str:
    tag = element.tag if isinstance(element.tag, str) else ""
    if depth > _DEPTH_MAX:
        raise _UnknownElement
    if tag in ("mi", "mn", "mo"):
        return _symbol(element)
    if tag in ("mtext", "ms"):
        return "\\text{" + "".join(element.itertext()).replace("\\", "") + "}"
    if tag in ("annotation", "annotation-xml", "mspace", "mphantom", "mprescripts", "none"):
        return " " if tag == "mspace" else ""
    parts = [_written(child, depth + 1) for child in element]
    if tag in _FIXED and len(parts) == _FIXED[tag][0]:
        return _FIXED[tag][1](*parts)
    if tag == "mtable":
        return "\\begin{matrix} " + " \\\\ ".join(parts) + " \\end{matrix}"
    if tag == "mtr":
        return " & ".join(parts)
    if tag not in _ROWS:
        raise _UnknownElement
    row = "".join(parts)
    return "\\sqrt{" + row + "}" if tag == "msqrt" else row


def _symbol(element: Tree) -> str:
    text = "".join(element.itertext()).strip()
    text = "".join("\\" + sign if sign in _ESCAPED else _OPERATORS.get(sign, sign) for sign in text)
    if element.tag == "mi" and len(text) > 1 and text.isalpha():
        return "\\mathrm{" + text + "}"
    return text


def _accented(base: str, sign: str) -> str:
    return f"{_ACCENTS[sign]}{{{base}}}" if sign in _ACCENTS else f"\\overset{{{sign}}}{{{base}}}"


def _group(part: str) -> str:
    return part if len(part) == 1 else "{" + part + "}"


_ROWS = frozenset("math semantics mrow mstyle mpadded menclose msqrt mtd merror mfenced".split())
_FIXED: Mapping[str, tuple[int, Callable[..., str]]] = {
    "msup": (2, lambda base, upper: f"{base}^{_group(upper)}"),
    "msub": (2, lambda base, lower: f"{base}_{_group(lower)}"),
    "msubsup": (3, lambda base, lower, upper: f"{base}_{_group(lower)}^{_group(upper)}"),
    "mfrac": (2, lambda over, under: f"\\frac{{{over}}}{{{under}}}"),
    "mroot": (2, lambda base, index: f"\\sqrt[{index}]{{{base}}}"),
    "mover": (2, _accented),
    "munder": (2, lambda base, lower: f"{base}_{_group(lower)}"),
    "munderover": (3, lambda base, lower, upper: f"{base}_{_group(lower)}^{_group(upper)}"),
}
