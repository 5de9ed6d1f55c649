"""Formulas as the TeX they were written in, whatever renderer drew them."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document import Tree
from extraction.selection import drop, replace

_leftovers = etree.XPath(
    ".//*[contains(@class, 'MathJax_Preview') or contains(@class, 'MathJax_SVG') or contains(@class, 'MathJax_CHTML')"
    " or @class='MathJax' or contains(@class, 'mwe-math-mathml')]"
)
_PICTURE_CLASS = re.compile("math|tex")


def show_scripts(body: Tree) -> None:
    """Formulas that are kept in scripts become text, before scripts are dropped."""
    scripts = [script for script in body.iter("script") if (script.get("type") or "").startswith("math/tex")]
    for script in scripts:
        replace(script, _tex(script.text or "", "mode=display" in script.get("type", "")))
    if scripts:
        _drop_leftovers(body)


def write_out(body: Tree) -> None:
    """Every formula becomes its TeX between dollars; pictures and copies of it go."""
    # Asked by tag, which takes no time: nearly no page has one.
    formulas = list(body.iter("math", "mjx-container"))
    for formula in formulas:
        for wrapper in (_rendering_of(formula), formula):
            if wrapper is not None and wrapper.getparent() is not None and _written(wrapper):
                break
    for image in list(body.iter("img")):
        if image.get("alt") and _PICTURE_CLASS.search(image.get("class") or ""):
            tex = image.get("alt", "").strip()
            if "\\" in tex or "^" in tex or "_" in tex:
                replace(image, _tex(tex, False))
    if formulas:
        _drop_leftovers(body)


def _rendering_of(formula: Tree) -> Tree | None:
    """The KaTeX element that holds the formula beside a copy of it for the eye."""
    return next((above for above in formula.iterancestors() if " katex " in f" {above.get('class') or ''} "), None)


def _written(wrapper: Tree) -> bool:
    """Put the TeX that stands in the wrapper in its place."""
    source = wrapper.xpath(".//*[local-name()='annotation'][contains(@encoding, 'tex')]")
    tex = source[0].text if source else wrapper.get("alttext")
    if not tex:
        return False
    display = (
        wrapper.get("display") in ("block", "true")
        or "display" in (wrapper.getparent().get("class") or "")
        or bool(wrapper.xpath(".//math[@display='block']"))
    )
    replace(wrapper, _tex(tex, display))
    return True


def _drop_leftovers(body: Tree) -> None:
    for leftover in _leftovers(body):
        drop(leftover)


def _tex(source: str, display: bool) -> str:
    tex = source.strip()
    if tex.startswith("{\\displaystyle") and tex.endswith("}"):
        tex = tex[len("{\\displaystyle") : -1].strip()
    return f"$${tex}$$" if display else f"${tex}$"
