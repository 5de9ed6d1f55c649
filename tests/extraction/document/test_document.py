"""Decoding, detection of the body's kind, and parsing."""

from __future__ import annotations

import codecs
import time

import pytest

from extraction.document import document
from extraction.document.document import DEPTH_MAX, UnreadablePage, parse
from extraction.document.encoding import decode

JAPANESE = "<html><body><p>これは日本語の文章です。文字コードを正しく判定できるでしょうか。</p></body></html>"
CHINESE = "<html><body><p>这是一个中文网页，我们在这里测试编码的检测是不是正确的。</p></body></html>"
RUSSIAN = "<html><body><p>Это обычная русская страница, на которой проверяется определение кодировки текста.</p></body></html>"
GERMAN = (
    "<html><body><p>Die Größe der Straße überrascht die Käufer, sagt der Bürgermeister von Köln "
    "über die schöne Brücke.</p></body></html>"
)


@pytest.mark.parametrize(
    ("text", "encoding", "content_type"),
    [
        (JAPANESE, "shift_jis", "text/html; charset=Shift_JIS"),
        (JAPANESE, "shift_jis", "text/html"),
        (JAPANESE, "euc_jp", "text/html"),
        (JAPANESE, "iso2022_jp", "text/html"),
        (JAPANESE, "shift_jis", "text/html; charset=utf-8"),
        (CHINESE, "gb18030", "text/html; charset=gb2312"),
        (CHINESE, "gb18030", "text/html"),
        (CHINESE.replace("这", "這"), "gb18030", "text/html; charset=utf-8"),
        (RUSSIAN, "cp1251", "text/html; charset=windows-1251"),
        (RUSSIAN, "cp1251", "text/html"),
        (GERMAN, "cp1252", "text/html; charset=iso-8859-1"),
        (GERMAN, "cp1252", "text/html"),
        (GERMAN, "cp1252", "text/html; charset=utf-8"),
        (GERMAN, "utf-8", "text/html; charset=iso-8859-1"),
        (GERMAN, "utf-16-le", "text/html"),
        (GERMAN, "utf-16-be", "text/html; charset=utf-8"),
        (GERMAN, "utf-8", "text/html; charset=no-such-thing"),
    ],
)
def test_text_is_decoded_whatever_is_declared(text: str, encoding: str, content_type: str) -> None:
    assert decode(text.encode(encoding), content_type) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("It’s a “café” – 5 €…".encode().decode("latin-1").encode(), "It’s a “café” – 5 €…"),
        (
            b"<p>Plain \xe2\x80\x94 and " + "it’s twice 😀".encode().decode("latin-1").encode(),
            "<p>Plain — and it’s twice 😀",
        ),
        ("Ã© is how é looks if it is read wrongly.".encode(), "Ã© is how é looks if it is read wrongly."),
    ],
)
def test_utf_8_that_was_encoded_twice_is_read_as_meant(body: bytes, text: str) -> None:
    assert decode(body, "text/html; charset=utf-8") == text


SENTENCES = {
    "windows-1250": "Příliš žluťoučký kůň úpěl ďábelské ódy, a proto se všichni lidé ve městě divili té zvláštní písni.",
    "windows-1253": "Ο γρήγορος σκύλος πηδάει πάνω από την αλεπού και όλοι οι άνθρωποι το βλέπουν.",
    "windows-1254": "Pijamalı hasta yağız şoföre çabucak güvendi ve bütün gün boyunca İstanbul'da dolaştılar.",
    "windows-1255": "זהו משפט לדוגמה בעברית כדי לבדוק את זיהוי הקידוד של הדף הזה בצורה נכונה.",
    "windows-1256": "هذه جملة تجريبية باللغة العربية لاختبار اكتشاف ترميز الصفحة بشكل صحيح.",
    "windows-874": "ประเทศไทยเป็นประเทศที่สวยงามและมีอาหารอร่อยมาก",
    "euc-kr": "이것은 한국어 문장입니다. 문자 인코딩을 올바르게 감지할 수 있을까요?",
    "big5": "這是一個中文網頁，我們在這裡測試編碼的檢測是不是正確的。",
}


@pytest.mark.parametrize("label", SENTENCES)
@pytest.mark.parametrize("declared", ["by the header", "by the markup", "not at all", "wrongly"])
def test_legacy_encodings_are_read(label: str, declared: str) -> None:
    codec = "cp874" if label == "windows-874" else label
    meta = f"<meta charset={label}>" if declared == "by the markup" else ""
    content_type = {"by the header": f"text/html; charset={label}", "wrongly": "text/html; charset=utf-8"}.get(declared)
    page = f"<html><head>{meta}</head><body><p>{SENTENCES[label]}</p></body></html>"

    assert decode(page.encode(codec), content_type or "text/html") == page


@pytest.mark.parametrize(
    "label", ["punycode", "idna", "undefined", "unicode_escape", "raw_unicode_escape", "utf-7", "hex"]
)
def test_unsupported_encoding_is_treated_as_undeclared(label: str) -> None:
    for page in (GERMAN, "<p>Größe\\x41</p>"):
        body = page.encode("cp1252")
        assert decode(body, f"text/html; charset={label}") == decode(body, "text/html")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\xff\xfd" + b"<script " * 30_000, "text/html"),
        (b"\xff\xfd" + b"<style></scrip " * 16_000, "text/html"),
        (b"\xff-" + b"a" * 200_000, "text/html; charset=punycode"),
        (b"\xff", "text/html; charset=" + " " * 30_000),
    ],
)
def test_hostile_bytes_are_decoded_in_linear_time(body: bytes, content_type: str) -> None:
    start = time.process_time()
    decode(body, content_type)

    assert time.process_time() - start < 1


def test_scripts_are_ignored_in_encoding_detection() -> None:
    russian = RUSSIAN.encode("cp1251")
    code = "<script>/* これは日本語の文章です */</script>".encode("cp932")

    assert decode(code + russian + code, "text/html").startswith("<script>")
    assert RUSSIAN in decode(code + russian + code, "text/html")


@pytest.mark.parametrize("mark", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_byte_order_mark_wins_over_every_declaration(mark: bytes) -> None:
    encoding = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}[mark]
    assert decode(mark + GERMAN.encode(encoding), "text/html; charset=windows-1251") == GERMAN


def test_meta_declaration_is_read_when_the_header_is_silent() -> None:
    page = RUSSIAN.replace("<html>", '<html><head><meta charset="koi8-r"></head>')
    assert decode(page.encode("koi8-r"), "text/html") == page


def test_output_contains_no_nuls(read) -> None:
    found = read(b"<p>one\x00 two</p>", formats=("markdown", "rawHtml"))
    assert "\x00" not in (found.raw_html or "") + (found.markdown or "")
    assert "two" in (found.markdown or "")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "image/png"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "text/html"),
        (b"PK\x03\x04" + b"\x00" * 50, "application/octet-stream"),
        (b"<p>not an image</p>", "image/jpeg"),
        (bytes(range(1, 32)) * 20, ""),
    ],
)
def test_bodies_without_text_are_unreadable(read, body: bytes, content_type: str) -> None:
    with pytest.raises(UnreadablePage):
        read(body, content_type=content_type)


@pytest.mark.parametrize("body", [b"", b"   \n", b"\x00\x00"])
def test_empty_bodies_do_not_fail(read, body: bytes) -> None:
    found = read(body, formats=("markdown", "html", "rawHtml", "links", "structured"))
    assert found.markdown == ""
    assert found.quality.confidence == 0


def test_page_is_parsed_once_for_all_formats(read, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []
    parse = document.parse
    monkeypatch.setattr(document, "parse", lambda text: parsed.append(text) or parse(text))

    read("<h1>Hello</h1><p>World</p>", formats=("markdown", "html", "rawHtml", "links", "structured"))

    assert len(parsed) == 1


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 100_000 + "deep" + "</div>" * 100_000,
        "<p title='" + "x" * 10_000_000 + "'>wide</p>",
        "<b><i>" * 20_000 + "text",
        "<table><tr><td>" * 3_000 + "cell",
        "<ul><li>" * 3_000 + "item",
        "<a href='x'>" * 5_000,
        "<" * 100_000,
        "<frameset><frame src=a></frameset>",
        "<blockquote>" * 5_000 + "quote",
    ],
)
def test_hostile_markup_neither_fails_nor_hangs(read, body: str) -> None:
    read(body, formats=("markdown", "html", "links", "structured"))


@pytest.mark.parametrize("content_type", ["", "application/pdf"])
def test_kind_of_a_page_of_empty_comments_is_detected_in_linear_time(capture, content_type: str) -> None:
    start = time.process_time()
    document.open_page(capture("<!---->" * 26 + "x<script src=a></script>", content_type=content_type))

    assert time.process_time() - start < 1


@pytest.mark.parametrize("before", ["", "<?xml version='1.0'?> ", "<!-- a --> <!-- b > c -->\n"])
def test_undeclared_markup_is_detected_after_declaration_and_comments(capture, before: str) -> None:
    assert document.open_page(capture(before + "<html><p>Text", content_type="")).kind == "html"


@pytest.mark.parametrize(
    ("base", "address"),
    [
        ("/b/", "https://www.example.com/b/"),
        ("https://other.example/b/", "https://other.example/b/"),
        ("javascript:void(0)", "https://www.example.com/a/page"),
        ("data:text/plain,", "https://www.example.com/a/page"),
        ("http://[bad", "https://www.example.com/a/page"),
    ],
)
def test_only_an_http_base_is_used(capture, base: str, address: str) -> None:
    assert document.open_page(capture(f'<html><head><base href="{base}"></head><p>Text')).base_url == address


def test_json_is_returned_in_a_code_fence(read) -> None:
    found = read('{"a": 1}', content_type="application/json")
    assert found.markdown == '```json\n{"a": 1}\n```\n'
    assert found.metadata.structure == "plain"


def test_plain_text_is_shown_as_it_is(read) -> None:
    assert (
        read("One line.\r\n\r\n<b>not markup</b>", content_type="text/plain").markdown
        == "One line.\n\n\\<b>not markup\\</b>\n"
    )


def test_feeds_are_read_as_text(read) -> None:
    found = read(
        "<?xml version='1.0'?><rss><channel><title>News</title></channel></rss>", content_type="application/rss+xml"
    )
    assert (found.markdown or "").startswith("```xml\n")


def test_deep_nesting_is_flattened_and_its_text_stays() -> None:
    tree = parse("<div>" * 1_000 + "<p>one <b>two</b></p>" * 50 + "</div>" * 1_000 + "<p>three")

    assert max(sum(1 for _ in element.iterancestors()) for element in tree.iter()) <= DEPTH_MAX
    assert "".join(tree.itertext()).split() == ["one", "two"] * 50 + ["three"]
    assert len(list(tree.iter("b"))) == 50


def test_nesting_of_usual_pages_stays() -> None:
    tree = parse("<div>" * 150 + "<p>one <b>two</b>" + "</div>" * 150)

    assert len(list(tree.iter("div"))) == 150
