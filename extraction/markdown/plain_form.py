"""Normalises a content tree into the simple HTML that Markdown writers handle correctly.

Formulas become TeX between dollar signs, headings move outside their links, and so on. `references` normalises links
and images. Code blocks were normalised before, by `visible_tree.simplify`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from lxml import etree

from extraction.document.tree import HEADINGS, Tree, all_text, drop_all, drop_empty, unwrap_all
from extraction.markdown import definitions, emphasis, footnotes, formulas, labelled_values, references, tables
from extraction.markdown.cleaning import furniture, leftovers, line_breaks, lists
from extraction.markdown.references import BLOCKS_IN_LINK

_PERMALINK = re.compile(
    r"(?:^|[\s_-])(?:headerlink|header-?anchor|heading-?anchor|anchor-?link|permalink|"
    r"anchorjs-link|hash-link|direct-link|section-link|octicon-link)(?:$|[\s_-])",
    re.I,
)
_HEADER_LINK = re.compile("headerlink|hash-link")
_SIGNS = frozenset(
    (
        "",
        "#",
        "\u00b6",
        "\u00a7",
        "\u200b",
        "\U0001f517",
        "link",
        "\u2693",
        "permalink",
        "\u2693\ufe0e",
        "\U0001f517\ufe0e",
    )
)
# Elements that are headings if they have the role of one.
_UNRANKED = ("div", "p", "span", "a")
_CODE = ("code", "kbd", "samp", "tt")
# Elements that may contain a code block. Inside any other element, a writer would put it into the middle of a line.
_AROUND_CODE = frozenset((
    *BLOCKS_IN_LINK, "html", "body", "a", "tr", "td", "th", "thead", "tbody", "tfoot", "li", "dl", "dd", "main", "aside",
    "header", "footer", "nav", "details", "form", "fieldset", "center", "address", "hgroup", "search", "menu",
))  # fmt: skip
_IN_CODE = frozenset(
    "a abbr b big br cite del dfn em font i img ins mark q s small span strong sub sup u var wbr".split()
)
_BLOCKS_IN_CODE = _AROUND_CODE - {"a"} | {"pre", "hr", "math", "svg", "picture", "video", "audio", *_CODE}
# Signatures, which are terms (`dt`), become code.
_AROUND_OR_IN_CODE = ("math", "pre", "dt", *_CODE)
_DROPPED = ("script", "graphic", "style", "template", "iframe", "object", "embed", "canvas", "svg", "select", "textarea",
    "datalist", "link", "meta", "noframes", "dialog-backdrop")  # fmt: skip


_NESTED = ("blockquote", "ul", "ol", "em", "i")
_NESTING_MAX = 30
_SIGNATURE_MAX = 500
_POWER = re.compile(r"^\s*([-\u2212\u2013]?)(\d{1,4})\s*$")
# Text before a superscript that is an exponent and not a footnote mark: ten, a unit of length or time, a variable.
_RAISED = re.compile(r"(?<!\d)10$|(?<![^\W\d_])(?<!['\u2019])(?:[kcdm\u00b5]?m|ft|yd|mi|s|[xyznrc]|mc)$")
_BLOCKS_IN_HEADING = ("div", "p", "center", "section", "header", "button")
# A heading with one of these is the layout of a part of the page.
_PARTS_OF_PAGE = (*HEADINGS, "ul", "ol", "table", "pre", "blockquote", "figure", "hr", "form", "nav")
_HEADING_MAX_CHARS = 300
_has_text_outside_buttons = etree.XPath("boolean(.//text()[normalize-space() and not(ancestor::button)])")


def normalise(body: Tree, base_url: str, *, keep_links: bool, keep_images: bool) -> None:
    """Rewrite the tree in place, ready for conversion to Markdown. URLs become absolute and safe."""
    # Most pages have few kinds of elements. Each step that has nothing to do saves a pass over the tree.
    tags = {element.tag for element in body.iter()}
    if not tags.isdisjoint(formulas.TAGS):
        formulas.write_out(body)
    if "a" in tags or "span" in tags:
        footnotes.write_out(body)
    furniture.drop(body)
    line_breaks.simplify(body)
    _join_headings(body)
    _flatten_nests(body)
    lists.lift_title(body)
    lists.nest(body)
    lists.number(body)
    if "dt" in tags:
        _signatures(body)
    labelled_values.simplify(body)
    lists.of_cards(body)
    if "dl" in tags or "dd" in tags:
        definitions.simplify(body)
    _rubies(body)
    if not tags.isdisjoint(_DROPPED):
        etree.strip_elements(body, *_DROPPED, with_tail=False)
    if not tags.isdisjoint(_AROUND_OR_IN_CODE):
        _code_in_its_place(body)
    tables.arrange(body)
    _headings(body)
    lists.tighten(body)
    references.show_email_addresses(body)
    if keep_links:
        references.write_links(body, base_url)
    else:
        etree.strip_tags(body, "a")
    if not tags.isdisjoint(references.PICTURES):
        references.write_images(body, base_url, keep_images)
    if "input" in tags:
        _drop_form_fields(body)
    leftovers.drop(body)
    drop_empty(body)
    lists.unwrap_items(body)
    etree.strip_tags(body, "span", "font")
    emphasis.simplify(body)
    _captions_below(body)
    if "sup" in tags:
        _powers(body)


def _code_in_its_place(body: Tree) -> None:
    """Unwrap code inside formulas, emphasis or other code, and code that contains block elements."""
    drawn = list(body.iter("math"))
    for formula in drawn:
        etree.strip_tags(formula, *_CODE, "pre")
    # Writers drop the blanks in a formula, and `<` could then be read as the start of an element.
    unwrap_all(body, [formula for formula in drawn if any("<" in text for text in formula.itertext())])
    around = _code_around_blocks(body)
    unwrap_all(body, [*_lines_around_blocks(body), *around])
    for code in list(body.iter(*_CODE)):
        if len(code):
            unwrap_all(code, [part for part in _inside(code) if part.tag not in _IN_CODE])


def _lines_around_blocks(body: Tree) -> set[Tree]:
    seen: set[Tree] = set()
    for pre in body.iter("pre"):
        for above in pre.iterancestors():
            if above in seen:
                break
            seen.add(above)
    return {above for above in seen if above.tag not in _AROUND_CODE}


def _code_around_blocks(body: Tree) -> list[Tree]:
    # `_BLOCKS_IN_CODE` includes other code elements, because those are handled by themselves.
    return [
        code for code in body.iter(*_CODE) if len(code) and any(part.tag in _BLOCKS_IN_CODE for part in _inside(code))
    ]


def _inside(element: Tree) -> Iterator[Tree]:
    return islice(element.iter(), 1, None)


def _headings(body: Tree) -> None:
    for other in [each for each in body.iter(*_UNRANKED) if each.get("role") == "heading"]:
        _make_heading(other)
    headings = list(body.iter(*HEADINGS))
    labels = chain(headings, body.iter("dt", "caption", "figcaption"))
    drop_all(body, [link for label in labels for link in label.iter("a", "button") if _is_permalink(link)])
    drop_all(
        body, [link for link in body.iter("a") if _HEADER_LINK.search(link.get("class") or "") and _is_permalink(link)]
    )
    drop_all(body, [image for heading in headings if _text(heading) for image in list(heading.iter("img"))])
    for heading in headings:
        above = heading.getparent()
        if above is not None and above.tag == "a" and len(above) == 1 and not (above.text or "").strip():
            _swap(above, heading)


def _make_heading(element: Tree) -> None:
    """Use the level of an element that is a heading for screen readers."""
    level = element.get("aria-level") or ""
    if level not in ("1", "2", "3", "4", "5", "6") or len(element):
        return
    if element.tag != "a":
        element.tag = f"h{level}"
        return
    heading = element.makeelement(f"h{level}", {})
    element.addprevious(heading)
    heading.tail, element.tail = element.tail, None
    heading.append(element)


def _text(element: Tree) -> str:
    return "".join(element.itertext()).strip()


def _is_permalink(link: Tree) -> bool:
    text = "".join(link.itertext()).strip().casefold()
    sign = text in _SIGNS or (len(text) < 3 and _PERMALINK.search(link.get("class") or ""))
    return bool(sign) and link.find(".//img") is None


def _swap(link: Tree, heading: Tree) -> None:
    """`<a><h3>text</h3></a>` -> `<h3><a>text</a></h3>`."""
    heading.tail, link.tail = link.tail, None
    link.getparent().replace(link, heading)
    link.text, heading.text = heading.text, None
    link[:] = list(heading)
    heading.append(link)


def _flatten_nests(body: Tree) -> None:
    """Flatten extremely deep quotes and lists, because Markdown repeats their marks on every line."""
    if next(islice(body.iter(*_NESTED), _NESTING_MAX, None), None) is None:
        return
    deep, depth = [], 0
    for event, element in etree.iterwalk(body, events=("start", "end"), tag=_NESTED):
        depth += 1 if event == "start" else -1
        if event == "start" and depth > _NESTING_MAX:
            deep.append(element)
    for element in deep:
        element.tag = "span" if element.tag in ("em", "i") else "div"


def _rubies(body: Tree) -> None:
    """Write the reading of a word in brackets after it."""
    if next(body.iter("ruby", "rt"), None) is None:
        return
    etree.strip_elements(body, "rp", with_tail=False)
    for reading in body.iter("rt"):
        text = "".join(reading.itertext()).strip()
        tail = reading.tail
        reading.clear()
        reading.text, reading.tail = f"({text})" if text else "", tail
    etree.strip_tags(body, "rt", "rb", "rtc", "ruby")


def _powers(body: Tree) -> None:
    """`10<sup>6</sup>` -> `10^6`, `m<sup>2</sup>` -> `m^2`. Plain text would give `106` and `m2`."""
    for sup in body.iter("sup"):
        power = _POWER.match(sup.text or "") if not len(sup) else None
        if power and _RAISED.search(_text_before(sup)):
            sup.text = f"^{'-' if power[1] else ''}{power[2]}"


def _text_before(element: Tree) -> str:
    before, above = element.getprevious(), element.getparent()
    return (before.tail if before is not None else above.text if above is not None else None) or ""


def _signatures(body: Tree) -> None:
    """Write the signatures of functions in documentation as code."""
    for term in body.iter("dt"):
        if (
            "sig" not in (term.get("class") or "").split()
            or len(text := " ".join(_text(term).split())) > _SIGNATURE_MAX
        ):
            continue
        term.clear(keep_tail=True)
        etree.SubElement(term, "code").text = text.rstrip("\u00b6 ")


def _captions_below(body: Tree) -> None:
    """Move a caption that is before its image below it. Captions before code and tables stay.

    Captions become paragraphs, because a writer would continue their line with the next image.
    """
    if next(body.iter("figure", "figcaption"), None) is None:
        return
    for figure in body.iter("figure"):
        first = figure[0] if len(figure) > 1 else None
        if first is not None and first.tag == "figcaption" and next(figure.iter("pre", "table"), None) is None:
            figure.append(first)
    for caption in list(body.iter("figcaption")):
        _as_paragraph(caption)
    for figure in body.iter("figure"):
        figure.tag = "div"


def _as_paragraph(caption: Tree) -> None:
    emphasis_of, tail = etree.Element("em"), caption.tail
    emphasis_of.text, caption.text = (caption.text or "").lstrip(), None
    emphasis_of[:] = list(caption)
    caption.clear()
    caption.tag, caption.tail = "p", tail
    caption.append(emphasis_of)


def _drop_form_fields(body: Tree) -> None:
    """Remove form fields, except the checkboxes of task lists."""
    drop_all(body, [field for field in body.iter("input") if not _is_task_checkbox(field)])


def _is_task_checkbox(field: Tree) -> bool:
    item = field.getparent()
    return field.get("type") == "checkbox" and item is not None and item.tag in ("li", "label", "p")


def _join_headings(body: Tree) -> None:
    """Unwrap blocks inside headings. A button is unwrapped if it is the whole heading, as in an accordion."""
    for heading in body.iter(*HEADINGS):
        if len(heading) and next(heading.iter(*_BLOCKS_IN_HEADING), None) is not None:
            _join_heading(heading)


def _join_heading(heading: Tree) -> None:
    if next(heading.iterdescendants(*_PARTS_OF_PAGE), None) is not None:
        return
    if len(" ".join(all_text(heading).split())) > _HEADING_MAX_CHARS:
        return
    tags = _BLOCKS_IN_HEADING[:-1] if _has_text_outside_buttons(heading) else _BLOCKS_IN_HEADING
    for part in heading.iterdescendants(*tags):
        part.text, part.tail = f" {part.text or ''}", f" {part.tail or ''}"
    etree.strip_tags(heading, *tags)
