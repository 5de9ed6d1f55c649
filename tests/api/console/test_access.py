"""Who sees which page: sessions, roles, forms, headers."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask, redirect
from sqlalchemy import Engine, func, update

from api import ratelimit
from api.app import create_app
from api.console import pages
from api.console.views.entrance import sign_in
from contract.environment import Environment
from models.accounts import console_session, member, person, workspace
from models.accounts.audit import OPERATOR
from models.accounts.console_session import ConsoleSession
from models.accounts.token import digest_of
from tests.api.console.conftest import PASSWORD, MakePerson, Person

OVERVIEW = "…/"


def test_sign_in_shows_the_first_workspace(make_person: MakePerson) -> None:
    person = make_person(signed_in=False)
    assert person.get(OVERVIEW).headers["Location"].startswith("/console/sign-in?next=%2Fconsole%2F")

    answer = person.post("/console/sign-in", email=f" {person.email.upper()} ", password=PASSWORD)

    assert answer.status_code == 303 and answer.headers["Location"] == "/console"
    cookie = next(
        value for value in answer.headers.getlist("Set-Cookie") if value.startswith("orbweaver_session_8000=")
    )
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert person.get("/console").headers["Location"] == f"/console/{person.workspace_id}/"
    assert person.get(OVERVIEW).status_code == 200


def test_failed_sign_ins_have_one_answer_and_are_limited(make_person: MakePerson) -> None:
    person = make_person(signed_in=False)

    def attempt(email: str, password: str) -> tuple[int, str]:
        answer = person.post("/console/sign-in", email=email, password=password)
        return answer.status_code, answer.text.replace(email, "")

    answers = {
        attempt(email, password)
        for email, password in (
            (person.email, "wrong"), (person.email, ""), ("unknown@a.com", PASSWORD), ("nonsense", PASSWORD), ("", ""),
        )
    }  # fmt: skip
    assert len(answers) == 1 and next(iter(answers))[0] == 400

    statuses = [attempt(person.email, "wrong")[0] for _ in range(9)]
    assert statuses[-1] == 429 and person.sign_in().status_code == 429


def test_attempts_of_another_address_do_not_lock_a_person_out(make_person: MakePerson) -> None:
    victim, attacker = make_person(signed_in=False), make_person(signed_in=False)
    for _ in range(ratelimit.SIGN_INS_PER_EMAIL_AND_ADDRESS + 1):
        attacker.post("/console/sign-in", email=victim.email, password="wrong")

    assert victim.sign_in().status_code == 303


def test_right_sign_ins_are_not_attempts_and_a_refusal_says_when(make_person: MakePerson) -> None:
    person = make_person(signed_in=False)
    assert {person.sign_in().status_code for _ in range(ratelimit.SIGN_INS_PER_EMAIL_AND_ADDRESS + 2)} == {303}

    for _ in range(ratelimit.SIGN_INS_PER_EMAIL_AND_ADDRESS + 1):
        answer = person.sign_in("wrong")

    assert answer.status_code == 429 and re.search(r"Try again in (a minute|\d+ (minutes|seconds))\.", answer.text)
    assert 0 < int(answer.headers["Retry-After"]) <= ratelimit.SIGN_IN_WINDOW_SECONDS


def test_strangers_cannot_lock_a_person_out_of_a_network_with_a_session(
    make_person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home, abroad = make_person(), make_person(signed_in=False)
    monkeypatch.setattr(ratelimit, "SIGN_INS_PER_EMAIL", 0)

    assert at_home.sign_in().status_code == 303
    assert abroad.post("/console/sign-in", email=at_home.email, password=PASSWORD).status_code == 429


def test_locked_out_person_recovers_with_a_link(
    make_person: MakePerson, database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, abroad = make_person(), make_person(signed_in=False)
    monkeypatch.setattr(ratelimit, "SIGN_INS_PER_EMAIL", 0)
    with database.begin() as connection:
        token = person.create_link(connection, owner.email).token

    assert abroad.sign_in().status_code == 429
    assert owner.post("/console/account/password", current="wrong", password=PASSWORD).status_code == 400
    recovered = owner.post("/console/password", token=token, password="yet another password")
    assert "password-set" in recovered.headers["Location"]


def test_sign_in_that_overlaps_a_new_password_starts_no_session(app: Flask, make_person: MakePerson) -> None:
    person = make_person(signed_in=False)

    with app.test_request_context("/console/sign-in", method="POST"):
        answer = sign_in.enter(person.email, "the hash of the former password", redirect("/console", 303))

    assert answer.status_code == 400 and "Set-Cookie" not in answer.headers


def test_form_cookie_belongs_to_this_host_alone_with_https(isolated: Environment) -> None:
    app = create_app(replace(isolated, base_url="https://a.test"))
    client = app.test_client()

    page = client.get("/console/sign-in", base_url="https://a.test")

    [cookie] = page.headers.getlist("Set-Cookie")
    name, *parts = cookie.split("; ")
    assert name.startswith("__Host-orbweaver_form=") and {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} == set(parts)
    token = name.partition("=")[2]
    for sent, status in ((token, 303), ("x", 403)):
        fields = {"csrf_token": sent, "theme": "dark"}
        assert client.post("/console/theme", data=fields, base_url="https://a.test").status_code == status


@pytest.mark.parametrize("target", ["//evil.com", "https://evil.com", "/console\\evil", "/console@evil", "/v1/account"])
def test_sign_in_goes_to_no_other_site(make_person: MakePerson, target: str) -> None:
    person = make_person(signed_in=False)

    answer = person.post("/console/sign-in", email=person.email, password=PASSWORD, next=target)

    assert answer.headers["Location"] == "/console"


def test_sign_out_ends_the_session_also_for_a_copied_cookie(owner: Person) -> None:
    cookie = owner.client.get_cookie("orbweaver_session_8000")
    assert cookie is not None

    assert owner.post("/console/sign-out").status_code == 303

    owner.client.set_cookie("orbweaver_session_8000", cookie.value)
    assert owner.get(OVERVIEW).status_code == 303


@pytest.mark.parametrize("column", ["last_used_at", "created_at"])
def test_session_expires(owner: Person, database: Engine, column: str) -> None:
    longest = console_session.IDLE_MAX if column == "last_used_at" else console_session.AGE_MAX

    def age(by: timedelta) -> None:
        with database.begin() as connection:
            values = {getattr(ConsoleSession, column): func.now() - by}
            mine = ConsoleSession.digest == digest_of(cookie.value)
            connection.execute(update(ConsoleSession).where(mine).values(values))

    cookie = owner.client.get_cookie("orbweaver_session_8000")
    assert cookie is not None
    age(longest - timedelta(hours=1))
    assert owner.get(OVERVIEW).status_code == 200
    age(longest)
    assert owner.get(OVERVIEW).status_code == 303


def test_removed_member_is_out_at_once(make_person: MakePerson, database: Engine) -> None:
    owner = make_person()
    removed = make_person("member", account=owner.account)
    assert removed.get(OVERVIEW).status_code == 200 and removed.rest("GET", "/v1/account").status_code == 200

    with database.begin() as connection:
        member.remove(connection, owner.workspace_id, removed.email, OPERATOR)

    assert removed.get(OVERVIEW).status_code == 404 and removed.rest("GET", "/v1/account").status_code == 401
    assert owner.email not in removed.get(OVERVIEW).text


def test_pages_of_another_workspace_and_unknown_pages_are_missing(owner: Person, make_person: MakePerson) -> None:
    other = make_person()

    for path in (
        f"/console/{other.workspace_id}/", "/console/nothing", "…/nothing",
        "/console/01a20152-ee47-7528-8310-e1d879767973/", "/console/nothing/../..",
    ):  # fmt: skip
        answer = owner.get(path)
        assert answer.status_code == 404 and answer.mimetype == "text/html", path
        assert str(other.account.key) not in answer.text and other.email not in answer.text


@pytest.mark.parametrize(
    ("headers", "token", "status"),
    [
        ({}, True, 303),
        ({}, False, 403),
        ({"Origin": "http://localhost"}, True, 303),
        ({"Origin": "http://127.0.0.1:8000"}, True, 303),
        ({"Origin": "https://evil.com"}, True, 403),
        ({"Origin": "null"}, True, 403),
        ({"Origin": "http://["}, True, 403),
        ({"Referer": "http://["}, True, 303),
        ({"Sec-Fetch-Site": "cross-site"}, True, 403),
        ({"Sec-Fetch-Site": "same-site"}, True, 403),
    ],
)
def test_forms_of_other_sites_are_rejected(owner: Person, headers: dict[str, str], token: bool, status: int) -> None:
    fields = {} if token else {"csrf_token": "x"}

    answer = owner.post("/console/theme", headers, theme="dark", **fields)

    assert answer.status_code == status and ("orbweaver_theme_8000" in str(answer.headers)) is (status == 303)


def test_form_of_another_session_is_rejected(owner: Person, make_person: MakePerson) -> None:
    other = make_person()

    assert owner.post("/console/theme", csrf_token=other.csrf_token()).status_code == 403
    assert make_person(signed_in=False).post("/console/sign-in", csrf_token="").status_code == 403


@pytest.mark.parametrize("path", ["/console/sign-in", "…/", "/console/nothing", "/"])
def test_pages_carry_their_headers(owner: Person, path: str) -> None:
    answer = owner.get(path)

    for name, value in pages.HEADERS.items():
        if name != "Cache-Control" or path != "/":
            assert answer.headers[name] == value
    assert answer.headers["X-Request-Id"]
    assert " style=" not in answer.text and "<script>" not in answer.text and " onclick" not in answer.text


def test_session_is_a_credential_of_the_rest_api(owner: Person, make_person: MakePerson, database: Engine) -> None:
    other = make_person()
    unknown = "01a20152-ee47-7528-8310-e1d879767973"

    answer = owner.rest("GET", "/v1/account")

    assert answer.status_code == 200 and answer.json["data"]["workspaceId"] == str(owner.workspace_id)
    assert answer.headers["RateLimit-Policy"].startswith('"status"')
    for headers in (
        {"X_CSRF_Token": "x"}, {"X_CSRF_Token": ""}, {"X_CSRF_Token": other.csrf_token()}, {"X_Workspace": ""},
        {"X_Workspace": str(other.workspace_id)}, {"X_Workspace": unknown}, {"X_Workspace": "x"},
        {"X_API_Key": "ow_sk_" + "a" * 43},
    ):  # fmt: skip
        assert owner.rest("GET", "/v1/account", **headers).status_code == 401, headers
    with database.begin() as connection:
        workspace.set_suspended(connection, owner.workspace_id, True)
    assert owner.rest("GET", "/v1/account").json["code"] == "WORKSPACE_BANNED"
    assert "suspended" in owner.get(OVERVIEW).text


def test_session_calls_need_the_cookie(owner: Person, make_person: MakePerson) -> None:
    stranger = make_person(signed_in=False)

    headers = {"X-Workspace": str(owner.workspace_id), "X-CSRF-Token": owner.csrf_token()}

    assert stranger.client.get("/v1/account", headers=headers).status_code == 401
    stranger.client.set_cookie("orbweaver_session_8000", "a" * 43)
    assert stranger.client.get("/v1/account", headers=headers).status_code == 401


def test_pages_show_no_secret(owner: Person) -> None:
    cookie = owner.client.get_cookie("orbweaver_session_8000")
    assert cookie is not None

    text = owner.get(OVERVIEW).text + owner.get("/console/sign-in").text

    assert owner.account.key not in text and cookie.value not in text and "whsec_" not in text


def test_chosen_theme_is_in_the_page(owner: Person) -> None:
    assert 'data-theme="system"' in owner.get(OVERVIEW).text

    owner.post("/console/theme", {"Referer": "http://localhost/console/x?y=1"}, theme="dark")

    assert 'data-theme="dark"' in owner.get(OVERVIEW).text
    owner.post("/console/theme", theme="<script>")
    assert 'data-theme="dark"' in owner.get(OVERVIEW).text
