"""Options of a webhook: where a job sends its callbacks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError

from contract.declare import option, schema_of
from contract.fields.basic import ListOf, Nested, OneOf, Text
from contract.fields.headers import RequestHeaders
from contract.fields.url import PUBLISHED, HttpUrl

EVENTS = ("page", "completed")
_SECRET = "whsec_([A-Za-z0-9+/]{4}){0,120}([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)"


class WebhookSecret(Text):
    """A Standard Webhooks secret: `whsec_` and base64."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        published = {"pattern": f"^{_SECRET}$"}
        self.metadata = {**self.metadata, "published": published, "example": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        secret = super()._deserialize(value, attr, data, **kwargs)
        if not re.fullmatch(_SECRET, secret):
            raise ValidationError("must be whsec_ followed by 1 to 363 bytes in base64")
        return secret


@dataclass(frozen=True)
class Webhook:
    """Receives a job's callbacks. They are signed as Standard Webhooks specifies."""

    url: str = option(HttpUrl(), "URL that receives the callbacks as POST requests.")
    headers: dict[str, str] = option(RequestHeaders(), "Extra headers sent with each callback.", default={})
    events: tuple[str, ...] = option(
        ListOf(OneOf(*EVENTS), max_items=len(EVENTS)),
        "`page` sends a callback for each page that completed or failed. `completed` sends one when the job completed, failed or"
        " was cancelled.",
        default=EVENTS,
    )
    secret: str | None = option(
        WebhookSecret(), "Secret that signs the callbacks. The workspace's secret when omitted.", default=None
    )


class WebhookOption(Nested):
    """A webhook object of the class `declared`. A string is accepted as an object with only `url`."""

    def __init__(self, declared: type = Webhook, **kwargs: Any) -> None:
        super().__init__(schema_of(declared), **kwargs)
        forms = [
            {"$ref": f"#/components/schemas/{declared.__name__}"},
            {"type": "string", **PUBLISHED},
            {"type": "null"},
        ]
        self.metadata = {**self.metadata, "published": {"anyOf": forms}}

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, partial: Any = None, **kwargs: Any
    ) -> Any:
        if not isinstance(value, (str, Mapping)):
            raise ValidationError("must be a URL or a JSON object")
        webhook = {"url": value} if isinstance(value, str) else value
        return super()._deserialize(webhook, attr, data, partial, **kwargs)
