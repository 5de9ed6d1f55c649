"""The second set, of other pages: written before any result was seen, and run once for the reported figure."""

from __future__ import annotations

from benchmarks.changes.visits import Visit, after, links, page_of, rewrite


def ago(v: Visit) -> None:
    forms = (
        ("vor 5 Minuten", "vor 2 Stunden", "vor einem Tag"), ("il y a 5 minutes", "il y a 3 heures", "il y a 2 jours"),
        ("hace 5 minutos", "hace una hora", "hace 3 días"), ("5 минут назад", "2 часа назад", "3 дня назад"), ("5分前", "2時間前", "3日前"),
    )  # fmt: skip
    after(v.element(1), f"<p>{forms[v.places[0] % 5][v.number]}</p>")


def updated(v: Visit) -> None:
    after(v.element(0), f"<p>Zuletzt aktualisiert vor {3 + 4 * v.number} Minuten von der Redaktion</p>")


def visitor(v: Visit) -> None:
    after(v.element(-1), f"<p>You are visitor number {88210 + 17 * v.number}</p>")


def weather(v: Visit) -> None:
    after(v.element(0), f"<p>{('Sunny', 'Cloudy', 'Light rain')[v.number]}, {11 + v.number}°</p>")


def quote(v: Visit) -> None:
    texts = (
        "Nothing is lost that is written down.",
        "He who asks is a fool for five minutes.",
        "Small boats should stay near the shore.",
    )
    after(v.element(2), f"<blockquote><p>{texts[v.number]}</p></blockquote>")


def related(v: Visit) -> None:
    names = ("Oak shelf", "Pine desk", "Beech stool", "Iron lamp", "Glass vase", "Wool rug", "Clay pot", "Linen sheet")
    items = "".join(f"<li><a href='/p/{n}'>{names[n]}</a></li>" for n in v.rng.sample(range(8), 4))
    after(v.element(-1), f"<div><h3>From our catalogue</h3><ul>{items}</ul></div>")


def poll(v: Visit) -> None:
    after(v.element(3), f"<p>{342 + 9 * v.number} votes so far in our poll of the day</p>")


def live(v: Visit) -> None:
    after(v.element(1), f"<p>{120 + v.number}人が見ています</p>")


def cards(v: Visit) -> None:
    names = ["North", "East", "South", "West"]
    v.rng.shuffle(names)
    after(
        v.element(2),
        "<div>"
        + "".join(f"<div><h3>{n}</h3><p>Walks in the {n.lower()} of the town.</p></div>" for n in names)
        + "</div>",
    )


def nonces(v: Visit) -> None:
    for each in links(v.tree):
        each.set(
            "href", each.get("href") + ("&" if "?" in each.get("href") else "?") + f"_nonce={v.rng.getrandbits(48):x}"
        )


def hashed(v: Visit) -> None:
    for each in v.tree.iter("img"):
        each.set(
            "src",
            f"https://cdn{v.number}.img.example/w_{300 + v.number}/{v.rng.getrandbits(40):010x}/photo.{v.rng.getrandbits(32):08x}.jpg",
        )


def today(v: Visit) -> None:
    days = ("Wednesday, 25 November 2026", "Thursday, 26 November 2026", "Friday, 27 November 2026")
    after(v.element(0), f"<p>Today is {days[v.number]}</p>")


def followers(v: Visit) -> None:
    after(v.element(3), f"<p>{9.1 + v.number / 10:.1f}K followers</p>")


def csrf(v: Visit) -> None:
    after(v.element(-1), f"<p>Support ID: {v.rng.getrandbits(60)}</p>")


NOISES = (ago, updated, visitor, weather, quote, related, poll, live, cards, nonces, hashed, today, followers, csrf)


def _prepare(v: Visit) -> None:
    after(
        v.element(4),
        "<div><p>In stock, delivered by post</p><p>Telephone: 030 5550 1234</p><p>Open Monday to Friday, 9:00 to 17:00</p>"
        "<table><tr><th>Train</th><th>Departs</th></tr><tr><td>Regional 4</td><td>12:40</td></tr><tr><td>Express 9</td><td>13:15</td></tr></table>"
        "<ul><li>Single room £85</li><li>Double room £120</li></ul><ol><li>Anna Berg</li><li>Ivo Maric</li><li>Lena Ruiz</li></ol></div>",
    )


def negated(v: Visit) -> None:
    element = v.element(5)
    words = (element.text or "").split()
    words.insert(len(words) // 2, "not")
    element.text = " ".join(words)


def swapped(v: Visit) -> None:
    element = v.element(6)
    words = (element.text or "").split()
    words[0], words[-1] = words[-1], words[0]
    element.text = " ".join(words)


def rewritten(v: Visit) -> None:
    v.element(
        7
    ).text = (
        "The old text was withdrawn by its authors after a complaint, and will be published again in a corrected form."
    )


def stock(v: Visit) -> None:
    rewrite(v, "In stock, delivered", "Sold out, delivered")


def phone(v: Visit) -> None:
    rewrite(v, "5550 1234", "5550 1239")


def hours(v: Visit) -> None:
    rewrite(v, "9:00 to 17:00", "9:00 to 16:00")


def departure(v: Visit) -> None:
    rewrite(v, "13:15", "13:25")


def row_new(v: Visit) -> None:
    rewrite(v, "<tr><td>Express 9", "<tr><td>Night 2</td><td>23:05</td></tr><tr><td>Express 9")


def price(v: Visit) -> None:
    rewrite(v, "£120", "£135")


def ranked(v: Visit) -> None:
    rewrite(v, "<li>Anna Berg</li><li>Ivo Maric</li>", "<li>Ivo Maric</li><li>Anna Berg</li>")


def items_gone(v: Visit) -> None:
    rewrite(v, "<li>Single room £85</li>", "")


def section_gone(v: Visit) -> None:
    for index in (8, 9):
        element = v.element(index)
        element.text = ""


def gone_german(v: Visit) -> None:
    v.tree = page_of(
        "Artikel nicht mehr verfügbar",
        "<h1>Dieser Artikel ist leider nicht mehr verfügbar</h1><ul>"
        + "".join(f"<li><a href='/a/{n}'>Stuhl Modell {n}</a> {n}9,00 €</li>" for n in range(1, 30))
        + "</ul>",
    )


def gone_french(v: Visit) -> None:
    v.tree = page_of(
        "Erreur", "<h1>Page introuvable</h1><p>La page que vous cherchez n'existe plus ou a été déplacée.</p>"
    )


def gone_410(v: Visit) -> None:
    v.tree, v.status = page_of("Gone", "<h1>Gone</h1><p>It was taken away.</p>"), 410


def to_german_home(v: Visit) -> None:
    v.tree = page_of(
        "Willkommen", "<h1>Willkommen</h1><p>Alles für Haus und Garten seit vielen Jahren, aus einer Hand.</p>"
    )
    v.final_url = "https://www.saved.example/de/"


def login(v: Visit) -> None:
    v.tree = page_of("Anmelden", "<h1>Bitte melden Sie sich an</h1><p>Dieser Inhalt ist für Mitglieder.</p>")
    v.final_url = "https://saved.example/account/login?next=%2Fsection%2Fpage-7"


def closed(v: Visit) -> None:
    v.tree = page_of("Back soon", "<h1>We'll be back soon</h1><p>The shop is under maintenance.</p>")


PREPARE = _prepare
CHANGES = {
    "text": tuple((each, "changed") for each in (negated, swapped, rewritten, stock, phone, hours)),
    "table": ((departure, "changed"), (row_new, "changed")),
    "price": ((price, "changed"),),
    "list": ((items_gone, "changed"), (ranked, "changed")),
    "removal": ((section_gone, "changed"),),
    "soft 404": ((gone_german, "removed"), (gone_french, "removed"), (gone_410, "removed")),
    "redirect": ((to_german_home, "removed"),),
    "login wall": ((login, "error"), (closed, "error")),
}
