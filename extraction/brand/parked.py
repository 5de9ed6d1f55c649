"""Recognises domains that nobody uses: they are for sale, or show the page of a registrar or a server."""
# ruff: noqa: E501 - tables of sentences

from __future__ import annotations

import re
from itertools import islice
from urllib.parse import urlsplit

from extraction.document.document import Document
from extraction.links.sites import site_of_host

WORDS_MAX, ELEMENTS_MAX = 250, 3_000
# Markets of domains. To add one: its registrable domain.
_SELLERS = frozenset(
    "sedo.com dan.com afternic.com hugedomains.com undeveloped.com buydomains.com domainmarket.com atom.com squadhelp.com above.com "
    "bodis.com parkingcrew.net uniregistry.com domains.co.za brandbucket.com efty.com sav.com dnhat.com domainnamesales.com "
    "flippa.com nicsell.com domainagents.com porkbun.com dynadot.com spaceship.com domaineasy.com sedoparking.com".split()
)
_SCRIPTS = re.compile(
    r"sedoparking\.com|parkingcrew\.net|bodis\.com|parklogic\.com|afternic\.com/forsale|img1\.wsimg\.com/parking-lander|"
    r"domainparking|parking\.(?:godaddy|namecheap|ionos)|cdn-image\.com/sk-|above\.com/marketplace|dan\.com/(?:buy|domain)|"
    r"window\.park\s*=|LANDER_SYSTEM",
    re.I,
)
_SENTENCES = re.compile(
    r"\b(?:this )?(?:domain|domain name|website|web address)(?: name)?(?: [\w.-]{1,253}\.[a-z]{2,})?(?: is| may be|'s)?(?: now)?(?: available)? for sale\b|"
    r"\b[\w-]{1,63}\.[a-z]{2,10} (?:is|may be) (?:available )?for sale\b|\bbuy this domain\b|\bdomain (?:is )?parked\b|parked free|is parked\b|"
    r"\binquire about this domain|\bmake an offer (?:on|for) this domain|\bthis domain (?:name )?(?:has been|was|is) (?:just )?registered\b|"
    r"future home of something quite cool|\bget this domain\b|the domain [\w.-]{1,253} is (?:parked|available)|"
    r"(?:diese|die) domain (?:[\w.-]{1,253} )?(?:steht|ist|kann|wurde)[^.]{0,40}(?:verkauf|geparkt|kaufen|registriert|reserviert)|domain (?:zu verkaufen|geparkt)|"
    r"(?:ce|le) (?:nom de )?domaine (?:[\w.-]{1,253} )?(?:est|a été|vient d'être) (?:à vendre|parqué|en vente|enregistré|réservé)|"
    r"este dominio ha sido registrado|este domínio (?:foi|está) (?:registrado|registado|estacionado)|questo dominio è (?:stato )?(?:registrato|parcheggiato)|"
    r"dit domein is (?:geregistreerd|gereserveerd|geparkeerd)|deze domeinnaam is (?:geregistreerd|gereserveerd|geparkeerd)|"
    r"(?:denne )?domænet? er (?:registreret|reserveret|parkeret|til salg)|denna domän är (?:registrerad|parkerad|till salu)|"
    r"(?:ta |domena )[^.]{0,40}(?:została zarejestrowana|jest zaparkowana)|(?:tato )?doména (?:[\w.-]{1,253} )?je (?:registrována|zaparkována|na prodej)|"
    r"(?:этот )?домен (?:[\w.-]{1,253} )?(?:зарегистрирован|припаркован)|このドメインは[^。]{0,30}(?:取得|登録|管理)されています|"
    r"este dominio (?:[\w.-]{1,253} )?(?:está|puede estar) (?:a la|en) venta|dominio en venta|este domínio está à venda|"
    r"questo dominio è in vendita|dominio in vendita|deze domeinnaam (?:[\w.-]{1,253} )?(?:is|staat) te koop|domeinnaam te koop|"
    r"ta domena jest na sprzedaż|domena na sprzedaż|домен продается|этот домен (?:продаётся|продается|припаркован)|"
    r"bu alan adı satılıktır|このドメイン(?:名)?は(?:売|販売)|ドメイン名?販売中|(?:该|此|本)?域名(?:正在)?(?:出售|转让)|이 도메인은 판매",
    re.I,
)
# Titles of the pages that servers show before anything is published. Their logos are those of the servers' makers.
_SERVER_TITLES = re.compile(
    r"\s*(?:apache2? (?:\w+ )?default page|apache http server test page|test page for the |http server test page|welcome to (?:nginx|caddy|openresty)\b|"
    r"iis windows|(?:web server's |domain )?default (?:web site )?page\b|default web site page|domain default page|"
    r"plesk|it works!$|.{1,60} (?:—|-) coming soon \| (?:hostinger|plesk))",
    re.I,
)


def is_parked(document: Document, requested: str) -> bool:
    """Whether a page is that of a domain seller. `requested` is the URL that led to it."""
    host, requested_host = (site_of_host(urlsplit(url).hostname or "", None) for url in (document.url, requested))
    if host in _SELLERS:
        return requested_host != host
    shown = (
        each for each in islice(document.body.iter(), ELEMENTS_MAX) if each.tag not in ("script", "style", "noscript")
    )
    text = " ".join(part for each in shown for part in (each.text, each.tail) if part)
    title = next((node.text or "" for node in document.tree.iter("title")), "")
    words = len(text.split())
    if words > WORDS_MAX:
        return False
    if _SERVER_TITLES.match(title):
        return True
    return bool(_SENTENCES.search(f"{title} {' '.join(text.split())}") or _SCRIPTS.search(document.text[:200_000]))
