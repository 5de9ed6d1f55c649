"""Lists of objects from blocks of one shape that a class, a heading or their length names; declared values that are older than the page."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

import json
from typing import Any

import pytest

from extraction.answers import declared_answer
from extraction.answers.confidence import WHICH
from extraction.answers.repeated.blocks import names_of_class
from extraction.answers.schema_answer import SchemaAnswer
from extraction.answers.values import weekdays
from extraction.document.document import open_page
from tests.extraction.answers.test_unseen_pages import DAY, NUMBER, TEXT, objects, page

MAIL = {"type": "string", "format": "email"}


def answer(body: str, properties: dict[str, Any], title: str = "Oak Chair", declared: Any = None) -> SchemaAnswer:
    markup = f'<script type="application/ld+json">{json.dumps(declared)}</script>' if declared else ""
    return declared_answer.answer(
        open_page(page(markup + body, "en", title)), {"type": "object", "properties": properties}
    )


SCORERS = "<section class='scorers'><h2>Top scorers</h2><ol>{}</ol></section>".format(
    "".join(
        f"<li><span class='pl'>{player}</span> <span class='cl'>{club}</span> <span class='gl'>{goals}</span></li>"
        for player, club, goals in (("Ann Lee", "Hull", 12), ("Bo Ray", "Leeds", 9), ("Cy Dow", "York", 8))
    )
)
ACTS = "".join(
    f"<div class='act'><div class='act-name'>{name}</div><div class='info'><span>{time}</span></div><div class='act-stage'>{stage}</div></div>"
    for name, time, stage in (("Trio A", "19:30", "Hall"), ("Band B", "21:45", "Quay"))
)
TEAM = "<h2>Ihre Ansprechpartner</h2><div>{}</div>".format(
    "".join(
        f"<div class='t-item'><h3>{name}</h3><p class='role'>{role}</p><p>{mail}</p></div>"
        for name, role, mail in (("Eva Roth", "Sales", "eva@oak.example"), ("Max Bo", "Service", "max@oak.example"))
    )
)
OWNERS = "<h2>Offers</h2><div>{}</div>".format(
    "".join(f"<div class='offer'><h3>Flat {n}</h3><p>{n} rooms</p><p>Text</p></div>" for n in (1, 2))
)


@pytest.mark.parametrize(
    ("body", "properties", "expected"),
    [
        # Classes that abbreviate the names
        (SCORERS, {"scorers": objects(player=TEXT, club=TEXT, goals=NUMBER, assists=NUMBER)},
         {"scorers": [{"player": "Ann Lee", "club": "Hull", "goals": 12}, {"player": "Bo Ray", "club": "Leeds", "goals": 9},
                      {"player": "Cy Dow", "club": "York", "goals": 8}]}),
        # Classes that name them, and the only time
        (f"<div class='acts'>{ACTS}</div>", {"acts": objects(name=TEXT, time=TEXT, stage=TEXT)},
         {"acts": [{"name": "Trio A", "time": "19:30", "stage": "Hall"}, {"name": "Band B", "time": "21:45", "stage": "Quay"}]}),
        # A heading in the language of the page, and the only address of mail
        (TEAM, {"people": objects(name=TEXT, role=TEXT, email=MAIL)},
         {"people": [{"name": "Eva Roth", "role": "Sales", "email": "eva@oak.example"},
                     {"name": "Max Bo", "role": "Service", "email": "max@oak.example"}]}),
        # The name of its owner is not that of the thing
        (OWNERS, {"offers": objects(ownerName=TEXT, deposit=NUMBER)}, {}),
        # A list of another name
        (SCORERS, {"referees": objects(name=TEXT, age=NUMBER)}, {}),
    ],
)  # fmt: skip
def test_blocks_answer_the_list_that_they_are_named_like(
    body: str, properties: dict[str, Any], expected: dict[str, Any]
) -> None:
    found = answer(f"<main><h1>Oak Chair</h1>{body}</main>", properties)

    assert found.data == expected


def test_what_only_a_class_or_a_form_speaks_for_is_less_sure() -> None:
    found = answer(f"<main><h1>Oak Chair</h1>{SCORERS}</main>", {"scorers": objects(player=TEXT, goals=NUMBER)})

    assert found.fields and all(one.confidence < WHICH["label"] for one in found.fields.values())


def test_blocks_with_the_names_of_a_list_complete_its_items() -> None:
    boxes = "".join(
        f"<li class='p'><h2><a href='/{n}'>{wood} Stool</a></h2><p>${n}.00</p><span class='firm'>{wood} Ltd</span></li>"
        for n, wood in enumerate("Oak Ash Pine Elm Fir Yew Teak Beech Birch".split(), 10)
    )
    found = answer(
        f"<h1>Stools</h1><ul>{boxes}</ul>", {"products": objects(name=TEXT, price=NUMBER, firm=TEXT)}, "Stools"
    )

    assert found.data["products"][1] == {"name": "Ash Stool", "price": 11, "firm": "Ash Ltd"}


SHOWN = (
    "<main><h1>Oak Chair</h1><p>Rated 4.6 of 5 by 248 guests.</p><p>Call 01632 960 411. Opens 22 August 2027.</p>"
    + ("<p>Every chair is made by hand, from oak of our own woods, and takes nine weeks.</p>" * 4)
)


@pytest.mark.parametrize(
    ("name", "asked", "old", "expected"),
    [
        ("rating", NUMBER, {"aggregateRating": {"ratingValue": 4.4}}, {}),
        ("rating", NUMBER, {"aggregateRating": {"ratingValue": 4.6}}, {"rating": 4.6}),
        ("rating", NUMBER, {"aggregateRating": {"ratingValue": 4.5949}}, {"rating": 4.5949}),
        ("review_count", NUMBER, {"aggregateRating": {"reviewCount": 210}}, {}),
        ("phone", TEXT, {"telephone": "+44 1632 960 999"}, {}),
        ("phone", TEXT, {"telephone": "+44 1632 960411"}, {"phone": "+44 1632 960411"}),
        ("start_date", DAY, {"startDate": "2026-08-21"}, {}),
        ("currency", TEXT, {"offers": {"priceCurrency": "EUR", "price": "5"}}, {"currency": "EUR"}),
    ],
)  # fmt: skip
def test_declared_value_is_left_out_where_the_page_shows_another_one(
    name: str, asked: dict[str, Any], old: dict[str, Any], expected: dict[str, Any]
) -> None:
    kind = "Event" if name == "start_date" else "Product" if name == "currency" else "LocalBusiness"

    found = answer(SHOWN, {"name": TEXT, name: asked}, declared={"@type": kind, "name": "Oak Chair", **old})

    assert {key: value for key, value in found.data.items() if key != "name"} == expected


@pytest.mark.parametrize(
    ("token", "names"),
    [
        ("topic-post", {"topic post", "post"}),
        ("Card_vendor__C44p7", {"vendor"}),
        ("css-aybbuw-lawyer", {"lawyer"}),
        ("node__title", {"title"}),
        ("list-item", set()),
    ],
)
def test_names_in_classes_are_without_layout_and_hashes(token: str, names: set[str]) -> None:
    assert set(names_of_class(token)) == names


MENU = "<div class='menus'><h2>Menu</h2>{}</div>".format(
    "".join(
        f"<div class='menu-section'><div class='menu-section-title'>{title}</div>"
        + "".join(
            f"<div class='dish'><div class='dish-title'>{name}</div><p>€ {price}.00</p></div>" for name, price in dishes
        )
        + "</div>"
        for title, dishes in (("Starters", (("Soup", 6), ("Bread", 3))), ("Mains", (("Rice", 14), ("Stew", 17))))
    )
)
VACANCIES = "<main><h1>Jobs in Leeds</h1>{}</main>".format(
    "".join(
        f"<section class='z'><h2>{title}</h2><p><b>{firm}</b></p><p>{town}</p></section>"
        for title, firm, town in (("Cook", "Inn A", "Hull"), ("Clerk", "Bank B", "York"), ("Nurse", "Ward C", "Leeds"), ("Smith", "Forge D", "Selby"))
    )
)  # fmt: skip
REVIEWS = "<div class='reviews'><h3>Reviews</h3>{}</div>".format(
    "".join(
        f"<div class='rv'><div class='rv__u'>{who}</div><div class='rv__t'>{text}</div></div>"
        for who, text in (
            ("Ina", "The chair is light and stands well."),
            ("Bo", "Delivered within two days, no scratches."),
        )
    )
)
HOURS = "<h2>Opening hours</h2><table><tr><td>Montag – Donnerstag</td><td>8:00–16:30</td></tr><tr><td>Freitag</td><td>8:00–13:00</td></tr></table>"
GIGS = "<p>Summer 2027</p><div class='gigs'>{}</div>".format(
    "".join(
        f"<div class='gig'><h3>{name}</h3><p>{day}</p></div>"
        for name, day in (("A", "Fri 20 August"), ("B", "vrijdag 27 augustus"))
    )
)


@pytest.mark.parametrize(
    ("body", "properties", "expected"),
    [
        (MENU, {"menu": objects(section=TEXT, dishes=objects(name=TEXT, price=NUMBER))},
         {"menu": [{"section": "Starters", "dishes": [{"name": "Soup", "price": 6}, {"name": "Bread", "price": 3}]},
                   {"section": "Mains", "dishes": [{"name": "Rice", "price": 14}, {"name": "Stew", "price": 17}]}]}),
        (VACANCIES, {"jobs": objects(title=TEXT, company=TEXT, location=TEXT)},
         {"jobs": [{"title": "Cook", "company": "Inn A", "location": "Hull"}, {"title": "Clerk", "company": "Bank B", "location": "York"},
                   {"title": "Nurse", "company": "Ward C", "location": "Leeds"}, {"title": "Smith", "company": "Forge D", "location": "Selby"}]}),
        (REVIEWS, {"reviews": objects(user=TEXT, text=TEXT)},
         {"reviews": [{"user": "Ina", "text": "The chair is light and stands well."},
                      {"user": "Bo", "text": "Delivered within two days, no scratches."}]}),
        (HOURS, {"horaires": {"type": "object", "properties": {"mardi": TEXT, "vendredi": TEXT, "dimanche": TEXT}}},
         {"horaires": {"mardi": "8:00–16:30", "vendredi": "8:00–13:00"}}),
        (GIGS, {"gigs": objects(name=TEXT, date=DAY)}, {"gigs": [{"name": "A", "date": "2027-08-20"}, {"name": "B", "date": "2027-08-27"}]}),
        ("<div class='r'><div>845 €</div><div>Kaltmiete</div></div>", {"cold_rent": NUMBER}, {"cold_rent": 845}),
        ("<div><p class='label'>Brand</p><p class='value'>Nord</p><p class='label'>Colour</p><p class='value'>Red</p></div>",
         {"brand": TEXT, "color": TEXT}, {"brand": "Nord", "color": "Red"}),
        ("<div><span></span><div>Weight</div><div>12 kg</div></div>", {"weight_kg": NUMBER}, {"weight_kg": 12}),
    ],
)  # fmt: skip
def test_more_shapes_of_what_a_page_shows(body: str, properties: dict[str, Any], expected: dict[str, Any]) -> None:
    found = answer(f"<h1>Oak Chair</h1>{body}" if "<h1>" not in body else body, properties)

    assert found.data == expected


@pytest.mark.parametrize(
    ("label", "days"),
    [("Monday", {0}), ("Mon – Fri", {0, 1, 2, 3, 4}), ("Mo, Mi", {0, 2}), ("lunedì", {0}), ("Montag bis Donnerstag", {0, 1, 2, 3}),
     ("Price", set()), ("土曜日", {5})],
)  # fmt: skip
def test_days_in_labels_of_opening_hours(label: str, days: set[int]) -> None:
    assert weekdays.in_label(label) == days


@pytest.mark.parametrize(
    ("text", "years", "expected"),
    [
        ("Sat 21 November", (2026,), "2026-11-21"),
        ("Sat 21 November", (2025,), None),
        ("Sat 21 November", (2020, 2026), None),
        ("21 November", (2026,), None),
        ("Samstag, 21. November, 18 Uhr", (2025, 2026), "2026-11-21"),
        ("11月21日（土）", (2026,), "2026-11-21"),
    ],
)
def test_day_without_a_year_is_that_of_the_only_year_with_this_day_of_the_week(
    text: str, years: tuple[int, ...], expected: str | None
) -> None:
    found = weekdays.day_of(text, years)

    assert (found.isoformat() if found else None) == expected
