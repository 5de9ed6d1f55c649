"""Short texts inside an article that invite the reader to something else: another article, a subscription, a donation.

They are recognised by their first words, and only if they are short. The model cannot learn them, because a block's words are
known to it only one by one.
"""

from __future__ import annotations

from itertools import pairwise

from extraction.content.blocks import Block
from extraction.content.page_shape import HEADING_LEVELS
from extraction.content.rules.headings import tag_of
from extraction.document.openings import Openings

# To add a language or a phrase: the first words of texts that point to other pages, as a regular expression.
_OTHER_PAGES = (
    # English
    r"read (?:also|more|next)", r"(?:see|read) also", r"also (?:read|on|see)",
    r"you (?:may|might) (?:also )?(?:like|be interested)",
    r"related(?: (?:articles?|stor(?:y|ies)|posts?|links?|content|reading|topics?|coverage))?:?$", r"related(?: \w+)?:",
    r"recommended(?: for you)?:?$", r"more (?:from|on|about|stories)\b", r"don.t miss", r"further reading", r"trending now",
    r"most (?:read|popular)",
    # German
    r"lesen sie (?:auch|hier|dazu|mehr|weiter)", r"lies (?:auch|hier|mehr)", r"mehr (?:zum thema|dazu|zu\b|aus\b|über|von)",
    r"auch interessant", r"(?:zum )?weiterlesen\b", r"(?:das|dies|(?:das|dieses) thema) könnte (?:sie|dich|dir|euch)",
    r"weitere (?:beiträge|artikel|themen|meldungen|nachrichten|infos|informationen)", r"passend (?:dazu|zum thema)",
    r"siehe auch", r"neueste (?:artikel|beiträge)", r"lust auf mehr", r"schon gelesen", r"ähnliche (?:artikel|beiträge)",
    # French
    r"[àa] (?:lire|voir) (?:aussi|également)", r"lire (?:aussi|également|la suite)", r"voir aussi", r"vous aimerez",
    r"sur le même (?:sujet|thème)", r"articles? liés",
    # Spanish, Italian, Portuguese
    r"le[ae] (?:también|más|además)", r"lea:", r"(?:te|le) (?:puede|podría) interesar", r"ve[ar] también", r"mira también",
    r"noticias? relacionadas?", r"más (?:noticias|sobre)\b", r"leggi anche", r"vedi anche", r"(?:ti )?potrebbe interessarti",
    r"(?:leia|veja) (?:também|mais)",
    # Dutch, Polish, Swedish, Finnish, Danish, Norwegian, Czech, Russian, Turkish
    r"lees (?:ook|verder|meer)", r"bekijk ook", r"(?:czytaj|zobacz|przeczytaj) (?:też|także|również|więcej)",
    r"läs (?:också|även|mer)",
    r"lue (?:myös|lisää|seuraavaksi)", r"katso myös", r"l[æe]s også", r"čtěte (?:také|více)", r"читайте (?:также|ещё)",
    r"ayrıca (?:oku|bak)",
)  # fmt: skip
# To add one: the first words of texts that ask the reader to subscribe, follow, donate, share or download an app.
_PLEAS = (
    # English
    r"subscribe", r"sign up\b", r"join (?:our|us|the)\b.{0,60}(?:newsletter|community|channel|whatsapp|telegram|mailing)",
    r"follow (?:us|.{1,60} on (?:twitter|facebook|instagram|x\b|linkedin|google|telegram))", r"like us on",
    r"get (?:the|our) .{0,30}(?:newsletter|app)\b", r"download (?:the|our) .{0,20}app", r"never miss",
    r"for the latest .{0,60}(?:app|download|subscribe|follow)", r"(?:please )?(?:support|donate) (?:our|us|to|now|today)",
    r"become a (?:member|subscriber|patron)", r"to (?:view|read|continue) .{0,30}subscribe",
    r"already (?:a )?(?:subscriber|member)",
    r"was this (?:article|page|post)", r"did you (?:like|enjoy) this", r"(?:please )?share (?:this|on|your)",
    r"this (?:article|post|page) (?:contains|may contain) .{0,20}(?:affiliate|advertis|references)",
    r"do you want to be informed", r"advertisement$", r"sponsored",
    # German
    r"(?:jetzt )?(?:newsletter )?abonnier", r"jetzt (?:anmelden|spenden|mitglied)", r"folgen? (?:sie )?(?:uns|mir)",
    r"melden? (?:dich|sie sich|euch)\b.{0,50}newsletter", r"liken? sie uns", r"gefällt (?:dir|ihnen|euch) (?:dieser|der|unser|das)",
    r"(?:möchten sie|möchtest du) (?:den|diesen) (?:artikel|beitrag)", r"war (?:der|dieser) (?:artikel|beitrag)",
    r"dieser (?:artikel|beitrag|post) enthält (?:werbung|affiliate)", r"-? ?(?:anzeige|werbung) ?-?\.?$", r"werbung\. ",
    r"hat (?:dir|ihnen) (?:der|dieser)", r"unterstützen? (?:sie |du )?(?:uns|unsere)", r"artikel teilen",
    # French, Spanish, Italian, Portuguese, Dutch, Polish
    r"abonnez-vous", r"inscrivez-vous", r"suivez-nous", r"partage[rz] (?:cet|sur)", r"publicité$",
    r"suscr[ií]b", r"s[ií]g[au]?[eu]?nos", r"publicidad$", r"iscriviti", r"seguici", r"abbonati", r"inscreva-se", r"assine\b",
    r"abonneer", r"volg ons", r"schrijf je in", r"subskrybuj",
    r"(?:reklam[ae]?|annons|mainos|pubblicità|advertentie)\W*$", r"obserwuj", r"zapisz się", r"wesprzyj",
)  # fmt: skip
_DECORATION = r"[\s→➤»>+*\[(•–-]*"
_OTHER_PAGE, _PLEA = Openings(_DECORATION, _OTHER_PAGES), Openings(_DECORATION, _PLEAS)
# Nearly all texts open in neither way: one comparison says so.
_INVITATION = Openings(_DECORATION, (*_OTHER_PAGES, *_PLEAS))
_WORDS_MAX, _LABEL_WORDS_MAX, _TEASER_WORDS_MAX = 45, 6, 30
_LINKED_SHARE, _TEASER_LINKED_SHARE = 0.3, 0.8


def without_invitations(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """Leaves out invitations, and the linked teasers directly after a label such as "Read also:".

    Args:
        blocks: all blocks of the page.
        retained: some of them, in the same order.
    """
    chosen = set(map(id, retained))
    following = {id(block): after for block, after in pairwise(blocks) if id(after) in chosen}
    found: list[Block] = []
    is_labelled = False
    for block in retained:
        opens_so = len(block.words) <= _WORDS_MAX and _INVITATION.match(block.text)
        if opens_so and found and _points_elsewhere(block, following.get(id(block))):
            is_labelled = 2 * block.link_words < len(block.words)
        elif not (opens_so and _PLEA.match(block.text)) and not (is_labelled and _is_teaser(block)):
            is_labelled = False
            found.append(block)
    return found


def _points_elsewhere(block: Block, following: Block | None) -> bool:
    """Whether the block opens like a pointer to other pages, and is a link or a label.

    Args:
        following: the block directly after it, if it was kept. A label of text is a subheading.
    """
    if not _OTHER_PAGE.match(block.text):
        return False
    return block.link_words >= _LINKED_SHARE * len(block.words) or (_is_label(block) and not _is_text(following))


def _is_label(block: Block) -> bool:
    return len(block.words) <= _LABEL_WORDS_MAX or block.text.endswith(":") or tag_of(block) in HEADING_LEVELS


def _is_text(block: Block | None) -> bool:
    return block is not None and tag_of(block) not in HEADING_LEVELS and 2 * block.link_words < len(block.words)


def _is_teaser(block: Block) -> bool:
    words = len(block.words)
    return words <= _TEASER_WORDS_MAX and block.link_words >= _TEASER_LINKED_SHARE * words
