"""Markdown of the guides as HTML."""

from __future__ import annotations

from api.guide.markdown import links, render

ADDRESSES = {"operations/scrape.md": "/docs/guide/operations/scrape", "client.md": "/docs/guide/client"}


def html(text: str, folder: str = "") -> str:
    return render(text, folder, ADDRESSES.get).html


def test_title_summary_and_contents() -> None:
    page = render(
        "# The `scrape` page\n\nWords of\na summary.\n\n## One\n\n## Two & more\n\n### Below\n", "", ADDRESSES.get
    )

    assert (page.title, page.summary) == ("The scrape page", "Words of a summary.")
    assert page.contents == (("one", "One"), ("two--more", "Two & more"))


def test_headings_have_the_ids_that_links_expect() -> None:
    text = html("## Status and pages\n\n## Status and pages\n\n### orbweaver `key` create\n")

    assert '<h2 id="status-and-pages">' in text and '<h2 id="status-and-pages-1">' in text
    assert '<h3 id="orbweaver-key-create">' in text


def test_links_lead_to_guides_and_others_become_text() -> None:
    assert '<a href="/docs/guide/operations/scrape#options">x</a>' in html("[x](operations/scrape.md#options)")
    assert '<a href="/docs/guide/client">x</a>' in html("[x](../client.md)", "operations")
    assert '<a href="#here">x</a>' in html("[x](#here)") and '<a href="/docs/">x</a>' in html("[x](/docs/)")
    assert '<a href="https://example.com">x</a>' in html("[x](https://example.com)")
    assert html("a [x](../../setup.cfg) b") == "<p>a x b</p>\n"


def test_html_and_scripts_are_text() -> None:
    text = html(
        "<script>alert(1)</script> and [x](javascript:alert(1))\n\n```html\n<b>&amp;\n```\n\n```\n<b>&amp;\n```\n"
    )

    assert "<script" not in text and "href" not in text and "<b>" not in text and "&lt;b&gt;&amp;amp;" in text


def test_comments_of_generated_parts_are_left_out() -> None:
    assert "generated" not in html(
        "<!-- generated: prices -->\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n<!-- end generated -->\n"
    )


def test_tables_scroll_and_their_cells_have_the_titles_of_their_columns() -> None:
    text = html("| Option | Type |\n|---|---|\n| `a` | string |\n| `b` |  |\n")

    assert '<div class="table" tabindex="0" role="group" aria-label="Table">' in text
    assert '<td data-label="Option"><code>a</code></td>' in text and '<td data-label="Type"></td>' in text


def test_list_of_links_is_read_with_the_headings_above() -> None:
    text = "# Index\n\n[no](a.md)\n\n## One\n\n- [A](a.md): about a\n- [B](b.md)\n\n## Two\n\n- no link\n- [C](c.md)\n"

    assert list(links(text)) == [("One", "A", "a.md"), ("One", "B", "b.md"), ("Two", "C", "c.md")]
