"""`orbweaver member` on a running service."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import Account
from tests.orbweaver.command_output import Run, failed


def test_team_from_invitation_to_removal(of_service: Run, account: Account) -> None:
    team = ("--workspace", str(account.workspace_id))

    def run(*arguments: str) -> dict[str, Any]:
        ran = of_service("member", *arguments, "--json")
        assert ran.returncode == 0, ran.stderr
        answer: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
        return answer

    invited = run("invite", "Owner@A.com", *team, "--role", "owner")
    assert invited["link"].endswith(f"/console/join#token={invited['token']}")
    run("accept", invited["token"], "owner@a.com")
    assert "/console/password#token=" in run("password", "owner@a.com")["link"]
    assert run("operator", "owner@a.com")["isOperator"] is True
    assert run("operator", "owner@a.com", "--revoke")["isOperator"] is False
    run("revoke", run("invite", *team)["id"], "--as", "owner@a.com")
    assert run("list", *team)["invitations"] == []
    asked = run("request", "new@a.com", *team)
    assert "/console/join#token=" in run("approve", asked["id"], "--as", "owner@a.com")["link"]
    run("role", "new@a.com", "admin", *team, "--as", "owner@a.com")
    assert [(row["email"], row["role"]) for row in run("list", *team)["members"]] == [
        ("owner@a.com", "owner"), ("new@a.com", "admin"),
    ]  # fmt: skip
    code, _ = failed(of_service("member", "remove", "owner@a.com", *team, "--as", "new@a.com", "--json"))
    assert code == "FORBIDDEN"
    run("remove", "new@a.com", *team)
    actions = [row["action"] for row in run("audit", *team)["entries"]]
    assert actions[:2] == ["member.removed", "member.role_changed"]


@pytest.mark.parametrize("email", ["nobody", "a b@c.com", "a@b", "x" * 300 + "@a.com", "a\n@b.com"])
def test_bad_address_is_named(orbweaver: Run, email: str) -> None:
    unknown = "01a20152-ee47-7528-8310-e1d879767973"

    code, message = failed(orbweaver("member", "request", email, "--workspace", unknown, "--json"))

    assert code == "VALIDATION_ERROR" and message.startswith("email: must be an e-mail address")
