"""The code in the guides works."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook

from api.guide.pages import FOLDER

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = json.dumps({"type": "crawl.completed", "data": {"name": "Müller"}}, ensure_ascii=False).encode()


def code(page: str, language: str, containing: str) -> str:
    """The first block of code in a language that contains a text."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", (FOLDER / page).read_text(encoding="utf-8"), re.M | re.S)
    return next(str(block) for block in blocks if containing in block)


@pytest.fixture
def headers() -> dict[str, str]:
    """The headers of a callback that was sent now."""
    now = datetime.now(UTC)
    signature = Webhook(SECRET).sign("msg_1", now, BODY.decode())
    return {"webhook-id": "msg_1", "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signature}


def test_webhook_is_verified_in_python(headers: dict[str, str]) -> None:
    names: dict[str, Any] = {}
    exec(code("interface/webhooks.md", "python", "def is_genuine"), names)
    is_genuine: Callable[..., bool] = names["is_genuine"]

    assert is_genuine(SECRET, headers, BODY)
    assert is_genuine(SECRET, {**headers, "webhook-signature": f"v1,AAAA {headers['webhook-signature']}"}, BODY)
    assert not is_genuine(SECRET, headers, BODY + b" ")
    assert not is_genuine(SECRET, {**headers, "webhook-timestamp": "1700000000"}, BODY)


@pytest.mark.parametrize(("body", "verdict"), [(BODY, "genuine"), (BODY + b" ", "forged")])
def test_webhook_is_verified_in_a_shell(headers: dict[str, str], tmp_path: Path, body: bytes, verdict: str) -> None:
    (tmp_path / "body.json").write_bytes(body)
    variables = {
        "SECRET": SECRET, "ID": headers["webhook-id"], "TIMESTAMP": headers["webhook-timestamp"],
        "SIGNATURE": headers["webhook-signature"], "PATH": "/usr/bin:/bin",
    }  # fmt: skip
    script = code("interface/webhooks.md", "sh", "openssl")

    ran = subprocess.run(["sh", "-c", script], cwd=tmp_path, env=variables, capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == verdict, ran.stderr
