"""Small PDFs, written by hand: content streams in the fonts Helvetica (F1), Helvetica Bold (F2), and Courier (F3)."""

from __future__ import annotations

_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/%b/Encoding/WinAnsiEncoding>>"


def pdf_of(pages: list[str], about: str = "", extra: str = "") -> bytes:
    """A PDF with these content streams, one per page. `about` is what it declares; `extra` is added to each page."""
    fonts = [_FONT % name for name in (b"Helvetica", b"Helvetica-Bold", b"Courier")]
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"", *fonts, b"<<%b>>" % about.encode()]
    kids = []
    for page in pages:
        stream = page.encode("latin-1")
        objects.append(b"<</Length %d>>stream\n%b\nendstream" % (len(stream), stream))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R>>>>/Contents %d 0 R%b>>"
            % (len(objects), extra.encode())
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Kids[%b]/Count %d>>" % (b" ".join(kids), len(kids))
    body, table = b"%PDF-1.4\n", b"0000000000 65535 f \n"
    for number, found in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(body)
        body += b"%d 0 obj\n%b\nendobj\n" % (number, found)
    trailer = b"trailer<</Size %d/Root 1 0 R/Info 6 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(body))
    return body + b"xref\n0 %d\n" % (len(objects) + 1) + table + trailer


def line(x: int, y: int, text: str, size: int = 11, font: str = "F1") -> str:
    return f"BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET\n"


def lines(x: int, y: int, texts: list[str]) -> str:
    return "".join(line(x, y - 14 * index, text) for index, text in enumerate(texts))


def ruled_table(top: int, rows: list[tuple[str, ...]]) -> str:
    cells = "".join(
        line(76 + 120 * column, top - 14 - 20 * row, text)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    )
    bottom, right = top - 20 * len(rows), 72 + 120 * len(rows[0])
    across = "".join(f"72 {top - 20 * row} m {right} {top - 20 * row} l S\n" for row in range(len(rows) + 1))
    down = "".join(f"{72 + 120 * index} {top} m {72 + 120 * index} {bottom} l S\n" for index in range(len(rows[0]) + 1))
    return cells + across + down
