"""A small page for each kind of thing with the facts that a reader looks for first, between parts about other things.

To add one: its name, what it declares, the HTML of its main part and the texts that must stay. Each is read with its declaration
and without.
"""

# ruff: noqa: E501 - a table of pages
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

_SENTENCES = (
    "The workshop behind the harbour has made {0} since the old mill was rebuilt after the flood of that winter.",
    "People come from the villages around the bay to see how {0} begins with a drawing and ends with a long day of work.",
    "Nothing about it is in a hurry, because wood and wool and paper need their own time before they are ready for {0}.",
    "In the evening the lamps above the long tables are lit, and the youngest of the house reads aloud what was written of {0}.",
    "Whoever wants to know more should ask the two sisters at the counter, who know every story that belongs to {0}.",
)
# The boxes around the main part, and the texts of them that must not come back.
_HEADER = (
    "<div class=promo-bar>Free shipping on orders over 75 €</div><header><a href=/>Quayside</a><nav><a href=/new>New</a> "
    "<a href=/all>Everything</a></nav><div class=lang><button>EUR</button><ul><li>USD dollars</li><li>CHF francs</li></ul></div>"
    "<a href=tel:+4943199>0431 990 11 00</a><div class=mini-cart><span>Your cart</span> <span>2 pieces</span> <b>88,40 €</b></div>"
    "</header>"
)
_SHELVES = (
    "<section class=shelf><h2>You may also like</h2>{0}</section><section class=recent><h2>Recently viewed</h2>{1}</section>"
    "<div class=compare-box><h3>Compare</h3><p>Larch bench 310 €</p></div>"
    "<aside class=filters><h3>Filter</h3><ul><li>Under 50 € (12)</li><li>Beech (9)</li></ul></aside>"
    "<div class=histogram><div>5 stars <span>71%</span></div><div>4 stars <span>20%</span></div><div>3 stars <span>9%</span></div></div>"
    "<section class=newsletter><h2>Letters from the quay</h2><p>Be the first to hear of new things.</p><form><input type=email>"
    "<button>Subscribe</button></form></section>"
)
_FOOTER = "<footer><p>Quayside GmbH, Postweg 9, 24999 Wees</p><p>Service: 0431 990 11 00</p><a href=/imprint>Imprint</a></footer>"
NOISE = (
    "Free shipping", "CHF francs", "0431 990 11 00", "88,40 €", "Linen runner", "19,95 €", "Copper jug", "64,00 €", "Larch bench",
    "310 €", "Beech (9)", "71%", "Letters from the quay", "Postweg 9",
)  # fmt: skip


@dataclass(frozen=True)
class FactPage:
    """A page: `main` is the HTML of its main part, `facts` are texts that must stay."""

    name: str
    declared: dict[str, Any]
    main: str
    facts: tuple[str, ...]

    def html(self, *, with_markup: bool, is_long: bool = False) -> str:
        data = json.dumps({"@context": "https://schema.org", "name": self.name, **self.declared})
        script = f"<script type='application/ld+json'>{data}</script>" if with_markup else ""
        more = f"<div class=text><h2>More of it</h2>{prose('it', 5) * 5}</div>" if is_long else ""
        shelves = _SHELVES.format(_cards("Linen runner", "19,95 €"), _cards("Copper jug", "64,00 €"))
        return (
            f"<!doctype html><html lang=en><head><title>{self.name} - Quayside</title>{script}</head><body>{_HEADER}"
            f"<main>{self.main}{more}</main>{shelves}{_FOOTER}</body></html>"
        )


def _cards(name: str, price: str) -> str:
    return "".join(
        f"<div class=card><a href=/{number}><span class=card-name>{name} {number}</span></a><span class=card-price>{price}</span></div>"
        for number in range(3)
    )


def prose(about: str, count: int = 5) -> str:
    """Paragraphs about something."""
    return "".join(f"<p>{sentence.format(about)}</p>" for sentence in _SENTENCES[:count])


def rows(pairs: str, row: str = "<div class=row><div class=k>{0}</div><div class=v>{1}</div></div>") -> str:
    """Labelled values, written `label=value; …`."""
    return "".join(row.format(*map(str.strip, pair.split("="))) for pair in pairs.split(";"))


def _offer(price: str) -> dict[str, Any]:
    return {"@type": "Offer", "price": price, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}


def _rating(value: str, count: int) -> dict[str, Any]:
    return {"@type": "AggregateRating", "ratingValue": value, "reviewCount": count}


_ANSWERS = "".join(
    f"<div class=answer id=a{number}><div class=votecell><div class=vote-count>{votes}</div>{sign}</div><div class=post-text><p>{text}</p>"
    f"</div><div class=user-info><div class=user-action-time>answered <span>{day}</span></div><div class=user-details><a href=/u>{who}"
    "</a></div></div></div>"
    for number, (votes, sign, who, day, text) in enumerate((
        (14, "<div class=accepted>✓</div>", "mill_owner", "3 May 2026 at 8:15", _SENTENCES[1].format("a dry beam")),
        (6, "", "quay_cat", "4 May 2026 at 9:30", _SENTENCES[2].format("an oiled beam")),
        (-1, "", "late_guest", "9 May 2026 at 21:05", _SENTENCES[3].format("a painted beam")),
    ))
)  # fmt: skip
PAGES = [
    FactPage("Oak chair", {"@type": "Product", "sku": "OC-4711", "brand": {"@type": "Brand", "name": "Fjordholz"}, "offers": _offer("129.00"),
        "aggregateRating": _rating("4.7", 31)},
        "<div class=product><div class=gallery><img src=/1.jpg></div><div class=summary><div class=vendor>Fjordholz</div><h1>Oak chair</h1>"
        "<div class=stars><span>4,7</span> <a href=#r>(31 reviews)</a></div><div class=price-box><del>149,00 €</del> <ins>129,00 €</ins>"
        "</div><p class=stock>In stock</p><div class=sku>SKU: OC-4711</div><ul class=woods><li>Natural oak</li><li>Smoked oak</li></ul>"
        f"<button>Add to cart</button></div><div class=description><h2>Description</h2>{prose('an oak chair')}</div></div>",
        ("Fjordholz", "4,7", "31 reviews", "149,00 €", "129,00 €", "In stock", "OC-4711", "Natural oak", "Smoked oak")),
    FactPage("Night of bells", {"@type": "MusicEvent", "startDate": "2026-09-18T19:30", "endDate": "2026-09-18T22:00",
        "location": {"@type": "Place", "name": "Old Silo", "address": {"streetAddress": "Hafenstraße 12", "addressLocality": "Kiel"}},
        "offers": _offer("24.00")},
        "<article><h1>Night of bells</h1><div class=facts>" + rows("Begin=18 September 2026, 19:30; End=22:00; Place=Old Silo, Hafenstraße 12,"
        " Kiel; Tickets=24,00 €") + f"</div><div class=text>{prose('the night of bells')}</div></article>",
        ("18 September 2026, 19:30", "22:00", "Old Silo, Hafenstraße 12, Kiel", "24,00 €")),
    FactPage("Bell founder (m/f/d)", {"@type": "JobPosting", "title": "Bell founder (m/f/d)", "employmentType": "FULL_TIME",
        "validThrough": "2026-10-31", "hiringOrganization": {"@type": "Organization", "name": "Glockenwerk Nord"},
        "baseSalary": {"@type": "MonetaryAmount", "currency": "EUR", "value": {"@type": "QuantitativeValue", "minValue": 42000, "maxValue":
        48000}}},
        "<div class=job><div class=head><h1>Bell founder (m/f/d)</h1><div class=employer>Glockenwerk Nord</div><ul class=meta><li>Flensburg"
        "</li><li>42.000 € to 48.000 € a year</li><li>Full time</li><li>Apply until 31.10.2026</li></ul></div><h2>Your work</h2>"
        f"{prose('a cast bell', 3)}<h2>What you bring</h2><ul><li>Training as a founder or in metal work</li><li>Patience with heat</li></ul></div>",
        ("Glockenwerk Nord", "Flensburg", "42.000 € to 48.000 €", "Full time", "31.10.2026", "Patience with heat")),
    FactPage("Quay fish soup", {"@type": "Recipe", "recipeYield": "4 servings", "prepTime": "PT20M", "cookTime": "PT35M", "totalTime": "PT55M",
        "recipeIngredient": ["600 g cod", "2 leeks"], "nutrition": {"@type": "NutritionInformation", "calories": "410 kcal"}},
        f"<article class=recipe><h1>Quay fish soup</h1>{prose('fish soup', 2)}<div class=times>" + rows("Preparation=20 min; Cooking=35 min; "
        "Total=55 min; Yield=4 servings; Energy=410 kcal", "<div class=t><span class=l>{0}</span><span class=n>{1}</span></div>") +
        "</div><h2>Ingredients</h2><ul class=ingredients><li>600 g cod</li><li>2 leeks</li><li>1 l fish stock</li></ul><h2>Method</h2><ol>"
        "<li>Cut the leeks into rings and let them sweat in butter.</li><li>Pour in the stock and let it simmer.</li><li>Add the cod for the"
        " last eight minutes.</li></ol></article>",
        ("20 min", "35 min", "55 min", "4 servings", "410 kcal", "600 g cod", "1 l fish stock", "sweat in butter", "last eight minutes")),
    FactPage("Flat above the harbour", {"@type": "Apartment", "numberOfRooms": 3, "address": {"@type": "PostalAddress", "streetAddress":
        "Fährgang 4", "addressLocality": "Eckernförde"}, "offers": _offer("389000")},
        "<div class=expose><h1>Flat above the harbour</h1><p class=address>Fährgang 4, 24340 Eckernförde</p><div class=key-facts>" + rows(
        "389.000 €=purchase price; 92 m²=living space; 3=rooms", "<div class=fact><div class=n>{0}</div><div class=l>{1}</div></div>") +
        f"</div><h2>The flat</h2>{prose('the flat')}<h2>Data</h2><dl><dt>Built</dt><dd>1964</dd><dt>Floor</dt><dd>2nd of 4</dd></dl></div>",
        ("Fährgang 4, 24340 Eckernförde", "389.000 €", "92 m²", "rooms", "1964", "2nd of 4")),
    FactPage("Café Ankerwinde", {"@type": "Restaurant", "telephone": "+49 4351 555 019", "address": {"@type": "PostalAddress", "streetAddress":
        "Kaistraße 3"}, "aggregateRating": _rating("4.6", 210)},
        f"<div class=place><h1>Café Ankerwinde</h1><div class=rate>4.6 (210 reviews)</div>{prose('the café')}<div class=info><h2>Visit</h2>"
        "<p>Kaistraße 3, 24340 Eckernförde</p><p>Phone: 04351 555 019</p><table><tr><td>Monday to Friday</td><td>8:00 to 18:00</td></tr><tr>"
        "<td>Saturday</td><td>9:00 to 20:00</td></tr><tr><td>Sunday</td><td>closed</td></tr></table></div></div>",
        ("4.6", "210 reviews", "Kaistraße 3, 24340 Eckernförde", "04351 555 019", "8:00 to 18:00", "9:00 to 20:00", "closed")),
    FactPage("Dr. Ada Holm", {"@type": "Person", "jobTitle": "Professor of bell acoustics", "worksFor": {"@type": "Organization", "name":
        "University of Wees"}, "email": "holm@wees.example", "telephone": "+49 461 555 0177"},
        "<div class=profile><h1>Dr. Ada Holm</h1><div class=role>Professor of bell acoustics</div><div class=org>University of Wees</div>"
        f"<div class=bio>{prose('her research')}</div><div class=contact><h2>Contact</h2>" + rows("Office=Building 7, room 2.14; Phone=0461 555 "
        "0177; E-mail=holm@wees.example") + "</div></div>",
        ("Professor of bell acoustics", "University of Wees", "Building 7, room 2.14", "0461 555 0177", "holm@wees.example")),
    FactPage("How do I dry a beam?", {"@type": "QAPage", "mainEntity": {"@type": "Question", "name": "How do I dry a beam?", "upvoteCount": 9,
        "author": {"@type": "Person", "name": "beam_anna"}}},
        "<div id=question-header><h1>How do I dry a beam?</h1></div><div class=question><div class=votecell><div class=vote-count>9</div></div>"
        f"<div class=post-text>{prose('a wet beam', 2)}</div><div class=user-info><div class=user-action-time>asked <span>2 May 2026 at 17:40"
        f"</span></div><div class=user-details><a href=/u>beam_anna</a></div></div></div><div id=answers><h2>3 Answers</h2>{_ANSWERS}</div>",
        ("beam_anna", "2 May 2026 at 17:40", "mill_owner", "3 May 2026", "14", "quay_cat", "4 May 2026", "late_guest", "9 May 2026 at 21:05")),
    FactPage("Review: Larkspur 300 kettle", {"@type": "Review", "itemReviewed": {"@type": "Product", "name": "Larkspur 300"}, "reviewRating":
        {"@type": "Rating", "ratingValue": "8.5", "bestRating": "10"}, "author": {"@type": "Person", "name": "Jonas Feld"},
        "datePublished": "2026-03-12"},
        "<article><h1>Review: Larkspur 300 kettle</h1><div class=byline>By <a href=/jf>Jonas Feld</a>, 12 March 2026</div>"
        f"{prose('the kettle')}<div class=verdict><h2>Verdict</h2><div class=score><span>8.5</span> / 10</div><ul><li>Boils in two minutes</li>"
        "<li>Heavy lid</li></ul></div></article>",
        ("Larkspur 300", "Jonas Feld", "8.5", "Boils in two minutes")),
    FactPage("Evening course: casting", {"@type": "Course", "provider": {"@type": "Organization", "name": "Volkshochschule Wees"}, "courseCode":
        "K-204", "offers": _offer("180"), "hasCourseInstance": {"@type": "CourseInstance", "startDate": "2026-11-03", "instructor": {"@type":
        "Person", "name": "Piet Thomsen"}}},
        f"<div class=course><h1>Evening course: casting</h1>{prose('casting')}<aside class=course-facts><dl><dt>Begin</dt><dd>3 November 2026</dd>"
        "<dt>Duration</dt><dd>8 evenings</dd><dt>Fee</dt><dd>180,00 €</dd><dt>Teacher</dt><dd>Piet Thomsen</dd><dt>Number</dt><dd>K-204</dd></dl>"
        "</aside></div>",
        ("3 November 2026", "8 evenings", "180,00 €", "Piet Thomsen", "K-204")),
    FactPage("Tides of the Förde", {"@type": "Dataset", "license": "CC BY 4.0", "dateModified": "2026-06-30", "creator": {"@type":
        "Organization", "name": "Pegelamt Nord"}},
        f"<div class=dataset><h1>Tides of the Förde</h1>{prose('the tide')}<h2>Files</h2><ul><li>tides.csv (4,2 MB)</li></ul><div class=meta>"
        "<h2>About</h2><table><tr><th>Licence</th><td>CC BY 4.0</td></tr><tr><th>Updated</th><td>30 June 2026</td></tr><tr><th>Publisher</th>"
        "<td>Pegelamt Nord</td></tr><tr><th>Rows</th><td>412 880</td></tr></table></div></div>",
        ("CC BY 4.0", "30 June 2026", "Pegelamt Nord", "412 880", "tides.csv")),
    FactPage("Glockenspiel", {"@type": "SoftwareApplication", "softwareVersion": "3.2.1", "operatingSystem": "Linux", "license": "GPL-3.0",
        "offers": _offer("19.00"), "aggregateRating": _rating("4.2", 88)},
        "<div class=app><h1>Glockenspiel</h1><div class=rating>4.2 (88 ratings)</div><div class=buy><span class=price>19,00 €</span> <button>"
        f"Download</button></div>{prose('bell software')}<div class=details>" + rows("Version=3.2.1; Licence=GPL-3.0; Size=48 MB; System=Linux") +
        "</div></div>",
        ("4.2", "88 ratings", "19,00 €", "3.2.1", "GPL-3.0", "48 MB", "Linux")),
    FactPage("How a bell is cast", {"@type": "VideoObject", "duration": "PT12M40S", "uploadDate": "2026-02-14", "author": {"@type":
        "Person", "name": "Hafenfilm"}},
        "<div class=watch><div class=player></div><h1>How a bell is cast</h1><div class=line><span class=channel>Hafenfilm</span> <span class="
        "views>48,120 views</span> <span class=date>14 February 2026</span> <span class=len>12:40</span></div><div class=description>"
        f"{prose('the cast bell')}</div></div>",
        ("Hafenfilm", "48,120 views", "14 February 2026", "12:40")),
]  # fmt: skip
