"""URLs of pages, sites and webhooks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from marshmallow import ValidationError

from contract import limits
from contract.addresses import BAD_PORTS, port_refusal
from contract.fields.basic import Text, at_most
from contract.host_name import HOST_MAX_CHARS, to_ascii

_LETTER = r"A-Za-z0-9_\u00a1-\uffef\U00010000-\U0010ffff"
_LABEL = rf"[{_LETTER}](?:[{_LETTER}-]{{0,61}}[{_LETTER}])?"
_URL = re.compile(
    rf"(?i:https?)://(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{{1,5}}))?(?:[/?#][^\s\x00-\x20\x7f\\]*)?"
)
# Only the form of the text: clients and gateways that validate requests must let every URL pass that is accepted here.
PUBLISHED = {"pattern": r"^\s*[Hh][Tt][Tt][Pp][Ss]?://[^\s]+\s*$", "maxLength": limits.URL_MAX_CHARS}
_USER = re.compile(r"(?i:https?)://[^/?#]*@")
USER_MESSAGE = "must not contain a user name or password. Send them in `headers`, as Authorization"


class HttpUrl(Text):
    """An absolute http or https URL without user name and password."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {**self.metadata, "published": PUBLISHED, "example": "https://example.com/"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        given = super()._deserialize(value, attr, data, **kwargs)
        if len(given) > limits.URL_MAX_CHARS:
            raise ValidationError(at_most(limits.URL_MAX_CHARS, "characters"))
        text = given.strip()
        if _USER.match(text):
            raise ValidationError(USER_MESSAGE)
        match = _URL.fullmatch(text)
        if not match:
            raise ValidationError("must be an absolute http or https URL without spaces, such as https://example.com/")
        try:
            host = urlsplit(text).hostname or ""
            ascii_host = host.rstrip(".") if ":" in host else to_ascii(host.rstrip("."))
        except ValueError as error:
            raise ValidationError("has a host name that is not valid") from error
        if len(ascii_host) > HOST_MAX_CHARS:
            raise ValidationError(f"must have a host name of at most {HOST_MAX_CHARS} characters")
        port = int(match["port"] or 80)
        if port not in range(1, 65536):
            raise ValidationError("must have a port from 1 to 65535")
        if port in BAD_PORTS:
            raise ValidationError(port_refusal(port))
        return text
