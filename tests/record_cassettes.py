"""Records the cassettes from a loopback server that answers in the documented formats: `python -m tests.record_cassettes`.

It is run by hand when an answer is added or changed. Tests read the cassettes only.
"""

# ruff: noqa: E501 (answers as the servers send them)

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import requests
from betamax import Betamax

from tests.recordings import CASSETTES, MATCHED, SERVER

SEARXNG = {
    "query": "gliding", "number_of_results": 0, "answers": [], "corrections": [], "infoboxes": [], "suggestions": ["gliding club"],
    "results": [
        {
            "url": "https://en.wikipedia.org/wiki/Gliding", "title": "Gliding - Wikipedia", "engine": "wikipedia", "score": 9.0,
            "content": "Gliding is a recreational activity in which pilots fly unpowered aircraft &amp; use rising air.",
            "engines": ["wikipedia", "brave"], "positions": [1, 2], "category": "general", "publishedDate": None, "template": "default.html",
            "parsed_url": ["https", "en.wikipedia.org", "/wiki/Gliding", "", "", ""],
        },
        {
            "url": "https://www.fai.org/sport/gliding", "title": "Gliding <b>sport</b>", "engine": "brave", "score": 1.0, "content": "",
            "engines": ["brave"], "positions": [3], "category": "general", "publishedDate": None, "template": "default.html",
        },
        {
            "url": "https://old.example.org/gliding", "title": "Old gliding", "engine": "brave", "score": 0.5, "content": "Long ago.",
            "engines": ["brave"], "positions": [4], "category": "general", "publishedDate": "2011-01-02T00:00:00", "template": "default.html",
        },
    ],
    "unresponsive_engines": [["google", "CAPTCHA"]],
}  # fmt: skip
BRAVE = {
    "type": "search",
    "query": {"original": "gliding", "show_strict_warning": False, "is_navigational": False, "more_results_available": True},
    "mixed": {"type": "mixed", "main": [{"type": "web", "index": 0, "all": False}], "top": [], "side": []},
    "web": {
        "type": "search",
        "family_friendly": True,
        "results": [
            {
                "title": "Gliding | British Gliding Association", "url": "https://members.gliding.co.uk/", "is_source_local": False,
                "description": "<strong>Gliding</strong> is flying &#x27;without&#x27; an engine.", 
                "profile": {"name": "Gliding", "url": "https://members.gliding.co.uk/", "long_name": "members.gliding.co.uk"},
                "language": "en", "family_friendly": True, "type": "search_result", "subtype": "generic", "age": "3 days ago",
                "meta_url": {"scheme": "https", "netloc": "members.gliding.co.uk", "hostname": "members.gliding.co.uk", "path": ""},
            },
            {
                "title": "How to soar", "url": "https://soaring.example.com/how", "is_source_local": False, "language": "en",
                "description": "Finding lift.", "family_friendly": True, "type": "search_result", "subtype": "generic",
            },
        ],
    },
}  # fmt: skip
# With dates as the API gives them: `page_age` has no zone, and `age` is for people.
BRAVE_DATED = {
    **BRAVE,
    "web": {
        "type": "search", "family_friendly": True,
        "results": [
            {
                "title": "New <strong>gliding</strong> record", "url": "https://news.example.com/record", "description": "2,900 km in a day.",
                "page_age": "2999-09-01T00:00:00", "age": "1 day ago", "extra_snippets": ["Without an engine."], "type": "search_result",
                "subtype": "article", "thumbnail": {"src": "https://imgs.example.com/1.jpg", "original": "https://news.example.com/1.jpg"},
            },
            {
                "title": "Old record", "url": "https://news.example.com/old", "description": "From 1964.", "type": "search_result",
                "page_age": "2011-01-02T00:00:00", "age": "January 2, 2011", "subtype": "article",
            },
        ],
    },
    "videos": {"type": "videos", "results": [{"type": "video_result", "url": "https://videos.example.com/1", "title": "A video"}]},
}  # fmt: skip
BRAVE_NONE = {
    "type": "search",
    "query": {"original": "zzzz", "more_results_available": False},
    "mixed": {"type": "mixed", "main": []},
}
BRAVE_BAD_KEY = {
    "type": "ErrorResponse", "error": {"code": "SUBSCRIPTION_TOKEN_INVALID", "detail": "The provided subscription token is invalid.", "status": 422},
}  # fmt: skip
_HEAD = """<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>gliding at DuckDuckGo</title></head><body class="body--html">"""
DUCKDUCKGO = f"""{_HEAD}<div class="serp__results"><div id="links" class="results">
<div class="result results_links results_links_deep result--ad "><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example&amp;u3=x">Buy gliders</a></h2>
<a class="result__snippet" href="https://duckduckgo.com/y.js?ad_domain=shop.example">Cheap gliders.</a></div></div>
<div class="result results_links results_links_deep web-result "><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a"
 href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fen.wikipedia.org%2Fwiki%2FGliding%3Fa%3D1%26b%3D2&amp;rut=0123">Gliding - <b>Wikipedia</b></a></h2>
<div class="result__extras"><a class="result__url" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fen.wikipedia.org">en.wikipedia.org</a></div>
<a class="result__snippet" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fen.wikipedia.org">The <b>sport</b> of flying gliders.</a></div></div>
<div class="result results_links results_links_deep web-result "><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="https://www.dosb.de/segelflug">Segelflug</a></h2>
<a class="result__snippet" href="https://www.dosb.de/segelflug">Segeln in der Luft.</a></div></div>
</div></div></body></html>"""
DUCKDUCKGO_NONE = f"""{_HEAD}<div class="serp__results"><div id="links" class="results"><div class="result results_links result--no-result">
<div class="no-results">No results found for <b>zzzz</b>.</div></div></div></div></body></html>"""
DUCKDUCKGO_CAPTCHA = f"""{_HEAD}<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html" method="POST">
<div class="anomaly-modal__mask"><div class="anomaly-modal__modal"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>
<div class="anomaly-modal__description">Please complete the following challenge to confirm this search was made by a human.</div>
</div></div></form></body></html>"""
DUCKDUCKGO_CHANGED = f"""{_HEAD}<main><article><a href="https://a.example/">A page whose markup was changed</a></article></main></body></html>"""
# The whole page as it is sent: form, comments, icons, both forms of the counting link, a button for more, a link to feedback.
DUCKDUCKGO_WHOLE = f"""{_HEAD}<a name="top" id="top"></a><form name="x" id="search_form_homepage" action="/html/" method="post">
<input name="q" type="text" value="gliding"><select name="df"><option value="" selected>Any Time</option><option value="d" >Past Day</option>
</select></form><!-- Web results are present --><div><div class="serp__results"><div id="links" class="results">
<div class="zci-wrapper"><div class="zci"><h1 class="zci__heading"><a rel="nofollow" href="https://en.wikipedia.org/wiki/Gliding">Gliding</a></h1>
<div class="zci__result">A sport.</div></div></div>
<div class="result results_links results_links_deep web-result ">
<div class="links_main links_deep result__body"> <!-- This is the visible part --><h2 class="result__title">
<a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fclub.example%2Fhow%2Dto%2Dglide&amp;rut=b6b8">How to glide | Club</a></h2>
<div class="result__extras"><div class="result__extras__url"><span class="result__icon"><a rel="nofollow" href="//duckduckgo.com/l/?uddg=x">
<img class="result__icon__img" width="16" height="16" alt="" src="//external-content.duckduckgo.com/ip3/club.example.ico" name="i15" /></a></span>
<a class="result__url" href="//duckduckgo.com/l/?uddg=x"> club.example/how-to-glide </a></div></div>
<a class="result__snippet" href="//duckduckgo.com/l/?uddg=x">Pilots <b>glide</b> in rising air.</a><div class="clear"></div></div></div>
<div class="result results_links results_links_deep web-result "><div class="links_main links_deep result__body"><h2 class="result__title">
<a rel="nofollow" class="result__a" href="/l/?kh=-1&amp;uddg=https%3A%2F%2Fshort.example%2F">Without a text</a></h2></div></div>
<div class="nav-link"><form action="/html/" method="post"><input type="submit" class='btn btn--alt' value="Next" />
<input type="hidden" name="s" value="10" /></form></div>
<div class=" feedback-btn"><a rel="nofollow" href="//duckduckgo.com/feedback.html" target="_new">Feedback</a></div></div></div></div></body></html>"""
JSON, HTML = "application/json", "text/html; charset=UTF-8"
# Name of the cassette -> status, content type and body of its answer.
ANSWERS: dict[str, tuple[int, str, str]] = {
    "search/searxng": (200, JSON, json.dumps(SEARXNG)),
    "search/searxng_none": (200, JSON, json.dumps({**SEARXNG, "results": [], "unresponsive_engines": []})),
    "search/searxng_engines_failed": (200, JSON, json.dumps({**SEARXNG, "results": []})),
    "search/searxng_no_json": (403, HTML, "<!doctype html><html><title>403 Forbidden</title><h1>Forbidden</h1></html>"),
    "search/brave": (200, JSON, json.dumps(BRAVE)),
    "search/brave_dated": (200, JSON, json.dumps(BRAVE_DATED)),
    "search/brave_none": (200, JSON, json.dumps(BRAVE_NONE)),
    "search/brave_bad_key": (422, JSON, json.dumps(BRAVE_BAD_KEY)),
    "search/brave_rate": (429, JSON, json.dumps({"type": "ErrorResponse", "error": {"code": "RATE_LIMITED", "status": 429}})),
    "search/ddgs": (200, HTML, DUCKDUCKGO),
    "search/ddgs_whole": (200, HTML, DUCKDUCKGO_WHOLE),
    "search/ddgs_none": (200, HTML, DUCKDUCKGO_NONE),
    "search/ddgs_captcha": (202, HTML, DUCKDUCKGO_CAPTCHA),
    "search/ddgs_captcha_200": (200, HTML, DUCKDUCKGO_CAPTCHA),
    "search/ddgs_changed": (200, HTML, DUCKDUCKGO_CHANGED),
}  # fmt: skip


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, kind, body = ANSWERS[self.path.strip("/")]
        content = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:
        """Print nothing."""


def main() -> None:
    """Record all answers."""
    server = HTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    for name in ANSWERS:
        session = requests.Session()
        recorder = Betamax(session, cassette_library_dir=str(CASSETTES))
        recorder.config.define_cassette_placeholder(SERVER, base)
        with recorder.use_cassette(name, record="all", match_requests_on=MATCHED):
            session.get(f"{base}/{name}")
    server.shutdown()


if __name__ == "__main__":
    main()
