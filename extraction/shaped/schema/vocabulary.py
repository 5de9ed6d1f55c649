"""Which schema.org property a caller's property name means.

To add a name: a row of `ROWS` in `rows.py`. Earlier rows win. Names are words in lower case without accents, as `names.words` returns them.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from extraction.shaped.schema.kinds import TYPES
from extraction.shaped.schema.names import FILLERS, forms, words
from extraction.shaped.schema.rows import ROWS


@dataclass(frozen=True)
class Term:
    """What a name means.

    Attributes:
        paths: dotted schema.org properties, the most exact first.
        holds: the kind of value, for its conversion: `money`, `date`, `url`, `names` (joined when one is wanted) …
        kind: the kind of the things at the end of the path, for the names of a nested object.
        labels: all names of this meaning, under which a page may show the value.
        kinds: the kinds of things that the row is about. Empty for any.
    """

    paths: tuple[str, ...]
    holds: str = ""
    kind: str = ""
    labels: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()


def _terms() -> dict[tuple[str, str], Term]:
    found: dict[tuple[str, str], Term] = {}
    for row in ROWS:
        kinds, names, paths, *more = (part.strip() for part in row.split("|"))
        labels = tuple(name.strip() for name in names.split(","))
        holds, kind = [*more, "", ""][:2]
        term = Term(tuple(paths.split()), holds, kind, labels, frozenset(kinds.split()))
        for name in labels:
            for one in kinds.split() or [""]:
                found.setdefault((one, name), term)
    return found


def _of_any_kind() -> dict[str, Term]:
    """The meaning of names that have only one, whatever the kind of thing."""
    found: dict[str, Term | None] = {}
    for (_, name), term in _TERMS.items():
        found[name] = term if found.get(name, term) is term else None
    return {name: term for name, term in found.items() if term}


_TERMS = _terms()
_ANY_KIND = _of_any_kind()
KINDS: Mapping[str, str] = {name: kind for kind, names in TYPES.items() for name in names.split()}
_KIND_NAMES = {name: kind for kind, names in {
    "product": "product,produkt,produit,producto,prodotto,offer,variant,related product",
    "article": "article,post,blog post,story,news,news article,blog,artikel,press release",
    "event": "event,veranstaltung,concert,show,evenement,evento,session,talk,upcoming event",
    "recipe": "recipe,rezept,recette,receta,ricetta,dish",
    "job": "job,job posting,vacancy,position,opening,stelle,stellenangebot,offre,role",
    "organization": "organization,organisation,company,business,store,shop,restaurant,firm,firma,entreprise,empresa,local business,branch,location",
    "question": "question,faq,frequently asked question,q and a,qa,faq item,faq entry,frage",
    "review": "review,customer review,testimonial,bewertung,user review,opinion",
    "video": "video,clip", "book": "book", "course": "course", "person": "person,speaker,member,team member,people",
}.items() for name in names.split(",")}  # fmt: skip
# Words of a name that only repeat the kind of thing: `productName`, `jobTitle`, `eventDate`.
_PREFIXES = frozenset(
    "product item article post event recipe job company organization organisation business page book course video movie listing "
    "store restaurant offer review question person main app application software film hotel".split()
)
# Units at the end of a name: `prepTimeMinutes`, `price_in_usd`.
_UNITS = frozenset(
    "minute minutes min mins hour hours second seconds day days usd eur gbp kg gram grams cm iso".split()
)
_DIRECTIONS = frozenset("in of for as from on at that which with when where to".split())
# Words after the subject of a description that do not make it the subject of something else: `price of the item in euros`.
_NEUTRAL = (
    FILLERS
    | _UNITS
    | frozenset(
        "in of for as on item page listing main current web site website thing entity entry record number integer decimal plain"
        " words format iso 8601 utc yyyy mm dd html markdown url uri link currency euro euros dollar dollars pound pounds us"
        " original it its given shown displayed listed stated code 3166 4217".split()
    )
)
# By kind, the words that mean the thing itself. `related product` and `variant` mean others.
_KIND_WORDS = {
    kind: frozenset({kind}).union(
        name
        for name, of in _KIND_NAMES.items()
        if of == kind and " " not in name and name not in ("variant", "location", "branch")
    )
    for kind in TYPES
}
_KIND_WORDS["article"] |= {"publication"}
_ANY_KIND_WORDS = frozenset().union(*_KIND_WORDS.values())


def term_of(name: str, texts: tuple[str, ...], kind: str) -> Term | None:
    """The meaning of a property of a thing of that kind, by its name, else by its title or the start of its description."""
    names = (name, *(_subject_of(text, _KIND_WORDS.get(kind, frozenset())) for text in texts))
    for text in names:
        found = _by_name(text, kind)
        if found:
            return found
    return next((_ANY_KIND[form] for text in names for form in forms(text) if form in _ANY_KIND), None)


def _by_name(name: str, kind: str) -> Term | None:
    for form in forms(name):
        found = _of_kind(form, kind)
        if found:
            return found
        bare, _, unit = form.rpartition(" ")
        if unit in _UNITS and (found := _of_kind(bare.removesuffix(" in"), kind)):
            return found
        first, _, rest = form.partition(" ")
        if rest and first in _PREFIXES and (found := _of_kind(rest, _KIND_NAMES.get(first, kind))):
            return found
    return None


def _of_kind(form: str, kind: str) -> Term | None:
    return _TERMS.get((kind, form)) or _TERMS.get(("", form))


def _subject_of(text: str, kind_words: Set[str]) -> str:
    """The noun that a title or description starts with: `The price of the product` -> `price`. Long ones are not names.

    An empty text if it is about something else than the thing itself: `Name of the designer` is not the name of a product.
    """
    first = text.split("\n")[0].split(".")[0].split(",")[0].split("(")[0].strip().lower()
    spoken = first.removeprefix("the ").removeprefix("a ").removeprefix("an ").split()
    end = next((place for place, word in enumerate(spoken) if place and word in _DIRECTIONS), len(spoken))
    about = words(" ".join(spoken[end:]))
    if end > 3 or not all(word in _NEUTRAL or word in kind_words for word in about):
        return ""
    return " ".join(spoken[:end])


def kind_named(name: str) -> str:
    """The kind of thing that a property such as `products` or `upcomingEvents` names, or an empty text."""
    for form in forms(name):
        if form in _KIND_NAMES:
            return _KIND_NAMES[form]
        last = form.rpartition(" ")[2]
        if last in _KIND_NAMES and last not in (
            "location",
            "position",
            "offer",
            "show",
            "item",
            "entry",
            "shop",
            "role",
        ):
            return _KIND_NAMES[last]
    return ""


def kinds_of(name: str, texts: tuple[str, ...]) -> frozenset[str]:
    """The kinds of things that have a property of this name. Empty if any thing may have it, or if it is unknown."""
    for text in (name, *(_subject_of(text, _ANY_KIND_WORDS) for text in texts)):
        for form in forms(text):
            kinds = frozenset(kind for kind in TYPES if (kind, form) in _TERMS)
            if kinds or ("", form) in _TERMS:
                return frozenset() if ("", form) in _TERMS else kinds
    return frozenset()
