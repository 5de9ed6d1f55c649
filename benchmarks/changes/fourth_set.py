"""The fourth set, written by another person than the author of the rules, who had not read them, and before any result was seen.

What the site chooses by chance may be equal at two visits and another at the third. Scripts work for any number of visits.
"""

from __future__ import annotations

from collections.abc import Sequence

from lxml import html

from benchmarks.changes.visits import Script, Visit, after, links, page_of, rewrite


def _by_chance(v: Visit, texts: Sequence[str]) -> str:
    return v.rng.choice(texts)


def _in_turn(v: Visit, texts: Sequence[str]) -> str:
    return texts[(v.places[0] + v.number) % len(texts)]


def _first(v: Visit, markup: str) -> None:
    """Put markup at the start of the body."""
    body = v.tree.find("body")
    if body is not None:
        body.insert(0, html.fragment_fromstring(markup))


def hero_test(v: Visit) -> None:
    title, text = v.rng.choice(
        (("Plan your visit", "Book online and skip the queue."), ("Come and see us", "Tickets in two minutes."))
    )
    after(v.element(0), f'<div class="hero"><h2>{title}</h2><p>{text}</p></div>')


def german_newsletter(v: Visit) -> None:
    text = _by_chance(
        v, ("Der Brief am Morgen: kurz und gut.", "Jeden Freitag die besten Texte.", "Nichts mehr verpassen.")
    )
    after(
        v.element(-1),
        f'<form action="/abo"><h3>Newsletter</h3><p>{text}</p><input type="email" name="m"><button>Anmelden</button></form>',
    )


def weather_line(v: Visit) -> None:
    degrees = v.rng.randrange(-2, 9)
    _first(
        v,
        f'<div class="topline"><span>Thursday</span> <span>{degrees}°C, {_by_chance(v, ("cloudy", "rain", "clear"))}</span></div>',
    )


def live_visitors(v: Visit) -> None:
    after(v.element(1), f"<p>{v.rng.randrange(12, 90)} Besucher sehen sich diese Seite gerade an.</p>")


def french_ago(v: Visit) -> None:
    after(v.element(0), f"<p>Mis à jour il y a {3 + 4 * v.number} minutes</p>")


def spanish_ad(v: Visit) -> None:
    offers = (
        "Seguro de coche desde 12 €",
        "Viaja a Lisboa por 39 €",
        "Colchones con 50 % de descuento",
        "Abre tu cuenta sin comisiones",
    )
    after(
        v.element(2),
        f'<div id="pub-{v.rng.getrandbits(24):x}"><p>Publicidad</p><a href="https://clics.example/{v.rng.getrandbits(50):x}">{_in_turn(v, offers)}</a></div>',
    )


def testimonials(v: Visit) -> None:
    said = (
        ("Anja K., Kassel", "Endlich eine Firma, die zurückruft."), ("Familie Roth", "Wir würden wieder hier bestellen."),
        ("Mehmet A.", "Schnell, freundlich, fair."), ("Lena", "Der Aufbau war leichter als gedacht."),
    )  # fmt: skip
    name, text = v.rng.choice(said)
    after(
        v.element(4),
        f'<section class="stimmen"><h3>Das sagen unsere Kunden</h3><blockquote><p>{text}</p><cite>{name}</cite></blockquote></section>',
    )


def three_of_seven(v: Visit) -> None:
    titles = [
        "Spring in the alps",
        "Bread without haste",
        "Ten small museums",
        "Night trains again",
        "The art of mending",
        "Rivers to swim in",
        "A shed of one's own",
    ]
    cards = "".join(
        f'<div class="teaser"><a href="/t/{len(t)}"><img src="/i/{len(t)}.jpg" alt=""><h4>{t}</h4></a></div>'
        for t in v.rng.sample(titles, 3)
    )
    after(v.element(-2), f'<div class="more"><h3>More to read</h3>{cards}</div>')


def trending(v: Visit) -> None:
    titles = [
        "Storm closes the pass",
        "Mayor steps down",
        "New bridge opens",
        "Cup final moved",
        "Strike called off",
        "Prices fall again",
    ]
    start = (v.number + v.places[0]) % len(titles)
    items = "".join(f"<li>{t}</li>" for t in (titles + titles)[start : start + 4])
    after(v.element(-1), f'<aside><h2>Most read</h2><ol class="trend">{items}</ol></aside>')


def likes(v: Visit) -> None:
    after(
        v.element(3),
        f'<div class="bar"><span>♥ {310 + 3 * v.number + v.rng.randrange(3)}</span> <span>{44 + v.number} comments</span></div>',
    )


def cookie_banner(v: Visit) -> None:
    if v.rng.random() < 0.5:
        _first(
            v,
            '<div class="cc-window" role="dialog"><p>We use cookies to improve your experience on this site.</p><button>Accept</button><button>Decline</button></div>',
        )


def chat_widget(v: Visit) -> None:
    if v.number % 2:
        after(
            v.element(-1),
            f'<div class="chat"><p>Hi, I am {_by_chance(v, ("Mia", "Jonas", "Priya"))}. How can I help you?</p><button>Start chat</button></div>',
        )


def tracking_links(v: Visit) -> None:
    for each in links(v.tree):
        href = each.get("href")
        each.set("href", f"{href}{'&' if '?' in href else '?'}utm_id={v.rng.getrandbits(32):x}&ref_src=p{v.number}")


def proxied_images(v: Visit) -> None:
    for index, each in enumerate(v.tree.iter("img")):
        each.set("src", f"https://img{v.rng.randrange(1, 5)}.cdn.example/{v.rng.getrandbits(40):x}/{index}.webp")


def generated_ids(v: Visit) -> None:
    for index, each in enumerate(v.tree.iter("div", "section")):
        if index % 3 == 0:
            each.set("data-reactid", f"{v.rng.getrandbits(32):x}")
            each.set("id", f"r-{v.rng.getrandbits(32):x}")


def clock(v: Visit) -> None:
    after(v.element(0), f"<p>It is now {8 + v.number:02}:{v.rng.randrange(60):02} in Wellington</p>")


def generated_in(v: Visit) -> None:
    after(
        v.element(-1),
        f"<p>Page generated in 0.{v.rng.randrange(100, 999)} seconds with {v.rng.randrange(12, 40)} queries</p>",
    )


def countdown(v: Visit) -> None:
    seconds = 86_400 - 3_600 * v.number - v.rng.randrange(60)
    after(v.element(1), f"<p>Sale ends in {seconds // 3600} hours {seconds % 3600 // 60} minutes</p>")


def random_tip(v: Visit) -> None:
    tips = (
        "Did you know? Salt slows rust.",
        "Did you know? Bees sleep at night.",
        "Did you know? Cork floats for a century.",
        "Did you know? Ink was made of oak galls.",
    )
    after(v.element(3), f'<p class="fact">{_by_chance(v, tips)}</p>')


def sponsor_logo(v: Visit) -> None:
    names = ("Halmstad Energi", "Nordic Rail", "Bergs Bageri")
    name = _in_turn(v, names)
    after(
        v.element(2),
        f'<p>In partnership with <a href="https://partner.example/{name.split()[0].lower()}">{name}</a></p>',
    )


def lazy_block(v: Visit) -> None:
    if v.rng.random() < 0.7:
        after(
            v.element(-1),
            '<section class="lazy"><h3>From our shop</h3><p>Poster, 40 × 60 cm</p><p>Tote bag, undyed</p></section>',
        )


def greeting(v: Visit) -> None:
    _first(
        v,
        f"<p>{('Good morning', 'Good afternoon', 'Good evening')[v.number % 3]}, visitor {v.rng.randrange(1000, 9999)}</p>",
    )


def job_shuffle(v: Visit) -> None:
    names = ["Gardener", "Archivist", "Night porter", "Carpenter", "Ticket clerk"]
    v.rng.shuffle(names)
    after(
        v.element(-2),
        "<div><h3>Work with us</h3><ul>"
        + "".join(f'<li><a href="/jobs/{n.split()[0].lower()}">{n}</a></li>' for n in names)
        + "</ul></div>",
    )


def share_texts(v: Visit) -> None:
    text = _by_chance(v, ("Tell a friend", "Pass it on", "Share this page"))
    after(
        v.element(5),
        f'<div class="share"><span>{text}</span><a href="https://social.example/share?s={v.rng.getrandbits(30)}">Post</a></div>',
    )


def japanese_ranking(v: Visit) -> None:
    names = ["春の味覚", "古道を歩く", "港の朝市", "手紙の書き方"]
    turn = v.number % len(names)
    after(
        v.element(-1),
        "<div><h3>人気記事ランキング</h3><ol>"
        + "".join(f"<li>{n}</li>" for n in names[turn:] + names[:turn])
        + "</ol></div>",
    )


def support_appeal(v: Visit) -> None:
    text = _by_chance(v, (
        "If you like what we do, please consider a small donation.", "Independent work costs money. Support us from 3 euros a month.",
        "Readers pay for this page. Become one of them.",
    ))  # fmt: skip
    after(v.element(4), f'<div class="appeal"><p>{text}</p><a href="/support">Support us</a></div>')


NOISES: tuple[Script, ...] = (
    hero_test, german_newsletter, weather_line, live_visitors, french_ago, spanish_ad, testimonials, three_of_seven, trending, likes,
    cookie_banner, chat_widget, tracking_links, proxied_images, generated_ids, clock, generated_in, countdown, random_tip, sponsor_logo,
    lazy_block, greeting, job_shuffle, share_texts, japanese_ranking, support_appeal,
)  # fmt: skip


def PREPARE(v: Visit) -> None:
    """What every page has at every visit."""
    after(
        v.element(5),
        "<div><h2>Lido at Marsh Lane</h2><p>The lido opens on 3 May 2027 and closes on 26 September 2027.</p>"
        "<table><thead><tr><th>Ticket</th><th>Price</th><th>Valid</th></tr></thead><tbody>"
        "<tr><td>Adult</td><td>£6.40</td><td>one day</td></tr><tr><td>Child</td><td>£3.10</td><td>one day</td></tr>"
        "<tr><td>Season</td><td>£118.00</td><td>until September</td></tr></tbody></table>"
        "<p>A locker costs £1.50 per visit and a deposit of £5.</p>"
        "<h3>Opening hours</h3><p>Monday to Friday 6.30 to 20.00, Saturday and Sunday 8.00 to 18.00.</p>"
        "<ul><li>Swimming lessons for adults</li><li>Hot showers</li><li>Café on the terrace</li><li>Bicycle stands</li></ul>"
        "<ol><li>Book a slot</li><li>Show the code at the gate</li><li>Shower before you swim</li></ol>"
        "<p>The outdoor pool has six lanes and is heated to 24 degrees. Diving is not permitted. Bring your own towel.</p>"
        "<p>Currently available: 12 season tickets.</p>"
        "<p>Contact: Rosalind Tey, 01632 960 118, lido@marshlane.example</p></div>",
    )


def _replace(old: str, new: str) -> Script:
    def change(v: Visit) -> None:
        rewrite(v, old, new)

    return change


def _last_words_gone(v: Visit) -> None:
    words = (v.element(6).text or "").split()
    v.element(6).text = " ".join(words[:-4])


def _word_swapped(v: Visit) -> None:
    words = (v.element(7).text or "").split()
    words[len(words) // 2] = "reportedly"
    v.element(7).text = " ".join(words)


def _new_paragraph(v: Visit) -> None:
    after(v.element(5), "<p>From Monday the north gate stays closed because of works on the bridge.</p>")


def _gone(title: str, text: str) -> Script:
    def change(v: Visit) -> None:
        v.tree = page_of(title, f"<h1>{title}</h1><p>{text}</p>")

    return change


def _sent_home(address: str, title: str) -> Script:
    def change(v: Visit) -> None:
        v.final_url = address
        v.tree = page_of(
            title,
            f"<h1>{title}</h1><p>Welcome. Choose a section from the menu above.</p><ul><li>News</li><li>Visit</li><li>About</li></ul>",
        )

    return change


def _status(number: int, text: str) -> Script:
    def change(v: Visit) -> None:
        v.status = number
        v.tree = page_of(text, f"<h1>{text}</h1>")

    return change


def _wall(title: str, markup: str) -> Script:
    def change(v: Visit) -> None:
        v.tree = page_of(title, markup)

    return change


_LOGIN = '<form action="/login" method="post"><input name="user"><input type="password" name="password"><button>{}</button></form>'

CHANGES: dict[str, tuple[tuple[Script, str], ...]] = {
    "text": (
        (_last_words_gone, "changed"), (_word_swapped, "changed"), (_new_paragraph, "changed"),
        (_replace("heated to 24 degrees", "heated to 22 degrees"), "changed"),
        (_replace("Diving is not permitted", "Diving is permitted"), "changed"),
        (_replace(" Bring your own towel.", ""), "changed"),
    ),
    "table": (
        (_replace("<td>Season</td>", "<td>Half season</td>"), "changed"),
        (_replace("<tr><td>Child</td><td>£3.10</td><td>one day</td></tr>", ""), "changed"),
        (_replace("<td>until September</td>", "<td>until August</td>"), "changed"),
        (_replace("<tr><td>Season", "<tr><td>Family</td><td>£16.00</td><td>one day</td></tr><tr><td>Season"), "changed"),
    ),
    "price": (
        (_replace("£6.40", "£6.90"), "changed"), (_replace("£118.00", "£119.00"), "changed"), (_replace("£1.50 per visit", "£2 per visit"), "changed"),
        (_replace("deposit of £5", "deposit of £10"), "changed"),
    ),
    "list": (
        (_replace("<li>Hot showers</li>", ""), "changed"), (_replace("<li>Bicycle stands</li>", "<li>Bicycle stands</li><li>Sauna</li>"), "changed"),
        (_replace("Swimming lessons for adults", "Swimming lessons for children"), "changed"),
        (_replace("<li>Book a slot</li><li>Show the code at the gate</li>", "<li>Show the code at the gate</li>"), "changed"),
    ),
    "date": (
        (_replace("3 May 2027", "10 May 2027"), "changed"), (_replace("26 September 2027", "19 September 2027"), "changed"),
        (_replace("6.30 to 20.00", "7.00 to 20.00"), "changed"),
    ),
    "stock": (
        (_replace("Currently available: 12 season tickets.", "Season tickets are sold out."), "changed"),
        (_replace("12 season tickets", "3 season tickets"), "changed"),
    ),
    "contact": (
        (_replace("01632 960 118", "01632 960 140"), "changed"), (_replace("Rosalind Tey", "Owen Barrow"), "changed"),
    ),
    "heading": (
        (_replace("<h2>Lido at Marsh Lane</h2>", "<h2>Lido at Marsh Lane: closed this week</h2>"), "changed"),
        (_replace("<h3>Opening hours</h3>", "<h3>Summer opening hours</h3>"), "changed"),
    ),
    "removal": (
        (_status(404, "Not found"), "removed"), (_status(410, "Gone"), "removed"),
        (_gone("Page not found", "The page that you are looking for does not exist or has been moved."), "removed"),
        (_gone("Seite nicht gefunden", "Die gewünschte Seite existiert leider nicht mehr."), "removed"),
    ),
    "soft 404": (
        (_gone("Oops! 404", "We could not find this page. Try the search or go back to the start page."), "removed"),
        (_gone("Página no encontrada", "Lo sentimos, la página que buscas ya no existe."), "removed"),
        (_gone("Page introuvable", "Désolé, cette page n'existe plus."), "removed"),
    ),
    "redirect": (
        (_sent_home("https://saved.example/", "Welcome to Saved"), "removed"), (_sent_home("https://saved.example/index.html", "Home"), "removed"),
    ),
    "login wall": (
        (_wall("Sign in", "<h1>Sign in to continue</h1>" + _LOGIN.format("Sign in")), "error"),
        (_wall("Anmelden", "<h1>Bitte melden Sie sich an</h1>" + _LOGIN.format("Anmelden")), "error"),
        (_wall("Just a moment...", '<h1>Checking your browser</h1><p>Verify you are human to continue.</p><div class="cf-turnstile"></div>'), "error"),
    ),
}  # fmt: skip
