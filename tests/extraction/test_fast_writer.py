"""The fast Markdown writer does the work; the slow one is a fallback, not the rule."""

from html_to_markdown import convert

from extraction import markdown


def test_fast_writer_takes_our_options() -> None:
    assert convert("<h1>Title</h1><p hidden>kept</p>", markdown._options()).content == "# Title\n\nkept\n"


def test_ordinary_page_never_reaches_the_slow_writer(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(markdown, "_slowly", lambda source: (_ for _ in ()).throw(AssertionError("slow writer used")))

    assert markdown._converted("<h2>Part</h2><table><tr><td>a</td></tr></table>").startswith("## Part")
