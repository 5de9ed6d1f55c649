"""A site of generated 46 KB pages: every URL returns the same article with 60 navigation links and 60 sections."""

from __future__ import annotations

import random
import sys

from aiohttp import web

WORDS = "the quick brown fox jumps over a lazy dog while clean data flows from page to table and back again".split()
PAGE_BYTES = 46_000


def page() -> bytes:
    """The page; the same in every run."""
    chance = random.Random(1)

    def sentence(words: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(words)).capitalize() + "."

    parts = ['<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Forty-six kilobytes</title>']
    parts.append('<meta name="description" content="A page of a usual size"></head><body><nav>')
    parts += [f'<a href="/{number}">Link {number}</a>' for number in range(60)]
    parts.append("</nav><main><article><h1>Forty-six kilobytes</h1>")
    number = 0
    while sum(map(len, parts)) < PAGE_BYTES:
        number += 1
        items = "".join(f"<li>{sentence(8)}</li>" for _ in range(4))
        parts.append(f'<h2>Part {number}</h2><p>{sentence(60)} <a href="/{number}">more</a></p><ul>{items}</ul>')
    parts.append("</article></main><footer>Footer</footer></body></html>")
    return "\n".join(parts).encode()


def main() -> None:
    body = page()

    async def answer(request: web.Request) -> web.Response:
        return web.Response(body=body, content_type="text/html", charset="utf-8")

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)


if __name__ == "__main__":
    main()
