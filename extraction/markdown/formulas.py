"""Replaces rendered formulas by their TeX source."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.element_index import ElementIndex
from extraction.document.tree import Tree, drop_all, replace_all
from extraction.markdown import mathml

_leftovers = etree.XPath(
    ".//*[contains(@class, 'MathJax_Preview') or contains(@class, 'MathJax_SVG') or contains(@class, 'MathJax_CHTML')"
    " or @class='MathJax' or contains(@class, 'mwe-math-mathml')]"
)
# Of formulas and of their pictures.
TAGS = ("math", "mjx-container", "img")
_PICTURE_CLASS = re.compile("math|tex")
# Of Sphinx, pandoc and others: TeX that a script will draw.
_undrawn = etree.XPath(".//*[self::span or self::div][contains(concat(' ', @class, ' '), ' math ')][not(*)]")
_BRACKETS = re.compile(r"\s*\\([\[(])(.+)\\[\])]\s*", re.S)
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|&(?=#?\w+;)")


def show_scripts(body: Tree, index: ElementIndex) -> None:
    """Replace formulas that are stored in scripts, or drawn by scripts, by text, before scripts are dropped."""
    if any("math" in classes for classes in index.by_value("class")):
        undrawn = [(found, _BRACKETS.fullmatch(found.text or "")) for found in _undrawn(body)]
        replace_all(body, [(formula, _tex(tex[2], tex[1] == "[")) for formula, tex in undrawn if tex])
    scripts = [script for script in index.tagged("script") if (script.get("type") or "").startswith("math/tex")]
    if scripts:
        replace_all(
            body, [(script, _tex(script.text or "", "mode=display" in script.get("type", ""))) for script in scripts]
        )
        drop_all(body, _leftovers(body))


def write_out(body: Tree) -> None:
    """Replace every formula by its TeX between dollar signs. Images and copies of it are removed."""
    # The search by tag is fast, and few pages have formulas.
    formulas = list(body.iter("math", "mjx-container"))
    written: dict[Tree, str | None] = {}
    for formula in formulas:
        for wrapper in (_rendering_of(formula), formula):
            if wrapper is None:
                continue
            if wrapper not in written:
                written[wrapper] = _source_of(wrapper)
            if written[wrapper] is not None:
                break
    pictures = [
        (image, _tex(image.get("alt", ""), False))
        for image in body.iter("img")
        if _PICTURE_CLASS.search(image.get("class") or "") and any(sign in image.get("alt", "") for sign in "\\^_")
    ]
    replace_all(body, [(wrapper, tex) for wrapper, tex in written.items() if tex is not None] + pictures)
    if formulas:
        # A formula without TeX stays, also in the elements of MathJax.
        drop_all(body, [found for found in _leftovers(body) if next(found.iter("math"), None) is None])


def _rendering_of(formula: Tree) -> Tree | None:
    """The KaTeX element that contains both the formula and its visual copy."""
    return next((above for above in formula.iterancestors() if " katex " in f" {above.get('class') or ''} "), None)


def _source_of(wrapper: Tree) -> str | None:
    """The TeX source in the wrapper, between dollar signs."""
    source = wrapper.xpath(".//*[local-name()='annotation'][contains(@encoding, 'tex')]")
    tex = source[0].text if source else wrapper.get("alttext")
    if not tex and (formula := next(wrapper.iter("math"), None)) is not None:
        tex = mathml.tex(formula)
    if not tex:
        return None
    above = wrapper.getparent()
    display = (
        wrapper.get("display") in ("block", "true")
        or (above is not None and "display" in (above.get("class") or ""))
        or bool(wrapper.xpath(".//math[@display='block']"))
    )
    return _tex(tex, display)


def _tex(source: str, display: bool) -> str:
    tex = source.strip()
    if tex.startswith("{\\displaystyle") and tex.endswith("}"):
        tex = tex[len("{\\displaystyle") : -1].strip()
    # The added blank has no meaning in TeX. It prevents Markdown from reading `<` as the start of an element.
    tex = _MARKUP.sub(r"\g<0> ", tex)
    return f"$${tex}$$" if display else f"${tex}$"
