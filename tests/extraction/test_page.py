"""The result of reading a page, by formats and options."""

from __future__ import annotations

import json
import time

import pytest

from contract import limits
from extraction.markdown import words

NEWS = """<!doctype html><html lang="en-GB"><head><title>A storm is coming | The Daily Gale</title>
<meta name="description" content="Winds &amp; rain ahead."><meta property="og:site_name" content="The Daily Gale">
<meta property="og:image" content="/storm.jpg"><meta property="og:type" content="article">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"A storm is coming",
"datePublished":"2024-05-01T10:30:00+02:00","author":[{"@type":"Person","name":"Ada Wind"}],}</script></head><body>
<header><nav><a href="/">Home</a> <a href="/sport">Sport</a></nav></header>
<div id="cookie-banner">We use cookies. Accept all</div>
<main><article><h1>A storm is coming</h1><p>Forecasters said on Monday that a storm would reach the coast by the evening,
bringing heavy rain and winds of up to ninety miles an hour to the islands.</p><h2>What to expect</h2>
<p>Ferries will stay in port, schools close at noon and people who live near the sea are asked to stay at home until the
storm has passed. Read <a href="https://met.example.org/warnings#now">the warnings</a> or <a href="../b?x=1#top">the map</a>.</p>
<ul><li>Rain from noon</li><li>Gales from six</li></ul><img src="/chart.png" alt="Chart">
<div class="ad-slot">Buy umbrellas now</div></article></main>
<footer>© 2019 The Daily Gale. All rights reserved. <a href="mailto:x@example.com">Mail</a></footer></body></html>"""


def test_main_content_excludes_boilerplate(read) -> None:
    text = read(NEWS).markdown
    assert "Forecasters said on Monday" in text and "## What to expect" in text and "- Rain from noon" in text
    for boilerplate in ("Sport", "cookies", "umbrellas", "rights reserved"):
        assert boilerplate not in text


def test_whole_page_includes_boilerplate(read) -> None:
    text = read(NEWS, only_main_content=False, block_ads=False).markdown
    assert "Sport" in text and "rights reserved" in text and "umbrellas" in text


def test_advertising_and_banners_are_removed_from_the_whole_page_too(read) -> None:
    text = read(NEWS, only_main_content=False).markdown
    assert "umbrellas" not in text and "cookies" not in text and "Sport" in text


def test_only_requested_formats_are_given(read) -> None:
    found = read(NEWS, formats=("links",))
    assert found.links is not None
    assert (found.markdown, found.html, found.raw_html, found.structured, found.summary, found.json) == (None,) * 6


def test_metadata_is_what_the_page_declares(read) -> None:
    about = read(NEWS, url="https://www.gale.example/news/storm").metadata
    assert about.title == "A storm is coming"
    assert about.description == "Winds & rain ahead."
    assert (about.language, about.author, about.site_name) == ("en-GB", "Ada Wind", "The Daily Gale")
    assert about.published_time == "2024-05-01T08:30:00Z"
    assert about.image == "https://www.gale.example/storm.jpg"
    assert (about.page_type, about.structure) == ("article", "markdown")
    assert 60 < about.word_count < 110


def test_date_line_is_written_only_for_dated_pages(read) -> None:
    assert read(NEWS).markdown.startswith("Published: 2024-05-01\n\n")
    undated = NEWS.replace('"datePublished":"2024-05-01T10:30:00+02:00",', "")
    found = read(undated)
    assert found.metadata.published_time is None
    assert "Published:" not in found.markdown


def test_links_are_absolute_unique_and_split_by_site(read) -> None:
    links = read(NEWS, formats=("links",), url="https://www.gale.example/news/storm").links
    assert links.internal == (
        "https://www.gale.example/",
        "https://www.gale.example/sport",
        "https://www.gale.example/b?x=1",
    )
    assert links.external == ("https://met.example.org/warnings",)


def test_images_are_those_of_the_image_list(read) -> None:
    page = '<p>Text</p><img src="/a.png" alt="A lamp"><img data-src="b.jpg"><script>document.write("<img src=c.png>")</script>'
    found = read(page, formats=("images",), url="https://gale.example/news/")

    assert [(image.src, image.alt, image.source) for image in found.images] == [
        ("https://gale.example/a.png", "A lamp", "img"),
        ("https://gale.example/news/b.jpg", None, "lazy"),
    ]
    assert found.warning is None and read(page, formats=("links",)).images is None
    assert read("plain text", formats=("images",), content_type="text/plain").images == ()


def test_cut_list_of_images_is_a_warning(read) -> None:
    page = "".join(f'<img src="/{number}.png">' for number in range(limits.IMAGES_MAX + 1))
    found = read(f"<p>Text</p>{page}", formats=("images",))

    assert len(found.images) == limits.IMAGES_MAX and f"Only the first {limits.IMAGES_MAX} images" in found.warning


def test_base_element_is_used_for_relative_links(read) -> None:
    page = '<head><base href="https://cdn.other.example/dir/"></head><a href="x#y">one</a><a href="x">again</a>'
    assert read(page, formats=("links",)).links.external == ("https://cdn.other.example/dir/x",)


@pytest.mark.parametrize(
    ("page", "link", "inside"),
    [
        ("https://www.example.co.uk/", "https://shop.example.co.uk/", True),
        ("https://a.example.co.uk/", "https://b.other.co.uk/", False),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/x", True),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:9000/x", False),
        ("http://localhost:8000/", "http://localhost:8001/x", False),
        ("http://127.0.0.1:8000/", "http://127.0.0.2:8000/x", False),
    ],
)
def test_site_is_the_registrable_domain_or_the_host_itself(read, page: str, link: str, inside: bool) -> None:
    links = read(f'<a href="{link}">x</a>', formats=("links",), url=page).links
    assert bool(links.internal) is inside


def test_includes_are_applied_before_excludes(read) -> None:
    text = read(NEWS, include_tags=("article", "h1"), exclude_tags=("ul", ".ad-slot", "h1")).markdown
    assert "What to expect" in text and "Rain from noon" not in text and "# A storm" not in text and "Sport" not in text


def test_includes_that_match_nothing_leave_nothing(read) -> None:
    assert read(NEWS, include_tags=(".no-such-thing",)).markdown == ""


def test_html_is_safe_and_absolute(read) -> None:
    page = """<article><p onclick="x()" style="color:red">Hello <a href="java\nscript:alert(1)">bad</a>
    <a href=" JAVASCRIPT:alert(1)">worse</a><a href="/ok">good</a><img src="/i.png" onerror="x()"><svg onload="x()"></svg>
    <iframe src="https://x.example"></iframe><form action="/f"><input name="q"></form></p><script>evil()</script>
    <math href="javascript:x()"><mi>a</mi></math><a href="data:text/html,x">data</a><a href="vbscript:x">vb</a></article>"""
    html = read(page, formats=("html",)).html
    assert '<a href="https://www.example.com/ok">good</a>' in html and 'src="https://www.example.com/i.png"' in html
    for danger in ("script", "onclick", "onerror", "onload", "style", "iframe", "svg", "form", "data:"):
        assert danger not in html.lower()


def test_raw_html_is_the_page_as_it_came(read) -> None:
    assert read(NEWS, formats=("rawHtml",)).raw_html == NEWS


def test_base64_images_stay_when_asked(read) -> None:
    page = "<article><p>Picture: <img alt=dot src='data:image/png;base64,iVBORw0KGgo='> here</p></article>"
    assert "base64" in read(page, remove_base64_images=False).markdown
    assert "base64" not in read(page).markdown


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("今天天气很好我们去公园散步", 12, 14),
        ("これは日本語の文章です", 8, 12),
        ("ฉันรักประเทศไทยและอาหารไทย", 6, 9),
        ("Don't stop me-now 3.14", 4, 4),
    ],
)
def test_words_are_counted_in_every_script(read, text: str, low: int, high: int) -> None:
    assert low <= read(f"<p>{text}</p>").metadata.word_count <= high


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ('<meta property="article:published_time" content="2023-01-02">', "2023-01-02"),
        ('<meta property="article:published_time" content="2023-01-01T23:30:00-05:00">', "2023-01-02T04:30:00Z"),
        # A time whose zone is unknown is not a time in UTC.
        ('<meta property="article:published_time" content="2023-01-02T10:00:00">', "2023-01-02"),
        ('<meta name="date" content="2023-01-02T03:04:05Z">', "2023-01-02T03:04:05Z"),
        ('<meta name="pubdate" content="Tue, 02 Jan 2023 03:04:05 +0100">', "2023-01-02T02:04:05Z"),
        ('<time itemprop="datePublished" datetime="2023-01-02T03:04">today</time>', "2023-01-02"),
        ("<time pubdate>May 1, 2024</time>", "2024-05-01"),
        ('<time datetime="2023-01-02">unrelated event</time>', None),
        ("<footer>Copyright 2023</footer>", None),
        ('<meta name="date" content="2023">', None),
        ('<meta name="date" content="next week">', None),
    ],
)
def test_published_time_is_only_what_is_declared(read, markup: str, expected: str | None) -> None:
    assert read(f"<html><body>{markup}<p>Text of the page.</p></body></html>").metadata.published_time == expected


REVIEWED = """<html><head><title>Mug</title></head><body><div itemscope itemtype="https://schema.org/Product">
<h1 itemprop="name">Mug</h1><p>A fine mug for tea.</p><div itemprop="review" itemscope itemtype="https://schema.org/Review">
<span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Bob</span></span>
<meta itemprop="author" content="Bob"><meta itemprop="datePublished" content="2020-01-02">
<time itemprop="datePublished" datetime="2020-01-02">then</time><p>Nice</p></div></div></body></html>"""


def test_properties_of_a_review_are_not_the_pages(read) -> None:
    about = read(REVIEWED).metadata
    assert (about.author, about.published_time) == (None, None)


def test_author_of_the_main_entity_is_read(read) -> None:
    article = REVIEWED.replace("schema.org/Product", "schema.org/Recipe").replace(
        "schema.org/Review", "schema.org/Article"
    )
    about = read(article).metadata
    assert (about.author, about.published_time) == ("Bob", "2020-01-02")


def test_title_of_an_svg_is_not_the_pages_title(read) -> None:
    assert read("<svg><title>Close icon</title></svg><h1>Real</h1><p>Text</p>").metadata.title == "Real"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<a href="https://www.example.com/one/two/three?four=five">one</a> ' * 20, 20),
        ('<p><a href="/x">cat</a>s and <a href="/a_(b_(c))" title="Said &quot;so&quot;)">x ] y</a></p>', 4),
        ('<p>not !<a href="/x">Send</a> <a href="/f"><code>f[0]</code></a>s</p>', 5),
        ('<p>Look <a href="/a b.png"><img src="/q(w.png" alt="Two words"></a></p>', 1),
        ('<p>Two</p><picture><source srcset="/a.webp"><img src="/a.png" alt="not these"><p>words</p>', 2),
        ('<p>Two words</p><video src="/long/address.mp4"></video>', 2),
    ],
)  # fmt: skip
def test_urls_are_not_counted_as_words(read, body: str, words: int) -> None:
    assert [read(body, include_links=links).metadata.word_count for links in (True, False)] == [words, words]


def test_output_contains_no_lone_surrogate(read) -> None:
    page = '<script type="application/ld+json">{"@type":"Product","name":"a\\ud800b\\u0000c"}</script><p>x</p>'
    found = read(page, formats=("structured",)).structured
    assert json.dumps(found.json_ld[0], ensure_ascii=False).encode()
    assert found.json_ld[0]["name"] == "abc"


def test_equal_input_gives_equal_output(read) -> None:
    assert read(NEWS) == read(NEWS)


def test_page_that_keeps_its_text_in_noscript_is_read(read) -> None:
    topic = "<p>How do I mount a volume twice in one container without copying the data first?</p>" * 4
    assert (
        "mount a volume"
        in read(
            f"<body><div id=app></div><script src=a.js></script><noscript><div>{topic}</div></noscript></body>"
        ).markdown
    )


@pytest.mark.parametrize(
    ("body", "structure"),
    [
        ("<p>Only a paragraph of text.</p><p>And another one.</p>", "plain"),
        ("<h2>A part</h2><p>Text</p>", "markdown"),
        ("<ul><li>One</li><li>Two</li></ul>", "markdown"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "markdown"),
        ("<p>Some <b>bold</b> words</p>", "markdown"),
        ("<p>1986. A year is not a list</p>", "plain"),
        ("", "plain"),
    ],
)
def test_structure_reports_markdown_structure(read, body: str, structure: str) -> None:
    assert read(f"<html><body>{body}</body></html>").metadata.structure == structure


def test_preferred_structure_keeps_lists_whole(read) -> None:
    text = (
        "<p>" + "The storm reached the coast by the evening and brought heavy rain to all the islands. " * 12 + "</p>"
    )
    items = "".join(f"<li><a href=/{place}>{place}</a></li>" for place in ("Rhum", "Eigg", "Muck", "Canna", "Soay"))
    listed = (
        f"<ul>{items}<li>{'Ferries to all of these stay in port until the wind has gone down again. ' * 3}</li></ul>"
    )
    found = read(f"<article><h1>Storm</h1>{text}{listed}{text}</article>", prefer_structure=True).markdown
    assert all(f"- {place}\n" in found for place in ("Rhum", "Eigg", "Muck", "Canna", "Soay"))


@pytest.mark.parametrize(
    "body",
    [
        "<p>Ok.</p>",
        "<nav><a href=/a>Home</a><a href=/b>Shop</a></nav>",
        "<footer>" + "All rights reserved by the owner of this site. " * 30 + "</footer>",
        "<nav>" + "".join(f"<a href=/{link}>Link number {link}</a> " for link in range(90)) + "</nav>",
    ],
)
def test_page_with_text_is_never_read_as_empty(read, body: str) -> None:
    found = read(f"<html><body>{body}</body></html>")
    assert found.markdown.strip() and found.metadata.word_count > 0


def test_first_post_of_a_thread_gives_its_author_and_date(read) -> None:
    post = (
        "<div itemprop='comment' itemscope itemtype='https://schema.org/Comment'>"
        "<meta itemprop='datePublished' content='2024-05-0{}T10:00:00Z'><p>Post {}</p></div>"
    )
    thread = "<div itemscope itemtype='https://schema.org/DiscussionForumPosting'>{}{}</div>"

    assert read(thread.format(post.format(1, 1), post.format(2, 2))).metadata.published_time == "2024-05-01T10:00:00Z"
    assert read(f"<article>{post.format(1, 1)}</article>").metadata.published_time is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The keeper of the light writes down each ship that passes, and the hour.", "en"),
        ("Der Wärter schreibt jedes Schiff auf, das vorbeifährt, und die Stunde.", "de"),
        ("O guarda do farol anota cada navio que passa, e também a hora em que isso acontece.", "pt"),
        ("灯台守は通り過ぎるすべての船と時刻を書き留めます。", "ja"),
        ("A boat, a boat, A, B and C, def f", None),
        ("Rowing boat 20 Sailing boat 90", None),
    ],
)
def test_undeclared_language_is_detected_if_there_are_enough_words(read, text: str, language: str | None) -> None:
    assert read(f"<p>{text}</p>").metadata.language == language


def test_harmless_elements_in_code_leave_it_code(read) -> None:
    inside = "".join(f"<p>Say <code><{tag}>word</{tag}></code>.</p>" for tag in ("label", "time", "strike", "my-el"))

    assert read(f"<p>{'Words. ' * 40}</p>{inside}").markdown.count("Say `word`.") == 4


def test_safe_url_schemes_are_kept(read) -> None:
    links = "<a href='ftp://x/y'>f</a> <a href='sms:1'>s</a> <a href='blob:x'>b</a> <a href='vbscript:x'>v</a>"

    assert (
        "[f](ftp://x/y) [s](sms:1) b v" in read(f"<p>{'Words. ' * 40}</p><p>{links}</p>", include_links=True).markdown
    )


def test_counting_words_takes_linear_time() -> None:
    begun = time.process_time()

    for text in ("\\[" * 50_000 + "](a)", "[\\](\\" * 20_000, "[" * 50_000 + "](a)"):
        words.of_markdown(text)
    assert time.process_time() - begun < 2
    assert words.of_markdown("![a](b) [c d](e) [![x](y)](z) \\[k\\]") == 3


PARAGRAPH = "<p>The river rose by two metres on Monday, and nobody had seen the like of it.</p>"
PARAGRAPHS = PARAGRAPH * 5


@pytest.mark.parametrize(
    ("page", "is_article"),
    [
        (f"<article><h1>The river rises</h1>{PARAGRAPHS}</article>", True),
        (f"<article>{PARAGRAPH * 4}</article><article>{PARAGRAPH * 4}</article>", False),
        (f'<meta property="article:published_time" content="2024-05-01"><h1>The river</h1>{PARAGRAPHS}', True),
        (f"<h1>The river</h1>{PARAGRAPHS}", False),
    ],
)
def test_articles_are_recognised_by_layout(read, page: str, is_article: bool) -> None:
    assert (read(page).metadata.page_type == "article") is is_article


def test_selectors_that_leave_no_text_are_named_in_the_warning(read) -> None:
    warning = read(PARAGRAPHS, include_tags=(".absent",)).warning

    assert warning == "The page contains no text that `includeTags` and `excludeTags` select."


def test_bot_check_has_a_warning(read) -> None:
    page = read(
        "<title>Just a moment...</title><div id=challenge-error-text>Enable JavaScript and cookies to continue</div>"
    )

    assert page.quality.blocked and page.warning == "The site returned a bot check instead of the page."


def test_page_without_text_has_a_warning(read) -> None:
    assert read("<title>Empty</title><div> </div>").warning == "The page contains no text."
    assert read(PARAGRAPHS).warning is None


def test_page_that_did_not_arrive_completely_says_so(read) -> None:
    page = read(PARAGRAPHS, warning="Its end is missing.")

    assert page.warning == "Its end is missing." and not page.quality.complete and read(PARAGRAPHS).quality.complete
