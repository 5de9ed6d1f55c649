"""Made-up companies on loopback addresses, one a host, and pages that are difficult to picture: `python -m … PORT [FOLDER]`.

`FOLDER` holds real marks, as `brand_marks` describes. Companies without a logo follow the others: they get monograms.
"""

from __future__ import annotations

import sys
from pathlib import Path

from aiohttp import web

from benchmarks.sites import brand_marks, brand_templates, built_brand_sites, styled_brand_sites, unseen_brand_sites
from benchmarks.sites.brand_sites import BrandSite
from tests.sites import pictures

# Names in scripts that a monogram has a letter for, or falls back from.
NAMES = (
    "Acme", "the Łódź Works", "Étoile", "Ørsted", "Москва", "Ελλάδα", "ירושלים", "القاهرة", "東京", "서울", "7 Oaks", "🦊 Fox",
)  # fmt: skip
COLORS = ("#c8102e", "#0057b8", "#ffe600", "#f5f5f5", "#111111", "#00843d")
FIRST_HOST = 2
SETS = 4
# Companies of each set.
EACH = 12


def companies(folder: Path | None, each: int) -> list[BrandSite]:
    """Sites of four sets, with real or made-up marks."""
    sets = brand_marks.of_folder(folder, 120) if folder else brand_marks.synthetic(120)
    own, others = sets[:-40], sets[-40:]
    builds = (
        brand_templates.build,
        unseen_brand_sites.build,
        styled_brand_sites.build,
        built_brand_sites.build_outsider,
    )
    made = [build(own[number * each :] + own[: number * each], others) for number, build in enumerate(builds)]
    return [site for sites in made for site in sites[:: max(1, len(sites) // each)][:each]]


def nameless() -> list[BrandSite]:
    """Companies that have a name and a colour, and no logo."""
    made = []
    for number, name in enumerate(NAMES):
        color = COLORS[number % len(COLORS)]
        site = BrandSite(f"monogram {name}", "https://none.example", name, color)
        head = f'<meta property="og:site_name" content="{name}"><meta name="theme-color" content="{color}">'
        text = f"<!doctype html><title>{name}</title>{head}<h1>{name}</h1><p>Ferries across the bay.</p>"
        site.put("/", text, "text/html; charset=utf-8")
        made.append(site)
    return made


def _file(site: BrandSite, path: str) -> tuple[str, bytes]:
    """A file of a site. Those of other hosts are under `/elsewhere/`."""
    path = path.replace("/elsewhere/", "https://", 1) if path.startswith("/elsewhere/") else path
    return site.files.get(path) or site.files.get(path.partition("?")[0], ("", b""))


def _here(site: BrandSite, body: bytes, host: str) -> bytes:
    """The page with addresses on this machine."""
    for path in site.files:
        if path.startswith("https:"):
            bare = path.removeprefix("https:")
            local = f"//{host}/elsewhere/{bare.removeprefix('//')}"
            body = body.replace(f"https:{bare}".encode(), f"http:{local}".encode()).replace(
                f'"{bare}'.encode(), f'"http:{local}'.encode()
            )
    bare = site.origin.removeprefix("https:")
    return body.replace(site.origin.encode(), f"http://{host}".encode()).replace(
        f'"{bare}/'.encode(), f'"http://{host}/'.encode()
    )


def served(sites: list[BrandSite], port: int) -> web.Application:
    """The sites by host, 127.0.0.2 for the first, and the difficult pages under `/pictures/`."""

    async def answer(request: web.Request) -> web.Response:
        if request.path.startswith("/pictures/"):
            body = pictures.PAGES.get(request.path.removeprefix("/pictures/"))
            return web.Response(text=body, content_type="text/html") if body else web.Response(status=404)
        if request.path == "/green.png":
            return web.Response(body=pictures.png(pictures.GREEN), content_type="image/png")
        host = (request.host or "").partition(":")[0]
        site = sites[(int(host.rpartition(".")[2]) - FIRST_HOST) % len(sites)]
        kind, found = _file(site, request.raw_path)
        found = _here(site, found, f"{host}:{port}")
        return web.Response(body=found, headers={"Content-Type": kind}) if kind else web.Response(status=404)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    return app


if __name__ == "__main__":
    given = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    web.run_app(
        served([*companies(given, EACH), *nameless()], int(sys.argv[1])),
        host="0.0.0.0",
        port=int(sys.argv[1]),
        print=None,
    )
