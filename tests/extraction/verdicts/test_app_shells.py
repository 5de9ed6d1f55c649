"""The rendering decision: application shells are rendered, readable pages are not."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

import time

import pytest

from benchmarks.sites.rendering_decision_pages import MODULE, SHELLS, WHOLE, page, prose
from extraction.verdicts.app_shells import PREFIX_LETTERS, is_clearly_readable, needs_rendering

TEXT = (
    "<p>"
    + "The council agreed on Tuesday to repair the bridge before winter, and the work begins next week. " * 12
    + "</p>"
)


_HIDDEN_MAIN = f"<main>{prose(3)}{'<p>And a line more.</p>' * 14}</main>"
NOT_DISPLAYED = [
    f"<script>const page = `{_HIDDEN_MAIN}`</script>",
    f"<script type=text/template>{_HIDDEN_MAIN}</script>",
    f"<template>{_HIDDEN_MAIN}</template>",
    f"<style>/* {_HIDDEN_MAIN} */</style>",
    f"<!-- {_HIDDEN_MAIN} -->",
    f'<div data-page="{_HIDDEN_MAIN}"></div>',
    f"<div data-page = '{_HIDDEN_MAIN}'></div>",
]


@pytest.mark.parametrize("kind", SHELLS)
def test_shells_need_a_browser(capture, kind: str) -> None:
    assert [html for html in SHELLS[kind] if not needs_rendering(capture(html))] == []


@pytest.mark.parametrize("kind", WHOLE)
def test_whole_pages_need_no_browser(capture, kind: str) -> None:
    assert [html for html in WHOLE[kind] if needs_rendering(capture(html))] == []


@pytest.mark.parametrize("many", ["<svg>", "<svg><p>", "<!--", "<a ", "<a href=b>", "<noscript>", "<template>", "<main>", "<main><nav>", "<div id=a class=b>", "{{", "{{a}}", "<script></script>", "<noscript><p></noscript>", "<div id='", "<script>location </script>", "loading ", "<", "</a>"])  # fmt: skip
def test_decision_takes_linear_time(capture, many: str) -> None:
    body = capture(page(many * (900_000 // len(many)), head=MODULE))
    begun = time.process_time()
    is_clearly_readable(body.body)
    glance = time.process_time() - begun

    needs_rendering(body)

    # It runs in the process of all fetches of a worker. A search that is not linear takes many seconds for such a page.
    # A busy machine needs twice the time of the processor.
    assert glance < 1
    assert time.process_time() - begun < 8


def test_decision_ends_when_there_is_enough_text(capture) -> None:
    rest = "<svg><p>" * 50_000
    first = capture(page(prose(5) + rest, head=MODULE))
    second = capture(page(f"<header>{rest}</header><main>{prose(2)}</main>", head=MODULE))
    begun = time.process_time()

    assert not needs_rendering(first) and not needs_rendering(second)
    assert time.process_time() - begun < 0.5


@pytest.mark.parametrize("kind", SHELLS)
def test_no_shell_is_clearly_readable(kind: str) -> None:
    assert [html for html in SHELLS[kind] if is_clearly_readable(html.encode())] == []


@pytest.mark.parametrize(
    "html",
    [
        page(prose(20), head=MODULE),
        page(f"<main>{prose(3)}</main>", head=MODULE),
        page(prose(20), head=MODULE + f"<style>{'a {}' * 50_000}</style>"),
        f"<header>{'<svg>' * 50_000}</header><script></script><main>{prose(3)}</main>",
        "<p>No program at all.",
    ],
)
def test_page_that_begins_with_prose_is_clearly_readable(html: str) -> None:
    assert is_clearly_readable(html.encode())


@pytest.mark.parametrize(
    "html",
    [
        # Text that is not displayed: the surrounding element is cut off, or a script writes it.
        page("<svg>" + "<text>word word word</text>" * 5_000 + "</svg><div id=root></div>", head=MODULE),
        page("<template>" + "<div>word word word</div>" * 5_000 + "</template><div id=root></div>", head=MODULE),
        f"<html><head><script>x = '<body><div>{'word ' * 400}'</script>{MODULE}</head><body><div id=root></div></body>",
        f"<html><head><script>x = '<main>{'word ' * 400}</main>'</script>{MODULE}</head><body><div id=root></div></body>",
        "<!-- " + "word " * PREFIX_LETTERS + "-->" + page("<div id=root></div>", head=MODULE),
        *(page(f"<div id=root></div>{hidden}", head=MODULE) for hidden in NOT_DISPLAYED),
    ],
)
def test_text_that_is_not_displayed_is_not_counted(html: str) -> None:
    assert not is_clearly_readable(html.encode())


@pytest.mark.parametrize("hidden", NOT_DISPLAYED)
def test_text_that_is_not_displayed_does_not_make_a_shell_readable(capture, hidden: str) -> None:
    assert needs_rendering(capture(page(f"<div id=root></div>{hidden}", head=MODULE)))
    assert needs_rendering(capture(page("<div id=root></div>", head=MODULE + hidden.partition("<div data")[0])))


def test_main_part_after_a_script_about_main_parts_is_found(capture) -> None:
    text = f"<script>find('<main>')</script><!-- <main> --><div title='<main>'></div><main>{prose(3)}</main>"

    assert is_clearly_readable(page(text, head=MODULE).encode())


SHELL = "<html><head><title>App</title><script type=module src=/a.js></script></head><body><div id={}></div>{}</body></html>"


@pytest.mark.parametrize(
    "page",
    [
        SHELL.format("root", "<noscript>You need to enable JavaScript to run this app.</noscript>"),
        SHELL.format("app", ""),
        SHELL.format("__next", ""),
        SHELL.format("__nuxt", "<script src=/b.js></script>"),
        "<html><body><app-root></app-root><script src=main.js></script></body></html>",
        "<html><body><p>Loading...</p><script src=main.js></script></body></html>",
        "<html><body><script src=main.js></script></body></html>",
    ],
)
def test_application_shells_need_a_browser(capture, page: str) -> None:
    assert needs_rendering(capture(page))


@pytest.mark.parametrize(
    ("page", "more"),
    [
        (f"<body><div id=root><article>{TEXT}{TEXT}{TEXT}</article></div><script src=/a.js></script></body>", {}),
        ("<body><p>A short page.</p></body>", {}),
        (
            f"<body><article>{TEXT}</article><noscript>Enable JavaScript for comments</noscript><script src=a.js></script></body>",
            {},
        ),
        ('{"a": 1}', {"content_type": "application/json"}),
        (SHELL.format("root", ""), {"rendered": True}),
        (b"\x89PNG\r\n", {"content_type": "image/png"}),
        (b"", {}),
    ],
)
def test_pages_that_can_be_read_do_not(capture, page: str | bytes, more: dict) -> None:
    assert not needs_rendering(capture(page, **more))
