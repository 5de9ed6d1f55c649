"""Where a job tells of its progress."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError, fields

from contract.declare import option, schema_of
from contract.fields import OneOf, Several, Text
from contract.web_fields import HttpUrl, RequestHeaders

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
            raise ValidationError("Needs whsec_ and 1 to 363 bytes in base64.")
        return secret


@dataclass(frozen=True)
class Webhook:
    """Receives a job's callbacks, signed by Standard Webhooks."""

    url: str = option(HttpUrl(), "Receives the callbacks by POST.")
    headers: dict[str, str] = option(RequestHeaders(), "Extra headers sent with each callback.", default={})
    events: tuple[str, ...] = option(
        Several(OneOf(*EVENTS), max_items=len(EVENTS)),
        "`page` for each page that ends, `completed` for the end of the job, however it ends.",
        default=EVENTS,
    )
    secret: str | None = option(
        WebhookSecret(), "Signs the callbacks in place of the workspace's own secret.", default=None
    )


class WebhookOption(fields.Nested):
    """A webhook object; a plain URL stands for one with nothing else in it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(schema_of(Webhook), **kwargs)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, partial: Any = None, **kwargs: Any
    ) -> Any:
        given = {"url": value} if isinstance(value, str) else value
        return super()._deserialize(given, attr, data, partial, **kwargs)
