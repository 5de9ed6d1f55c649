"""Confidence, completeness and bot walls."""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

import pytest

TEXT = (
    "<p>"
    + "The council agreed on Tuesday to repair the bridge before winter, and the work begins next week. " * 12
    + "</p>"
)


def test_a_plain_article_is_trusted(read) -> None:
    quality = read(f"<article><h1>Bridge</h1>{TEXT}</article>").quality
    assert quality.complete and not quality.blocked and quality.confidence > 0.6


@pytest.mark.parametrize("status", [301, 404, 403, 410, 500])
def test_error_pages_are_incomplete_and_have_a_warning(read, status: int) -> None:
    found = read(f"<article>{TEXT}</article>", status=status)
    assert not found.quality.complete and found.quality.confidence <= 0.3
    assert found.warning == f"The origin returned HTTP {status}."


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("<title>Just a moment...</title><div id=challenge-error-text>Enable JavaScript and cookies to continue</div><script>window._cf_chl_opt={}</script>", 403),
        ("<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1><div id=cf-error-details></div>", 403),
        ("<html><head><title>site.example</title></head><body><script>var dd={'rt':'c','cid':'A'}</script><script src='https://ct.captcha-delivery.com/c.js'></script></body></html>", 403),
        ("<html><body><iframe src='/_Incapsula_Resource?SWUDNSAI=31&xinfo=1'>Request unsuccessful. Incapsula incident ID: 1</iframe></body></html>", 200),
        ("<title>Access to this page has been denied.</title><div id=px-captcha></div><p>Press & Hold to confirm you are a human</p>", 403),
        ("<title>Access Denied</title><h1>Access Denied</h1><p>You don't have permission to access this page.</p>Reference&#32;&#35;18.2d351ab8.1557333295.a4e16ab", 403),
        ("<html><head><script>window.awsWafCookieDomainList=[];window.gokuProps={}</script></head><body><div id=challenge-container></div></body></html>", 202),
        ("<title>Pardon Our Interruption</title><p>As you were browsing something made us think you were a bot.</p>", 200),
        ("<title>Robot Check</title><p>Enter the characters you see. Sorry, we just need to make sure you're not a robot.</p>", 503),
        ("<title>Making sure you&#39;re not a bot!</title><script id=anubis_challenge type='application/json'>{}</script><p>Loading</p>", 200),
    ],
)  # fmt: skip
def test_bot_walls_are_blocked(read, page: str, status: int) -> None:
    quality = read(page, status=status).quality
    assert quality.blocked and not quality.complete and quality.confidence <= 0.2


@pytest.mark.parametrize(
    "page",
    [
        f"<title>Just a moment of rest</title><article>{TEXT}{TEXT}</article>",
        f"<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script><article>{TEXT}</article>",
        f"<title>How to solve a captcha</title><article>{TEXT}</article><script>var _pxAppId = 'PX1'</script>",
        "<title>Example Domain</title><h1>Example Domain</h1><p>This domain is for use in examples.</p>",
    ],
)
def test_pages_behind_a_protector_are_not_blocked(read, page: str) -> None:
    assert not read(page).quality.blocked


def test_login_walls_are_blocked(read) -> None:
    page = "<title>Log in</title><form><label>Email<input name=u></label><input type=password><button>Log in</button></form>"
    assert read(page).quality.blocked
