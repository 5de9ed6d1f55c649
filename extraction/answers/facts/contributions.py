"""What people wrote on a page without markup: reviews, comments, posts of a thread, answers, each with author, day and text."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice
from typing import Any

from extraction.answers.facts import areas, card_values
from extraction.answers.facts.visible_text import text_of
from extraction.declared.structured import EntityObject
from extraction.declared.text import days
from extraction.document.document import Document
from extraction.document.hidden.elements import is_hidden, mark
from extraction.document.known_elements import remembered
from extraction.document.tree import Tree

BLOCKS_MAX, _ELEMENTS_MAX, _BLOCK_ELEMENTS_MAX = 300, 60_000, 200
_NAME_MAX_CHARS, _TEXT_MIN_CHARS, _TITLE_MAX_CHARS = 60, 10, 150
_TAGS = frozenset("li article div section tr dl".split())
_LINES, _BYLINE_MAX_CHARS = frozenset("p span small footer cite header time".split()), 90
_ANCESTORS_LOOKED_AT = 3
# Series that are read, and the share of the blocks of one that must be contributions.
_SERIES_MAX, _ENTITIES_SHARE_MIN = 20, 0.7

# Kinds of contributions: words of classes, ids and headings of what holds them.
_REVIEW = (
    r"reviews?|rev|ratings?|testimonials?|bewertung(?:en)?|rezension(?:en)?|meinung(?:en)?|avis|opini\w*|resena\w*|reseñas?"
    r"|valoracion\w*|avaliac\w*|avaliaç\w*"
    r"|recension\w*|recenz\w*|beoordeling\w*|degerlendirme\w*|değerlendirme\w*|yorum(?:lar)?|omdom\w*|omdöme\w*"
    r"|arvostelu\w*|arvio\w*"
    r"|anmeldelse\w*|omtale\w*|hodnocen\w*|velemeny\w*|vélemény\w*|отзыв\w*|відгук\w*|レビュー|口コミ|クチコミ|리뷰|상품평|评价|评论|تقييم\w*"
)
_COMMENT = (
    r"comments?|cmts?|comment-?list|remarks?|kommentar\w*|commentaires?|comentarios?|comentários?|commenti?|reacties?"
    r"|komentar\w*"
    r"|yorum(?:lar)?|hozzaszolas\w*|hozzászólás\w*|kommentit|комментар\w*|коментар\w*|コメント|댓글|تعليق\w*"
)
_POST = (
    r"posts?|repl(?:y|ies)|messages?|topic-body|beitrag|beitr[aä]ge|mensajes?|mensagens|messaggi|berichten|wpis\w*"
    r"|inlagg|inlägg|innlegg"
    r"|indlaeg|viesti\w*|hozzászólás\w*|hozzaszolas\w*|сообщени\w*|投稿|返信|帖子"
)
_ANSWER = (
    r"answers?|antwort\w*|respuestas?|respostas?|risposte|réponses?|reponses?|odpowied\w*|odpovědi|odpovedi|yanıt\w*"
    r"|cevap\w*|svar|válasz\w*"
    r"|vastau\w*|ответ\w*|回答|답변|答案|إجاب\w*"
)
_NAMED = {
    kind: re.compile(rf"(?:^|[\s_\-0-9(])(?:{words})(?:$|[\s_\-0-9(:：）、])", re.I)
    for kind, words in (("review", _REVIEW), ("comment", _COMMENT), ("answer", _ANSWER), ("post", _POST))
}
_AUTHOR = re.compile(
    r"(?:^|[\s_-])(?:\w*author|user-?name|user|nick(?:name)?|creator|reviewer|who|poster|byline|by|autor|auteur|yazar"
    r"|username|name)(?:$|[\s_-])",
    re.I,
)
_AUTHOR_ONLY = re.compile(r"(?:^|[\s_-])(?:\w*author|username)(?:$|\s)", re.I)
_TITLE = re.compile(r"(?:^|[\s_-])(?:title|headline|subject|heading|titel|titulo|titre)(?:$|[\s_-])", re.I)
_BODY = re.compile(
    r"(?:^|[\s_-])(?:body|content|text|txt|description|message|comment|post|cooked|prose|msg)(?:$|[\s_-])", re.I
)
_LIKED = re.compile(
    r"(?:^|[\s_-])(?:likes?|liked|up|upvotes?|votes?|score|helpful|thanks|points|vote-count)(?:$|[\s_-])", re.I
)
_LIKES = re.compile(
    r"^\W*(\d{1,6})\s*(?:likes?|upvotes?|votes?|points?|thanks?|gef[aä]llt\w*|danke|j.aime|me gusta|curtidas"
    r"|mi piace|be[gğ]eni|gillar)\b",
    re.I,
)
_STARS = re.compile(
    r"(?<![\d.,])([0-5](?:[.,]\d)?)\s*(?:-?\s?stars?|sterne?|étoiles?|estrellas?|stelle|yıldız|/\s?5"
    r"|(?:out of|von|sur|de|su|van|av|z)\s5(?![\d.,]))",
    re.I,
)
# Words around a name that are not part of it.
_AROUND_NAME = re.compile(
    r"^(?:by|von|par|por|di|da|door|af|av|przez|posted by|written by|geschrieben von|verfasst von)\s+"
    r"|\s*(?:pisze|says|said|schrieb|dice|wrote|a écrit|escribió)?(?:\s*(?:\.{2,}|[…:,»]))*$",
    re.I,
)
# A line that says who wrote it: `by Ann L. on 3 March 2026`.
_BYLINE = re.compile(
    r"(?:(?:posted|written|reviewed|geschrieben|verfasst|escrito|écrit|scritto) )?(?:by|von|par|por|di|da|door|av|af|przez)\s"
    r"(?=[^\W\d_a-z])(?P<name>[^,·|•(（\d]{2,60}?)(?:\s+(?:on|am|le|il|el|em|op|den|dne|dnia|vom))?(?=\s*(?:[,·|•(（\d]|$|[-–—]\s))",
)
_BEFORE_DETAILS = re.compile(r"\s*[,·|•(（]\s*|\s+[-–—]\s+|\s+(?=\d)")
_TIME = re.compile(r"\d{1,2}:\d{2}")


def kind_of(name: str) -> str:
    """The kind of contributions that the name of a list names: `review`, `comment`, `answer`, `post`, or an empty text."""
    text = areas.dashed(name)
    return next((kind for kind, pattern in _NAMED.items() if pattern.search(text)), "")


def read(document: Document, kind: str) -> list[EntityObject]:
    """The contributions of a kind, from the largest series of blocks that are named so, or are in a block that is."""
    mark(document.index)
    series: dict[tuple[Any, str, str], list[Tree]] = defaultdict(list)
    for element in islice(document.body.iter(*_TAGS), _ELEMENTS_MAX):
        if _is_named(element, kind) and not is_hidden(element):
            series[element.getparent(), str(element.tag), _stem(element)].append(element)
    found: list[list[EntityObject]] = []
    for blocks in sorted(series.values(), key=len, reverse=True)[:_SERIES_MAX]:
        entities = [entity for block in blocks[:BLOCKS_MAX] if (entity := _entity(block))]
        if len(entities) >= max(1, _ENTITIES_SHARE_MIN * len(blocks)) and (len(blocks) > 1 or _says(blocks[0], kind)):
            found.append(entities)
    return max(found, key=lambda entities: (min(2, len(entities)), sum(map(len, entities))), default=[])


def _stem(element: Tree) -> str:
    """The first class of an element, without numbers."""
    return re.sub(r"\d+", "", (element.get("class") or "").partition(" ")[0])


def _is_named(block: Tree, kind: str) -> bool:
    """Whether a block, or one of the few around it, is named after a kind of contributions, or has such a heading."""
    if _says(block, kind):
        return True
    around = block.getparent()
    for _ in range(_ANCESTORS_LOOKED_AT):
        if around is None or around.tag in ("body", "main", "html"):
            return False
        if _says(around, kind) or _is_headed(around, kind):
            return True
        around = around.getparent()
    return False


def _says(element: Tree, kind: str) -> bool:
    name = f"{element.get('class') or ''} {element.get('id') or ''}"
    return 1 < len(name) < 400 and _NAMED[kind].search(areas.dashed(name)) is not None


def _is_headed(element: Tree, kind: str) -> bool:
    first = next((child for child in element if isinstance(child.tag, str)), None)
    for heading in (first, element.getprevious()):
        if heading is not None and heading.tag in ("h2", "h3", "h4", "header", "b", "strong"):
            text = text_of(heading, 20)
            if len(text) <= 80 and _NAMED[kind].search(text):
                return True
    return False


@remembered
def _entity(block: Tree) -> EntityObject | None:
    """A block as an entity, or None if it lacks an author or a text."""
    elements = [
        one for one in islice(block.iter(), _BLOCK_ELEMENTS_MAX) if isinstance(one.tag, str) and not is_hidden(one)
    ]
    author = _author(elements[1:])
    body = _body(elements[1:], author)
    if author is None or body is None or len(set(_authors(elements))) > 1:
        return None
    name = _name_of(author)
    text = text_of(body)
    if not 1 < len(name) <= _NAME_MAX_CHARS or len(text) < _TEXT_MIN_CHARS:
        return None
    entity: dict[str, Any] = {"author": name, "text": text, "reviewBody": text}
    inside = set(body.iter())
    rest = [one for one in elements[1:] if one not in inside]
    if day := _day(rest):
        entity |= {"datePublished": day, "dateCreated": day}
    if title := _title(rest, author):
        entity |= {"name": title, "headline": title}
    if rating := _rating(elements):
        entity["reviewRating"] = {"ratingValue": rating}
    if (likes := _likes(rest)) is not None:
        entity["upvoteCount"] = likes
    entity["additionalProperty"] = [
        {"name": label, "value": value, "which": "class"} for label, value in card_values.named_by_class([block, *rest])
    ]
    return entity


def _author(elements: list[Tree]) -> Tree | None:
    named = (one for one in elements if _AUTHOR.search(_name(one)) and _is_name(_own_name(one)))
    found = next(named, None)
    if found is not None:
        inner = next(
            (
                one
                for one in found.iter("a", "b", "strong", "span")
                if one is not found and _AUTHOR.search(_name(one)) and _is_name(text_of(one, 10))
            ),
            None,
        )
        return inner if inner is not None else found
    if (line := next((one for one in elements if _byline(one)), None)) is not None:
        return line
    return next((one for one in elements if one.tag in ("b", "strong", "cite") and _is_name(text_of(one, 10))), None)


def _byline(element: Tree) -> re.Match[str] | None:
    """The line of a small element that says who wrote a contribution."""
    if element.tag not in _LINES or len(element) > 2:
        return None
    text = text_of(element, 6)
    return _BYLINE.match(text[0].lower() + text[1:]) if 4 < len(text) <= _BYLINE_MAX_CHARS else None


def _name_of(author: Tree) -> str:
    """The name in the element of an author, without what is around it."""
    if (line := _byline(author)) is not None:
        return line["name"].strip()
    name = _AROUND_NAME.sub("", _own_name(author)).strip()
    return _BEFORE_DETAILS.split(name)[0].strip() if days.find(name) else name


def _authors(elements: list[Tree]) -> list[str]:
    """The names of all authors that are marked as such: several are those of several contributions."""
    return [_own_name(one) for one in elements if _AUTHOR_ONLY.search(_name(one)) and _is_name(_own_name(one))]


def _own_name(element: Tree) -> str:
    """The name in an element: that of its link or bold text, otherwise its text up to a comma or a date."""
    inner = next((one for one in element.iter("a", "b", "strong", "cite") if text_of(one, 10)), None)
    return text_of(inner if inner is not None else element, 15)


def _is_name(text: str) -> bool:
    return (
        1 < len(text) <= _NAME_MAX_CHARS and len(text.split()) <= 6 and text[-1] not in "!?" and not text[0].isdigit()
    )


def _name(element: Tree) -> str:
    return areas.dashed(f"{element.get('class') or ''} {element.get('itemprop') or ''}"[:300])


def _body(elements: list[Tree], author: Tree | None) -> Tree | None:
    """The element with most text that is not around the author."""
    skipped = set() if author is None else {author, *author.iterancestors(), *author.iter()}
    for one in elements:
        if one.tag == "time" or (len(one) <= 1 and _is_day(text_of(one, 3))):
            skipped |= {one, *one.iterancestors()}
    named = [one for one in elements if one not in skipped and _BODY.search(_name(one)) and one.tag != "time"]
    plain = [one for one in elements if one not in skipped and one.tag in ("p", "blockquote", "div", "td", "span")]
    for group in (named, [one for one in plain if one.tag in ("p", "blockquote")], plain):
        texts = [
            (len(text_of(one, 100)), position)
            for position, one in enumerate(group)
            if not _TIME.fullmatch(text_of(one, 3))
        ]
        best = max(texts, key=lambda one: (one[0], -one[1]), default=(0, 0))
        if best[0] >= _TEXT_MIN_CHARS:
            return group[best[1]]
    return None


def _is_day(text: str) -> bool:
    """Whether a text is a day with little else: `10 March 2025, 20:14`."""
    if len(text) > 60 or not any(map(str.isdigit, text)):
        return False
    return sum(end - start for start, end, _ in days.find(text)) >= 0.4 * len(text)


def _day(elements: list[Tree]) -> str | None:
    declared = {str(one.get("datetime"))[:10] for one in elements if one.tag == "time" and one.get("datetime")}
    if len(declared) == 1:
        return declared.pop()
    texts = [text for one in elements if len(one) <= 2 and len(text := text_of(one, 12)) <= 100]
    alone = [text for text in texts if _is_day(text)]
    shown = {day.isoformat() for text in alone or texts for _, _, day in days.find(text)}
    return shown.pop() if len(shown) == 1 else None


def _title(elements: list[Tree], author: Tree) -> str | None:
    """The title of a contribution: by its class, or the only heading or bold text beside the author."""
    near = set(author.iterancestors()) | {author, *author.iter()}
    others = [one for one in elements if one not in near]
    named = [
        text for one in others if _TITLE.search(_name(one)) and 1 < len(text := text_of(one, 10)) <= _TITLE_MAX_CHARS
    ]
    bold = [
        text
        for one in others
        if one.tag in ("h3", "h4", "h5", "b", "strong") and 3 < len(text := text_of(one, 10)) <= _TITLE_MAX_CHARS
    ]
    found = list(dict.fromkeys(named or bold))
    return found[0] if len(found) == 1 and not found[0].replace(".", "").isdigit() else None


def _rating(elements: list[Tree]) -> str | None:
    attributes = ("data-score", "data-rating", "aria-label", "title")
    texts = [(one.get(name) or "", name) for one in elements for name in attributes]
    texts += [(text, "") for one in elements if len(one) <= 2 and len(text := text_of(one, 4)) <= 30]
    values = {text for text, name in texts if name.startswith("data-") and re.fullmatch(r"[0-5](?:\.\d)?", text)}
    values |= {found[1].replace(",", ".") for text, _ in texts if (found := _STARS.search(text))}
    values |= {str(text.count("★")) for text, _ in texts if 0 < text.count("★") <= 5 and not text.strip("★☆ ")}
    numbers = {float(value) for value in values}
    if not numbers:
        return card_values.rating_of(elements)
    return f"{numbers.pop():g}" if len(numbers) == 1 else None


def _likes(elements: list[Tree]) -> str | None:
    counted = {found[1] for one in elements if len(one) <= 2 and (found := _LIKES.match(text_of(one, 4)))}
    counted = counted or {
        text for one in elements if _LIKED.search(_name(one)) and (text := text_of(one, 4).strip(" +()")).isdecimal()
    }
    return counted.pop() if len(counted) == 1 else None
