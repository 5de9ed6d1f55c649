"""Pages that are difficult to picture. Each colour stands for one thing, so that tests can look for it."""

from __future__ import annotations

import struct
import zlib

RED, GREEN, BLUE, YELLOW, BLACK = (220, 0, 0), (0, 160, 0), (0, 0, 220), (240, 220, 0), (20, 20, 20)
Colour = tuple[int, int, int]
# A page without words is waited for longer.
WORDS = "<p style='position:absolute;left:-9999px;top:0'>River pilots keep a ledger of every sandbar they have met.</p>"


def css(colour: Colour) -> str:
    return "rgb({},{},{})".format(*colour)


def png(colour: Colour, width: int = 40, height: int = 40) -> bytes:
    """A PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def page(body: str, style: str = "", script: str = "") -> str:
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Picture</title>
<style>*{{box-sizing:border-box}} body{{margin:0;font:16px sans-serif}} {style}</style></head>
<body>{body}{WORDS}<script>{script}</script></body></html>"""


def _blocks(number: int, inner: str, height: int = 400) -> str:
    return "".join(f'<div style="height:{height}px">{inner.format(number=each)}</div>' for each in range(number))


LAZY = page(_blocks(12, '<img loading="lazy" src="/green.png?{number}" style="display:block;width:100%;height:300px">'))
LAZY_SCRIPT = page(
    _blocks(12, '<img data-src="/green.png?{number}" style="display:block;width:100%;height:300px">'),
    script="""const seen = new IntersectionObserver((all) => all.forEach((one) => {
  if (one.isIntersecting) { one.target.src = one.target.dataset.src; seen.unobserve(one.target); }
}));
document.querySelectorAll("img").forEach((one) => seen.observe(one));""",
)
REVEAL = page(
    _blocks(8, '<div class="reveal"></div>'),
    style=f".reveal{{height:300px;background:{css(GREEN)};opacity:0;transform:translateY(80px);transition:all 3s .2s}}"
    " .reveal.in{opacity:1;transform:none}",
    script="""const seen = new IntersectionObserver((all) => all.forEach((one) => {
  if (one.isIntersecting) one.target.classList.add("in");
}), {threshold: .2});
document.querySelectorAll(".reveal").forEach((one) => seen.observe(one));""",
)
STICKY = page(
    f'<header style="position:sticky;top:0;height:60px;background:{css(RED)}">Header</header>'
    + _blocks(6, "<p>Block {number}</p>")
    + f'<div style="position:fixed;right:10px;bottom:10px;width:60px;height:60px;background:{css(BLUE)}">Chat</div>'
)
INNER = page(
    f"""<div style="position:fixed;inset:0;display:flex;flex-direction:column">
<header style="flex:0 0 60px;background:{css(RED)}">Application</header>
<div style="flex:1;display:flex;min-height:0"><nav style="width:80px;background:{css(BLUE)}">Menu</nav>
<main style="flex:1;overflow-y:auto">{_blocks(6, "<p>Row {{number}}</p>".replace("{{", "{").replace("}}", "}"))}
<div style="height:100px;background:{css(GREEN)}">End</div></main></div></div>""",
    style="html,body{height:100%;overflow:hidden}",
)
INFINITE = page(
    '<div id="feed"></div>',
    script="""const feed = document.getElementById("feed");
const more = () => { for (let i = 0; i < 6; i++) {
  const post = document.createElement("div"); post.style.height = "300px"; post.textContent = "Post " + feed.children.length;
  post.style.background = feed.children.length % 2 ? "#ddd" : "#fff"; feed.append(post); } };
more();
addEventListener("scroll", () => { if (scrollY + innerHeight > feed.offsetHeight - 600) more(); });""",
)
BANNER = page(
    _blocks(5, "<p>Block {number}</p>")
    + f"""<div id="onetrust-consent-sdk"><div style="position:fixed;inset:0;z-index:90;background:rgba(0,0,0,.6)"></div>
<div style="position:fixed;left:0;right:0;bottom:0;height:160px;z-index:99;background:{css(RED)}">We use cookies.
<button>Accept all</button></div></div>""",
    style="html{overflow:hidden} body{overflow:hidden}",
)
UNNAMED_BANNER = page(
    _blocks(5, "<p>Block {number}</p>")
    + f"""<div style="position:fixed;inset:0;z-index:90;background:rgba(0,0,0,.6)"></div>
<section style="position:fixed;top:20%;left:20%;width:60%;height:50%;z-index:99;background:{css(RED)}">
<p>This site uses cookies to remember you.</p><a href="#">Alle akzeptieren</a></section>""",
    style="body{overflow:hidden;position:fixed;width:100%}",
)
COOKIE_SHOP = page(
    f"""<main><h1>Butter cookies</h1><div class="cookie-info" style="height:200px;background:{css(GREEN)}">
Our cookies are baked every morning. <a href="/order">Order</a></div></main>
<nav style="position:sticky;top:0;height:50px;background:{css(BLUE)}"><a href="/privacy">Cookies</a></nav>"""
)
HIGH_BLOCKS = page(
    "".join(f'<section style="height:100vh;background:{css(colour)}"></section>' for colour in (RED, GREEN, BLUE))
)
HUGE = page(f'<div style="height:60000px;background:linear-gradient({css(RED)},{css(BLUE)})"></div>')
MOVING = page(
    '<div class="in"></div><div class="spin"></div><div style="height:2000px"></div><div class="view"></div>',
    style=f"""@keyframes in {{from{{opacity:0}} to{{opacity:1}}}} @keyframes spin {{to{{transform:rotate(1turn)}}}}
.in{{height:200px;background:{css(GREEN)};animation:in 20s forwards}}
.spin{{width:80px;height:80px;background:{css(BLUE)};animation:spin 1s linear infinite}}
.view{{height:200px;background:{css(GREEN)};animation:in linear both;animation-timeline:view();animation-range:entry}}""",
)
NOISE = page(
    '<canvas id="noise" width="1440" height="14000"></canvas>',
    script="""const noise = document.getElementById("noise"), drawn = noise.getContext("2d");
const tile = drawn.createImageData(1440, 1000);
for (let y = 0; y < 14; y++) {
  for (let i = 0; i < tile.data.length; i++) tile.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
  drawn.putImageData(tile, 0, 1000 * y);
}""",
)
SNAP = page(
    "<main>"
    + "".join(
        f'<section style="height:100vh;scroll-snap-align:start;background:{css(c)}"></section>'
        for c in (RED, GREEN, BLUE)
    )
    + "</main>",
    style="main{height:100vh;overflow-y:scroll;scroll-snap-type:y mandatory}",
)
BODY_SCROLLER = page(
    _blocks(6, "<p>Block {number}</p>") + f'<div style="height:100px;background:{css(GREEN)}">End</div>',
    style="html{overflow:hidden;height:100%} body{overflow:auto;height:100%}",
)
GRID_SHELL = page(
    f"""<div class="shell"><header style="background:{css(RED)}">Mail</header><nav style="background:{css(BLUE)}">Folders</nav>
<main><div class="list">{"".join(f"<p style='height:200px'>Letter {n}</p>" for n in range(12))}
<div style="height:100px;background:{css(GREEN)}">End</div></div></main></div>""",
    style="""html,body{height:100%} .shell{display:grid;height:100vh;grid-template:60px 1fr/100px 1fr;
grid-template-areas:"head head" "nav main"} header{grid-area:head} nav{grid-area:nav}
main{grid-area:main;overflow:hidden;position:relative} .list{position:absolute;inset:0;overflow-y:auto}""",
)
SKIPPED = page(
    "".join(f'<section><div style="height:400px;background:{css(GREEN)}">Part {n}</div></section>' for n in range(8)),
    style="section{content-visibility:auto;contain-intrinsic-size:auto 400px;margin-bottom:40px}",
)
SHADOW_BANNER = page(
    _blocks(3, "<p>Block {number}</p>") + "<div id='usercentrics-root'></div><dialog id='news'>Our newsletter</dialog>",
    script=f"""const inner = document.getElementById("usercentrics-root").attachShadow({{mode: "open"}});
inner.innerHTML = `<div style="position:fixed;inset:auto 0 0 0;height:200px;background:{css(RED)}">We value your privacy
<button>Accept</button></div>`;""",
)
BOTTOM_BAR = page(
    _blocks(4, "<p>Block {number}</p>")
    + f"""<div style="position:fixed;bottom:0;left:0;right:0;height:60px;background:{css(BLUE)}">Call us</div>
<div style="position:fixed;inset:0;z-index:-1;background:{css(YELLOW)}"></div>"""
)
HIDE_AGAIN = REVEAL.replace(
    'if (one.isIntersecting) one.target.classList.add("in");', 'one.target.classList.toggle("in", one.isIntersecting);'
)
FIXED_BACKGROUND = page(
    _blocks(5, '<div class="fixed"></div>'),
    style=f".fixed{{height:300px;background:linear-gradient({css(GREEN)},{css(GREEN)}) fixed no-repeat}}",
)
# Sentences and answers of consent banners whose names say nothing.
BANNERS = (
    ("We use cookies to give you a better experience.", "Continue"),
    ("This site uses cookies. By browsing on you agree.", "\u2715"),
    ("Wir verwenden Cookies, um unsere Website zu verbessern.", "Weiter"),
    ("Nous utilisons des cookies pour mesurer l'audience.", "Fermer"),
    ("Usamos cookies para mejorar su visita.", "Cerrar"),
    ("Utilizziamo i cookie per offrirti un servizio migliore.", "Chiudi"),
    ("Wij gebruiken cookies voor statistieken.", "Prima"),
    ("Utilizamos cookies para melhorar a navegação.", "Fechar"),
    ("Vi använder kakor för att förbättra webbplatsen.", "Stäng"),
    ("Vi bruker informasjonskapsler på nettstedet.", "Lukk"),
    ("Ta strona używa ciasteczek.", "Zamknij"),
    ("Мы используем файлы cookie.", "Закрыть"),
    ("Bu site çerezleri kullanır.", "Kapat"),
    ("当サイトではクッキーを使用しています。", "閉じる"),
    ("本网站使用cookie来改善体验。", "关闭"),
    ("이 사이트는 쿠키를 사용합니다.", "닫기"),
    ("Používáme sušenky pro lepší zážitek.", "Zavřít"),
    ("Chúng tôi sử dụng cookie để cải thiện trải nghiệm.", "Đồng ý"),
    ("Kami menggunakan kuki untuk meningkatkan pengalaman.", "Setuju"),
    ("Ми використовуємо файли cookie.", "Прийняти"),
    ("Vi bruger cookies til statistik.", "Tillad alle"),
    ("Wir schätzen Ihre Privatsphäre und verarbeiten personenbezogene Daten.", "Alle akzeptieren"),
    ("Nous respectons votre vie privée et utilisons des informations.", "Continuer sans accepter"),
    ("Your privacy matters. We and our partners process personal data to personalise content.", "Accept"),
)
NEUTRAL_BANNERS = page(
    "<p>Ferries leave every hour.</p>"
    + "".join(
        f'<div class="k{number}" style="position:fixed;left:0;right:0;top:{40 + 8 * number}px;height:8px;overflow:hidden;'
        f'z-index:5;background:{css(RED)}">{text} <button style="opacity:.01">{answer}</button></div>'
        for number, (text, answer) in enumerate(BANNERS)
    )
    + f'<div style="position:fixed;top:0;left:0;right:0;height:30px;background:{css(BLUE)}">Menu <a href="/c">Cookies</a>'
    "<button>Open</button></div>",
)
SCHEMES = page(
    f'<div class="s"></div><div class="box" style="margin:300px 0 0 20px;width:100px;height:50px;background:{css(BLUE)}"></div>',
    style=f".s{{height:100px;background:{css(YELLOW)}}}@media(prefers-color-scheme:dark){{.s{{background:{css(BLACK)}}}}}",
)
# Lines in scripts whose letters are missing from most fonts of servers.
SCRIPTS = page(
    "".join(
        f'<p lang="{lang}" style="font-size:24px;margin:4px 12px">{text}</p>'
        for lang, text in (
            ("ja", "湾を渡るフェリーは毎時出発します"), ("zh-CN", "渡轮每小时一班 简体中文"), ("zh-TW", "渡輪每小時一班 繁體中文"),
            ("ko", "페리는 매시간 출발합니다"), ("hi", "नौकाएँ हर घंटे चलती हैं"), ("ar", "تغادر العبارات كل ساعة"),
            ("he", "המעבורות יוצאות בכל שעה"),
            ("th", "เรือข้ามฟากออกทุกชั่วโมง"), ("ru", "Паромы отправляются каждый час"), ("el", "Τα πλοία αναχωρούν κάθε ώρα"),
            ("en", "Ferries 🚢 ⛴️ 👩🏽‍🚀 🇪🇸 ❤️ ✓ € ₹ ½ →"),
        )
    )
)  # fmt: skip
PAGES = {
    "hide-again": HIDE_AGAIN, "fixed-background": FIXED_BACKGROUND, "neutral-banners": NEUTRAL_BANNERS, "schemes": SCHEMES,
    "lazy": LAZY, "lazy-script": LAZY_SCRIPT, "reveal": REVEAL, "sticky": STICKY, "inner": INNER, "infinite": INFINITE,
    "banner": BANNER, "unnamed-banner": UNNAMED_BANNER, "cookie-shop": COOKIE_SHOP, "high-blocks": HIGH_BLOCKS, "huge": HUGE,
    "moving": MOVING, "noise": NOISE, "snap": SNAP, "body-scroller": BODY_SCROLLER, "grid-shell": GRID_SHELL, "skipped": SKIPPED,
    "shadow-banner": SHADOW_BANNER, "bottom-bar": BOTTOM_BAR, "scripts": SCRIPTS,
}  # fmt: skip
