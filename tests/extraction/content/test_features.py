"""The features are those that the shipped models were trained on."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from benchmarks.page_facts import PAGES, made_pages
from extraction.content import features, lexicon, models, page_kind
from extraction.content.blocks import Outline
from extraction.document.document import open_page
from training.dataset import capture

# Of the features of the pages below. After an intended change, train again (`make train`), then write the new number here.
TRAINED_ON = 1_419_796_048
SOCIAL_TYPES = ("article", "product", "website", "blog", "object", "profile", "book", "song")
# What the made pages do not have.
ODD_PAGES = (
    "".join(f"<p>Some words{sign}</p>" for sign in '.!?…:,;"”)。»›>→'),
    f"<h1>Word</h1><p>{3_500 * 'word '}</p><div><p>{6_000 * 'word '}</p></div>",
    "<div><h1>Harbour</h1></div>" + "".join(f"<div><p>{30 * 'Harbour works, '} {depth}</p>" for depth in range(30)),
    "<h2>Short</h2>" + "".join(f"<p><a href=x>{count * 'link '}</a></p>" for count in range(1, 70)),
    "".join(f"<div><p>Words at level {level}</p>" for level in range(70)),
    "".join(f"<h3>Part {number}</h3>{number * '<p>Again</p>'}" for number in range(7)),
    "".join(f"<p>{count * 'Harbour '}</p>" for count in (20, 24, 30, 31, 36, 40)),
    11 * "<p>Again and again</p>",
    f"{20 * '<div><p>Some words</p>'}<h1>Deep</h1>",
    f"<link rel=canonical href=https://a.example{'/below' * 12}/{'-'.join('abcdefghijklm')}>{22 * '<h1>Part</h1><p>Words</p>'}",
    f"<h1>Harbour</h1>{70 * '<p>Word</p>'}<p>{3_000 * 'word '}</p>",
    *(f"<meta property=og:type content={name}><p>Some words</p>" for name in SOCIAL_TYPES),
)


def pages() -> Iterator[bytes]:
    yield from (made.capture.body for made in made_pages(PAGES / "building"))
    yield from (page.encode() for page in ODD_PAGES)


def test_features_are_those_that_the_models_were_trained_on() -> None:
    digest = 0
    for number, page in enumerate(pages()):
        document = open_page(capture(page))
        outline = Outline(document.body)
        title = (9 if number % 2 else 1) * "Harbour works "
        columns = features.shape_columns(document, outline, title) if outline.blocks else []
        if columns:
            columns += lexicon.columns(lexicon.page_tokens(outline), models.shipped().blocks.lexicon)
        words = [len(block.words) for block in outline.blocks]
        digest = crc32(b"".join([*columns, page_kind.values(columns, words)]), digest)

    assert digest == TRAINED_ON
