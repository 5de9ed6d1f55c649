"""An origin is asked for what the caller wrote, escape by escape; so are the targets of redirects."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator

import pytest

from crawler.fetching.raw_url import cache_url, redirect_target, to_wire
from tests.crawler.conftest import Bench

PAGE = b"<html><title>T</title><body><p>" + b"River pilots read the water. " * 40 + b"</p></body></html>"
# What a request line may contain stays as it is.
RETENTION = [
    "/%7Euser/~user",
    "/a%2Fb/a%2fb",
    "/caf%E9",
    "/caf%C3%A9",
    "/a;v=1;/b;",
    "/a|b",
    "/a+b%20c",
    "/100%",
    "/a%zzb",
    "/a/../b/./c",
    "/%2e%2e/a",
    "//double//slash/",
    "/(a)*'!$&,:@=b",
    "/[a]",
    "/?q=a+b%20c%2B",
    "/?q=%7E&r=~&s='%27",
    "/?q=[a]|b;c",
    "/?q=%e4%F6",
    "/?q=%00%0d%0a",
    "/?a=1&&b&=&c=/?x",
    "/?u=http://example.com/a%2520b",
]
# What may not is encoded, and nothing beside it.
ENCODED = {
    "/café?q=ü%7E": "/caf%C3%A9?q=%C3%BC%7E",
    '/a"b<c>d`e{f}g^h': "/a%22b%3Cc%3Ed%60e%7Bf%7Dg%5Eh",
}


class Recorder(socketserver.ThreadingTCPServer):
    """Notes the target of every request line; answers `/to` with the next of `locations`, all else with a page."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.targets: list[str] = []
        self.location = b""
        self.base = f"http://127.0.0.1:{self.server_address[1]}"


class Answer(socketserver.StreamRequestHandler):
    server: Recorder

    def handle(self) -> None:
        target = self.rfile.readline().decode("latin-1").split(" ")[1]
        while self.rfile.readline().strip():
            pass
        self.server.targets.append(target)
        head, body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", PAGE
        if target.startswith("/folder/to"):
            head, body = b"HTTP/1.1 302 Found\r\nLocation: " + self.server.location + b"\r\n", b""
        self.wfile.write(
            head + b"X-Name: caf\xe9\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body
        )


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    with Recorder() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("target", RETENTION)
def test_target_is_sent_as_the_caller_wrote_it(open_engine: Bench, recorder: Recorder, target: str) -> None:
    data = open_engine.run(recorder.base + target, renderJs=False)["data"]

    assert recorder.targets == [target]
    assert data["finalUrl"] == recorder.base + target


@pytest.mark.parametrize("target", ENCODED)
def test_only_what_no_request_line_carries_is_encoded(open_engine: Bench, recorder: Recorder, target: str) -> None:
    open_engine.run(recorder.base + target, renderJs=False)

    assert recorder.targets == [ENCODED[target]]


@pytest.mark.parametrize("target", [target for target in RETENTION if not target.startswith("//")])
def test_redirect_is_followed_to_the_very_target(open_engine: Bench, recorder: Recorder, target: str) -> None:
    for location in (target, recorder.base + target):
        recorder.location = location.encode()
        open_engine.run(recorder.base + "/folder/to", renderJs=False)

    assert recorder.targets == ["/folder/to", target] * 2


def test_redirect_in_bytes_that_are_not_utf8_is_followed(open_engine: Bench, recorder: Recorder) -> None:
    recorder.location = b"/caf\xe9"

    assert "data" in open_engine.run(recorder.base + "/folder/to", renderJs=False)

    assert recorder.targets == ["/folder/to", "/caf%E9"]


def test_fragment_is_not_sent(open_engine: Bench, recorder: Recorder) -> None:
    open_engine.run(recorder.base + "/a%7E#b", renderJs=False)
    open_engine.run(recorder.base + "?a%7E", renderJs=False)
    open_engine.run(recorder.base, renderJs=False)

    assert recorder.targets == ["/a%7E", "/?a%7E", "/"]


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("HTTP://EXAMPLE.com/A%7e", "http://example.com/A%7e"),
        ("https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"),
        ("https://straße.example:8080/", "https://xn--strae-oqa.example:8080/"),
        ("http://example.com:80", "http://example.com:80"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a"),
    ],
)
def test_host_is_ascii_and_lower_case(url: str, sent: str) -> None:
    assert to_wire(url) == sent


@pytest.mark.parametrize(
    ("location", "target"),
    [
        (b"https://other.example/x%7E?", "https://other.example/x%7E?#f"),
        (b"HTTPS:other.example/x", "https://other.example/x#f"),
        (b"//other.example/x", "http://other.example/x#f"),
        (b"///other.example/x", "http://other.example/x#f"),
        (b"/x;", "http://h.example/x;#f"),
        (b"x?", "http://h.example/a/x?#f"),
        (b"./x", "http://h.example/a/x#f"),
        (b"../x/../y", "http://h.example/x/../y#f"),
        (b"../../../x", "http://h.example/x#f"),
        (b"..", "http://h.example/#f"),
        (b"..?q", "http://h.example/?q#f"),
        (b"..x", "http://h.example/a/..x#f"),
        (b"?r=%7E", "http://h.example/a/b?r=%7E#f"),
        (b"#g", "http://h.example/a/b?q#g"),
        (b"", "http://h.example/a/b?q#f"),
        (b" /x y\r\n", "http://h.example/x%20y#f"),
        ("/ü".encode(), "http://h.example/%C3%BC#f"),
        (b"x:y", None),
        (b"mailto:a@b.example", None),
        (b"file:///etc/passwd", None),
    ],
)
def test_location_is_seen_from_the_page(location: bytes, target: str | None) -> None:
    assert redirect_target("http://h.example/a/b?q#f", location) == target


@pytest.mark.parametrize("location", [b"//", b"http://", b"http://h:port/", b"http://[::1/"])
def test_location_without_a_usable_host_is_an_error(location: bytes) -> None:
    with pytest.raises(ValueError):
        redirect_target("http://h.example/", location)


def test_spellings_of_one_question_share_a_cache_entry() -> None:
    forms = {
        cache_url(url) for url in ("http://Example.com", "HTTP://example.com:80/", "http://example.com/#a")
    }  # fmt: skip

    assert forms == {"http://example.com/"}


def test_different_questions_never_share_a_cache_entry() -> None:
    paths = [
        "/a#/users",
        "/a#/settings",
        "/a#!users",
        "/a",
        "/b/../a",
        "/b/%2e%2e/a",
        "/./a",
        "/%61",
        "/a?",
        "/A",
        "//a",
    ]

    assert len({cache_url(f"http://example.com{path}") for path in paths}) == len(paths)
