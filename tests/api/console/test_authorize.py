"""OAuth: the page of consent, codes, tokens and what a program says about itself."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from sqlalchemy import Connection, Engine, func, select, text, update
from werkzeug.test import TestResponse

from api import state
from api.checks import auth
from api.oauth import client_document, tokens
from contract.addresses import Policy
from contract.errors import InvalidRequest, Unauthorized
from models.accounts import member, workspace
from models.accounts.oauth_code import OauthCode
from models.accounts.workspace import ACCESS, Key
from tests.api.console.conftest import Person
from tests.service import wait_until
from tests.sites.origin import self_signed
from tests.sites.site import Site

VERIFIER = "v" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
BACK = "https://assistant.example.com/callback?a=1"
MakePerson = Callable[..., Person]


@pytest.fixture
def client_id(site: Site) -> str:
    """The id of a program that describes itself at a loopback site."""
    url = site.url("/client.json")
    document = {
        "client_id": url, "client_name": "Helper\u202e <b>", "redirect_uris": [BACK, "http://127.0.0.1/back"],
        "token_endpoint_auth_method": "none",
    }  # fmt: skip
    site.put("/client.json", json.dumps(document), kind="application/json")
    return url


@pytest.fixture
def base_url(app: Flask) -> str:
    return str(app.extensions[state.KEY].environment.base_url)


def query(client_id: str, **more: str) -> dict[str, str]:
    return {
        "response_type": "code", "client_id": client_id, "redirect_uri": BACK, "state": "s t", "code_challenge": CHALLENGE,
        "code_challenge_method": "S256", **more,
    }  # fmt: skip


def allowed(person: Person, client_id: str, **more: str) -> TestResponse:
    fields = {"decision": "allow", "workspace_id": str(person.workspace_id), **query(client_id), **more}
    return person.post("/console/authorize", **fields)


def values_of(answer: TestResponse) -> dict[str, str]:
    """The query of the address that an answer leads to."""
    assert answer.status_code == 303 and answer.headers["Location"].startswith(
        "https://assistant.example.com/callback?a=1&"
    )
    return {name: value for name, [value] in parse_qs(urlsplit(answer.headers["Location"]).query).items()}


def exchanged(app: Flask, program: str, code: str, **more: str) -> TestResponse:
    fields = {
        "grant_type": "authorization_code", "client_id": program, "redirect_uri": BACK, "code": code, "code_verifier": VERIFIER,
    }  # fmt: skip
    return app.test_client().post("/oauth/token", data={**fields, **more})


def identified(app: Flask, token: str, *, is_mcp: bool) -> Any:
    with app.test_request_context():
        return auth.identify(token, "10.9.9.9", is_mcp=is_mcp)


def remove(connection: Connection, person: Person) -> None:
    member.remove(connection, person.workspace_id, person.email, "operator")


def lose_confirmation(connection: Connection, person: Person) -> None:
    """The address of an account turns out to be another person's, who joins the same workspace at once."""
    member.leave(connection, person.email)
    member.join(connection, person.workspace_id, person.email)


def is_waiting_for_lock(database: Engine) -> bool:
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with database.connect() as connection:
        return bool(connection.execute(waiting).scalar_one())


def test_program_gets_a_token_for_the_mcp_interface_after_consent(
    app: Flask, owner: Person, client_id: str, base_url: str
) -> None:
    page = owner.get(
        f"/console/authorize?{urlencode(query(client_id, resource=f'{base_url}/mcp', scope='web:scrape'))}"
    )
    text = unescape(page.text)
    assert page.status_code == 200 and "calls itself “Helper <b>”" in text and urlsplit(client_id).netloc in text
    assert "form-action 'self' https://assistant.example.com;" in page.headers["Content-Security-Policy"] + ";"
    assert "<b>" not in page.text

    back = values_of(allowed(owner, client_id))
    answer = exchanged(app, client_id, back["code"], resource=f"{base_url}/mcp")
    token = answer.get_json()

    assert (back["state"], back["iss"], back["a"]) == ("s t", base_url, "1")
    assert answer.headers["Cache-Control"] == "no-store" and answer.status_code == 200
    assert token["token_type"] == "Bearer" and token["expires_in"] == 30 * 86_400 and token["scope"] == "web:scrape"
    assert identified(app, token["access_token"], is_mcp=True).workspace_id == owner.workspace_id
    with pytest.raises(Unauthorized, match="MCP interface only"):
        identified(app, token["access_token"], is_mcp=False)
    with app.test_request_context(), pytest.raises(Unauthorized, match="MCP interface only"):
        auth.find(token["access_token"], "10.9.9.9")  # As logos are served.
    assert exchanged(app, client_id, back["code"]).get_json()["error"] == "invalid_grant"  # A code is used once.
    assert "Helper" in owner.get("…/keys").text

    assert app.test_client().post("/oauth/revoke", data={"token": token["access_token"]}).status_code == 200
    with pytest.raises(Unauthorized):
        identified(app, token["access_token"], is_mcp=True)


@pytest.mark.parametrize(
    "more",
    [
        {"code_verifier": "w" * 50},
        {"code_verifier": "v"},
        {"redirect_uri": "https://assistant.example.com/other"},
        {"client_id": "https://other.example.com/c"},
        {"code": "x"},
    ],
)
def test_code_of_another_program_gives_nothing_and_is_used_up(
    app: Flask, owner: Person, client_id: str, more: dict[str, str]
) -> None:
    code = values_of(allowed(owner, client_id))["code"]

    answer = exchanged(
        app, client_id, more.get("code", code), **{name: each for name, each in more.items() if name != "code"}
    )

    assert answer.status_code == 400 and answer.get_json()["error"] == "invalid_grant"
    assert "code" in more or exchanged(app, client_id, code).status_code == 400


def test_late_code_and_left_workspace_give_nothing(
    app: Flask, make_person: MakePerson, client_id: str, database: Engine
) -> None:
    person = make_person("admin")
    late = values_of(allowed(person, client_id))["code"]
    with database.begin() as connection:
        age = update(OauthCode).values({OauthCode.expires_at: func.now() - timedelta(seconds=1)})
        connection.execute(age.where(OauthCode.email == person.email))
    assert exchanged(app, client_id, late).get_json()["error"] == "invalid_grant"
    left = values_of(allowed(person, client_id))["code"]
    with database.begin() as connection:
        member.remove(connection, person.workspace_id, person.email, "operator")

    assert exchanged(app, client_id, left).get_json()["error"] == "invalid_grant"


def test_code_of_a_suspended_workspace_gives_nothing(
    app: Flask, owner: Person, client_id: str, database: Engine
) -> None:
    code = values_of(allowed(owner, client_id))["code"]
    with database.begin() as connection:
        workspace.set_suspended(connection, owner.workspace_id, True)

    assert "suspended" in exchanged(app, client_id, code).get_json()["error_description"]


@pytest.mark.parametrize("end", [remove, lose_confirmation])
def test_tokens_of_a_person_end_with_the_membership(
    app: Flask, owner: Person, make_person: MakePerson, client_id: str, database: Engine, end: Callable[..., None]
) -> None:
    person, other = make_person("admin", account=owner.account), make_person("member")
    given = [exchanged(app, client_id, values_of(allowed(each, client_id))["code"]) for each in (person, owner, other)]
    own, colleague, elsewhere = (answer.get_json()["access_token"] for answer in given)
    open_code = values_of(allowed(person, client_id))["code"]
    for token in (own, colleague, elsewhere):
        assert identified(app, token, is_mcp=True)

    with database.begin() as connection:
        end(connection, person)
        member.add(connection, person.workspace_id, f"new-{person.email}", "member", "operator")

    with pytest.raises(Unauthorized):
        identified(app, own, is_mcp=True)
    assert exchanged(app, client_id, open_code).get_json()["error"] == "invalid_grant"
    assert identified(app, colleague, is_mcp=True).workspace_id == owner.workspace_id
    assert identified(app, elsewhere, is_mcp=True).workspace_id == other.workspace_id
    assert identified(app, owner.account.key, is_mcp=True)  # A key belongs to the workspace.


def test_member_who_is_removed_while_a_code_is_exchanged_gets_no_token(
    app: Flask, owner: Person, make_person: MakePerson, client_id: str, database: Engine
) -> None:
    person = make_person("member", account=owner.account)
    code = values_of(allowed(person, client_id))["code"]

    with ThreadPoolExecutor(1) as pool:
        with database.begin() as connection:
            workspace.require(connection, person.workspace_id, lock=True)
            answer = pool.submit(exchanged, app, client_id, code)
            wait_until(lambda: is_waiting_for_lock(database), seconds=20, what="the exchange waits for the workspace")
            member.remove(connection, person.workspace_id, person.email, "operator")

        assert answer.result(30).get_json()["error"] == "invalid_grant"


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"resource": "https://elsewhere.example.com/mcp"}, "invalid_target"),
        ({"scope": "everything"}, "invalid_scope"),
        ({"decision": "deny"}, "access_denied"),
    ],
)
def test_refusals_are_reported_to_the_program(owner: Person, client_id: str, more: dict[str, str], error: str) -> None:
    back = values_of(allowed(owner, client_id, **more))

    assert back["error"] == error and back["state"] == "s t" and "code" not in back


@pytest.mark.parametrize("more", [{"response_type": "token"}, {"scope": "everything"}])
def test_link_with_an_invalid_request_sends_nobody_on(owner: Person, client_id: str, more: dict[str, str]) -> None:
    answer = owner.get(f"/console/authorize?{urlencode(query(client_id, **more))}")

    assert answer.status_code == 400 and "Location" not in answer.headers and "<form" not in answer.text
    text = unescape(answer.text)
    assert f'href="{BACK}&error=' in text and "state=s+t" in text and urlsplit(client_id).netloc in text


def test_repeated_commit_makes_one_token(
    app: Flask, owner: Person, client_id: str, database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost when the token is committed, so the transaction runs again."""
    original = tokens.database.transact

    def repeated(work: Callable[[Any], Any]) -> Any:
        first = original(work)
        if isinstance(first, str):
            original(work)
        return first

    counted = select(func.count()).where(Key.workspace_id == owner.workspace_id, Key.kind == ACCESS)
    with database.connect() as connection:
        tokens_before = connection.execute(counted).scalar_one()
    code = values_of(allowed(owner, client_id))["code"]
    monkeypatch.setattr(tokens.database, "transact", repeated)

    assert exchanged(app, client_id, code).status_code == 200
    with database.connect() as connection:
        tokens_after = connection.execute(counted).scalar_one()
    assert tokens_after == tokens_before + 1


@pytest.mark.parametrize(
    "redirect_uri",
    [
        "https://evil.example.com/", "https://assistant.example.com/callback", "javascript:alert(1)", f"{BACK}#x", "//evil.com", "",
        "http://assistant.example.com/callback?a=1", "https://assistant.example.com@evil.example.com/callback?a=1",
        "http://127.0.0.1@evil.example.com/back", "http://127.0.0.1:99/other",
    ],
)  # fmt: skip
def test_person_is_sent_to_named_addresses_only(owner: Person, client_id: str, redirect_uri: str) -> None:
    for answer in (
        owner.get(f"/console/authorize?{urlencode(query(client_id, redirect_uri=redirect_uri))}"),
        allowed(owner, client_id, redirect_uri=redirect_uri),
    ):
        assert answer.status_code == 400 and "Location" not in answer.headers and "redirect_uri" in answer.text


def test_port_of_a_program_on_the_own_machine_may_differ(owner: Person, client_id: str) -> None:
    answer = allowed(owner, client_id, redirect_uri="http://127.0.0.1:45678/back")

    assert answer.status_code == 303 and answer.headers["Location"].startswith("http://127.0.0.1:45678/back?code=")


def test_consent_needs_a_session_a_form_of_our_own_and_a_workspace_of_the_person(
    make_person: MakePerson, owner: Person, client_id: str
) -> None:
    stranger = make_person(signed_in=False)
    asked = stranger.get(f"/console/authorize?{urlencode(query(client_id))}")
    assert asked.status_code == 303 and "/console/sign-in?next=" in asked.headers["Location"]
    signed_in = stranger.post(
        "/console/sign-in", email=stranger.email, password="correct horse battery",
        next=parse_qs(urlsplit(asked.headers["Location"]).query)["next"][0],
    )  # fmt: skip
    assert signed_in.headers["Location"].startswith("/console/authorize?response_type=code&client_id=http")

    assert allowed(owner, client_id, workspace_id=str(stranger.workspace_id)).status_code == 400
    fields = {**query(client_id), "decision": "allow", "workspace_id": str(owner.workspace_id)}
    assert owner.client.post("/console/authorize", data={"csrf_token": "x", **fields}).status_code == 403


def test_discovery_leads_from_the_interface_to_the_endpoints(app: Flask, base_url: str) -> None:
    client = app.test_client()
    resource = client.get("/.well-known/oauth-protected-resource/mcp").get_json()
    server = client.get("/.well-known/oauth-authorization-server").get_json()

    assert resource["resource"] == f"{base_url}/mcp" and resource["authorization_servers"] == [server["issuer"]] == [
        base_url
    ]
    assert server["authorization_endpoint"] == f"{base_url}/console/authorize"
    assert server["code_challenge_methods_supported"] == ["S256"] and server["client_id_metadata_document_supported"]


# What a program says about itself.

LOOPBACK = Policy()


@pytest.fixture
def document(site: Site) -> Iterator[Callable[..., str]]:
    def put(**values: Any) -> str:
        url = site.url("/c.json")
        site.put("/c.json", json.dumps({"client_id": url, "redirect_uris": [BACK], **values}), kind="application/json")
        return url

    yield put


@pytest.mark.parametrize(
    "values",
    [
        {"client_id": "https://other.example.com/c"}, {"redirect_uris": []}, {"redirect_uris": "x"}, {"client_secret": "s"},
        {"token_endpoint_auth_method": "private_key_jwt"}, {"client_name": "x" * 30_000}, {"redirect_uris": [BACK] * 51},
    ],
)  # fmt: skip
def test_documents_that_do_not_fit_are_refused(
    document: Callable[..., str], isolated: Any, values: dict[str, Any]
) -> None:
    with pytest.raises(InvalidRequest, match="client_id"):
        client_document.read(document(**values), Policy(isolated.allowed_networks))


@pytest.mark.parametrize(
    "client_id",
    [
        "", "x", "http://example.com/c", "https://example.com", "https://example.com/", "https://example.com/a/../c",
        "https://u@example.com/c", "https://example.com/c#x", "https://10.0.0.1/c", "https://0x7f.1/c", "https://[::1]/c",
        "https://example.com:25/c", "https://example.com;x/c",
        "https://example.com/c\r\nX: y", "file:///etc/passwd", "https://" + "a" * 1_000 + ".com/c",
    ],
)  # fmt: skip
def test_only_public_https_addresses_are_ids(client_id: str) -> None:
    with pytest.raises(InvalidRequest, match="client_id"):
        client_document.read(client_id, Policy())


def test_addresses_are_checked_before_the_socket_opens_and_redirects_are_not_followed(
    site: Site, isolated: Any
) -> None:
    site.page("/c.json")
    site.redirect("/r.json", "/c.json")

    with pytest.raises(InvalidRequest):
        client_document.read(site.url("/c.json").replace("127.0.0.1", "localhost"), Policy())
    assert not site.seen("/c.json")
    with pytest.raises(InvalidRequest):
        client_document.read(site.url("/r.json"), Policy(isolated.allowed_networks))
    assert not site.seen("/c.json")


@pytest.mark.parametrize(
    ("url", "is_good"),
    [
        ("https://a-b.example.com/back", True), ("https://a.example:8443/back", True), ("https://[2001:db8::1]/back", True),
        ("http://[::1]:99/back", True), ("https://a.example;script-src 'unsafe-inline'/back", False),
        ("https://a.example;script-src/back", False), ("https://a,b.example/back", False), ("https://*.example/back", False),
        ("https://a.example'/back", False), ("https://a_b.example/back", False), ("https://[::1]x.example/back", False),
        ("https://[v1.x;y]/back", False), ("https:///back", False),
    ],
)  # fmt: skip
def test_return_address_cannot_change_the_policy_of_the_page(url: str, is_good: bool) -> None:
    assert client_document.is_redirect(url) is is_good


Serve = Callable[[socket.socket], None]


@contextmanager
def serving(serve: Serve) -> Iterator[int]:
    """The port of a server for one connection."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        connection, _ = listener.accept()
        with connection:
            serve(connection)

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        thread.join(30)
        listener.close()


def test_server_that_sends_byte_by_byte_ends_over_tls(
    isolated: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its document would be valid at its end, after all pauses."""
    context = self_signed(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    urls: list[str] = []
    pauses = [0.0]

    def serve(connection: socket.socket) -> None:
        document = json.dumps({"client_id": urls[0], "redirect_uris": [BACK]}).encode()
        with context.wrap_socket(connection, server_side=True) as encrypted:
            encrypted.recv(10_000)
            try:
                encrypted.send(b"HTTP/1.1 200 OK\r\n\r\n")
                for _ in range(40):
                    time.sleep(pauses[0])
                    encrypted.send(b" ")
                encrypted.send(document)
                encrypted.unwrap()
            except OSError:
                return  # The reader has gone.

    def read() -> client_document.Client:
        urls[:] = []
        with serving(serve) as port:
            urls.append(f"https://127.0.0.1:{port}/c.json")
            return client_document.read(urls[0], Policy(isolated.allowed_networks))

    monkeypatch.setattr(client_document, "FETCH_SECONDS", 20.0)
    assert read().redirect_uris == (BACK,)
    pauses[0] = 0.05
    monkeypatch.setattr(client_document, "FETCH_SECONDS", 0.5)
    with pytest.raises(InvalidRequest, match="does not answer"):
        read()


def test_look_up_of_the_name_counts_to_the_time(
    document: Callable[..., str], isolated: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, released = socket.getaddrinfo, threading.Event()

    def slow(*given: Any, **more: Any) -> Any:
        released.wait(10)
        return known(*given, **more)

    url = document()
    monkeypatch.setattr(client_document, "FETCH_SECONDS", 0.3)
    monkeypatch.setattr(socket, "getaddrinfo", slow)

    with pytest.raises(InvalidRequest, match="does not answer"):
        client_document.read(url, Policy(isolated.allowed_networks))
    released.set()
