"""What `/.well-known/` has: whom to tell about security problems, and the public key of the crawler's signatures."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta
from functools import cache
from urllib.parse import urlsplit

from flask import Blueprint, Response

from api import state
from contract.bot_key import DIRECTORY_PATH, DIRECTORY_TYPE, BotKey
from contract.errors import NotFound

SECURITY_PATH = "/.well-known/security.txt"
# RFC 9116 recommends less than a year. The file is made for each request, so it is never out of date.
SECURITY_VALID = timedelta(days=180)
_CACHE_CONTROL = "public, max-age=3600"

blueprint = Blueprint("well_known", __name__)


@blueprint.get(SECURITY_PATH)
def security_txt() -> Response:
    """`security.txt` (RFC 9116), if the operator has set a contact."""
    environment = state.of().environment
    if not environment.security_contact:
        raise NotFound("The operator of this service has set no contact (ORBWEAVER_SECURITY_CONTACT).")
    expires = (datetime.now(UTC) + SECURITY_VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [f"Contact: {each}" for each in environment.security_contact]
    lines += [f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}", "Preferred-Languages: en"]
    if environment.base_url.startswith("https://"):  # The standard allows no other scheme here.
        lines.append(f"Canonical: {environment.base_url}{SECURITY_PATH}")
    return _answer("\n".join((*lines, "")), "text/plain; charset=utf-8")


@blueprint.get(DIRECTORY_PATH)
def signature_directory() -> Response:
    """The public key of Web Bot Auth, if the operator has set a key. The answer is signed for this service's own name."""
    environment = state.of().environment
    if environment.bot_key is None:
        raise NotFound("This service does not sign its fetches (ORBWEAVER_BOT_KEY).")
    key = _key(environment.bot_key, environment.base_url)
    response = _answer(json.dumps(key.directory()), DIRECTORY_TYPE)
    response.headers.update(key.directory_headers(urlsplit(environment.base_url).netloc.lower(), int(time.time())))
    # Its signature is valid for minutes.
    response.headers["Cache-Control"] = "public, max-age=60"
    return response


@cache
def _key(seed: bytes, base_url: str) -> BotKey:
    return BotKey(seed, base_url)


def _answer(text: str, content_type: str) -> Response:
    response = Response(text, content_type=content_type)
    response.headers.update({"Cache-Control": _CACHE_CONTROL, "X-Content-Type-Options": "nosniff"})
    return response
