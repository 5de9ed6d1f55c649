"""The cookie of a session among the cookies of a browser."""

from __future__ import annotations

import pytest

from api.checks import session_cookie

HTTP, HTTPS, TOKEN = "http://a.test", "https://a.test", "t" * 43


@pytest.mark.parametrize(
    ("cookies", "base_url", "found"),
    [
        (f"orbweaver_session={TOKEN}", HTTP, True),
        (f'json={{"a":"b"}}; orbweaver_session={TOKEN}', HTTP, True),
        (f"a@b[]=c d; x; =; orbweaver_session={TOKEN}", HTTP, True),
        (f"__Host-orbweaver_session={TOKEN}", HTTPS, True),
        (f"orbweaver_session={TOKEN}", HTTPS, False),
        ("orbweaver_session=short", HTTP, False),
        ("", HTTP, False),
        # The cookies of a host are those of all its ports.
        (f"orbweaver_session={'o' * 43}; orbweaver_session_8001={TOKEN}", f"{HTTP}:8001", True),
        (f"orbweaver_session_8000={TOKEN}", f"{HTTP}:8001", False),
    ],
)
def test_session_is_found_among_foreign_cookies(cookies: str, base_url: str, found: bool) -> None:
    assert session_cookie.cookie_value(cookies, base_url) == (TOKEN if found else None)
