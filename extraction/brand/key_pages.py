"""The pages of a company that people look for first: about, contact, careers, pricing, terms, privacy."""
# ruff: noqa: E501 - tables of words

from __future__ import annotations

import re
from itertools import islice
from urllib.parse import unquote, urlsplit

from contract.results.brands.company import KeyPage, PageKind
from extraction.brand import clean_text
from extraction.brand.page_areas import PageAreas
from extraction.document.addresses import http_address
from extraction.document.document import Document
from extraction.document.tree import Tree, all_text
from extraction.links.sites import site_of

ANCHORS_MAX = 5_000
TEXT_MAX_CHARS = 60
_RELATIONS: dict[str, PageKind] = {
    "privacy-policy": "privacy",
    "terms-of-service": "terms",
    "about": "about",
    "contact": "contact",
}
# The whole text of a link, and a part of a path. To add a language: its words.
_TEXTS: dict[PageKind, str] = {
    "about": r"about(?: us| [\w ]{1,30})?|our (?:story|company)|who we are|company|über uns|unternehmen|à propos|qui sommes[- ]nous|"
    r"sobre(?: nosotros| nós)?|quiénes somos|quem somos|chi siamo|azienda|over ons|om oss|om os|o nas|о нас|о компании|hakkımızda|"
    r"会社概要|企業情報|关于我们|關於我們|회사소개|about",
    "contact": r"contact(?: us)?|get in touch|kontakt|contactez[- ]nous|nous contacter|contacto|contáctanos|contato|fale conosco|contatti|contattaci|"
    r"neem contact op|kontakta oss|kontakt os|контакты|iletişim|お問い合わせ|联系我们|聯絡我們|문의(?:하기)?",
    "careers": r"careers?|jobs?|join us|work (?:with|for) us|we.re hiring|karriere|stellenangebote|carrières?|recrutement|empleo|trabaja con nosotros|"
    r"carreiras?|trabalhe conosco|lavora con noi|vacatures|werken bij|karriär|karriärsida|ledige stillinger|kariera|вакансии|карьера|"
    r"kariyer|採用(?:情報)?|招聘|加入我们|채용",
    "pricing": r"pricing|plans(?: (?:and|&) pricing)?|prices|preise|tarifs|precios|tarifas|preços|prezzi|prijzen|priser|cennik|цены|тарифы|"
    r"fiyatlar|fiyatlandırma|料金(?:プラン)?|价格|定价|요금(?:제)?",
    "terms": r"terms(?: (?:of|and|&) [\w ]{1,20})?|terms|agb|nutzungsbedingungen|allgemeine geschäftsbedingungen|conditions générales.{0,20}|cgu|cgv|"
    r"términos(?: y condiciones)?|condiciones de uso|termos(?: de uso| e condições)?|termini(?: e condizioni)?|algemene voorwaarden|"
    r"villkor|vilkår|regulamin|пользовательское соглашение|利用規約|服务条款|服務條款|이용약관",
    "privacy": r"privacy(?: policy| notice| statement)?|datenschutz(?:erklärung|hinweise)?|(?:politique de )?confidentialité|protection des données|"
    r"(?:política|aviso) de privacidad(?:e)?|privacidad|privacidade|privacy policy|informativa sulla privacy|privacybeleid|integritetspolicy|"
    r"personvern|privatlivspolitik|polityka prywatności|политика конфиденциальности|gizlilik(?: politikası)?|プライバシー(?:ポリシー)?|"
    r"个人信息保护政策|隐私(?:政策|权政策)?|隱私(?:權)?政策|개인정보(?:처리방침)?",
}  # fmt: skip
_LINK_TEXTS = {kind: re.compile(rf"(?:{text})\s*$", re.I) for kind, text in _TEXTS.items()}
_PATHS: dict[PageKind, re.Pattern[str]] = {
    "about": re.compile(
        r"/(?:about(?:-us)?|ueber-uns|company|a-propos|sobre(?:-nosotros)?|chi-siamo|over-ons)(?:\.\w+)?/?$", re.I
    ),
    "contact": re.compile(r"/(?:contact(?:-us)?|kontakt|contacto|contato|contatti)(?:\.\w+)?/?$", re.I),
    "careers": re.compile(r"/(?:careers?|jobs|karriere|carrieres?|empleo|vacatures)(?:\.\w+)?/?$", re.I),
    "pricing": re.compile(r"/(?:pricing|plans|preise|tarifs|precios)(?:\.\w+)?/?$", re.I),
    "terms": re.compile(r"/(?:terms(?:-[\w-]+)?|tos|agb|nutzungsbedingungen|cgu|cgv)(?:\.\w+)?/?$", re.I),
    "privacy": re.compile(r"/(?:privacy(?:-[\w-]+)?|datenschutz\w*|confidentialite|privacidad)(?:\.\w+)?/?$", re.I),
}


def read(document: Document, areas: PageAreas) -> tuple[KeyPage, ...]:
    """One page of each kind, those that a link declares first, in the order of the kinds."""
    found: dict[PageKind, tuple[int, KeyPage]] = {}
    site = site_of(document.url)
    for anchor in islice(document.tree.iter("a", "link"), ANCHORS_MAX):
        ranked = _page(document, anchor, areas, site)
        if ranked and (ranked[1].type not in found or ranked[0] < found[ranked[1].type][0]):
            found[ranked[1].type] = ranked
    return tuple(found[kind][1] for kind in _PATHS if kind in found)


def _page(document: Document, anchor: Tree, areas: PageAreas, site: str) -> tuple[int, KeyPage] | None:
    """The page and its rank: 0 for a declared one, then by text, then by path."""
    url = http_address(document.base_url, anchor.get("href") or "") if anchor.get("href") else None
    if url is None or url == document.url:
        return None
    relations = (anchor.get("rel") or "").lower().split()
    if kind := next((_RELATIONS[name] for name in relations if name in _RELATIONS), None):
        return 0, KeyPage(type=kind, url=url, origin="declared", source="link-rel")
    if anchor.tag == "link" or not areas.in_header_or_footer(anchor):
        return None
    text = clean_text.line(all_text(anchor)[:500], 200) or ""
    named = next((kind for kind in _PATHS if len(text) <= TEXT_MAX_CHARS and _LINK_TEXTS[kind].match(text)), None)
    pathed = next((kind for kind in _PATHS if _PATHS[kind].search(unquote(urlsplit(url).path))), None)
    is_own = site_of(url) == site
    kind = named or (pathed if is_own else None)
    # Job boards are on other sites; other pages of another site are another company's.
    if kind is None or (not is_own and kind != "careers"):
        return None
    return 1 if named else 2, KeyPage(type=kind, url=url, origin="harvested", source="anchor")
