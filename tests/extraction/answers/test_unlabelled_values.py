"""Values that a page shows without a label: whom to contact, its only address, when an event is, chapters, who asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.extraction.answers.conftest import Answer

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
CONTACT = {
    "ansprechpartner": TEXT,
    "ansprechpartner_telefon": TEXT,
    "ansprechpartner_position": TEXT,
    "contact_email": TEXT,
}
PLACE = {"street": TEXT, "postal_code": TEXT, "city": TEXT}
HOUSE = {**PLACE, "bedrooms": NUMBER, "year_built": NUMBER}
SESSION = {"event_name": TEXT, "date": TEXT, "starttijd": TEXT, "eindtijd": TEXT, "organizer": TEXT}


@pytest.mark.parametrize(
    ("content", "schema", "expected"),
    [
        ("<h2>Ansprechpartner</h2><p>Herr Ludwig Wiesmann<br>Leiter Personal<br>Telefon 09628 555-310<br>p@a.example</p>", CONTACT,
         {"ansprechpartner": "Ludwig Wiesmann", "ansprechpartner_telefon": "09628 555-310",
          "ansprechpartner_position": "Leiter Personal", "contact_email": "p@a.example"}),
        ("<p>Questions? Ask Bronwen Achterberg, Talent Partner, at b@a.example.</p>", {"contact_name": TEXT, "contact_role": TEXT},
         {"contact_name": "Bronwen Achterberg", "contact_role": "Talent Partner"}),
        ("<p>Ann Lee, a@a.example</p><p>Bo Ek, b@a.example</p>", {"contact_name": TEXT, "contact_role": TEXT}, {}),
        ("<p>Support Team GmbH, a@a.example</p>", {"contact_person": TEXT, "contact_role": TEXT}, {}),
        ("<p>Houtkade 22, 2011 Haarlem</p>", HOUSE, {"street": "Houtkade 22", "postal_code": "2011", "city": "Haarlem"}),
        ("<p>Kerkweg 4, 9601 ZZ Hoogveen (Groningen)</p>", HOUSE,
         {"street": "Kerkweg 4", "postal_code": "9601 ZZ", "city": "Hoogveen"}),
        ("<p>Mill Lane 3, 41100 Modena</p><p>Via Po 5, 41100 Modena</p>", HOUSE, {}),
        ("<h2>Viewings at our office</h2><p>Houtkade 22, 2011 Haarlem</p>", HOUSE, {}),
        ("<p>zaterdag 16 januari 2027, 10.00 – 16.30 uur</p>", SESSION,
         {"date": "2027-01-16", "starttijd": "10:00", "eindtijd": "16:30"}),
        ("<p>16 januari 2027</p><p>23 januari 2027</p>", {**SESSION, "doors_open": TEXT}, {}),
        ("<ul><li>00:00 Intro</li><li>03:40 The snow</li></ul>",
         {"chapters": {"type": "array", "items": {"type": "object", "properties": {"start": TEXT, "title": TEXT, "url": TEXT}}}},
         {"chapters": [{"start": "00:00", "title": "Intro"}, {"start": "03:40", "title": "The snow"}]}),
    ],
)  # fmt: skip
def test_the_only_one_is_read_and_several_are_left_out(
    answer: Answer, content: str, schema: dict[str, Any], expected: dict[str, Any]
) -> None:
    html = f'<html lang="nl"><title>Zonnehof</title><body><main><h1>Zonnehof aan zee</h1>{content}</main></body></html>'

    found = answer(html, schema, url="https://a.example/x").data

    assert {name: value for name, value in found.items() if name != "event_name"} == expected


def test_company_of_an_imprint_is_the_one_with_a_legal_form_above_its_address(answer: Answer) -> None:
    html = "<title>Impressum</title><main><h1>Impressum</h1><p>Ziegelhof &amp; Co. KG<br>Am Hof 4<br>26122 Oldenburg</p></main>"
    schema = {"legal_name": TEXT, **PLACE, "vat_id": TEXT}

    assert answer(html, schema, url="https://a.example/impressum").data == {
        "legal_name": "Ziegelhof & Co. KG", "street": "Am Hof 4", "postal_code": "26122", "city": "Oldenburg",
    }  # fmt: skip


def test_who_asked_and_who_answered_are_those_of_the_declared_question(answer: Answer) -> None:
    person = (
        '<span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">{}</span></span>'
    )
    html = (
        '<title>Sticky pan</title><div itemscope itemtype="https://schema.org/Question"><h1 itemprop="name">Sticky pan</h1>'
        f'{person.format("sue")}<div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer">'
        f'<b itemprop="upvoteCount">54</b><p itemprop="text">Use less oil.</p>{person.format("Jon")}</div></div>'
    )
    schema = {"asked_by": TEXT, "accepted_answer_author": TEXT, "accepted_answer_votes": NUMBER}

    assert answer(html, schema).data == {
        "asked_by": "sue",
        "accepted_answer_author": "Jon",
        "accepted_answer_votes": 54,
    }


def test_properties_of_a_book_that_is_also_a_product_are_those_of_the_book(answer: Answer) -> None:
    book = '{"@type": ["Product", "Book"], "name": "Marrow Bay", "bookFormat": "Hardcover"}'
    html = f'<script type="application/ld+json">{book}</script>'

    assert answer(f"{html}<title>Marrow Bay</title><h1>Marrow Bay</h1>", {"title": TEXT, "format": TEXT, "isbn": TEXT}).data == {
        "title": "Marrow Bay", "format": "Hardcover",
    }  # fmt: skip
