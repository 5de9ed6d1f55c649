"""Wire values of the web with their checks: addresses, selectors, path patterns, countries, headers.

As strict as their JSON Schema, like all fields of `contract.fields`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import re2
from cssselect import ExpressionError, HTMLTranslator, SelectorError
from cssselect.parser import Attrib, Element
from cssselect.parser import parse as parse_selector
from cssselect.xpath import XPathExpr
from marshmallow import ValidationError, validate

from contract import limits
from contract.addresses import BAD_PORTS, port_refusal
from contract.fields import ByName, Text
from contract.patterns import compile_pattern

_LETTER = r"A-Za-z0-9_\u00a1-\uffef\U00010000-\U0010ffff"
_LABEL = rf"[{_LETTER}](?:[{_LETTER}-]{{0,61}}[{_LETTER}])?"
_URL = re.compile(
    rf"(?i:https?)://(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{{1,5}}))?(?:[/?#][^\s\x00-\x20\x7f\\]*)?"
)
# What the documentation promises for addresses: names. Literal IP addresses are accepted too where the policy allows them.
_URL_PUBLISHED = (
    r"^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){0,6}[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    r"(:[1-9][0-9]{0,3}|:[1-5][0-9]{4})?([/?#][!-\[\]-~]*)?$"
)
# Its ports: those of other protocols are refused.
_BAD_PORTS_PUBLISHED = f"^[^/]*//[^/?#]*:({'|'.join(map(str, sorted(BAD_PORTS)))})([/?#]|$)"
# And for selectors: types, classes, ids, attributes and structural pseudo-classes. Whatever else parses is accepted too.
_NAME = "[A-Za-z_][A-Za-z0-9_-]*"
_QUALIFIER = rf'([.#]{_NAME}|\[{_NAME}([~|^$*]?="[ !#-\[^-~]*")?\]|:(first|last|only)-child)'
_COMPOUND = rf"(({_NAME}|\*){_QUALIFIER}*|{_QUALIFIER}+)"
_SELECTOR_PUBLISHED = rf"^{_COMPOUND}( ?[ >+~,] ?{_COMPOUND})*$"

# And for header names: extensions and the usual ones. Any name that is not ours to set is accepted.
_HEADER_PUBLISHED = (
    "^[Xx]-[A-Za-z0-9-]{1,60}$|^(Accept|Accept-Language|Authorization|Content-Type|Cookie|Referer|User-Agent)$"
)


class _Translator(HTMLTranslator):
    """To parse is not enough: what cannot be looked for in a page (`*:last-of-type`, `svg|a`) is told at the door."""

    def xpath_element(self, selector: Element) -> XPathExpr:
        if selector.namespace:
            raise ExpressionError("namespaces cannot be selected")
        return super().xpath_element(selector)

    def xpath_attrib(self, selector: Attrib) -> XPathExpr:
        if selector.namespace:
            raise ExpressionError("namespaces cannot be selected")
        return super().xpath_attrib(selector)


_TRANSLATOR = _Translator()
# What no markup can hold, so that no tree can be searched for it; escapes such as `\1 ` spell it too.
_NO_MARKUP = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# Hop-by-hop names and those that our client must set itself.
FORBIDDEN_HEADERS = frozenset(
    "host content-length transfer-encoding connection keep-alive te trailer upgrade expect proxy-authorization "
    "proxy-authenticate proxy-connection accept-encoding".split()
)

COUNTRIES = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG "
    "CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL "
    "GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA "
    "LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP "
    "NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV "
    "SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split()


class HttpUrl(Text):
    """An absolute http or https address without user and password."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        published = {
            "format": "uri",
            "pattern": _URL_PUBLISHED,
            "not": {"pattern": _BAD_PORTS_PUBLISHED},
            "maxLength": limits.URL_MAX_CHARS,
        }
        self.metadata = {**self.metadata, "published": published, "example": "https://example.com/"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs).strip()
        if len(text) > limits.URL_MAX_CHARS:
            raise ValidationError(f"Longer than {limits.URL_MAX_CHARS} characters.")
        match = _URL.fullmatch(text)
        if not match:
            raise ValidationError("Not a valid http or https URL.")
        try:
            host = urlsplit(text).hostname or ""
            ascii_host = host.rstrip(".") if ":" in host else host.rstrip(".").encode("idna").decode("ascii")
        except ValueError as error:
            raise ValidationError("Not a valid http or https URL: the host name cannot be used.") from error
        port = int(match["port"] or 80)
        if len(ascii_host) > 253 or port not in range(1, 65536):
            raise ValidationError("Not a valid http or https URL: the host or the port is out of range.")
        if port in BAD_PORTS:
            raise ValidationError(port_refusal(port))
        return text


class CssSelector(Text):
    """A CSS selector of types, classes, ids, attributes, structural pseudo-classes and `:not()`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        published = {"pattern": _SELECTOR_PUBLISHED, "maxLength": limits.SELECTOR_MAX_CHARS}
        self.metadata = {**self.metadata, "published": published, "example": "article.post > p"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs).strip()
        if len(text) > limits.SELECTOR_MAX_CHARS:
            raise ValidationError(f"Longer than {limits.SELECTOR_MAX_CHARS} characters.")
        try:
            selectors = parse_selector(text)
            paths = [_TRANSLATOR.selector_to_xpath(selector) for selector in selectors]
        except SelectorError as error:
            raise ValidationError(f"Not a CSS selector: {error}.") from error
        if any(map(_NO_MARKUP.search, paths)):
            raise ValidationError("Not a CSS selector: no page holds such control characters.")
        if any(selector.pseudo_element for selector in selectors):
            raise ValidationError("Not a CSS selector of elements: pseudo-elements select nothing.")
        return text


class PathPattern(Text):
    """A regular expression in RE2's syntax, searched for in a URL's path and query."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_chars=1, **kwargs)
        published = {"format": "regex", "not": {"pattern": "\\x00"}, "maxLength": limits.PATTERN_MAX_CHARS}
        self.metadata = {**self.metadata, "published": published, "example": "/blog/.*"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if len(text) > limits.PATTERN_MAX_CHARS:
            raise ValidationError(f"Longer than {limits.PATTERN_MAX_CHARS} characters.")
        try:
            compile_pattern(text)
        except re2.error as error:
            raise ValidationError(f"Not an RE2 pattern: {_sentence(error)}.") from error
        return text


def _sentence(error: Exception) -> str:
    told = error.args[0] if error.args else "it does not compile"
    return (told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)).rstrip(".")


class Country(Text):
    """An ISO 3166 alpha-2 country, upper case."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators.append(validate.OneOf(COUNTRIES, error="Not an ISO 3166 alpha-2 country."))
        self.metadata = {**self.metadata, "example": "DE"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        return super()._deserialize(value, attr, data, **kwargs).upper()


def _joined(headers: dict[str, str]) -> dict[str, str]:
    """The headers with each name once: values of one name in several spellings are one list (RFC 9110, 5.3)."""
    first: dict[str, str] = {}
    joined: dict[str, str] = {}
    for name, text in headers.items():
        spelling = first.setdefault(name.lower(), name)
        separator = "; " if name.lower() == "cookie" else ", "
        joined[spelling] = joined[spelling] + separator + text if spelling in joined else text
    return joined


class RequestHeaders(ByName):
    """Header names and values to send with a fetch; names that the client sets itself are refused."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(keys=Text(), values=Text(), **kwargs)
        published = {
            "maxProperties": limits.HEADERS_MAX,
            "propertyNames": {"pattern": _HEADER_PUBLISHED},
            "additionalProperties": {"type": "string", "pattern": r"^[!-~]([ -~]{0,98}[!-~])?$"},
        }
        self.metadata = {**self.metadata, "published": published, "example": {"Accept-Language": "de"}}

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> dict[str, str]:
        headers = super()._deserialize(value, attr, data, **kwargs)
        problems: dict[str, list[str]] = {}
        for name, text in headers.items():
            if not _TOKEN.fullmatch(name):
                problems[name] = ["Not a header name."]
            elif name.lower() in FORBIDDEN_HEADERS or name.lower().startswith("sec-"):
                problems[name] = ["Set by the service; it cannot be given."]
            elif re.search(r"[\x00-\x08\x0a-\x1f\x7f]", text):
                problems[name] = ["A header value cannot hold control characters."]
            elif re.search(r"[^\x00-\xff]", text):
                problems[name] = ["A header value holds Latin-1 characters only."]
        if problems:
            raise ValidationError(problems)
        if len(headers) > limits.HEADERS_MAX:
            raise ValidationError(f"More than {limits.HEADERS_MAX} headers.")
        if sum(len(name) + len(text) for name, text in headers.items()) > limits.HEADERS_MAX_BYTES:
            raise ValidationError(f"More than {limits.HEADERS_MAX_BYTES} bytes of headers.")
        return _joined(headers)
