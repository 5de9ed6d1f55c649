"""Pages that are served instead of the requested one: by their signs, and by how much text they have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extraction.document.document import open_page
from extraction.verdicts import bot_walls
from training.dataset import capture

PASSWORD = "<input type=password>"
MARKER = "<div id=px-captcha></div>"
CONSENT = "<p>Before you continue, we use cookies. Accept all.</p>"


def wall(
    page: str, words: int = 10, *, status: int = 200, url: str = "https://example.com/", **headers: str
) -> str | None:
    fields = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    found = capture(f"<html><body>{page}</body></html>".encode())
    return bot_walls.find(
        open_page(replace(found, status=status, final_url=url, headers=found.headers + fields)), words
    )


@pytest.mark.parametrize(
    ("page", "words", "kind"),
    [
        (f"<p>Log in</p>{PASSWORD}", 160, "login"),
        (f"<p>Log in</p>{PASSWORD}", 161, None),
        ("<p>Log in</p>", 10, None),
        (f"<p>Your name</p>{PASSWORD}", 10, None),
        (f"<title>Sign in</title>{PASSWORD}", 10, "login"),
        (CONSENT, 160, "consent"),
        (CONSENT, 161, None),
        (CONSENT.replace("Accept all", "Go on"), 10, None),
        (f"{CONSENT}<h2>News</h2>", 10, None),
    ],
)
def test_login_and_consent_walls_have_little_text(page: str, words: int, kind: str | None) -> None:
    assert wall(page, words) == kind


@pytest.mark.parametrize(
    ("page", "words", "status", "kind"),
    [
        (MARKER, 29, 200, "challenge"),
        (MARKER, 30, 200, None),
        (MARKER, 220, 403, "challenge"),
        (MARKER, 221, 403, None),
        ("<title>Robot check</title>", 79, 200, "challenge"),
        ("<title>Robot check</title>", 80, 200, None),
        ("<title>Robot check</title>", 80, 503, "challenge"),
        ("<p>Are you a robot?</p>", 10, 200, None),
        ("<p>Are you a robot?</p>", 100, 403, "challenge"),
        ("<p>No entry</p>", 10, 403, None),
        (f"<title>Robot check</title>{MARKER}", 200, 200, "challenge"),
    ],
)
def test_challenge_has_two_signs_or_almost_no_text(page: str, words: int, status: int, kind: str | None) -> None:
    assert wall(page, words, status=status) == kind


def test_protector_says_that_it_is_a_challenge() -> None:
    assert wall("<p>Wait</p>", 200, cf_mitigated="challenge") == "challenge"
    assert wall("<p>Wait</p>", 59, status=403, x_datadome="protected") == "challenge"
    assert wall("<p>Wait</p>", 60, status=403, x_datadome="protected") is None
    assert wall("<p>Wait</p>", 10, status=200, x_datadome="protected") is None


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://consent.example.com/m", "consent"),
        ("https://example.com/cookie-consent?continue=x", "consent"),
        ("https://example.com/consenting", None),
        ("https://example.com/", None),
    ],
)
def test_address_names_a_consent_wall(url: str, kind: str | None) -> None:
    assert wall("<p>Choose</p>", url=url) == kind


@pytest.mark.parametrize("status", [401, 403, 405, 406, 418, 429, 503, 520, 521, 522, 523, 524, 525, 530, 999])
def test_status_of_a_refusal_is_a_sign(status: int) -> None:
    assert wall("<p>Are you a robot?</p>", 100, status=status) == "challenge"


@pytest.mark.parametrize("status", [200, 400, 402, 404, 410, 500, 502])
def test_other_status_is_no_sign(status: int) -> None:
    assert wall("<p>Are you a robot?</p>", 100, status=status) is None


@pytest.mark.parametrize(
    ("title", "text", "words", "kind"),
    [
        ("Robot check", "", 79, "challenge"),
        ("Robot check", "", 80, None),
        ("Robot check", "Are you a robot?", 160, "challenge"),
        ("Robot check", "Are you a robot?", 161, None),
        ("Shop", "Are you a robot?", 59, "challenge"),
        ("Shop", "Are you a robot?", 60, None),
        ("Shop", CONSENT, 160, "consent"),
        ("Shop", CONSENT, 161, None),
        ("Shop", f"{CONSENT}\n## News", 160, None),
        ("Shop", "Accept all", 10, None),
        ("Shop", "A chair of oak", 10, None),
    ],
)
def test_stored_text_of_a_wall_is_known_by_what_a_reader_sees(
    title: str, text: str, words: int, kind: str | None
) -> None:
    assert bot_walls.find_in_text("https://example.com/", title, text, words) == kind


@pytest.mark.parametrize(
    "phrase",
    [
        "Verify that you are a human", "Checking your browser", "You have been blocked",
        "Enable JavaScript and cookies to continue",
        "Complete the security check", "Unusual traffic", "Prove you're not a robot", "Are you a robot", "Not a robot",
        "Automated queries", "Access to this page has been denied", "You don't have permission to access", "Press and hold",
        "Please solve this captcha",
    ],
)  # fmt: skip
def test_sentence_of_a_challenge_is_a_sign(phrase: str) -> None:
    assert wall(f"<p>{phrase}</p>", 100, status=403) == "challenge"


@pytest.mark.parametrize("words", [0, 1, 220])
def test_words_of_a_wall_are_counted(words: int) -> None:
    assert bot_walls.few_words(open_page(capture(f"<p>{'word ' * words}</p>".encode())).body) == words
    assert bot_walls.few_words(open_page(capture(b"<p>" + b"word " * 5_000)).body) > 220
