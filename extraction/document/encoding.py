"""Decodes bytes as browsers do: byte order mark, then header, then `meta`, then detection.

Declarations are often wrong. Valid UTF-8 is read as UTF-8 whatever is declared. A declaration that contradicts the
bytes is ignored, and the next one is tried.
"""

from __future__ import annotations

import codecs
import re

from extraction.document.hidden import characters

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_META = re.compile(rb"""<meta[^>]{0,300}?charset\s*+=\s*+["']?+\s*+([A-Za-z0-9_:.-]+)""", re.I)
_XML_DECLARATION = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_:.-]+)""", re.I)
_HEADER = re.compile(r"""charset\s*+=\s*+["']?+\s*+([A-Za-z0-9_:.-]+)""", re.I)
_CODE = re.compile(rb"<(?:script|style)\b", re.I)
_CODE_END = re.compile(rb"</(?:script|style)\s*+>", re.I)
_TAGS = re.compile(rb"<[^<>]*>|[\x00-\x1f ]+")
_UNSAFE = re.compile("[\x00\ud800-\udfff]")
# Quotes and dashes that were encoded as UTF-8 twice begin with these bytes. No language uses the characters that they stand for.
_ENCODED_TWICE = b"\xc3\xa2\xc2\x80\xc2"
_TWICE_RUN = re.compile("[\xc2-\xf4][\x80-\xf4]+")
_TWICE = re.compile("(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+")

# Browsers decode these labels as a superset, because pages use it under the label.
_SUPERSETS = {
    "ascii": "cp1252", "us-ascii": "cp1252", "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "latin-1": "cp1252",
    "latin1": "cp1252", "windows-1252": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "gb_2312-80": "gb18030",
    "x-gbk": "gb18030", "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932",
    "windows-31j": "cp932", "ms_kanji": "cp932", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "big5": "big5hkscs",
    "iso-8859-9": "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874", "utf8": "utf-8", "unicode": "utf-16-le",
    "utf-16": "utf-16-le", "x-mac-roman": "mac-roman", "macintosh": "mac-roman", "iso-8859-8-i": "iso-8859-8",
    "x-user-defined": "cp1252", "windows-874": "cp874",
}  # fmt: skip
# Python's names of the encodings in the WHATWG standard. Python has other codecs, but no page uses them and some are slow
# or raise unexpected errors.
_OF_THE_WEB = frozenset(
    "utf-8 big5 big5hkscs euc_jp euc_kr cp932 shift_jis cp949 gb18030 gb2312 gbk iso2022_jp cp866 cp874 koi8-r koi8-u mac-roman "
    "mac-cyrillic iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 "
    "iso8859-11 iso8859-13 iso8859-14 iso8859-15 iso8859-16 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 "
    "cp1258".split()
)
_SAMPLE_BYTES = 60_000
# Frequent characters of correctly decoded text: Japanese kana, Chinese characters, Korean syllables.
_KANA, _HAN, _HANGUL = re.compile("[ぁ-んァ-ヶー]"), re.compile("[一-鿿]"), re.compile("[가-힣]")
_THAI_SIGNS = re.compile("[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]")
_THAI_RARE = re.compile("[\u0e03\u0e05\u0e06\u0e0c\u0e0e-\u0e12\u0e24\u0e26\u0e2c\u0e2e\u0e45\u0e4d-\u0e5b]")
_NO_THAI = re.compile(
    "(?:^|[^\u0e01-\u0e2e\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]|[^\u0e01-\u0e5b\xa0\u2018-\u2026]"
)
_FREQUENT = set(
    "的一是不了人我在有他这為为之大来以个中上们到说時时国國和地要就出会也你对生能而子那得于着下自年过發发后作里用道行所然家种事成方多经麼么去法学學如都同现動動日本者部高分前長"
)


def decode(body: bytes, content_type: str = "") -> str:
    """The text of a body, without NULs and lone surrogates. Never raises."""
    # Decoders never produce lone surrogates, so only NULs must be removed. Searching the bytes for them is faster.
    text = _decoded(body, content_type)
    return text.replace("\x00", "") if b"\x00" in body else text


def scrubbed(text: str) -> str:
    """The text without NULs and lone surrogates, which JSON and Postgres cannot store, and without characters that nobody sees."""
    if text.isascii():
        return text.replace("\x00", "")
    return characters.drop(_UNSAFE.sub("", text) if _UNSAFE.search(text) else text)


def _decoded(body: bytes, content_type: str) -> str:
    for bom, name in _BOMS:
        if body.startswith(bom):
            return body[len(bom) :].decode(name, "replace")
    wide = _wide(body)
    if wide:
        return body.decode(wide, "replace")
    try:
        # Text in another encoding is almost never valid UTF-8.
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        return _legacy(body, content_type, error)
    if _ENCODED_TWICE in body:
        # A search for one set of characters takes a tenth of the time.
        text = _TWICE_RUN.sub(lambda run: _TWICE.sub(_encoded_once, run[0]), text)
    # ISO-2022-JP consists of ASCII bytes. Only its escape sequence identifies it.
    return body.decode("iso2022_jp", "replace") if b"\x1b" in body and b"\x1b$" in body else text


def _encoded_once(found: re.Match[str]) -> str:
    """The characters whose UTF-8 bytes were read as characters and encoded again."""
    return found[0].encode("latin-1").decode("utf-8", "replace")


def _wide(body: bytes) -> str | None:
    """UTF-16 without a byte order mark: in Western markup every second byte is NUL."""
    head = body[:400]
    if len(head) < 4 or head.count(0) < len(head) // 4:
        return None
    return "utf-16-le" if head[1::2].count(0) > head[0::2].count(0) else "utf-16-be"


def _legacy(body: bytes, content_type: str, error: UnicodeDecodeError) -> str:
    declared = declarations(body, content_type)
    for name in declared:
        if name != "utf-8" and _fits(body, name):
            return body.decode(name, "replace")
    if declared[:1] == ["utf-8"] and _almost_utf8(body):
        return body.decode("utf-8", "replace")
    return body.decode(_detected(body), "replace")


def declarations(body: bytes, content_type: str) -> list[str]:
    """Python's codec names of the encodings that header and markup declare, in that order."""
    labels = _HEADER.findall(content_type)[:1]
    labels += [
        found.group(1).decode() for found in (_XML_DECLARATION.search(body[:300]), _META.search(body[:4096])) if found
    ]
    names = []
    for label in labels:
        name = _SUPERSETS.get(label.lower(), label.lower())
        # The declaration was readable as ASCII, so the page is not UTF-16.
        names.append("utf-8" if name.startswith("utf-16") else name)
    return [name for name in names if _known(name)]


def _known(name: str) -> bool:
    try:
        return codecs.lookup(name).name in _OF_THE_WEB
    except (LookupError, ValueError):
        return False


def _fits(body: bytes, name: str) -> bool:
    """Whether at most a few bytes are invalid in the encoding. Nearly all bytes are valid in single-byte encodings."""
    sample = body[:_SAMPLE_BYTES]
    return sample.decode(name, "replace").count("�") <= 2 + len(sample) // 500


def _almost_utf8(body: bytes) -> bool:
    """Whether the page is UTF-8 with a few broken bytes, for example a comment cut inside a character."""
    sample = body[:_SAMPLE_BYTES].decode("utf-8", "replace")
    # At most one broken byte for four characters outside of ASCII.
    wide = sum(character > "\x7f" for character in sample)
    return sample.count("�") * 5 <= wide


def _detected(body: bytes) -> str:
    """The most likely encoding of undeclared bytes: East Asian ones by frequent characters, others by charset_normalizer."""
    sample = _TAGS.sub(b" ", _without_code(body[: 4 * _SAMPLE_BYTES]))[:_SAMPLE_BYTES]
    if _is_thai(sample):
        return "cp874"
    best = max((_asian_score(sample, name), name) for name in ("cp932", "euc_jp", "gb18030", "big5hkscs", "cp949"))
    if best[0] > 0.5:
        return best[1]
    if _almost_utf8(body):
        return "utf-8"
    from charset_normalizer import from_bytes  # slow to import; needed only for undeclared bytes

    found = from_bytes(sample, cp_isolation=["cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256",
    "cp1257", "koi8_r", "cp874", "iso8859_2"]).best()  # fmt: skip
    return found.encoding if found else "cp1252"


def _without_code(body: bytes) -> bytes:
    """The markup without scripts and styles. An unclosed script or style remains."""
    parts, offset = [], 0
    while start := _CODE.search(body, offset):
        end = _CODE_END.search(body, start.end())
        if not end:
            break
        parts.append(body[offset : start.start()])
        offset = end.end()
    return b" ".join([*parts, body[offset:]])


def _is_thai(sample: bytes) -> bool:
    """Whether the bytes are Thai, where vowel signs and tone marks only follow a consonant or each other.

    Korean bytes decoded as Thai break that rule and contain many letters that are rare in Thai.
    """
    letters = "".join(character for character in sample.decode("cp874", "replace") if character > "\x7f")
    signs = len(_THAI_SIGNS.findall(letters))
    rare = len(_THAI_RARE.findall(letters))
    return 0.1 < signs / max(1, len(letters)) < 0.45 and rare < 0.05 * len(letters) and not _NO_THAI.search(letters)


def _asian_score(sample: bytes, name: str) -> float:
    text = sample.decode(name, "replace")
    wide = [character for character in text if character > "\x7f"]
    if len(wide) < 4:
        return 0.0
    letters = "".join(wide)
    kana, han, hangul = (len(kind.findall(letters)) for kind in (_KANA, _HAN, _HANGUL))
    frequent = sum(character in _FREQUENT for character in letters)
    expected = {"cp932": kana, "euc_jp": kana, "cp949": hangul}.get(name, frequent * 4)
    broken = letters.count("�") + sum("\ue000" <= character <= "\uf8ff" or "｡" <= character <= "ﾟ" for character in wide)
    plausible = min(1.0, 2.2 * expected / len(wide)) * min(1.0, (kana + han + hangul) * 1.3 / len(wide))
    return plausible - 4 * broken / len(wide)
