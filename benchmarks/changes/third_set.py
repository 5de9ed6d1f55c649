"""The third set, of pages that neither other set has: written after the second was seen, before any result of its own was seen.

What changes at each visit is chosen by chance, as on real sites: a variant may be the same at the first two visits and another at the
third, which nothing can know from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.changes.visits import Visit, after, links, page_of, rewrite


def _turning(v: Visit, texts: Sequence[str]) -> str:
    """A text that is another one at each of the three visits."""
    return texts[(v.places[0] + v.number) % len(texts)]


def ad_labelled(v: Visit) -> None:
    offers = ("Broadband from 19 pounds", "Sofas at half price", "Learn Spanish in a month", "Cheap flights to Malaga")
    after(
        v.element(3),
        f'<aside class="mpu"><small>Advertisement</small><a href="https://track.ads.example/c/{v.rng.getrandbits(60):x}">'
        f"{_turning(v, offers)}</a></aside>",
    )


def ad_in_text(v: Visit) -> None:
    makers = ("Northwind Tea", "Harbour Bank", "Pine and Co", "Quick Movers")
    after(
        v.element(2),
        f"<div><p>Sponsored by {_turning(v, makers)}</p><p>{v.rng.choice(('Try it today.', 'Order a sample.', 'More inside.'))}</p></div>",
    )


def session_path(v: Visit) -> None:
    session = f"{v.rng.getrandbits(128):032X}"
    for each in links(v.tree):
        path, mark, query = each.get("href").partition("?")
        each.set("href", f"{path};jsessionid={session}{mark}{query}")


def session_query(v: Visit) -> None:
    session = f"{v.rng.getrandbits(80):x}"
    for each in links(v.tree):
        each.set("href", each.get("href") + ("&" if "?" in each.get("href") else "?") + f"sid={session}")


def counters(v: Visit) -> None:
    seen, shared = 5_210 + v.rng.randrange(400) + 500 * v.number, 80 + v.rng.randrange(9) + 10 * v.number
    after(v.element(0), f"<ul><li>{seen:,} views</li><li>{shared} shares</li></ul>")


def readers(v: Visit) -> None:
    after(v.element(4), f"<p>{31 + v.rng.randrange(60)} people are reading this article right now.</p>")


def minutes(v: Visit) -> None:
    texts = ("3 minutes ago", "14 minutes ago", "1 hour ago", "2 hours ago")
    after(v.element(0), f"<p>By Maria Holt, updated {texts[min(3, v.number + v.places[0] % 2)]}</p>")


def comments_ago(v: Visit) -> None:
    now = 4 + 7 * v.number
    after(
        v.element(-1),
        f"<div><p>Tom, {now} min ago</p><p>I was there as well and it rained all day.</p>"
        f"<p>Ines, {now + 20} min ago</p><p>Thank you for the report.</p></div>",
    )


def recommended_order(v: Visit) -> None:
    names = [
        "Ten quiet beaches",
        "How bread rises",
        "A walk in the hills",
        "The last lighthouse",
        "Winter by train",
        "Old maps",
    ]
    v.rng.shuffle(names)
    items = "".join(f'<li><a href="/read/{len(n)}">{n}</a></li>' for n in names)
    after(v.element(-1), f"<section><h2>Related articles</h2><ul>{items}</ul></section>")


def recommended_choice(v: Visit) -> None:
    names = [f"Story number {n} of the archive" for n in range(14)]
    cards = "".join(
        f'<div><a href="/s/{n.split()[2]}"><h4>{n}</h4></a><p>From the {n.split()[2]}th issue.</p></div>'
        for n in v.rng.sample(names, 4)
    )
    after(v.element(-1), f"<section><h2>You might also like</h2>{cards}</section>")


def quote(v: Visit) -> None:
    said = (
        "The sea gives back what it took.", "A door is only a wall that changed its mind.", "Count the days, not the hours.",
        "Every map leaves something out.", "Rain is the oldest guest.",
    )  # fmt: skip
    after(v.element(1), f"<blockquote>{_turning(v, said)}</blockquote>")


def testimonial(v: Visit) -> None:
    people = (
        ("Olu", "It works as promised."),
        ("Kim", "Delivery took a day, the quality is fine."),
        ("Bea", "I bought two."),
    )
    name, text = people[(v.places[0] + v.number) % 3]
    after(v.element(3), f'<figure class="review"><p>"{text}"</p><figcaption>{name}, customer</figcaption></figure>')


def variant_call(v: Visit) -> None:
    after(v.element(2), f"<p><a href='/join'>{v.rng.choice(('Start your free month', 'Join today'))}</a></p>")


def variant_newsletter(v: Visit) -> None:
    title, text = v.rng.choice(
        (("Never miss a story", "One letter a week."), ("The weekly letter", "Written on Fridays."))
    )
    after(v.element(-1), f"<form><h3>{title}</h3><p>{text}</p><input name=mail></form>")


def variant_markup(v: Visit) -> None:
    tag = v.rng.choice(("section", "div"))
    element = v.element(5)
    element.set("class", f"css-{v.rng.getrandbits(30):x}")
    after(v.element(5), f'<{tag} data-variant="{tag}"><span></span></{tag}>')


def nonces(v: Visit) -> None:
    token = f"{v.rng.getrandbits(120):x}"
    after(
        v.element(1),
        f'<form><input type="hidden" name="csrf" value="{token}"><script nonce="{token}">var t="{token}"</script></form>',
    )


def nonce_links(v: Visit) -> None:
    for each in links(v.tree):
        each.set(
            "href", each.get("href") + ("&" if "?" in each.get("href") else "?") + f"wpnonce={v.rng.getrandbits(40):x}"
        )


def busted(v: Visit) -> None:
    for each in v.tree.iter("img"):
        if (each.get("src") or "").startswith(("http", "/")) and each.get("src").isprintable():
            each.set("src", each.get("src").partition("?")[0] + f"?cb={1_700_000_000 + v.rng.randrange(9**8)}")


NOISES = (
    ad_labelled, ad_in_text, session_path, session_query, counters, readers, minutes, comments_ago, recommended_order,
    recommended_choice, quote, testimonial, variant_call, variant_newsletter, variant_markup, nonces, nonce_links, busted,
)  # fmt: skip


def _prepare(v: Visit) -> None:
    after(
        v.element(4),
        "<div><table><thead><tr><th>Ferry</th><th>Leaves</th><th>Fare</th></tr></thead><tbody><tr><td>Aurora</td><td>08:15</td>"
        "<td>14.20 EUR</td></tr><tr><td>Belle</td><td>11:40</td><td>16.00 EUR</td></tr><tr><td>Corsair</td><td>18:05</td><td>16.00 EUR</td></tr>"
        "</tbody></table><p>A day ticket costs 29.90 EUR, children travel free.</p><ul><li>Bicycles are allowed on board</li>"
        "<li>Dogs must be on a lead</li><li>The café closes at nine</li></ul><ol><li>Buy a ticket</li><li>Show it at the pier</li>"
        "<li>Keep it until the end</li></ol></div>",
    )


def number(v: Visit) -> None:
    element = v.element(5)
    words = (element.text or "").split()
    words.insert(2, "47")
    element.text = " ".join(words)


def one_word(v: Visit) -> None:
    element = v.element(6)
    words = (element.text or "").split()
    words[-2] = "yesterday"
    element.text = " ".join(words)


def sentence_less(v: Visit) -> None:
    element = v.element(7)
    words = (element.text or "").split()
    element.text = " ".join(words[: max(3, len(words) // 2)])


def correction(v: Visit) -> None:
    after(v.element(6), "<p>Correction: an earlier version of this text named the wrong year.</p>")


def rule(v: Visit) -> None:
    rewrite(v, "Dogs must be on a lead", "Dogs are not allowed")


def leaves(v: Visit) -> None:
    rewrite(v, "11:40", "11:55")


def cancelled(v: Visit) -> None:
    rewrite(v, "<tr><td>Corsair</td><td>18:05</td><td>16.00 EUR</td></tr>", "")


def added_row(v: Visit) -> None:
    rewrite(v, "<tr><td>Corsair", "<tr><td>Dolphin</td><td>20:30</td><td>12.00 EUR</td></tr><tr><td>Corsair")


def swapped_rows(v: Visit) -> None:
    rewrite(v, "<td>Aurora</td><td>08:15</td>", "<td>Belle</td><td>08:15</td>")


def ticket(v: Visit) -> None:
    rewrite(v, "29.90 EUR", "32.50 EUR")


def fare(v: Visit) -> None:
    rewrite(v, "14.20 EUR", "13.90 EUR")


def rule_new(v: Visit) -> None:
    rewrite(v, "<li>The café", "<li>Smoking is forbidden</li><li>The café")


def rule_gone(v: Visit) -> None:
    rewrite(v, "<li>Bicycles are allowed on board</li>", "")


def steps(v: Visit) -> None:
    rewrite(v, "<li>Buy a ticket</li><li>Show it at the pier</li>", "<li>Show it at the pier</li><li>Buy a ticket</li>")


def paragraph_gone(v: Visit) -> None:
    element = v.element(6)
    element.getparent().remove(element)


def list_gone(v: Visit) -> None:
    rewrite(
        v, "<ul><li>Bicycles are allowed on board</li><li>Dogs must be on a lead</li><li>The café closes at nine</li></ul>", ""
    )  # fmt: skip


_CHROME = "<nav><a href='/'>Home</a> <a href='/news'>News</a> <a href='/shop'>Shop</a></nav>"


def gone_short(v: Visit) -> None:
    v.tree = page_of(
        "Oops", f"{_CHROME}<h1>Oops! That page can't be found.</h1><p>It looks like nothing was found here.</p>"
    )


def gone_listing(v: Visit) -> None:
    v.tree = page_of(
        "Listing ended", f"{_CHROME}<h1>This listing is no longer available</h1><h2>Similar listings</h2><ul>"
        + "".join(f"<li><a href='/l/{n}'>Flat with {n} rooms</a> {n}00 EUR</li>" for n in range(2, 9)) + "</ul>",
    )  # fmt: skip


def gone_spanish(v: Visit) -> None:
    v.tree = page_of(
        "Error 404", f"{_CHROME}<h1>Página no encontrada</h1><p>La página que buscas no existe o se ha movido.</p>"
    )


def home(v: Visit) -> None:
    v.tree = page_of(
        "Island ferries",
        f"{_CHROME}<h1>Island ferries</h1><p>Book your crossing to the islands, every day of the year.</p>",
    )
    v.final_url = "https://saved.example/index.html"


def home_english(v: Visit) -> None:
    v.tree = page_of(
        "Start", f"{_CHROME}<h1>Good morning</h1><p>Read what happened on the islands since yesterday evening.</p>"
    )
    v.final_url = "https://saved.example/en"


def wall(v: Visit) -> None:
    v.tree = page_of(
        "Log in", f"{_CHROME}<h1>Log in to continue</h1><form><input name=email><input type=password name=p></form>"
    )
    v.final_url = "https://saved.example/signin?return=%2Fsection%2Fpage-7"


def wall_in_place(v: Visit) -> None:
    v.tree = page_of(
        "Subscribe to continue", "<h1>Please sign in to read this page</h1><form><input name=email><input type=password name=p></form>"
        "<p>Forgot password? No account yet? Create an account to continue.</p>",
    )  # fmt: skip


PREPARE = _prepare
CHANGES = {
    "text": tuple((each, "changed") for each in (number, one_word, sentence_less, correction, rule)),
    "table": tuple((each, "changed") for each in (leaves, cancelled, added_row, swapped_rows)),
    "price": ((ticket, "changed"), (fare, "changed")),
    "list": ((rule_new, "changed"), (rule_gone, "changed"), (steps, "changed")),
    "removal": ((paragraph_gone, "changed"), (list_gone, "changed")),
    "soft 404": ((gone_short, "removed"), (gone_listing, "removed"), (gone_spanish, "removed")),
    "redirect": ((home, "removed"), (home_english, "removed")),
    "login wall": ((wall, "error"), (wall_in_place, "error")),
}
