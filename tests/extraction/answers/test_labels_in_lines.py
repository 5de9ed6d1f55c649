"""Values of small parts of a page: several labels on a line, labels beside the content, named links, and what is not a value."""

from __future__ import annotations

from typing import Any

import pytest

from tests.extraction.answers.conftest import Answer

TEXT, NUMBER, TEXTS = {"type": "string"}, {"type": "number"}, {"type": "array", "items": {"type": "string"}}
REVIEWS = {"type": "array", "items": {"type": "object", "properties": {"author": TEXT, "title": TEXT}}}
VILLA = (
    '<script type="application/ld+json">{"@type": "House", "name": "Villa Rosa", "numberOfRooms": 7, "floorSize":'
    ' {"@type": "QuantitativeValue", "value": 210, "unitCode": "MTK"}, "address": {"@type": "PostalAddress",'
    ' "addressLocality": "Capalbio"}}</script>'
)


@pytest.mark.parametrize(
    ("content", "schema", "expected"),
    [
        ("<p>National League · 21 November 2026 · Attendance: 2.816 · Referee: Simone Adler</p>",
         {"attendance": NUMBER, "referee": TEXT}, {"attendance": 2816, "referee": "Simone Adler"}),
        ("<p>12.11.2026 · 52 Minuten · Moderation: Beke Thomsen</p>", {"moderation": TEXT}, {"moderation": "Beke Thomsen"}),
        ("<p>Gast: Horst Weber, der 38 Jahre lang an der Strecke saß.</p>", {"gast": TEXT}, {"gast": "Horst Weber"}),
        ("<p>Es gibt Fotos im Archiv. Produktion: Jan Lohse. Musik: Kapelle Kohle.</p>", {"produktion": TEXT, "musik": TEXT},
         {"produktion": "Jan Lohse", "musik": "Kapelle Kohle"}),
        ('<p>Marque : <a href="/m">Aural</a> &nbsp; Référence : AQ5-BLK</p>', {"marque": TEXT}, {"marque": "Aural"}),
        ("<p>Telefon: 567 555 018, e-mail: a@b.example</p>", {"email": TEXT}, {"email": "a@b.example"}),
        ("<p>Amenities: pool · sauna · garden</p>", {"amenities": TEXT}, {"amenities": "pool · sauna · garden"}),
        ("<ul><li><b>Préparation</b> 35 min</li><li><b>Cuisson</b> 1 h</li></ul>",
         {"temps_preparation_min": NUMBER, "temps_cuisson_min": NUMBER}, {"temps_preparation_min": 35, "temps_cuisson_min": 60}),
        ("<aside><h3>Details</h3><ul><li><b>License:</b> MIT</li></ul></aside>", {"license": TEXT}, {"license": "MIT"}),
        ("<p>License: MIT</p><aside><h3>Details</h3><p>License: GPL</p></aside>", {"license": TEXT}, {"license": "MIT"}),
        ("<aside><h3>Related projects</h3><p>License: GPL</p></aside>", {"license": TEXT}, {}),
        ('<aside><a href="https://git.example/a">Source</a> <a href="https://git.example/a/issues">Issues</a></aside>',
         {"source_url": TEXT, "issues_url": TEXT},
         {"source_url": "https://git.example/a", "issues_url": "https://git.example/a/issues"}),
        ('<a href="/one.mp3">Audio</a> <a href="/two.mp3">Audio</a>', {"audio_url": TEXT}, {}),
        ("<p>Prix conseillé : 229,00 €</p>", {"prix": NUMBER}, {}),
        ("<table><tr><th>Vergütung</th><td>TV-V, Entgeltgruppe 7</td></tr></table>", {"gehalt_min": NUMBER, "gehalt": NUMBER}, {}),
        ("<p>Nebenkosten: 210 €</p>", {"hausgeld": NUMBER}, {}),
        ("<p>Sista ansökningsdag: 15 april 2027</p>", {"application_deadline": TEXT}, {"application_deadline": "2027-04-15"}),
        ("<h2>Video</h2>", {"video": TEXT}, {}),
    ],
)  # fmt: skip
def test_value_of_a_line_is_read_or_left_out(
    answer: Answer, content: str, schema: dict[str, Any], expected: dict[str, Any]
) -> None:
    html = f'<html lang="de"><title>Sonnenhof Nord</title><body><main><h1>Sonnenhof Nord</h1>{content}</main></body></html>'

    assert answer(html, schema, url="https://a.example/x").data == expected


def test_version_in_a_heading_is_not_part_of_the_name(answer: Answer) -> None:
    html = "<title>slugmap 4.1.0</title><main><h1>slugmap <span>4.1.0</span></h1><p>Slugs for any script.</p></main>"

    assert answer(html, {"name": TEXT, "license": TEXT}).data == {"name": "slugmap"}


def test_declared_house_answers_and_a_label_that_means_bedrooms_does_not(answer: Answer) -> None:
    html = f'<html lang="it">{VILLA}<title>Villa Rosa</title><h1>Villa Rosa</h1><ul><li>Camere: 4</li></ul></html>'
    schema = {"name": TEXT, "city": TEXT, "rooms": NUMBER, "floor_size_m2": NUMBER, "owner": TEXT}

    assert answer(html, schema).data == {"name": "Villa Rosa", "city": "Capalbio", "rooms": 7, "floor_size_m2": 210}


def test_title_of_a_review_is_not_its_author(answer: Answer) -> None:
    review = "<article><strong>{}</strong><p>by {} on 3 March 2026</p><p>I stopped spilling, that is all.</p></article>"
    blocks = review.format("Perfect for tea", "Imogen T.") + review.format("Gets warm", "Callum R.")
    html = f'<title>Kettle</title><h1>Kettle</h1><section id="reviews"><h2>Reviews</h2>{blocks}</section>'

    assert answer(html, {"reviews": REVIEWS}).data["reviews"] == [
        {"author": "Imogen T.", "title": "Perfect for tea"},
        {"author": "Callum R.", "title": "Gets warm"},
    ]


def test_language_of_the_page_is_not_what_somebody_speaks(answer: Answer) -> None:
    html = '<html lang="ko"><title>Dr. Yun</title><body><h1>Dr. Yun</h1><p>Dentist</p></body></html>'

    assert "languages" not in answer(html, {"name": TEXT, "languages": TEXTS}).data
