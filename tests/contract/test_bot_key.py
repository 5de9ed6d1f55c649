"""Signatures by which sites recognise the crawler, checked as a site checks them."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from contract.bot_key import BotKey

# The key of RFC 9421, appendix B.1.4, and the name that the draft's examples have for it.
SEED = base64.b64decode("n4Ni+HpISpVObnQMW0wOhCKROaIKqKtW/2ZYb2p9KcU=")
NAME = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"


@pytest.fixture
def key() -> BotKey:
    return BotKey(SEED, "https://bots.example.com")


def require_signed(key: BotKey, headers: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """The parameters of a signature that is right for these values of its components.

    Raises:
        InvalidSignature: it is not.
    """
    parameters = headers["Signature-Input"].removeprefix("sig1=")
    components = re.match(r"\(([^)]*)\)", parameters)
    assert components is not None
    names = components[1].split(" ")
    lines = [f"{name}: {values[name]}" for name in names] + [f'"@signature-params": {parameters}']
    [public] = key.directory()["keys"]
    signature = base64.b64decode(headers["Signature"].removeprefix("sig1=:").removesuffix(":"))
    Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(public["x"] + "=")).verify(
        signature, "\n".join(lines).encode()
    )
    return dict(part.partition("=")[::2] for part in parameters[components.end() + 1 :].split(";"))


def test_directory_has_the_public_key_only(key: BotKey) -> None:
    [public] = key.directory()["keys"]

    assert public == {
        "kty": "OKP", "crv": "Ed25519", "x": "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs", "kid": NAME, "use": "sig",
    }  # fmt: skip


def test_request_is_signed_for_one_host_and_some_minutes(key: BotKey) -> None:
    first, second = (key.request_headers("example.com:8080", 1_000) for _ in range(2))
    values = {'"@authority"': "example.com:8080", '"signature-agent";key="sig1"': '"https://bots.example.com"'}

    parameters = require_signed(key, first, values)

    assert first["Signature-Agent"] == 'sig1="https://bots.example.com"'
    assert (parameters["created"], parameters["expires"], parameters["keyid"]) == ("1000", "1300", f'"{NAME}"')
    assert (parameters["tag"], parameters["alg"]) == ('"web-bot-auth"', '"ed25519"')
    assert first["Signature"] != second["Signature"] and len(parameters["nonce"]) > 40
    with pytest.raises(InvalidSignature):
        require_signed(key, first, {**values, '"@authority"': "example.org"})


def test_directory_is_signed_as_the_answer_of_its_host(key: BotKey) -> None:
    parameters = require_signed(
        key, key.directory_headers("bots.example.com", 1), {'"@authority";req': "bots.example.com"}
    )

    assert parameters["tag"] == '"http-message-signatures-directory"'
