"""What a reader would call a change between two visits of a page, and what not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extraction.changes import noise as noises
from extraction.changes.comparison import compare, learn
from extraction.changes.noise import Noise
from extraction.changes.version import FieldValue, Version, from_json, to_json

URL = "https://shop.example/lamps/7"
PAGE = """# Desk lamp

A lamp of brass with a switch on its foot, made in a small workshop.

- 40 cm high
- 1.2 kg
- two years of guarantee

| Size | Price |
|------|-------|
| small | 49.00 EUR |
| large | 79.00 EUR |

Delivered in three days.
"""
BEFORE = Version(url=URL, final_url=URL, title="Desk lamp", markdown=PAGE)


def after(old: str, new: str) -> Version:
    assert old in PAGE
    return replace(BEFORE, markdown=PAGE.replace(old, new))


def with_line(line: str) -> Version:
    return replace(BEFORE, markdown=f"{PAGE}\n{line}\n")


def test_first_visit_is_new() -> None:
    assert compare(None, BEFORE, Noise()).result == "new"


def test_equal_visits_are_the_same() -> None:
    assert compare(BEFORE, BEFORE, Noise()).result == "same"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("switch on its foot", "dimmer on its foot"),
        ("49.00 EUR", "45.00 EUR"),
        ("- 1.2 kg\n", ""),
        ("- 1.2 kg\n", "- 1.2 kg\n- steel cable\n"),
        ("| large | 79.00 EUR |\n", ""),
        ("Delivered in three days.\n", ""),
        ("two years", "three years"),
        ("# Desk lamp", "# Floor lamp"),
    ],
)
def test_real_change_is_reported(old: str, new: str) -> None:
    change = compare(BEFORE, after(old, new), Noise())

    assert change.result == "changed"
    assert change.aspects == ("markdown",)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Posted 3 minutes ago", "Posted 2 hours ago"),
        ("vor 3 Minuten", "vor einer Stunde"),
        ("il y a 5 minutes", "il y a 2 heures"),
        ("hace 5 minutos", "hace 2 horas"),
        ("há 5 minutos", "há 2 horas"),
        ("5 minuti fa", "un giorno fa"),
        ("5 minuten geleden", "2 uur geleden"),
        ("5 minut temu", "2 godziny temu"),
        ("5 dakika önce", "2 saat önce"),
        ("5 минут назад", "2 часа назад"),
        ("för 5 minuter sedan", "för 2 timmar sedan"),
        ("5分前", "2時間前"),
        ("5分钟前", "2小时前"),
        ("5분 전", "2시간 전"),
        ("Yesterday at 10:15", "Today at 09:20"),
        ("Today is Thursday, 26 November 2026", "Today is Friday, 27 November 2026"),
        ("Heute ist Donnerstag, 26. November", "Heute ist Freitag, 27. November"),
        ("Local time: 10:15:22", "Local time: 11:20:01"),
        ("1,204 views", "1,377 views"),
        ("Aufrufe: 1.204", "Aufrufe: 1.377"),
        ("1 204 vues", "1 377 vues"),
        ("12 people are looking at this lamp", "9 people are looking at this lamp"),
        ("12 Personen sehen sich das gerade an", "7 Personen sehen sich das gerade an"),
        ("Offer ends in 02:13:45", "Offer ends in 01:02:03"),
        ("© 2025 Lamps Ltd", "© 2026 Lamps Ltd"),
        ("Request ID: 8f2c-11ab", "Request ID: 77aa-91cd"),
        ("Advertisement", ""),
        ("[More](https://a.example/?utm_source=x&id=4)", "[More](https://a.example/?id=4&fbclid=zzz)"),
        ("[More](/a;jsessionid=11AA22?id=4)", "[More](/a;jsessionid=99CC?id=4)"),
        ("![Lamp](https://c1.example/lamp-300x200.jpg?w=300)", "![Lamp](https://c2.example/x/lamp-600x400.webp)"),
        ("Soft\u00adware and  space", "Software and space"),
        ("| a   | b |", "| a | b |"),
        ("**Bold** words", "Bold words"),
    ],
)  # fmt: skip
def test_what_differs_at_every_visit_is_no_change(one: str, other: str) -> None:
    assert compare(with_line(one), with_line(other), Noise()).result == "same"
    assert compare(with_line(other), with_line(one), Noise()).result == "same"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Open from 10:00 to 18:00", "Open from 10:00 to 19:00"),
        ("Only 3 left in stock", "Only 2 left in stock"),
        ("Delivery today", "Delivery tomorrow"),
        ("Guarantee: 2 years", "Guarantee: 3 years"),
        ("Saturday, 28 November 2026, 20:00", "Sunday, 29 November 2026, 20:00"),
        ("Founded in 1999", "Founded in 1998"),
        ("~~99 €~~ 79 €", "99 €"),
        ("sha256 0f343b0931126a20f133d67c2b018a3b", "sha256 aa343b0931126a20f133d67c2b018a3b"),
        ("[Download](https://a.example/lamp-1.2.pdf)", "[Download](https://a.example/lamp-1.3.pdf)"),
        ("[Plan](https://a.example/?page=4)", "[Plan](https://a.example/?page=5)"),
        ("![Brass](https://c.example/brass.jpg)", "![Steel](https://c.example/steel.jpg)"),
        ("1. First\n2. Second", "1. Second\n2. First"),
        (
            "In its first year the museum in the old mill had 120,000 visitors from all over the country",
            "In its first year the museum in the old mill had 130,000 visitors from all over the country",
        ),
    ],
)
def test_what_looks_like_noise_but_is_said_by_the_page_is_a_change(one: str, other: str) -> None:
    assert compare(with_line(one), with_line(other), Noise()).result == "changed"


def test_order_of_a_list_is_no_change_and_that_of_rows_is_one() -> None:
    listed = after("- 40 cm high\n- 1.2 kg\n", "- 1.2 kg\n- 40 cm high\n")
    rows = after("| small | 49.00 EUR |\n| large | 79.00 EUR |\n", "| large | 79.00 EUR |\n| small | 49.00 EUR |\n")

    assert compare(BEFORE, listed, Noise()).result == "same"
    assert compare(BEFORE, rows, Noise()).result == "changed"


def test_recommended_entities_are_no_change() -> None:
    one = with_line("## You may also like\n\n- [Chair](/chair) 20 EUR\n- [Table](/table) 90 EUR")
    other = with_line("## You may also like\n\n- [Sofa](/sofa) 420 EUR\n- [Chair](/chair) 20 EUR")

    assert compare(one, other, Noise()).result == "same"


def test_diff_has_only_the_real_change() -> None:
    one = replace(BEFORE, markdown=PAGE + "\nPosted 3 minutes ago\n")
    other = replace(BEFORE, markdown=PAGE.replace("49.00", "45.00") + "\nPosted 9 minutes ago\n")

    change = compare(one, other, Noise())

    signed = [line for line in change.diff.splitlines() if line[0] in "+-"]
    assert signed == ["-| small | 49.00 EUR |", "+| small | 45.00 EUR |"]
    assert (change.added_words, change.removed_words) == (("45.00",), ("49.00",))
    assert 0 < change.share < 0.1


def test_line_that_changes_at_every_visit_is_learned_and_a_change_beside_it_is_not_hidden() -> None:
    quotes = ["Brass is for ever.", "Light is life, said the old man.", "Workshops need windows.", "Foot first."]
    visits = [after("Delivered in", f"{quote}\n\nDelivered in") for quote in quotes]
    noise = learn(Noise(), visits[0], visits[1])

    assert noise.is_ready
    assert compare(visits[1], visits[2], noise).result == "same"
    real = replace(visits[2], markdown=visits[2].markdown.replace("three days", "nine days"))
    assert compare(visits[1], real, noise).result == "changed"
    longer = replace(visits[2], markdown=visits[2].markdown.replace(quotes[2], " ".join(quotes * 4)))
    assert compare(visits[1], longer, noise).result == "changed"


SECTION = "## You may also like\n\n{}\n\n{}\n\nCall us"


def test_recommended_entities_without_links_are_no_change_and_the_text_below_is_one() -> None:
    own = "Ask our workshop about other sizes and colours, which we make to order within six weeks and deliver to every country."
    one = with_line(SECTION.format("#### Chair\n\nFrom the oak line.\n\n#### Table\n\nNew this month.", own))
    other = with_line(SECTION.format("#### Sofa\n\nFor two.\n\n#### Chair\n\nFrom the oak line.", own))

    assert compare(one, other, Noise()).result == "same"
    for old, new in (("six weeks", "nine weeks"), ("Call us", "Write to us")):
        assert compare(one, replace(other, markdown=other.markdown.replace(old, new)), Noise()).result == "changed"


def test_short_line_below_a_label_of_advertising_is_no_change_and_a_longer_one_is() -> None:
    label = "Sponsored by Northwind Tea\n\n{}"
    long = "The lamp was shown at the fair in spring and won the prize of the {}."

    assert (
        compare(with_line(label.format("Try it today.")), with_line(label.format("More inside.")), Noise()).result
        == "same"
    )
    one, other = (with_line(label.format(long.format(who))) for who in ("jury", "public"))
    assert compare(one, other, Noise()).result == "changed"


def test_quoted_section_of_recommendations_is_no_change() -> None:
    one, other = (
        with_line(f"> ## You might also like\n>\n> #### {name}\n> New in store.") for name in ("Chair", "Sofa")
    )

    assert compare(one, other, Noise()).result == "same"


def test_lines_that_differ_in_numbers_at_every_visit_may_become_more() -> None:
    visits = [
        with_line("\n\n".join(f"From the {number}th issue." for number in numbers))
        for numbers in ((1, 5), (9, 5), (9, 4, 5))
    ]
    noise = learn(Noise(), visits[0], visits[1])

    assert compare(visits[1], visits[2], noise).result == "same"


QUOTES = ("Brass is for ever.", "Light is life, said the old man.", "Workshops need windows.")
CARDS = tuple(f"### {name}\n\nWalks in the {name.lower()} of the town." for name in ("North", "East", "South", "West"))


@pytest.mark.parametrize("order", [(0, 2), (2, 0), (1, 3)])
@pytest.mark.parametrize("is_before", [True, False])
def test_quote_beside_blocks_in_changing_order_is_learned(order: tuple[int, int], is_before: bool) -> None:
    def seen(turn: int) -> Version:
        cards = [CARDS[(index * (1, 3, 1)[turn] + order[turn % 2]) % 4] for index in range(4)]
        parts = [QUOTES[turn], *cards] if is_before else [*cards, QUOTES[turn]]
        return after("Delivered in", "\n\n".join(parts) + "\n\nDelivered in")

    visits = [seen(turn) for turn in range(3)]
    noise = learn(Noise(), visits[0], visits[1])

    assert compare(visits[1], visits[2], noise).result == "same"
    real = replace(visits[2], markdown=visits[2].markdown.replace("three days", "nine days"))
    assert compare(visits[1], real, noise).result == "changed"
    card = replace(visits[2], markdown=visits[2].markdown.replace("the east of", "the far east of"))
    assert compare(visits[1], card, noise).result == "changed"


@pytest.mark.parametrize(("line", "result"), [("Sensor shows {} lux", "same"), ("Now only {} EUR", "changed")])
def test_number_that_changes_at_every_visit_is_learned_unless_it_is_a_price(line: str, result: str) -> None:
    one, two, three = (with_line(line.format(number)) for number in (310, 322, 345))

    assert compare(two, three, learn(Noise(), one, two)).result == result


def test_part_that_became_quiet_counts_again() -> None:
    one, two, three = with_line("News: red"), with_line("News: blue"), with_line("News: green")
    noise = learn(Noise(), one, two)
    assert compare(two, three, noise).result == "same"

    for _ in range(2):
        noise = learn(noise, two, two)

    assert compare(two, three, noise).result == "changed"


def test_noise_is_bounded_and_survives_storage() -> None:
    noise = Noise()
    for turn in range(30):
        noise = noise.seen({f"part {turn} {number}": 5 for number in range(100)})

    assert len(noise.parts) <= noises.PARTS_MAX and noise.looks < noises.LOOKS_MAX
    assert noises.from_json(noises.to_json(noise)) == noise


def test_version_survives_storage() -> None:
    version = replace(
        BEFORE,
        selected={"h1": ("Desk lamp",)},
        json={"offers.0.price": FieldValue(49.0, "49.00 EUR"), "tags": FieldValue(["a"])},
        price="49.00",
        currency="EUR",
        screenshot=b"\x89PNG\x00",
        picture="0193a1f2-6d4e-7c5b-9a3f-2b1c0d9e8f7a",
    )

    assert from_json(to_json(version)) == replace(version, screenshot=None)


def test_values_are_reported_with_evidence_and_whatever_the_noise_says() -> None:
    old = replace(
        BEFORE, json={"price": FieldValue(49, "49 EUR")}, price="49", currency="EUR", selected={"p": ("a", "b")}
    )
    new = replace(old, json={"price": FieldValue(45, "45 EUR")}, price="45", selected={"p": ("b", "a")})
    noise = learn(Noise(), old, new)

    change = compare(old, new, noise, {"json", "price", "selectors"})

    assert change.aspects == ("price", "json")
    assert [(f.name, f.old, f.new, f.new_evidence) for f in change.fields] == [
        ("price", "49 EUR", "45 EUR", None),
        ("price", 49, 45, "45 EUR"),
    ]
    assert change.description.startswith("The price changed from 49 EUR to 45 EUR.")
    assert compare(old, new, noise).result == "same"


def test_changed_values_have_the_passages_that_show_them() -> None:
    old = replace(
        BEFORE, json={"sizes.1.price": FieldValue(79), "name": FieldValue("Desk lamp")}, price="79.00", currency="EUR"
    )
    new = replace(
        old, title="Table lamp", price="85.00", markdown=PAGE.replace("79.00", "85.00").replace("# Desk", "# Table"),
        json={"sizes.1.price": FieldValue(85), "name": FieldValue("Table lamp"), "colour": FieldValue("green")},
    )  # fmt: skip

    change = compare(old, new, Noise(), {"json", "price", "title"})

    assert {(f.aspect, f.name): (f.old_evidence, f.new_evidence) for f in change.fields} == {
        ("price", "price"): ("| large | 79.00 EUR |", "| large | 85.00 EUR |"),
        ("json", "sizes.1.price"): ("| large | 79.00 EUR |", "| large | 85.00 EUR |"),
        ("json", "name"): ("# Desk lamp", "# Table lamp"),
        # The page does not show it: the value is derived.
        ("json", "colour"): (None, None),
        ("title", "title"): ("Desk lamp", "Table lamp"),
    }


def test_changed_status_has_evidence() -> None:
    change = compare(BEFORE, replace(BEFORE, status=203), Noise(), {"status"})

    assert [(f.old, f.new, f.old_evidence, f.new_evidence) for f in change.fields] == [
        (200, 203, "HTTP 200", "HTTP 203")
    ]


@pytest.mark.parametrize(
    ("visit", "result"),
    [
        (replace(BEFORE, status=404), "removed"),
        (replace(BEFORE, status=410), "removed"),
        (replace(BEFORE, status=500), "error"),
        (replace(BEFORE, status=403), "error"),
        (replace(BEFORE, markdown=""), "error"),
        (replace(BEFORE, blocked=True), "error"),
        (replace(BEFORE, title="Page not found", markdown="# Oops\n\nGo home."), "removed"),
        (replace(BEFORE, title="Lamps", markdown="# Seite nicht gefunden\n\nZur Startseite"), "removed"),
        (replace(BEFORE, markdown="This product is no longer available.\n\n- [Chair](/chair)"), "removed"),
        (replace(BEFORE, final_url="https://shop.example/", markdown="# Welcome\n\nAll lamps"), "removed"),
        (replace(BEFORE, final_url="https://shop.example/en/", markdown="# Welcome\n\nAll lamps"), "removed"),
        (replace(BEFORE, final_url="https://shop.example/login?next=/lamps/7", markdown="# Hello"), "error"),
        (replace(BEFORE, title="Sign in", markdown="# Sign in\n\nForgot your password?"), "error"),
        (replace(BEFORE, title="Just a moment...", markdown="Checking your browser"), "error"),
        (replace(BEFORE, markdown="We use cookies. Accept all cookies. Consent is asked. Accept all."), "error"),
        (replace(BEFORE, title="Shop", markdown="We'll be back soon: scheduled maintenance."), "error"),
        (after("three days", "four days: the small size is not found in our store"), "changed"),
        (after("Delivered", "This product is no longer available. It was delivered"), "changed"),
    ],
)
def test_page_that_is_gone_or_behind_a_wall_is_not_a_change_of_text(visit: Version, result: str) -> None:
    assert compare(BEFORE, visit, Noise()).result == result


def test_page_about_missing_pages_is_an_ordinary_page() -> None:
    old = replace(BEFORE, title="404: page not found", markdown="# 404: page not found\n\nWhat servers mean by it.")
    new = replace(old, markdown=old.markdown + "\nAnd what 410 means.\n")

    assert compare(old, new, Noise()).result == "changed"
