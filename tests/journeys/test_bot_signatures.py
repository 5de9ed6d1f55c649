"""Web Bot Auth on the wire: what a site receives is checked by the directory that the service serves, as RFC 9421 says."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import requests
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from contract.environment import Environment
from models import session
from models.accounts import credits, workspace
from tests.conftest import with_own_database
from tests.contract.test_bot_key import SEED
from tests.service import Client, Prepared, Service, environ_of
from tests.sites.site import Site

FIELDS = ("Signature", "Signature-Input", "Signature-Agent")


@pytest.fixture(scope="module")
def client(environment: Environment, data_dir: Path, prepared_service: Prepared) -> Iterator[Client]:
    """A client of a service that signs its fetches."""
    own = replace(with_own_database(environment, "signing"), given_redis_url=f"{environment.redis_url}?db=9")
    environ = environ_of(own, ORBWEAVER_BOT_KEY=base64.b64encode(SEED).decode())
    made = Service(environ, data_dir / "signing", prepared_service)
    database = session.create(own.database_url)
    with database.begin() as connection:
        me = workspace.create(connection, "signing")
        credits.grant(connection, me, 100, key=f"first:{me}")
        key = workspace.create_key(connection, me).key
    database.dispose()
    try:
        made.start_worker()
        made.start_api()
        made.wait_until_ready()
        yield Client(made.base_url, key)
    finally:
        made.stop()


def verify(headers: Mapping[str, str], authority: str, keys: list[dict[str, str]]) -> dict[str, str]:
    """The parameters of a signature over a request to a host.

    Raises:
        InvalidSignature: the key that it names has not signed this.
    """
    label, _, parameters = headers["signature-input"].partition("=")
    listed = re.match(r"\((.*?)\)", parameters)
    assert listed is not None
    # A member of the dictionary Signature-Agent is covered, as its key in the component says.
    known = {
        '"@authority"': authority,
        f'"signature-agent";key="{label}"': headers["signature-agent"].partition("=")[2],
    }
    named = dict(re.findall(r';(\w+)="?([^";]*)', parameters[listed.end() :]))
    [public] = [each["x"] for each in keys if each["kid"] == named["keyid"]]
    lines = [f"{component}: {known[component]}" for component in listed[1].split(" ")]
    signed = "\n".join([*lines, f'"@signature-params": {parameters}']).encode()
    signature = base64.b64decode(headers["signature"].removeprefix(f"{label}=:").removesuffix(":"))
    Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(f"{public}==")).verify(signature, signed)
    return named


def test_each_hop_is_signed_for_its_host(client: Client, site: Site) -> None:
    async def redirect(_: Any) -> web.StreamResponse:
        raise web.HTTPFound(f"http://localhost:{site.port}/a")

    site.on("/moved", redirect)
    site.page("/a")

    assert client.scrape(site.url("/moved"))["finalUrl"] == f"http://localhost:{site.port}/a"

    keys = requests.get(f"{client.base_url}/.well-known/http-message-signatures-directory", timeout=30).json()["keys"]
    moved, page = site.visits
    for visit, host, other in ((moved, "127.0.0.1", "localhost"), (page, "localhost", "127.0.0.1")):
        named = verify(visit.headers, f"{host}:{site.port}", keys)
        assert named["tag"] == "web-bot-auth" and int(named["expires"]) - int(named["created"]) == 300
        with pytest.raises(InvalidSignature):
            verify(visit.headers, f"{other}:{site.port}", keys)
    assert moved.headers["signature"] != page.headers["signature"]


def test_what_a_caller_sends_is_never_signed(client: Client, site: Site) -> None:
    site.page("/a")

    client.scrape(site.url("/a"), headers={"X-Own": "1"})
    client.scrape(site.url("/a"), method="POST", body="a=1")

    assert len(site.visits) == 2 and site.visits[0].headers["x-own"] == "1"
    assert not {name.lower() for name in FIELDS} & {name for visit in site.visits for name in visit.headers}
