"""Signs the URLs of logos in answers, so that they work in an `img` tag."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from flask import request

from api import state
from api.checks import auth
from contract import signed_logo
from contract.operations import BRAND, BRAND_BATCH, BRAND_LOGO, Operation
from models.accounts.token import digest_of

_OPERATIONS = frozenset(operation.name for operation in (BRAND, BRAND_BATCH, BRAND_LOGO))
_URLS = ("url", "primaryLogo", "primary_logo")


@dataclass(frozen=True)
class Signer:
    """The key of a call."""

    key_id: UUID
    digest: bytes

    def complete(self, answer: str) -> str:
        """The JSON text of an answer, with signed URLs of logos."""
        value = json.loads(answer)
        self.sign(value, "")
        return json.dumps(value, ensure_ascii=False)

    def sign(self, value: Any, domain: str) -> None:
        """Sign the URLs in an answer or a part of it. `domain` is that of the brand around it."""
        if isinstance(value, list):
            for item in value:
                self.sign(item, domain)
        elif isinstance(value, dict):
            domain = value["domain"] if isinstance(value.get("domain"), str) else domain
            for name, inner in value.items():
                if name in _URLS and isinstance(inner, str):
                    value[name] = self._signed(inner, domain)
                elif isinstance(inner, (dict, list)):
                    self.sign(inner, domain)

    def _signed(self, url: str, domain: str) -> str:
        if not url.startswith(f"{state.of().environment.image_base}/logo/{domain}?"):
            return url
        return f"{url}&token={signed_logo.make(self.digest, self.key_id, domain, time.time())}"


def of_request(operation: Operation | None = None) -> Signer | None:
    """The signer of the current call. None for a call with the console's session, and for operations without logos."""
    key = request.headers.get(auth.HEADER, "").strip(" \t")
    if not key or (operation is not None and operation.name not in _OPERATIONS):
        return None
    return Signer(auth.caller().key_id, digest_of(key))
