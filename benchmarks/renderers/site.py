"""A site of twelve pages that are built by scripts. Each page has its own loopback address, like pages of different hosts.

`python -m benchmarks.renderers.site PORT`. Every page ends in an element `#end` with the text `built-KIND-end`. Caching is
disabled, so that all visits are first visits. Trackers have the names of real ones, and `--host-resolver-rules` resolves them
to this site. Renderers that block trackers never request them.
"""

from __future__ import annotations

import asyncio
import json
import random
import struct
import sys
import zlib
from collections.abc import Callable

from aiohttp import web

WORDS = "river pilot ledger winter sandbar harbour ferry lantern tide channel rope signal keeper weather chart".split()
TRACKERS = (
    "www.google-analytics.com", "www.googletagmanager.com", "connect.facebook.net", "static.hotjar.com",
    "securepubads.g.doubleclick.net", "cdn.segment.com", "bat.bing.com", "static.criteo.net",
)  # fmt: skip
MODULES = 900
NO_CACHE = {"Cache-Control": "no-store"}


def text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(words)).capitalize() + "."


def bundle(seed: int, modules: int = MODULES) -> str:
    """A typical JavaScript bundle: hundreds of small modules, a third of them run at load, and `h`, which builds elements."""
    chance = random.Random(seed)
    parts = ["const modules = {"]
    for number in range(modules):
        needs = [chance.randrange(number) for _ in range(3)] if number > 3 else []
        parts.append(
            f"{number}:(e,r)=>{{const t=[{','.join(f'()=>r({n})' for n in needs)}];class A{number}{{constructor(n){{"
            f"this.name=n;this.items=new Map();this.kind='{chance.choice(WORDS)}-{number}'}}add(k,v){{this.items.set(k,v);"
            f"return this}}find(k){{for(const [a,b] of this.items)if(a===k)return b;return null}}toString(){{return "
            f"`${{this.name}}:${{[...this.items.keys()].join()}}`}}}}e.make=n=>new A{number}(n).add('{text(chance, 4)}',n);"
            f"e.sum=n=>{{let s=0;for(let i=0;i<n;i++)s+=(i*{number + 7})%13;return s}}}},"
        )
    parts.append(
        "};const loaded={};function r(n){if(!loaded[n]){loaded[n]={};modules[n](loaded[n],r)}return loaded[n]}"
    )
    parts.append(f"for(let n=0;n<{modules};n+=3)r(n).make(n)+r(n).sum(40);")
    parts.append(
        "export const h=(tag,attributes,...children)=>{const e=document.createElement(tag);"
        "for(const k in attributes||{})e.setAttribute(k,attributes[k]);e.append(...children);return e};"
        "export const end=kind=>h('p',{id:'end'},`built-${kind}-end`);"
        "export const article=(d,kind)=>h('main',{},h('h1',{},d.title),...d.parts.flatMap(p=>[h('h2',{class:'c1'},p.head),"
        "h('p',{class:'c2'},p.text),h('ul',{},...p.items.map(i=>h('li',{class:'c3'},i)))]),end(kind));"
    )
    return "".join(parts)


def story(seed: int, parts: int = 14) -> dict[str, object]:
    """An article as data."""
    chance = random.Random(seed)
    return {
        "title": text(chance, 5),
        "parts": [
            {"head": text(chance, 4), "text": text(chance, 60), "items": [text(chance, 8) for _ in range(4)]}
            for _ in range(parts)
        ],
    }


def styles(rules: int = 900) -> str:
    return "@font-face{font-family:Own;src:url(font.woff2)}body{font:16px Own,sans-serif}" + "".join(
        f".c{n}{{margin:{n % 9}px;color:#{n % 4096:03x};padding:2px 4px}}.w{n} > .c{n}:hover a{{border:1px solid}}"
        for n in range(rules)
    )


def picture(seed: int, width: int = 480, height: int = 320) -> bytes:
    """A PNG that compresses as little as a photo."""
    chance = random.Random(seed)
    rows = b"".join(b"\0" + chance.randbytes(width * 3 // 4) * 4 for _ in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def prose(seed: int, parts: int = 14) -> str:
    """The article as server-rendered HTML."""
    found = story(seed, parts)
    sections = found["parts"]
    assert isinstance(sections, list)
    return f"<h1>{found['title']}</h1>" + "".join(
        f"<h2 class=c1>{part['head']}</h2><p class=c2>{part['text']}</p><ul>"
        + "".join(f"<li class=c3>{item}</li>" for item in part["items"])
        + "</ul>"
        for part in sections
    )


def shell(script: str, *, head: str = "", body: str = '<div id="root"></div>', more: str = "") -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Built by script</title>'
        f'<link rel="stylesheet" href="assets/app.css">{head}</head><body>{body}{more}'
        f'<script type="module">import {{h, end, article}} from "./assets/bundle.js";\n'
        f'const root = document.getElementById("root");\n{script}</script></body></html>'
    )


TRACKER_SCRIPTS = "".join(f'<script async src="http://{host}/t{n}.js"></script>' for n, host in enumerate(TRACKERS))
TRACKER_FRAMES = "".join(
    f'<iframe src="http://{host}/frame" width=300 height=250></iframe><img src="http://{host}/pixel.gif" width=1>'
    for host in TRACKERS[:4]
)
IMAGES = "".join(f'<img src="assets/p{n}.png" alt="Picture {n}" width=480 height=320>' for n in range(12))
FETCHED = "const data = await (await fetch('assets/story.json')).json();\n"

PAGES: dict[str, Callable[[], str]] = {
    "spa": lambda: shell(FETCHED + "root.append(article(data, 'spa'));"),
    "shop": lambda: shell(
        "const lists = await Promise.all([1, 2, 3].map(n => fetch(`assets/story.json?n=${n}`).then(a => a.json())));\n"
        "for (const [n, data] of lists.entries()) for (const [m, part] of data.parts.entries())\n"
        "  root.append(h('div', {class: 'c5'}, h('img', {src: `assets/p${(n * 14 + m) % 16}.png`, width: 200}),\n"
        "    h('h3', {}, part.head), h('p', {}, part.text)));\nroot.append(end('shop'));"
    ),
    "hydrated": lambda: shell(
        "for (const e of document.querySelectorAll('li')) { e.addEventListener('click', () => 1); e.className += ' on'; }\n"
        "document.querySelector('main').append(end('hydrated'));",
        body=f'<div id="root"><main>{prose(3)}{IMAGES}</main></div>',
    ),
    "tracked": lambda: shell(
        FETCHED + "root.append(article(data, 'tracked'));", head=TRACKER_SCRIPTS, more=TRACKER_FRAMES
    ),
    "news": lambda: shell(
        FETCHED + "root.append(article(data, 'news'));",
        more=f"{IMAGES}{TRACKER_FRAMES}{TRACKER_SCRIPTS}",
    ),
    "ticker": lambda: shell(
        FETCHED + "root.append(article(data, 'ticker'));\n"
        "let n = 0; setInterval(() => root.append(h('p', {}, `Item ${n++} of a list without end`)), 200);"
    ),
    "docs": lambda: shell("", body=f"<main>{prose(6, 40)}<p id=end>built-docs-end</p></main>"),
    "split": lambda: shell(
        "const page = await import('./assets/page.js');\n" + FETCHED + "root.append(article(data, 'split'));"
    ),
    "table": lambda: shell(
        "const rows = []; for (let n = 0; n < 800; n++)\n"
        "  rows.push(h('tr', {class: `c${n % 90}`}, h('td', {}, n), h('td', {}, `Row ${n}`), h('td', {}, n * n % 97)));\n"
        "root.append(h('h1', {}, 'Table'), h('table', {}, ...rows), end('table'));"
    ),
    "gallery": lambda: shell(
        "for (let n = 0; n < 24; n++) root.append(h('figure', {}, h('img', {src: `assets/p${n}.png`}),\n"
        "  h('figcaption', {}, `Picture ${n} shows the harbour`)));\nroot.append(end('gallery'));"
    ),
    "film": lambda: shell(
        FETCHED + "root.append(h('video', {src: 'assets/film.mp4', autoplay: '', muted: ''}), article(data, 'film'));"
    ),
    "state": lambda: shell(
        "const data = JSON.parse(document.getElementById('__DATA__').textContent);\n"
        "for (let n = 0; n < 5; n++) { await new Promise(done => setTimeout(done, 40));\n"
        "  root.replaceChildren(h('p', {}, `Step ${n}`)); }\nroot.replaceChildren(article(data, 'state'));",
        more=f'<script id="__DATA__" type="application/json">{json.dumps(story(12, 30))}</script>{TRACKER_SCRIPTS}',
    ),
}
KINDS = tuple(PAGES)


def address_of(kind: str, port: int, run: str) -> str:
    """The URL of a page: its own loopback address, and a new folder in each run."""
    return f"http://127.0.0.{20 + KINDS.index(kind)}:{port}/{run}/{kind}"


def tracker_rules(port: int) -> str:
    """Chromium's `--host-resolver-rules` that resolve the trackers' names to this site."""
    return ",".join(f"MAP {host} 127.0.0.20:{port}" for host in TRACKERS)


def answers() -> dict[str, tuple[str, bytes]]:
    """Everything that is served besides pages, by file name."""
    ready = {
        "bundle.js": ("text/javascript", bundle(1).encode()),
        "page.js": ("text/javascript", bundle(2, 200).encode()),
        "app.css": ("text/css", styles().encode()),
        "story.json": ("application/json", json.dumps(story(5)).encode()),
        "font.woff2": ("font/woff2", random.Random(1).randbytes(40_000)),
        "film.mp4": ("video/mp4", random.Random(2).randbytes(200_000)),
        "pixel.gif": ("image/gif", b"GIF89a\1\0\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\0;"),
        "frame": ("text/html", f"<html><body>Ad<script>{bundle(3, 60).replace('export ', '')}</script></body></html>".encode()),
    }  # fmt: skip
    ready |= {f"p{number}.png": ("image/png", picture(number)) for number in range(24)}
    tracker = f"(()=>{{{bundle(4, 250).replace('export ', '')}}})();fetch('/pixel.gif').catch(()=>0);"
    return ready | {f"t{number}.js": ("text/javascript", tracker.encode()) for number in range(len(TRACKERS))}


async def serve(port: int) -> None:
    ready = answers()
    pages = {kind: make().encode() for kind, make in PAGES.items()}

    async def answer(request: web.Request) -> web.Response:
        name = request.path.rsplit("/", 1)[1]
        if name in pages:
            # Assets have new URLs in each run, so that they are never cached.
            return web.Response(body=pages[name], content_type="text/html", charset="utf-8", headers=NO_CACHE)
        kind, body = ready.get(name, ("text/plain", b""))
        headers = NO_CACHE | {"Access-Control-Allow-Origin": "*"}
        return web.Response(body=body, status=200 if body else 404, content_type=kind, headers=headers)

    application = web.Application()
    application.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    for host in ("127.0.0.1", *(f"127.0.0.{20 + number}" for number in range(len(KINDS)))):
        await web.TCPSite(runner, host, port).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
