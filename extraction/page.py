"""Reads a captured page into the requested formats.

The order of the steps matters. Steps that only read the parsed tree (links, metadata, structured data) come first.
The options then remove elements from the tree. The HTML and Markdown writers rewrite the rest and come last.
"""

from __future__ import annotations

import copy
from dataclasses import replace

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import Links, Metadata, PageFormats, Structured, warning_of
from extraction import html, images, visible_tree
from extraction.bot_checks import BOT_CHECK
from extraction.content import advertising, attributes, main_content, selection
from extraction.content.advertising import Candidates
from extraction.content.models import Models
from extraction.content.page_kind import Kinds
from extraction.declared import languages, main_facts, page_type, structured, usage_terms
from extraction.declared import metadata as declared
from extraction.declared.main_facts import Fact
from extraction.declared.text import dates
from extraction.document import text_body
from extraction.document.document import Document, open_page
from extraction.document.hidden import elements as hidden_elements
from extraction.document.hidden import rendered
from extraction.document.tree import drop_all
from extraction.links import page_links
from extraction.markdown import words, writer
from extraction.verdicts import bot_walls, quality
from extraction.verdicts.app_shells import is_app_shell


def read(capture: PageCapture, options: ReadingOptions, *, models: Models | None = None) -> PageFormats:
    """Read the requested formats from one captured page.

    Pure: no network, clock or database; equal input gives equal output.

    Args:
        capture: `body` is the undecoded bytes as received; `final_url` is absolute.
        options: already validated; `include_tags` are CSS selectors, applied before `exclude_tags`.
        models: replaces the shipped main-content models. Benchmarks pass models that were not trained on the page.
    Returns:
        One field per requested format, None for the others and for `summary` and `json`, which need a language
        model. Links are absolute; Markdown ends in one newline.
    Raises:
        UnreadablePage: the body is neither HTML, text, JSON, XML, PDF nor an office file. Never billed.
    """
    return read_document(open_page(capture), options, models=models)


def read_document(document: Document, options: ReadingOptions, *, models: Models | None = None) -> PageFormats:
    """Like `read`, for an open document. Modifies the document's tree, so a document can be read only once."""
    return read_with_text(document, options, models=models)[0]


def read_with_text(
    document: Document, options: ReadingOptions, *, models: Models | None = None
) -> tuple[PageFormats, str]:
    """Like `read_document`, with the content as Markdown even if that was not requested."""
    if document.is_file:
        # Everything in a file is content.
        found, text = _read_html(document, replace(options, only_main_content=False, block_ads=False), models)
    elif document.kind == "html":
        found, text = _read_html(document, options, models)
    elif document.kind == "pdf":
        found, text = _read_pdf(document, options)
    else:
        found, text = _read_text(document, options)
    return replace(found, warning=_warning(document.capture, found, options)), text


def _warning(capture: PageCapture, found: PageFormats, options: ReadingOptions) -> str | None:
    sentences = [sentence for sentence in (capture.warning, found.warning) if sentence]
    if not capture.is_success:
        sentences.append(capture.status_sentence)
    if found.quality.blocked:
        sentences.append(BOT_CHECK)
    if not sentences and not found.metadata.word_count:
        selected = options.include_tags or options.exclude_tags
        sentences.append(
            "The page contains no text that `includeTags` and `excludeTags` select."
            if selected
            else "The page contains no text."
        )
    return warning_of(*sentences)


def _read_html(document: Document, options: ReadingOptions, models: Models | None) -> tuple[PageFormats, str]:
    requested = options.formats
    data = structured.StructuredMarkup(document)
    found_links = page_links.read(document) if "links" in requested else None
    found_images = images.read_document(document) if "images" in requested else None
    found_data = structured.read(data) if "structured" in requested else None
    found_attributes, warning = attributes.read(document, options.attributes) if options.attributes else (None, None)
    page = declared.Metadata(document, data)
    title = page.title()
    signs = page_type.signs(page, title)
    published = page.published_time()
    about = Metadata(
        title=title, description=page.description(), author=page.author(),
        site_name=page.site_name(), published_time=dates.in_utc(published), image=page.image(),
        usage_terms=usage_terms.of_document(document),
    )  # fmt: skip
    facts = main_facts.read(document, data, title) if options.only_main_content else []
    ads = advertising.candidates(document.index) if options.block_ads else Candidates()
    visible_tree.drop_invisible(document)
    wall = bot_walls.find(document, bot_walls.few_words(document.body))
    selection.apply(document, options, ads)
    visible_tree.simplify(document)
    choice = _choice(document, options, title or "", signs.declared, facts, models)
    body = document.body
    if options.only_main_content:
        drop_all(body, page.site_headings())
    hidden_elements.drop_marked(body)
    cleaned = html.write(copy.deepcopy(body), document.base_url) if "html" in requested else None
    text = writer.write(body, document.base_url, keep_links=options.include_links, keep_images=_keeps_images(options))
    count = words.of_markdown(text)
    about = replace(
        about,
        page_type=signs.page_type(choice.kinds),
        word_count=count,
        language=page.language(text),
        structure="markdown" if writer.is_structured(text) else "plain",
    )
    seen = quality.Measurements(
        status=document.capture.status, words=count, expected=choice.expected, wall=wall,
        link_share=choice.link_share, shell=count < 150 and is_app_shell(document.text),
        complete=document.capture.warning is None and document.warning is None,
    )  # fmt: skip
    formats = PageFormats(
        metadata=about,
        quality=quality.judge(seen),
        markdown=_dated(text, published) if "markdown" in requested else None,
        html=cleaned,
        raw_html=_raw(document) if "rawHtml" in requested else None,
        links=found_links,
        images=found_images,
        structured=found_data,
        attributes=found_attributes,
        warning=warning_of(document.warning, warning, images.cut_warning(found_images or ())),
    )
    return formats, text


def _raw(document: Document) -> str:
    """The page's HTML. A rendered page is without the marks that the browser put on its hidden text."""
    return rendered.without_marks(document.text) if document.capture.rendered else document.text


def _choice(
    document: Document,
    options: ReadingOptions,
    title: str,
    declared_type: str | None,
    facts: list[Fact],
    models: Models | None,
) -> main_content.Choice:
    """Cuts the tree to its main content if the options ask for that.

    Args:
        declared_type: the page type that the page declares.
        facts: what the page declares about its main entity.
    """
    if options.only_main_content and not options.include_tags:
        return main_content.cut(
            document,
            title,
            declared=declared_type,
            whole_structures=options.prefer_structure,
            facts=facts,
            models=models,
        )
    kinds: Kinds = {}
    if not options.include_tags and not declared_type:
        kinds = main_content.kinds_of(document, title, model=models.kinds if models else None)
    return main_content.Choice(0.9, 0.0, kinds)


def _keeps_images(options: ReadingOptions) -> bool:
    return options.include_links or options.prefer_structure or not options.remove_base64_images


def _dated(text: str, published: str | None) -> str:
    """The text below a `Published:` line with the day in the page's own time zone, if the page declares a date."""
    return f"Published: {published[:10]}\n\n{text}" if text and published else text


def _read_text(document: Document, options: ReadingOptions) -> tuple[PageFormats, str]:
    requested, text = options.formats, text_body.markdown(document)
    count = words.count(text)
    prose = text_body.language_of(document) is None
    about = Metadata(
        structure="plain", word_count=count, page_type="other", language=languages.likely(text) if prose else None,
        usage_terms=usage_terms.of_document(document),
    )  # fmt: skip
    seen = quality.Measurements(status=document.capture.status, words=count, expected=0.95)
    formats = PageFormats(
        metadata=about,
        quality=quality.judge(seen),
        markdown=text if "markdown" in requested else None,
        html="" if "html" in requested else None,
        raw_html=document.text if "rawHtml" in requested else None,
        links=Links() if "links" in requested else None,
        images=() if "images" in requested else None,
        structured=Structured() if "structured" in requested else None,
        attributes=attributes.without_elements(options.attributes),
    )
    return formats, text


def _read_pdf(document: Document, options: ReadingOptions) -> tuple[PageFormats, str]:
    from extraction.document.pdf import reader

    requested, found = options.formats, reader.read(document.capture.body)
    count = words.count(found.markdown)
    published = dates.iso(found.created)
    about = Metadata(
        title=found.title,
        structure="markdown" if found.structured and found.markdown else "plain",
        page_type="article" if count > 400 else "other", word_count=count, author=found.author,
        published_time=dates.in_utc(published), language=languages.likely(found.markdown),
        usage_terms=usage_terms.of_document(document),
    )  # fmt: skip
    seen = quality.Measurements(
        status=document.capture.status, words=count, expected=0.9 if found.structured else 0.7, complete=found.complete
    )
    formats = PageFormats(
        metadata=about,
        quality=quality.judge(seen),
        warning=found.warning,
        markdown=_dated(found.markdown, published) if "markdown" in requested else None,
        html="" if "html" in requested else None,
        raw_html="" if "rawHtml" in requested else None,
        links=Links() if "links" in requested else None,
        images=() if "images" in requested else None,
        structured=Structured() if "structured" in requested else None,
        attributes=attributes.without_elements(options.attributes),
    )
    return formats, found.markdown
