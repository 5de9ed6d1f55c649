"""A site of everything that a service meets: `python -m benchmarks.sites.mixed_site PORT [HOSTS]`.

It listens on 127.0.0.1 and, with HOSTS, on the addresses after it.

`/` and `/page/N` are articles that link to others, `/app/N` is written by a script, `/slow/SECONDS/N` is late, `/gone` is 404,
`/broken` is 500, `/changing` differs at every visit, `/sheet.pdf` is a PDF, and `/hook` accepts webhooks. It is also a language
model: an OpenAI-compatible server below `/v1`, which finds no value on any page.
"""

from __future__ import annotations

import asyncio
import itertools
import sys

from aiohttp import web

from benchmarks.sites import page_site

LINKS = 40
_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj "
    b"4 0 obj<</Length 60>>stream\nBT /F 12 Tf 20 250 Td (Figures of the pilot plant) Tj ET\nendstream endobj "
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n"
)
_LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#0a5"/></svg>'
_HEADER = '<link rel="icon" href="/logo.svg"><header><a href="/"><img class="logo" src="/logo.svg" alt="Company"></a></header>'
_visits = itertools.count()


def _html(text: str) -> web.Response:
    return web.Response(text=text, content_type="text/html")


async def article(request: web.Request) -> web.Response:
    number = int(request.match_info.get("number", "0"))
    links = "".join(f'<li><a href="/page/{number * 7 + each}">Page {each}</a></li>' for each in range(LINKS))
    body = (
        page_site.page()
        .decode()
        .replace("<nav>", f"{_HEADER}<nav>")
        .replace("</article>", f"<p>Name: Lamp {number}</p><ul>{links}</ul></article>")
    )
    return _html(body)


async def application(request: web.Request) -> web.Response:
    words = " ".join(f"word{number}" for number in range(200))
    script = f"document.body.innerHTML = '<main><h1>Written</h1><p>{words}</p></main>'"
    return _html(f'<!doctype html><title>App</title><body><div id="root"></div><script>{script}</script>')


async def slow(request: web.Request) -> web.Response:
    await asyncio.sleep(float(request.match_info["seconds"]))
    return await article(request)


async def failing(request: web.Request) -> web.Response:
    return web.Response(text="<p>Sorry", status=404 if request.path == "/gone" else 500, content_type="text/html")


async def changing(request: web.Request) -> web.Response:
    return _html(
        f"<title>News</title><main><h1>News</h1><p>Visit number {next(_visits)} was counted here today.</p></main>"
    )


async def complete(request: web.Request) -> web.Response:
    await request.read()
    message = {"role": "assistant", "content": "{}"}
    return web.json_response(
        {"choices": [{"index": 0, "finish_reason": "stop", "message": message}], "usage": {"total_tokens": 9}}
    )


def application_of_site() -> web.Application:
    app = web.Application()

    def fixed(content: bytes, kind: str) -> web.RequestHandler | object:
        async def respond(request: web.Request) -> web.Response:
            return web.Response(body=content, content_type=kind)

        return respond

    app.router.add_get("/", article)
    app.router.add_get("/page/{number}", article)
    app.router.add_get("/{number:[0-9]+}", article)
    app.router.add_get("/app/{number}", application)
    app.router.add_get("/slow/{seconds}/{number}", slow)
    app.router.add_get("/gone", failing)
    app.router.add_get("/broken", failing)
    app.router.add_get("/changing", changing)
    app.router.add_get("/logo.svg", fixed(_LOGO.encode(), "image/svg+xml"))  # type: ignore[arg-type]
    app.router.add_get("/sheet.pdf", fixed(_PDF, "application/pdf"))  # type: ignore[arg-type]
    app.router.add_post("/hook", fixed(b"", "text/plain"))  # type: ignore[arg-type]
    app.router.add_post("/v1/chat/completions", complete)
    app.router.add_get("/v1/models", fixed(b'{"object":"list","data":[{"id":"m"}]}', "application/json"))  # type: ignore[arg-type]
    return app


if __name__ == "__main__":
    hosts = [f"127.0.0.{number}" for number in range(1, 1 + int((sys.argv[2:] or ["1"])[0]))]
    web.run_app(application_of_site(), host=hosts, port=int(sys.argv[1]), print=None, access_log=None)
