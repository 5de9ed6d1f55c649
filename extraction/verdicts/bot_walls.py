"""Detects pages that are served instead of the requested one: bot challenges, consent walls, login walls."""

from __future__ import annotations

import re
from typing import Literal

from extraction.document.any_case import AnyCase
from extraction.document.document import Document
from extraction.document.tree import Tree, all_text

BotWall = Literal["challenge", "consent", "login"]

# To add one: a string in the challenge page that does not occur in ordinary pages of sites with the same protection product.
_CHALLENGE = AnyCase(

    r"/cdn-cgi/challenge-platform/h/|id=[\"']?(?:challenge-form|challenge-running|cf-challenge|"
    r"cf-error-details|challenge-error-text|cf-please-wait)|_cf_chl_opt|cf-browser-verification"
    r"|_incapsula_resource\?(?:swudnsai|cwudnsai)|incapsula incident id|request unsuccessful\. incapsula"

    r"|captcha-delivery\.com/(?:captcha|c\.js|interstitial)|dd=\{['\"]rt['\"]|id=[\"']?px-captcha|"
    r"_pxappid\s*=|window\._px(?:appid|hosturl|jsclientsrc)|perimeterx\.net/|press (?:&amp;|&) "
    r"hold to confirm"

    r"|reference\s*(?:&#32;|#|&#35;)\s*(?:&#35;)?\d+\.[0-9a-f]+\.\d+|errors\.edgesuite\.net|"
    r"akam-sw|sec-if-cpt-container|bm-verify=|ak_bmsc_challenge"

    r"|awswafcookiedomainlist|window\.gokuprops|awswaf\.com/[^\"']*/challenge|kpsdk-|"
    r"/149e9513-01fa-4fb0-aad4-566afd725d1b/|ips\.js\?kp_uidz"

    r"|sucuri_cloudproxy_js|sucuri website firewall|access denied - sucuri|ddos-guard\.net/|"
    r"__ddg[0-9]|geo\.captcha|distil_r_captcha|distilidentificationblock|f5_challenge|tspd_101|"
    r"window\[\"bobcmd\"\]|/_sec/cp_challenge/"

    r"|imunify360|human-verification|vercel\.link/security-checkpoint|vercel security "
    r"checkpoint|x-amzn-waf|reblaze|anubis_challenge|id=[\"']?anubis|"
    r"g-recaptcha[^>]{0,200}data-callback=[\"']?(?:oncaptcha|captchacallback)|"
    r"/sorry/index\?continue|unusual traffic from your computer network|api-services-support@",
)  # fmt: skip
_CHALLENGE_TITLE = re.compile(
    r"^\s*(?:just a moment\b|attention required!|access denied|access to this page has been "
    r"denied|please wait\.{3}|checking your browser|ddos[- ]guard|pardon our interruption|are you "
    r"(?:a )?(?:human|robot)|robot check|bot (?:check|verification)|human verification|security "
    r"check(?:point)?|verify(?:ing)? (?:you are|that you are|you're)(?: a)? human|you have been "
    r"blocked|request rejected|captcha|un instant|einen moment|one more step|making sure you.re "
    r"not a bot|client challenge|verification required|403 forbidden$)",
    re.I,
)
# Of texts in lower case. Without `re.I` the search takes a twentieth of the time.
_CHALLENGE_TEXT = re.compile(
    r"verify(?:ing)? (?:that )?you are (?:a )?human|checking (?:if the site connection is secure|"
    r"your browser)|enable javascript and cookies to continue|you have been blocked|complete the "
    r"(?:security check|captcha)|unusual (?:traffic|activity)|prove (?:that )?you.re not a "
    r"(?:ro)?bot|are you a robot|not a robot|automated (?:access|requests|queries)|access (?:to "
    r"this page )?(?:has been|was) denied|you don't have permission to access|please solve this "
    r"captcha|press and hold"
)
# Every text that the pattern matches has one of these. Searching for them first takes a tenth of the time.
_SIGNS = (
    "you are ", "checking ", "enable javascript", "you have been", "complete the", "unusual ", "prove ", "robot", "automated ",
    " denied", "permission to", "captcha", "press and hold",
)  # fmt: skip
_CONSENT = AnyCase(
    r"before you continue|we (?:and our partners|use cookies)|accept (?:all )?cookies|accept all|"
    r"your privacy choices|consent|zustimm|accepter et continuer|alle akzeptieren|aceptar todo",
)
_LOGIN = re.compile(
    r"\b(?:log ?in|sign ?in|anmelden|se connecter|iniciar sesi[oó]n|connexion|accedi|登录|ログイン)\b", re.I
)
_CHALLENGE_WORDS_MAX, _WALL_WORDS_MAX = 220, 160
_WORDS_MAX = max(_CHALLENGE_WORDS_MAX, _WALL_WORDS_MAX)
_BLOCKING_STATUS = frozenset((401, 403, 405, 406, 418, 429, 503, 520, 521, 522, 523, 524, 525, 530, 999))


def find(document: Document, words: int) -> BotWall | None:
    """The kind of wall, or None. `words` is the word count of the whole visible page.

    A marker alone is not enough, because ordinary protected pages contain the same scripts. A wall also has little text.
    """
    if document.kind != "html" or words > _WORDS_MAX:
        return None
    text = " ".join(all_text(document.body).split())[:6000]
    title = " ".join((document.tree.findtext(".//title") or "").split())
    if _is_challenge(document, text, title, words):
        return "challenge"
    if words > _WALL_WORDS_MAX:
        return None
    if document.tree.find(".//input[@type='password']") is not None and _LOGIN.search(title + " " + text[:800]):
        return "login"
    host_and_path = document.url.partition("//")[2][:200]
    named = re.search(r"(?:^|[./_-])consent(?:[./_?-]|$)", host_and_path, re.I)
    if (named or len(_CONSENT.findall(text)) >= 3) and document.tree.find(".//h2") is None:
        return "consent"
    return None


def _is_challenge(document: Document, text: str, title: str, words: int) -> bool:
    status = document.capture.status in _BLOCKING_STATUS
    named = bool(_CHALLENGE_TITLE.match(title))
    phrased = _is_phrased(text)
    # The long pattern is searched only where it can change the result. Challenge pages are short.
    marker = (status or named or phrased or words < 30) and bool(_CHALLENGE.search(document.text[:60_000]))
    if document.capture.header("cf-mitigated") == "challenge" or (
        document.capture.header("x-datadome") and status and words < 60
    ):
        return True
    # Two independent signs, or one on a page with almost no text.
    return (
        (sum((marker, named, phrased, status)) >= 2 and (marker or named or phrased))
        or (marker and words < 30)
        or (named and words < 80)
    )


def few_words(body: Tree) -> int:
    """The number of words of a page, or any higher number than that of a wall. They are not counted to the end."""
    return len(all_text(body).split(None, _WORDS_MAX + 1))


def _is_phrased(text: str) -> bool:
    text = text.lower()
    return any(sign in text for sign in _SIGNS) and _CHALLENGE_TEXT.search(text) is not None


def find_in_text(url: str, title: str, text: str, words: int) -> BotWall | None:
    """Like `find`, for a page that is stored as text: only what a reader sees counts. `words` is its word count.

    Login walls are not found, because their sign is a field for a password.
    """
    if words > _WALL_WORDS_MAX:
        return None
    named = bool(_CHALLENGE_TITLE.match(title))
    if (named and words < 80) or (_is_phrased(text) and (named or words < 60)):
        return "challenge"
    return "consent" if len(_CONSENT.findall(text)) >= 3 and "\n## " not in text else None
