"""Made-up test pages for the rendering decision: application shells, and whole pages that resemble them.

To add a page: add a line to the list of its kind. A page is a shell if it shows hardly any of its content without scripts. A
page that only lacks comments, prices or recommendations is whole.
"""

# ruff: noqa: E501 - pages, one a line
from __future__ import annotations

import json

SENTENCE = (
    "The keeper of the northern light writes down each ship that passes, and the hour, and the colour of the sea. "
)
CARD = "The {} lantern burns through a whole night of fog on one filling of oil."
LINKS = "Home Shop Journal Careers Press Support Shipping Returns Stores Gifts Privacy Terms Imprint Contact".split()
MODULE = '<script type="module" crossorigin src="/assets/index-4f2a91.js"></script>'
BUNDLES = "".join(
    f'<script defer src="/static/js/{name}.7d1.chunk.js"></script>' for name in ("runtime", "vendor", "main")
)
ANALYTICS = (
    '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>window.dataLayer='
    "window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config','G-1');</script>"
)
NOTICE = "<noscript>You need to enable JavaScript to run this app.</noscript>"


def prose(paragraphs: int) -> str:
    return "".join(f"<p>{SENTENCE * 3}</p>" for _ in range(paragraphs))


def links(number: int = 14) -> str:
    return "<ul>" + "".join(f'<li><a href="/{name.lower()}">{name}</a></li>' for name in LINKS[:number]) + "</ul>"


def cards(number: int) -> str:
    return "".join(
        f'<li><a href="/lantern/{n}">Lantern {n}</a><span>{CARD.format(n)}</span></li>' for n in range(number)
    )


HEADER = f'<header><a href="/">Harbour Supplies</a><nav>{links(8)}</nav></header>'
FOOTER = f"<footer><nav>{links()}</nav><small>© 2026 Harbour Supplies Ltd. All rights reserved.</small></footer>"
# Header and footer without semantic elements: `div` only.
BOXES_ABOVE = (
    f'<div class="top"><div class="logo"><a href="/">Harbour Supplies</a></div><div class="menu">{links(8)}</div></div>'
)
BOXES_BELOW = (
    f'<div class="bottom"><div class="col"><h4>Get to know us</h4>{links(9)}</div><div class="col"><h4>Support</h4>'
    f"{links(12)}</div><p>Sign up for our letter and hear of new lanterns first.</p><p>© 2026 Harbour Supplies</p></div>"
)


def page(body: str, *, head: str = "", title: str = "Harbour Supplies") -> str:
    return f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}</head><body>{body}</body></html>'


def state(name: str, attributes: str = 'type="application/json"') -> str:
    """A script with the application state, which contains the page's text."""
    data = {
        "props": {"pageProps": {"post": {"title": "Northern light", "body": SENTENCE * 30}}},
        "page": "/post/[slug]",
    }
    return f'<script id="{name}" {attributes}>{json.dumps(data)}</script>'


SHELLS: dict[str, list[str]] = {
    "empty root": [
        page('<div id="root"></div>', head=MODULE),
        page(f'{NOTICE}<div id="root"></div>', head=BUNDLES),
        page(f'<div id="app"></div>{MODULE}'),
        page(f'<noscript><strong>We\'re sorry but harbour doesn\'t work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id=app></div>{BUNDLES}'),
        page(f'<app-root></app-root>{BUNDLES}'),
        page(f"<harbour-app></harbour-app>{MODULE}"),
        page(f'<div id="svelte"></div>{MODULE}'),
        page('<div style="display: contents"><script>import("/_app/immutable/start.js").then(k => k.start())</script></div>'),
        page(f'<div id="q-app"></div>{MODULE}'),
        page(f'<div id="___gatsby"></div>{BUNDLES}'),
        page('<script src="flutter_bootstrap.js" async></script>'),
        page('<div id="ember-basic-dropdown-wormhole"></div>', head=BUNDLES),
        page(f'<div id="page-container" class="layout"></div>{BUNDLES}'),
        page('<script>document.body.appendChild(document.createElement("div")).id = "shop"</script><script src=/shop.js></script>'),
        page('<gwt:main></gwt:main><iframe id="__gwt_historyFrame" style="width:0;height:0;border:0"></iframe><script src="app.nocache.js"></script>'),
    ],
    "root with state": [
        page(f'<div id="__next"></div>{state("__NEXT_DATA__")}{BUNDLES}'),
        page(f'<div id="__nuxt"></div>{state("__NUXT_DATA__")}{MODULE}'),
        page(f'<div id="root"></div><script>window.__INITIAL_STATE__={json.dumps({"text": SENTENCE * 40})}</script>{BUNDLES}'),
        page(f'<div id="app" data-page="{json.dumps({"component": "Post", "props": {"text": SENTENCE * 20}}).replace(chr(34), "&quot;")}"></div>{MODULE}'),
        page(f'<div id="__next"><!--$!--><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><!--/$--></div>{BUNDLES}'),
    ],
    "waiting": [
        page(f'<div id="root"><div class="spinner"><div></div><div></div></div></div>{BUNDLES}'),
        page(f'<div id="app"><div class="loader">Loading…</div></div>{MODULE}'),
        page(f"<app-root>Loading...</app-root>{BUNDLES}"),
        page(f'<div id="root"><svg viewBox="0 0 9 9"><circle r="4"/></svg><p>Please wait</p></div>{MODULE}'),
        page(f'<div class="splash"><img src="/logo.svg" alt="Harbour"><p>Loading your workspace</p></div>{BUNDLES}'),
        page(f'<div id="boot"><p>Chargement en cours…</p></div>{BUNDLES}'),
        page(f'<div id="boot"><p>Wird geladen …</p></div>{BUNDLES}'),
        page(f'<section id="splash"><div class="dots"></div><div class="dots"></div></section>{BUNDLES}'),
        page(f'<main class="skeleton">{"<div class=line></div>" * 30}</main>{MODULE}'),
    ],
    "shell in a frame of links": [
        page(f'{HEADER}<div id="root"></div>{FOOTER}{BUNDLES}'),
        page(f'{HEADER}<main></main>{FOOTER}{MODULE}'),
        page(f'{HEADER}<main id="content"><div class="spinner"></div></main>{FOOTER}{BUNDLES}'),
        page(f'{BOXES_ABOVE}<div id="app"></div>{BOXES_BELOW}{BUNDLES}'),
        page(f'<div id="root">{BOXES_ABOVE}<div class="list"><div>Sort: Relevance Latest Price</div><div class="wait">Loading</div></div>{BOXES_BELOW}</div>{BUNDLES}'),
        page(f'<div id="__next">{HEADER}<main><div class="skeleton"></div><div class="skeleton"></div></main>{FOOTER}</div>{state("__NEXT_DATA__")}{BUNDLES}'),
        page(f'<div id="root">{HEADER}<main><p>Loading…</p></main>{FOOTER}</div>{BUNDLES}'),
        page(f'{HEADER}<div role="main" id="main"></div>{FOOTER}{NOTICE}{BUNDLES}'),
        page(f'{HEADER}{HEADER}<div id="main-app"></div>{FOOTER}{FOOTER}{BUNDLES}'),
        page(f'{BOXES_ABOVE}<div id="product-list" data-endpoint="/api/list"></div><noscript>Please turn on JavaScript to see our products.</noscript>{BOXES_BELOW}{BUNDLES}'),
    ],
    "template to be filled": [
        page(f'<div id="app" v-cloak><h1>{{{{ product.title }}}}</h1><p>{{{{ product.text }}}}</p><li v-for="p in parts">{{{{ p.name }}}}</li></div>{BUNDLES}'),
        page(f'<div ng-app="shop" ng-controller="List"><div ng-repeat="item in items"><b>{{{{item.name}}}}</b> {{{{item.price}}}}</div><p>{{{{message}}}}</p></div>{BUNDLES}'),
        page(f'<div x-data="shop()"><template x-for="one in all"><p x-text="one.name"></p></template></div>{BUNDLES}'),
        page(f'{HEADER}<ul data-bind="foreach: items"><li data-bind="text: name"></li></ul>{FOOTER}{BUNDLES}'),
        page(f'{HEADER}<section hx-get="/fragments/list" hx-trigger="load"><img class="wait" src="/wait.gif"></section>{FOOTER}<script src="/htmx.min.js"></script>'),
        page(f'{HEADER}<turbo-frame id="list" src="/list"><p>Loading…</p></turbo-frame>{FOOTER}{MODULE}'),
    ],
    "sent on by script": [
        page('<script>window.location.href = "/en/home";</script>'),
        page('<script>location.replace("/start" + location.search)</script>'),
        page('<p>Redirecting…</p><script>window.location = "https://www.example.com/new/"</script>'),
        page('<p>If you are not taken there, <a href="/new">click here</a>.</p><script>setTimeout(function () { window.top.location.assign("/new"); }, 100)</script>'),
        page('<script>document.cookie = "seen=1; path=/"; location.reload();</script>'),
        page('<form id="f" method="post" action="/in"><input type="hidden" name="t" value="1"></form><script>document.getElementById("f").submit()</script>'),
    ],
}  # fmt: skip

WHOLE: dict[str, list[str]] = {
    "small and complete": [
        page("<h1>Example Domain</h1><p>This domain is for use in illustrative examples in documents.</p>"),
        page(f"<h1>It works!</h1>{ANALYTICS}"),
        page(f"<h1>Opening hours</h1><p>Monday to Friday, nine to five.</p>{ANALYTICS}"),
        page("<h1>Not here yet</h1><p>We are moving in. Call 01 234 567.</p><script src=/menu.js></script>"),
        page(f"{HEADER}<main><h1>Contact</h1><p>Write to keeper@example.com or ring the bell at the pier.</p></main>{FOOTER}{BUNDLES}"),
        page(f"<table><tr><td>Tide</td><td>04:12</td></tr><tr><td>Moon</td><td>full</td></tr></table>{ANALYTICS}"),
        page("<p>OK</p>"),
        page("<ul><li>alpha</li><li>beta</li><li>gamma</li></ul><script src=/jquery.min.js></script>"),
        page(f"<h1>404</h1><p>The page is gone.</p>{BUNDLES}"),
        page('<h1>Maintenance</h1><p>Back at <b>six</b>.</p><script>setInterval(function () { document.title = "Soon" }, 1000)</script>'),
        page(f"<pre>User-agent: *\nDisallow: /private</pre>{ANALYTICS}"),
    ],
    "articles": [
        page(f"{HEADER}<article><h1>Light</h1>{prose(n)}</article>{FOOTER}{scripts}")
        for n in (1, 2, 4, 20) for scripts in (ANALYTICS, BUNDLES, MODULE)
    ] + [
        page(f"{HEADER}<article><h1>Light</h1>{prose(3)}</article><div id=comments></div><noscript>Please enable JavaScript to view the comments.</noscript>{FOOTER}{BUNDLES}"),
        page(f'<article><h1>How to redirect by script</h1>{prose(2)}<pre>location.href = "/new"</pre></article><script>function go() {{ location.href = "/search" }}</script>'),
        page(f"<article><h1>On templates</h1>{prose(2)}<pre>{{{{ title }}}} {{{{ body }}}} {{{{ foot }}}}</pre></article>{BUNDLES}"),
        page(f'{HEADER}<div class="text">{(SENTENCE + "<br>") * 6}</div><div id="app"></div>{FOOTER}{BUNDLES}'),
    ],
    "server-rendered applications": [
        page(f'<div id="__next">{HEADER}<main><h1>Light</h1>{prose(3)}</main>{FOOTER}</div>{state("__NEXT_DATA__")}{BUNDLES}'),
        page(f'<div id="__nuxt"><div id="__layout">{BOXES_ABOVE}<div><h1>Light</h1>{prose(2)}</div>{BOXES_BELOW}</div></div>{MODULE}'),
        page(f'<div id="root">{HEADER}<main><ul>{cards(8)}</ul></main>{FOOTER}</div>{BUNDLES}'),
        page(f'<app-root ng-version="17.0.0"><main><h1>Light</h1>{prose(2)}</main></app-root>{BUNDLES}'),
        page(f'<div id="svelte"><main><h1>Lantern</h1><p>{SENTENCE}</p><b>€ 40</b><button>Buy</button></main></div>{MODULE}'),
        page(f'<main><!--$?--><template id="B:0"></template><div class="skeleton"></div><!--/$--></main><div hidden id="S:0"><h1>Light</h1>{prose(3)}</div><script>$RC("B:0","S:0")</script>{BUNDLES}'),
        page(f'<div id="root"><h1>Lantern</h1><p>{SENTENCE}</p><div class="reviews"><p>Loading reviews…</p></div></div>{BUNDLES}'),
        page(f'<div id="___gatsby"><h1>Light</h1>{prose(2)}</div><div id="portal"></div>{BUNDLES}'),
    ],
    "lists and shops": [
        page(f"{HEADER}<main><h1>Lanterns</h1><ul>{cards(6)}</ul></main>{FOOTER}{BUNDLES}"),
        page(f"{BOXES_ABOVE}<div><ul>{cards(5)}</ul></div>{BOXES_BELOW}<div class=cart>Loading…</div>{BUNDLES}"),
        page(f"{HEADER}<main><h1>Lantern</h1><p>{SENTENCE}</p><p>€ 40</p><form><button>Add to cart</button></form></main><div id=root></div>{FOOTER}{BUNDLES}"),
        page("<h1>Index of /pub</h1><table>" + "".join(f'<tr><td><a href="f{n}.tar.gz">f{n}.tar.gz</a></td><td>2026-01-{n + 10}</td></tr>' for n in range(9)) + f"</table>{ANALYTICS}"),
        page(f"{HEADER}<main><h1>Archive</h1><ul>" + "".join(f'<li><a href="/p/{n}">On the {LINKS[n]} of the northern light</a></li>' for n in range(12)) + f"</ul></main>{FOOTER}{BUNDLES}"),
        page(f"{HEADER}<div><h1>Archive</h1>" + "".join(f'<div><a href="/p/{n}">On the {LINKS[n]} of the northern light</a></div>' for n in range(12)) + f"</div>{FOOTER}{BUNDLES}"),
    ],
    "forms": [
        page(f'{HEADER}<main><form method="post"><label>E-mail <input name="email"></label><label>Password <input type="password"></label><button>Log in</button></form></main>{FOOTER}{BUNDLES}'),
        page(f'<form method="post" action="/in"><h1>Sign in</h1><input name="user"><input type="password" name="p"><button>Sign in</button><a href="/lost">Forgot your password?</a></form>{BUNDLES}'),
        page(f'<form action="/search"><input name="q"><button>Search the logbook</button></form>{ANALYTICS}'),
        page(f"{HEADER}<main><h1>Ask us</h1><form><label>Name<input></label><label>Words<textarea></textarea></label><button>Send</button></form></main>{FOOTER}{BUNDLES}"),
    ],
    "written for those without scripts": [
        page(f"<noscript><h1>Light</h1>{prose(3)}</noscript><div id=root></div>{BUNDLES}"),
        page(f'<section id="splash"></section><noscript><main><h1>Thread</h1>{prose(4)}</main></noscript>{BUNDLES}'),
    ],
}  # fmt: skip
