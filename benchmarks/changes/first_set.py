"""The first set, with which the rules were built: what sites change at each visit, and real changes. English."""

from __future__ import annotations

from benchmarks.changes.visits import ADDRESS, Visit, after, links, page_of, rewrite


def ago(v: Visit) -> None:
    after(v.element(), f"<p>Posted {('3 minutes', '2 hours', '1 day')[v.number]} ago</p>")


def views(v: Visit) -> None:
    after(v.element(1), f"<p>{1200 + v.rng.randrange(40) + 60 * v.number:,} views</p>")


def onlookers(v: Visit) -> None:
    after(v.element(2), f"<p>{12 + 3 * v.number} people are looking at this right now</p>")


def copyright_year(v: Visit) -> None:
    after(v.element(-1), f"<p>© {2024 + v.number} The publisher. All rights reserved.</p>")


def tracking(v: Visit) -> None:
    for each in links(v.tree):
        each.set(
            "href",
            each.get("href")
            + ("&" if "?" in each.get("href") else "?")
            + f"utm_source=s{v.number}&fbclid=x{v.rng.random()}",
        )


def session(v: Visit) -> None:
    for each in links(v.tree):
        each.set(
            "href",
            each.get("href") + ("&" if "?" in each.get("href") else "?") + f"PHPSESSID={v.rng.getrandbits(100):x}",
        )


def images(v: Visit) -> None:
    for each in v.tree.iter("img"):
        if (each.get("src") or "").startswith(("http", "/")) and each.get("src").isprintable():
            each.set("src", each.get("src").partition("?")[0] + f"?w={300 + v.number}&v={v.rng.getrandbits(40):x}")


def shuffled(v: Visit) -> None:
    for each in v.tree.iter("ul"):
        items = list(each)
        v.rng.shuffle(items)
        each[:] = items


def slogan(v: Visit) -> None:
    words = ("Fly to the islands from 99 dollars", "The mattress that doctors sleep on", "Insure your bike in a minute")
    after(v.element(3), f"<p>{words[v.number]}</p>")


def clock(v: Visit) -> None:
    after(v.element(0), f"<p>Local time: {9 + v.number}:{v.rng.randrange(10, 60)}:{v.rng.randrange(10, 60)}</p>")


def request(v: Visit) -> None:
    after(v.element(-1), f"<p>Request ID: {v.rng.getrandbits(64):016x}</p>")


def spaces(v: Visit) -> None:
    element = v.element(1)
    element.text = (element.text or "").replace(" ", ("  ", " \n ", " \u200b")[v.number])


def countdown(v: Visit) -> None:
    after(v.element(2), f"<p>Offer ends in {11 - v.number:02}:{v.rng.randrange(10, 60)}:{v.rng.randrange(10, 60)}</p>")


def recommended(v: Visit) -> None:
    names = [f"Thing {number}" for number in range(9)]
    v.rng.shuffle(names)
    items = "".join(f"<li><a href='/t/{name[-1]}'>{name}</a></li>" for name in names[:5])
    after(v.element(-1), f"<section><h2>You may also like</h2><ul>{items}</ul></section>")


NOISES = (
    ago,
    views,
    onlookers,
    copyright_year,
    tracking,
    session,
    images,
    shuffled,
    slogan,
    clock,
    request,
    spaces,
    countdown,
    recommended,
)


def _all(v: Visit) -> None:
    """What each version of a page has, so that there is a table, a price and a list to change."""
    after(
        v.element(4),
        "<div><table><tr><th>Size</th><th>Weight</th></tr><tr><td>small</td><td>120</td></tr><tr><td>large</td><td>480</td></tr></table>"
        "<p>Price: <b>49.90 EUR</b> including delivery</p><ul><li>made of brass</li><li>two years of guarantee</li><li>with a switch</li></ul></div>",
    )


def word(v: Visit) -> None:
    element = v.element(5)
    words = (element.text or "").split()
    words[len(words) // 2] = "henceforth"
    element.text = " ".join(words)


def sentence(v: Visit) -> None:
    element = v.element(6)
    element.text = (element.text or "") + " The committee will meet again in spring."


def paragraph_gone(v: Visit) -> None:
    element = v.element(7)
    element.getparent().remove(element)


def paragraph_new(v: Visit) -> None:
    after(
        v.element(8), "<p>The harbour will be closed to ships for the whole of the coming season, said the mayor.</p>"
    )


def cell(v: Visit) -> None:
    rewrite(v, "<td>480</td>", "<td>510</td>")


def row(v: Visit) -> None:
    rewrite(v, "<tr><td>small</td><td>120</td></tr>", "")


def price(v: Visit) -> None:
    rewrite(v, "49.90 EUR", "44.90 EUR")


def item_new(v: Visit) -> None:
    rewrite(v, "<li>made of brass</li>", "<li>made of brass</li><li>dimmable</li>")


def item_gone(v: Visit) -> None:
    rewrite(v, "<li>with a switch</li>", "")


def soft_404(v: Visit) -> None:
    v.tree = page_of(
        "Page not found", "<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist.</p>"
    )


def to_home(v: Visit) -> None:
    v.tree = page_of(
        "Saved", "<h1>Welcome to Saved</h1><p>News, shop and service since many years, all in one place.</p>"
    )
    v.final_url = "https://saved.example/"


def login(v: Visit) -> None:
    v.tree = page_of(
        "Sign in",
        "<h1>Sign in</h1><form><input name=u><input type=password name=p></form><p>Forgot your password?</p>",
    )
    v.final_url = ADDRESS


PREPARE = _all
CHANGES = {
    "text": ((word, "changed"), (sentence, "changed"), (paragraph_new, "changed")),
    "table": ((cell, "changed"), (row, "changed")),
    "price": ((price, "changed"),),
    "list": ((item_new, "changed"), (item_gone, "changed")),
    "removal": ((paragraph_gone, "changed"),),
    "soft 404": ((soft_404, "removed"),),
    "redirect": ((to_home, "removed"),),
    "login wall": ((login, "error"),),
}
