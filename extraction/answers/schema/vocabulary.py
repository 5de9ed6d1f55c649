"""Which schema.org property a caller's property name means.

To add a name: a row of `ROWS` in `rows.py`. Earlier rows win. Names are words in lower case without accents, as `names.words` returns them.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from extraction.answers.schema import glossary
from extraction.answers.schema.kinds import TYPES
from extraction.answers.schema.names import FILLERS, forms, words
from extraction.answers.schema.rows import ROWS
from extraction.document.known_texts import remembered


@dataclass(frozen=True)
class Term:
    """What a name means.

    Attributes:
        paths: dotted schema.org properties, the most exact first.
        holds: the kind of value, for its conversion: `money`, `date`, `url`, `names` (joined when one is asked) …
        kind: the kind of the entities at the end of the path, for the names of a nested object.
        labels: all names of this meaning, under which a page may show the value.
        kinds: the kinds of entities that the row is about. Empty for any.
    """

    paths: tuple[str, ...]
    holds: str = ""
    kind: str = ""
    labels: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()


_PART_KINDS = frozenset(
    "review rating step comment question nutrition hours address salary breadcrumb geo contact person place organization download".split()
)


_NAME_PATHS = frozenset(("name", "headline", "title"))
_NAMES_OF_ANY = frozenset(("name", "title", "headline", "heading"))


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
    """The meaning of names that have only one, whatever the kind of entity. Names of parts, such as reviews, do not count."""
    found: dict[str, Term | None] = {}
    for (kind, name), term in _TERMS.items():
        if kind in _PART_KINDS:
            found[name] = None
            continue
        names_it = term.kinds and set(term.paths) & _NAME_PATHS and name not in _NAMES_OF_ANY
        found[name] = term if found.get(name, term) is term and not names_it else None
    return {name: term for name, term in found.items() if term}


_TERMS = _terms()
_ANY_KIND = _of_any_kind()
KINDS: Mapping[str, str] = {name: kind for kind, names in TYPES.items() for name in names.split()}
_KIND_NAMES = {name: kind for kind, names in {
    "product": "product,produkt,produkte,produit,producto,prodotto,prodotti,urun,urunler,produto,produkty,artikel,商品,製品,产品,offer,"
    "variant",
    "article": "article,post,blog post,story,news,news article,blog,artikel,press release",
    "event": "event,veranstaltung,concert,show,evenement,evento,session,talk",
    "recipe": "recipe,rezept,recette,receta,ricetta,dish",
    "job": "job,job posting,vacancy,position,opening,stelle,stellenangebot,offre,role",
    "organization": "organization,organisation,company,business,store,shop,restaurant,hotel,firm,firma,entreprise,empresa,local business,branch,location",
    "question": "question,faq,frequently asked question,q and a,qa,faq item,faq entry,frage",
    "review": "review,customer review,testimonial,bewertung,user review,opinion",
    "comment": "comment,user comment,reader comment,kommentar,commentaire,comentario",
    "video": "video,clip,movie,film", "book": "book", "course": "course",
    "person": "person,leader,executive,speaker,member,team member,people,team,staff,employee,doctor,lawyer,colleague,board member,instructor",
    "estate": "property,estate,house,flat,apartment,listing,real estate,immobilie,wohnung,haus",
}.items() for name in names.split(",")}  # fmt: skip
for _kind, _types in TYPES.items():
    for _type in _types.split():
        _KIND_NAMES.setdefault(" ".join(words(_type)), _kind)
# First words of a name that only repeat the kind of entity, by kind: `productName`, `jobTitle`, `eventDate`. In the name of another
# kind they ask about another entity: `store_name` of a product.
_PREFIXES = {kind: frozenset(words.split()) for kind, words in {
    "product": "product item app application software offer vehicle car", "article": "article post story blog",
    "event": "event concert show", "recipe": "recipe dish", "job": "job vacancy position",
    "organization": "company organization organisation business store shop restaurant hotel firm", "book": "book",
    "course": "course", "video": "video movie film", "review": "review", "question": "question", "person": "person",
    "comment": "comment", "offer": "offer item", "estate": "property estate house flat apartment listing",
}.items()}  # fmt: skip
_ANY_PREFIXES = frozenset("page main item listing".split())
# Words before a kind in the name of a list that do not make it a list of other entities.
_LIST_WORDS = frozenset(
    "all list listed available current search found matching upcoming latest recent new top featured page main every next open"
    " published sub total".split()
)
# Units at the end of a name: `prepTimeMinutes`, `price_in_usd`.
UNITS = frozenset(
    "m2 sqm qm minute minutes min mins hour hours second seconds sec secs day days usd eur gbp chf jpy dollar dollars euro euros pounds kg g"
    " gram grams mg lb lbs oz cm mm m km inch inches ft ml liter liters litre litres l kcal kj months years monate jahre"
    " iso".split()
)
_DIRECTIONS = frozenset("in of for as from on at that which with when where to".split())
# Words after the subject of a description that do not make it the subject of something else: `price of the item in euros`.
_NEUTRAL = (
    FILLERS
    | UNITS
    | frozenset(
        "in of for as on item page listing main current web site website thing entity entry record number integer decimal plain"
        " words format iso 8601 utc yyyy mm dd html markdown url uri link currency euro euros dollar dollars pound pounds us"
        " original it its given shown displayed listed stated code 3166 4217".split()
    )
)
# By kind, the words that mean the entity itself. `related product` and `variant` mean others.
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


# Last words of names that ask for a day, whatever is before them.
_DATED = (("deadline",),)
_SOME_DATE = Term(("deadline",), "date", labels=("deadline",))


@lru_cache(maxsize=4_000)
def term_of(name: str, texts: tuple[str, ...], kind: str) -> Term | None:
    """The meaning of a property of an entity of that kind, by its name, or by its title or the start of its description."""
    texts = tuple(text for text in texts if not _is_only_a_type(text, name))
    names = (name, *(_subject_of(text, _KIND_WORDS.get(kind, frozenset())) for text in texts))
    for text in (*names, *glossary.english_for(name)):
        found = _by_name(text, kind)
        if found:
            return found
    if words(name)[-1:] in _DATED:
        return _SOME_DATE
    texts_of_any = (name,) if kind else names
    if kind and (name_of_other(name, kind)):
        return None
    return next((_ANY_KIND[form] for text in texts_of_any for form in forms(text) if form in _ANY_KIND), None)


def _is_only_a_type(text: str, name: str) -> bool:
    """Whether a description says only of what type a value is, as `year` for `old_plant_opened`."""
    return len(words(name)) > 1 and words(text)[:2] in _TYPES_OF_VALUES


def name_of_other(name: str, kind: str) -> bool:
    """Whether the first word of a name names another kind of entity: `company_name` of a product."""
    first, _, rest = next(iter(forms(name)), "").partition(" ")
    return bool(rest) and first not in _PREFIXES.get(kind, ()) and any(first in words for words in _PREFIXES.values())


def _by_name(name: str, kind: str) -> Term | None:
    for form in forms(name):
        found = _of_kind(form, kind)
        if found:
            return found
        bare, _, unit = form.rpartition(" ")
        if unit in UNITS and (found := _of_kind(bare.removesuffix(" in"), kind)):
            return found
        first, _, rest = form.partition(" ")
        if rest and first in _PREFIXES.get(kind, frozenset()) | _ANY_PREFIXES:
            found = _of_kind(rest, kind) or _by_unit(rest, kind)
            if found:
                return found
    return None


def _by_unit(form: str, kind: str) -> Term | None:
    bare, _, unit = form.rpartition(" ")
    return _of_kind(bare.removesuffix(" in"), kind) if unit in UNITS else None


def _of_kind(form: str, kind: str) -> Term | None:
    return _TERMS.get((kind, form)) or _TERMS.get(("", form))


def _subject_of(text: str, kind_words: Set[str]) -> str:
    """The noun that a title or description starts with: `The price of the product` -> `price`. Long ones are not names.

    An empty text if it is about something else than the entity itself: `Name of the designer` is not the name of a product.
    """
    first = text.split("\n")[0].split(".")[0].split(",")[0].split("(")[0].strip().lower()
    spoken = first.removeprefix("the ").removeprefix("a ").removeprefix("an ").split()
    end = next((position for position, word in enumerate(spoken) if position and word in _DIRECTIONS), len(spoken))
    about = words(" ".join(spoken[end:]))
    if end > 3 or not all(word in _NEUTRAL or word in kind_words for word in about):
        return ""
    return " ".join(spoken[:end])


@remembered(50_000)
def kind_named(name: str) -> str:
    """The kind of entity that a property such as `product` or `upcomingEvents` names, or an empty text.

    Other entities of a kind are not named: `related_products`, `competitor`, `cheaper_product`.
    """
    for form in (*forms(name), *(form for one in glossary.english_for(name)[:1] for form in forms(one))):
        if form in _KIND_NAMES:
            return _KIND_NAMES[form]
        before, _, last = form.rpartition(" ")
        if last in _KIND_NAMES and last not in _ONLY_ALONE and set(before.split()) <= _LIST_WORDS:
            return _KIND_NAMES[last]
    return ""


def names_of_kind(kind: str) -> tuple[str, ...]:
    """The names of a kind of thing: `job`, `vacancy`, `position`."""
    return tuple(name for name, of in _KIND_NAMES.items() if of == kind)


def names_any_list(name: str) -> bool:
    """Whether the name of a list says nothing about its items: `items`, `results`."""
    return any(form in _ANY_LIST for form in forms(name))


def may_name_what_a_page_lists(name: str) -> bool:
    """Whether an unknown name of a list, such as `plants`, may mean what a listing page lists, and not other entities."""
    return not set(words(name)) & _OTHER_LISTS


def is_title(name: str) -> bool:
    """Whether a name of another language means the name or the title of an entity: `titulek`."""
    return glossary.english_for(name)[:1] in (("name",), ("title",))


@remembered(50_000)
def kinds_of_prefix(name: str) -> frozenset[str]:
    """The kinds that the first word of a name such as `company_name` names."""
    first, _, rest = next(iter(forms(name)), "").partition(" ")
    return frozenset(
        kind for kind, prefixes in _PREFIXES.items() if rest and first in prefixes and _of_kind(rest, kind)
    )


_TYPES_OF_VALUES = frozenset(
    (word,) for word in "year date day month time number count amount url link currency".split()
)
_ONLY_ALONE = frozenset("location position offer show item entry shop role listing house film news".split())
_OTHER_LISTS = frozenset(
    "related similar recommended recommendations competitor competitors alternative alternatives accessory accessories popular trending"
    " recent recently past previous history review reviews rating ratings comment comments remark remarks testimonial testimonials"
    " category categories filter filters facet facets brand brands tag tags link links question questions faq store stores location"
    " locations branch branches shipping delivery payment feature features benefit benefits spec specs attribute attributes step steps"
    " quote quotes sponsor sponsors partner partners award awards variant variants option options breadcrumb breadcrumbs menu nav"
    " author authors editor editors staff contributor contributors competitor winner winners source sources reference references"
    " upsell crosssell viewed bestseller bestsellers advertisement banner banners page pages social contact contacts".split()
)
_ANY_LIST = frozenset(
    "item items result results entry entries listing listings list record records row rows data search result card cards"
    " element object ad ads advert adverts classified classifieds anuncio anuncios annonce annonces anzeige anzeigen inserat inserate"
    " advertentie advertenties annuncio annunci ogloszenie ogloszenia annons annonser annonser ilan ilanlar hirdetes hirdetesek"
    " inzerat inzeraty elementos articulos treffer resultados risultati resultats".split()
)


def _with_and_without_unit(name: str) -> list[str]:
    """The forms of a name, and those without a unit at the end: `price_eur` is a price."""
    found = forms(name)
    bare = [before.removesuffix(" in") for before, _, unit in (form.rpartition(" ") for form in found) if unit in UNITS]
    return [*found, *filter(None, bare)]


@lru_cache(maxsize=4_000)
def kinds_of(name: str, texts: tuple[str, ...]) -> frozenset[str]:
    """The kinds of entities that have a property of this name. Empty if any entity may have it, or if it is unknown."""
    for text in (name, *(_subject_of(text, _ANY_KIND_WORDS) for text in texts), *glossary.english_for(name)[:1]):
        for form in _with_and_without_unit(text):
            kinds = frozenset(kind for kind in TYPES if (kind, form) in _TERMS)
            if kinds or ("", form) in _TERMS:
                return frozenset() if ("", form) in _TERMS else kinds
    return frozenset()
