"""Signatures by which sites recognise this crawler: Web Bot Auth, HTTP message signatures (RFC 9421) with Ed25519."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

DIRECTORY_PATH = "/.well-known/http-message-signatures-directory"
DIRECTORY_TYPE = "application/http-message-signatures-directory+json"
# How long a signature is valid.
VALID_SECONDS = 300
_LABEL = "sig1"
_REQUEST_TAG, _DIRECTORY_TAG = "web-bot-auth", "http-message-signatures-directory"


class BotKey:
    """The operator's key.

    Args:
        seed: the 32 bytes of the private key.
        agent: the public address of this service, below which `DIRECTORY_PATH` has the public key.
    """

    def __init__(self, seed: bytes, agent: str) -> None:
        # Imported here: few installations have a key.
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self._agent = agent
        public = {"crv": "Ed25519", "kty": "OKP", "x": _base64url(self._key.public_key().public_bytes_raw())}
        # The thumbprint of RFC 7638: these members, in this order, without spaces.
        digest = hashlib.sha256(json.dumps(public, separators=(",", ":")).encode()).digest()
        self._id = _base64url(digest)
        self._public = public

    def directory(self) -> dict[str, Any]:
        """The public key as a JSON Web Key Set."""
        return {"keys": [{**self._public, "kid": self._id, "use": "sig"}]}

    def request_headers(self, authority: str, now: int) -> dict[str, str]:
        """The headers that sign a request to a host. They are valid for that host only.

        Args:
            authority: host and port of the URL, in lower case, without the default port.
            now: seconds since 1970.
        """
        agent = f'"{self._agent}"'
        components = {'"@authority"': authority, f'"signature-agent";key="{_LABEL}"': agent}
        return {"Signature-Agent": f"{_LABEL}={agent}", **self._signed(components, now, _REQUEST_TAG)}

    def directory_headers(self, authority: str, now: int) -> dict[str, str]:
        """The headers that sign the directory as the answer of a host, so that no other host can copy it."""
        return self._signed({'"@authority";req': authority}, now, _DIRECTORY_TAG)

    def _signed(self, components: Mapping[str, str], now: int, tag: str) -> dict[str, str]:
        nonce = base64.b64encode(secrets.token_bytes(32)).decode()
        parameters = (
            f'({" ".join(components)});created={now};keyid="{self._id}";alg="ed25519";expires={now + VALID_SECONDS}'
            f';nonce="{nonce}";tag="{tag}"'
        )
        lines = [f"{name}: {value}" for name, value in (*components.items(), ('"@signature-params"', parameters))]
        signature = base64.b64encode(self._key.sign("\n".join(lines).encode())).decode()
        return {"Signature-Input": f"{_LABEL}={parameters}", "Signature": f"{_LABEL}=:{signature}:"}


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
