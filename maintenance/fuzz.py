"""`make fuzz`: coverage-guided fuzzing of what reads foreign bytes, with atheris, which is installed in build/fuzz.

    make fuzz ARGS="--seconds 60 --only sitemap,robots"

Each parser runs in a process of its own, on texts of up to 20,000 bytes that grow from the examples in `TARGETS`, and from
benchmarks/pages. An exception that its caller does not expect, more than five seconds for one text or 2 GB of memory end
it, and the text is left in build/fuzz/found. What is mended becomes a row of tests/extraction/test_saved_inputs.py, or a test beside the parser.
To add a parser: a function of bytes below, and its row.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from maintenance.lock import ROOT

FOLDER = ROOT / "build/fuzz"
BYTES_MAX, SECONDS_MAX, MEMORY_MAX_MB = 20_000, 5, 2_048
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
PAGE = b"""<html lang=en><head><title>A</title><meta property=og:type content=article><link rel=icon href=/i.svg>
<script type=application/ld+json>{"@type":"Product","name":"A","offers":{"price":"1"}}</script><style>a{color:var(--x)}</style></head>
<body><main itemscope itemtype=https://schema.org/Article><h1 itemprop=name>A</h1><p vocab=https://schema.org typeof=Person>B <code>c</code>
<table><tr><th>a<td>1</table><ul><li>x</ul><dl><dt>a<dd>b</dl><pre>x</pre><img src=a.png srcset="a 1x"></main></body></html>"""


def capture_of(body: bytes, content_type: str = "text/html; charset=utf-8", *headers: tuple[str, str]) -> Any:
    """A capture of a page with this body."""
    from contract.capture import PageCapture

    url = "https://www.example.com/a"
    return PageCapture(
        url=url,
        final_url=url,
        headers=(("content-type", content_type), *headers),
        body=body,
        captured_at=MOMENT,
        status=200,
    )


def read_page(capture: Any, *formats: Any) -> None:
    from contract.options.page import ReadingOptions
    from extraction import page as reading
    from extraction.document.document import UnreadablePage

    with suppress(UnreadablePage):
        reading.read(capture, ReadingOptions(formats=formats))


def page(body: bytes) -> None:
    read_page(capture_of(body), "markdown", "html", "links", "images", "structured")


def headers(body: bytes) -> None:
    kind, _, rest = body.decode("latin-1").partition("\n")
    names = ("x-robots-tag", "link", "content-usage", "content-language", "last-modified", "refresh")
    given = zip(names, rest.split("\n"), strict=False)
    read_page(capture_of(b"<h1>A</h1><p>Some words.", kind, *given), "markdown", "links")


def home_page(body: bytes) -> None:
    from extraction.brand import home_page as reading
    from extraction.brand.side_files import FetchedFiles
    from extraction.document.document import UnreadablePage

    with suppress(UnreadablePage):
        reading.read(capture_of(body), FetchedFiles())


def sitemap(body: bytes) -> None:
    from extraction.links import sitemap as reading

    reading.read(body, "https://www.example.com/sitemap.xml")


def robots(body: bytes) -> None:
    from crawler.politeness.robots_file import RobotsFile, relevant_text

    file = RobotsFile(relevant_text(body))
    file.allows("https://www.example.com/a?b=c")
    file.usage_terms("https://www.example.com/a")


def css(body: bytes) -> None:
    from extraction.brand.css import rules, selectors

    text = body.decode("utf-8", "replace")
    rules.read([text])
    rules.declarations_of(text)
    selectors.parse(text)


def svg(body: bytes) -> None:
    from extraction.logo.sanitise import RefusedSvg, sanitise

    with suppress(RefusedSvg):
        sanitise(body)


def image(body: bytes) -> None:
    from extraction.logo.image_facts import read
    from extraction.logo.raster import UnusableImage
    from extraction.logo.sanitise import RefusedSvg

    with suppress(UnusableImage, RefusedSvg):
        read(body)


def pdf(body: bytes) -> None:
    read_page(capture_of(body, "application/pdf"), "markdown")


def reply(body: bytes) -> None:
    from extraction.answers.replies import conclusion, reply_json

    text = body.decode("utf-8", "replace")
    schema = {
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": "array", "items": {"type": "string"}}},
    }
    with suppress(reply_json.NoObject):
        reply_json.find(text)
    conclusion.parse(text, schema, is_last=True)
    conclusion.parse(text, None)


def schema(body: bytes) -> None:
    import json

    from contract.schemas.validity import find_problems

    with suppress(ValueError, RecursionError):
        value = json.loads(body)
        if isinstance(value, dict):
            find_problems(value)


def multipart(body: bytes) -> None:
    from api.asgi.multipart import read
    from api.firecrawl.failures import Refused

    kind, _, rest = body.partition(b"\n")
    with suppress(Refused):
        read(kind.decode("latin-1"), rest)


def schedule(body: bytes) -> None:
    from api.firecrawl.failures import Refused
    from api.firecrawl.schedule_text import schedule_of
    from contract.declare import load
    from contract.errors import ServiceError
    from contract.options.watch import WatchOptions

    text = body.decode("utf-8", "replace")
    with suppress(ServiceError):
        load(WatchOptions, {"urls": ["https://example.com/"], "schedule": {"cron": text}})
    with suppress(Refused):
        schedule_of(text)


def query(body: bytes) -> None:
    from extraction.search.query import parse, without_operators

    text = body.decode("utf-8", "replace")
    parse(text)
    without_operators(text)


class Target(NamedTuple):
    """What reads bytes, and examples of what it reads."""

    read: Callable[[bytes], None]
    examples: tuple[bytes, ...]


TARGETS = {
    "page": Target(page, (PAGE,)),
    "headers": Target(headers, (b"text/html; charset=x\nnoindex, a: none\n<b>; rel=next; type=x\ntrain-ai=n\nde\nx\n0; url=b",)),
    "home_page": Target(home_page, (PAGE,)),
    "sitemap": Target(sitemap, (b"<urlset><url><loc>https://www.example.com/a</loc></url></urlset>", b"https://www.example.com/a\n", b"\x1f\x8b\x08\0")),
    "robots": Target(robots, (b"User-agent: *\nDisallow: /a*b$\nCrawl-delay: 2\nSitemap: /s.xml\nContent-Usage: train-ai=n\nContent-Signal: search=yes",)),
    "css": Target(css, (b":root{--a:#fff}a:hover>b.c[d='e'],@media(x){p{color:rgb(1 2 3/.5);background:url(a)}}/* */",)),
    "svg": Target(svg, (b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><defs><g id='a'/></defs><path d='M0 0h9'/><use href='#a'/><style>a{}</style></svg>",)),
    "image": Target(image, (b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;", b"\x89PNG\r\n\x1a\n")),
    "pdf": Target(pdf, (b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>",)),
    "reply": Target(reply, (b'<think>x</think>```json\n{"a": 1, "b": ["x", ], "_quotes": {"a": "b"}}\n```',)),
    "schema": Target(schema, (b'{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"pattern":"^a","oneOf":[{}]}}}',)),
    "multipart": Target(multipart, (b'multipart/form-data; boundary=x\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nb\r\n--x--\r\n',)),
    "schedule": Target(schedule, (b"*/5 0 1-3 JAN,MAR MON#2", b"every 2 hours", b"daily at 9")),
    "query": Target(query, (b'"a b" -c OR d site:example.com filetype:pdf',)),
}  # fmt: skip


def fuzz(name: str, seconds: int) -> None:
    """Fuzz one parser in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["contract", "extraction", "api", "crawler"]):
        TARGETS[name].read(TARGETS[name].examples[0])
    examples, found = FOLDER / "examples" / name, FOLDER / "found"
    examples.mkdir(parents=True, exist_ok=True)
    found.mkdir(exist_ok=True)
    made_up = sorted((ROOT / "benchmarks/pages/building").glob("*.html")) if TARGETS[name].examples == (PAGE,) else []
    for number, text in enumerate([*TARGETS[name].examples, *(path.read_bytes()[:BYTES_MAX] for path in made_up)]):
        (examples / str(number)).write_bytes(text)
    limits = [
        f"-max_len={BYTES_MAX}",
        f"-timeout={SECONDS_MAX}",
        f"-rss_limit_mb={MEMORY_MAX_MB}",
        f"-max_total_time={seconds}",
    ]
    atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={found}/{name}-", str(examples)], TARGETS[name].read)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--only", default=",".join(TARGETS))
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        fuzz(arguments.one, arguments.seconds)
    failed = []
    for name in arguments.only.split(","):
        command = [sys.executable, "-m", "maintenance.fuzz", "--one", name, "--seconds", str(arguments.seconds)]
        answer = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True, errors="replace")
        lines = answer.stderr.splitlines()
        said = [line for line in lines if not line.startswith(("#", "INFO"))]
        print(
            f"{name}: {'ok' if answer.returncode == 0 else 'FAILED'}: {next((one for one in reversed(lines) if re.match('#[0-9]', one)), '')}",
            flush=True,
        )
        if answer.returncode:
            failed.append(name)
            print("\n".join(said[-40:]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
