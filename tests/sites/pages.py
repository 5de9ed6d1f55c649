"""Response bodies of the loopback sites."""

from __future__ import annotations

import zlib

SENTENCE = (
    "The river pilots of the lower delta keep a ledger of every sandbar they have met, and they read it aloud on "
    "winter evenings so that the young ones learn where the water lies. "
)
PARAGRAPHS = "".join(f"<p>{number}. {SENTENCE * 2}</p>" for number in range(1, 9))

ARTICLE = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>River pilots</title>
<meta name="description" content="How pilots remember sandbars.">
<meta property="og:title" content="River pilots"><meta property="og:site_name" content="Delta News">
<meta property="article:published_time" content="2024-03-01T10:00:00Z">
<script type="application/ld+json">
{{"@context": "https://schema.org", "@type": "Organization", "name": "Delta News"}}</script>
</head><body><nav><a href="/menu">Menu</a></nav><main><article><h1>River pilots</h1>{PARAGRAPHS}
<p>See <a href="/other-page">the other page</a> and <a href="https://elsewhere.example/far">a far one</a>.</p>
</article></main><footer>Copyright 2019</footer></body></html>"""

MISSING = f"""<!doctype html><html><head><title>Not found</title></head><body><main><h1>Not found</h1>
<p>There is no such page. {SENTENCE}</p></main></body></html>"""

# An application shell: almost no text and an empty root. Its script writes the page.
SHELL = f"""<!doctype html><html><head><title>Shell</title></head><body><div id="root"></div><script>
const article = document.createElement("article");
article.innerHTML = "<h1>Written by script</h1>" + `{PARAGRAPHS}`;
document.getElementById("root").append(article);
</script></body></html>"""

# The text appears only after some seconds, to test waitFor.
LATE = f"""<!doctype html><html><head><title>Late</title></head><body>
<main id="page"><p>{SENTENCE * 3}</p></main><script>
const add = () => document.getElementById("page").insertAdjacentHTML("beforeend", "<p>Late words arrived.</p>");
setTimeout(add, 4500);
</script></body></html>"""

# Dialogs and popups that block a browser until a person answers.
NAGGING = f"""<!doctype html><html><head><title>Nagging</title></head><body>
<main><h1>Nagging</h1>{PARAGRAPHS}</main><script>
for (let i = 0; i < 3; i++) {{ window.open("about:blank"); }}
alert("one"); confirm("two"); prompt("three");
document.querySelector("main").insertAdjacentHTML("beforeend", "<p>Dialogs are over.</p>");
window.addEventListener("beforeunload", event => {{ event.preventDefault(); event.returnValue = "stay"; }});
</script></body></html>"""


def reaching(address: str) -> str:
    """A page whose script and markup try to reach a URL and write the responses into the page."""
    return f"""<!doctype html><html><head><title>Reaching</title></head><body><main><h1>Reaching</h1>{PARAGRAPHS}
<p id="outcome">waiting</p></main><iframe src="{address}frame"></iframe>
<link rel="stylesheet" href="{address}style.css">
<script src="{address}script.js"></script><script>
fetch("{address}secret", {{mode: "no-cors"}}).then(() => "answered", () => "failed").then(word => {{
  document.getElementById("outcome").textContent = "The fetch " + word + ".";
}});
new WebSocket("{address.replace("http", "ws", 1)}socket");
</script></body></html>"""


# A non-ASCII title, with the encoding declared in four ways.
WORDS = "Größenwahn und Übermut"
CHARSETS: dict[str, tuple[str, bytes]] = {
    "latin-1-header": (
        "text/html; charset=iso-8859-1",
        f"<html><title>{WORDS}</title><p>{WORDS} {SENTENCE * 3}</p>".encode("latin-1"),
    ),
    "utf-16-bom": ("text/html", f"<html><title>{WORDS}</title><p>{WORDS} {SENTENCE * 3}</p>".encode("utf-16")),
    "windows-1252-meta": (
        "text/html",
        f'<html><meta charset="windows-1252"><title>{WORDS}</title><p>{WORDS} {SENTENCE * 3}</p>'.encode("cp1252"),
    ),
    "utf-8-undeclared": ("text/html", f"<html><title>{WORDS}</title><p>{WORDS} {SENTENCE * 3}</p>".encode()),
}

# Characters that Postgres or UTF-8 cannot store, in several parts of a page.
UNSTORABLE = f"""<!doctype html><html><head><title>Un&#0;storable &#xD800;</title>
<script type="application/ld+json">{{"@type": "Organization", "name": "lone \\ud800 and nul \\u0000"}}</script>
<script id="__NEXT_DATA__" type="application/json">{{"text": "\\udfff and \\u0000"}}</script>
</head><body><main><h1>A \x00 NUL and &#xDFFF;</h1>{PARAGRAPHS}<a href="/a&#0;b">link</a></main></body></html>"""


def bomb(megabytes: int = 200) -> bytes:
    """A gzip body that decompresses to this many megabytes of HTML."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    chunk = b"<p>" + b"a" * 1_048_569 + b"</p>"
    return b"".join(packer.compress(chunk) for _ in range(megabytes)) + packer.flush()


def pdf(*lines: str) -> bytes:
    """A one-page PDF with those lines of text."""
    text = "BT /F1 14 Tf 72 720 Td 18 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(text)} >>\nstream\n{text}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    return f"{body}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode("latin-1")
