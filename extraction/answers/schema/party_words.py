"""Words of names for other parties than the page's own entity, in several languages: `seller`, `agent`, `publisher`."""

from __future__ import annotations

# Who offers the page's own entity.
OFFERERS = frozenset(
    "advertiser agence agency agent agentur agenzia anbieter anunciante broker concessionario dealer"
    " ejendomsmaegler elado haendler handler host imobiliaria inmobiliaria inserent landlord lister makler megler"
    " merchant myyja negotiator owner prodejce realitni realtor rivenditore saelger saljare satici selger seller"
    " sprzedawca vendedor vendeur venditore vendor venta verkaufer verkoper vermieter".split()
)
# An object with such a name is about someone or something other than the page's own entity, whose values must not answer it.
SOMEONE_ELSE = OFFERERS | frozenset(
    "alternative ansprechpartner auteur author autor autore azienda brand buyer chef comment company competitor"
    " conseiller contact contacto contatto delivery editeur editorial employer empresa entreprise firma first"
    " founder guest highlight inserzionista kontakt last leader maker manufacturer next organiser organizer people"
    " person previous publisher related review reviewer second shipping shop speaker store target team third verlag"
    " winner".split()
)
