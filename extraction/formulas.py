"""Formulas as the TeX they were written in, whatever renderer drew them."""

from __future__ import annotations

from lxml import etree

from extraction.document import Tree
from extraction.selection import drop, replace

_has_formulas = etree.XPath(
    "boolean(.//math | .//mjx-container | "
    ".//*[contains(@class, 'katex') or contains(@class, 'MathJax') or contains(@class, 'math') or contains(@class, 'tex')])"
)


def show_scripts(body: Tree) -> None:
    """Formulas that are kept in scripts become text, before scripts are dropped."""
    for script in [found for found in body.iter("script") if (found.get("type") or "").startswith("math/tex")]:
        replace(script, _tex(script.text or "", "mode=display" in script.get("type", "")))


def write_out(body: Tree) -> None:
    """Every formula becomes its TeX between dollars; pictures and copies of it go."""
    if not _has_formulas(body):
        return
    for wrapper in body.xpath(
        ".//*[contains(concat(' ', @class, ' '), ' katex ') or self::mjx-container or self::math]"
    ):
        if wrapper.getparent() is None:
            continue
        source = wrapper.xpath(
            ".//annotation[contains(@encoding, 'tex')] | .//*[local-name()='annotation'][contains(@encoding, 'tex')]"
        )
        tex = source[0].text if source else wrapper.get("alttext")
        if not tex:
            continue
        above = wrapper.getparent()
        display = (
            wrapper.get("display") in ("block", "true")
            or "display" in (above.get("class") or "")
            or bool(wrapper.xpath(".//math[@display='block']"))
        )
        replace(wrapper, _tex(tex, display))
    for image in body.xpath(
        ".//img[contains(@class, 'math') or contains(@class, 'latex') or contains(@class, 'tex')][@alt]"
    ):
        tex = image.get("alt").strip()
        if "\\" in tex or "^" in tex or "_" in tex:
            replace(image, _tex(tex, False))
    for leftover in body.xpath(
        ".//*[contains(@class, 'MathJax_Preview') or contains(@class, 'MathJax_SVG') or contains(@class,"
        " 'MathJax_CHTML') or @class='MathJax' or contains(@class, 'mwe-math-mathml')]"
    ):
        drop(leftover)


def _tex(source: str, display: bool) -> str:
    tex = source.strip()
    if tex.startswith("{\\displaystyle") and tex.endswith("}"):
        tex = tex[len("{\\displaystyle") : -1].strip()
    return f"$${tex}$$" if display else f"${tex}$"
