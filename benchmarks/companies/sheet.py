"""Served logos and screenshots on sheets, for looking at them.

    python -m benchmarks.companies.sheet [--out FOLDER] [--logos FOLDER]

Starts a service and a loopback site. Requests logos of 48 companies and monograms of 12 over HTTP, in the themes light, dark and
auto, and shows them in Chromium in both colour schemes (`logos-light.png`, `logos-dark.png`). Takes screenshots of pages that
are difficult to picture (`screenshots.png`, and each as a file).
"""

from __future__ import annotations

import argparse
import asyncio
import base64
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp
from playwright.async_api import Page, async_playwright

from benchmarks.companies.logo import Key
from benchmarks.running.machine import Service, service, site
from benchmarks.sites.sheet_site import EACH, FIRST_HOST, NAMES, SETS
from contract.environment import Environment
from crawler.rendering.browser import find
from tests.sites import pictures

COMPANIES = EACH * SETS
WIDTH = 1500
# For each company: type and theme of the logo, and the background that it is shown on. None: that of the colour scheme.
CELLS = (
    ("icon", "light", "#ffffff"), ("icon", "dark", "#14161a"), ("icon", "auto", None),
    ("wordmark", "light", "#ffffff"), ("wordmark", "dark", "#14161a"), ("wordmark", "auto", None),
)  # fmt: skip
VIEWPORT: dict[str, Any] = {"viewport": {"width": 800, "height": 600}}
# Each page as it is, and some with options. A name is that of the page and a word about the options.
PICTURES: dict[str, dict[str, Any]] = {
    **{name: {} for name in pictures.PAGES},
    "schemes dark": {"darkMode": True}, "schemes selector": {"selector": ".box", "fullPage": False},
    "lazy mobile": {"mobile": True}, "scripts mobile": {"mobile": True, "deviceScaleFactor": 2, "fullPage": False},
    "lazy-script waits": {"waitFor": 5_000, "timeout": 10_000}, "neutral-banners kept": {"hideBanners": False},
}  # fmt: skip
STYLE = """:root{color-scheme:light dark}body{margin:12px;font:11px sans-serif;columns:3;background:Canvas;color:CanvasText}
div{display:flex;align-items:center;break-inside:avoid;gap:4px;margin-bottom:4px}b{width:70px;font-weight:400}
span{display:flex;align-items:center;justify-content:center;width:60px;height:44px;outline:1px solid #8884}
span.wide{width:84px}img{max-width:80%;max-height:36px}"""


def logo_url(running: Service, key: Key, host: str, **query: str) -> str:
    more = "".join(f"&{name}={value}" for name, value in query.items())
    return f"{running.url}/v1/web/logo/{quote(host, safe='')}?token={key.token(host)}{more}"


def row(running: Service, key: Key, number: int, port: str) -> str:
    """One company of the sheet."""
    host = f"http://127.0.0.{FIRST_HOST + number}:{port}"
    label = NAMES[number - COMPANIES] if number >= COMPANIES else f"company {number + 1}"
    cells = "".join(
        f'<span class="{"wide" if kind == "wordmark" else ""}"{f" style=background:{ground}" if ground else ""}>'
        f'<img src="{logo_url(running, key, host, type=kind, theme=theme, size="64")}"></span>'
        for kind, theme, ground in CELLS
    )
    return f"<div><b>{label}</b>{cells}</div>"


async def logos(running: Service, port: str, page: Page, out: Path) -> None:
    key = Key.create(running)
    async with aiohttp.ClientSession() as session:
        for number in range(COMPANIES + len(NAMES)):
            url = logo_url(running, key, f"http://127.0.0.{FIRST_HOST + number}:{port}")
            async with session.get(url) as answer:
                await answer.read()
                print(f"company {number + 1}: {answer.status} {answer.headers.get('Cache-Control')}")
    rows = "".join(row(running, key, number, port) for number in range(COMPANIES + len(NAMES)))
    await page.set_content(f"<!doctype html><style>{STYLE}</style>{rows}", wait_until="networkidle")
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        await page.screenshot(path=out / f"logos-{scheme}.png", full_page=True)


async def screenshots(running: Service, address: str, page: Page, out: Path) -> None:
    key = running.new_key()
    cells = []
    async with aiohttp.ClientSession(headers={"X-API-Key": key}) as session:
        for name, options in PICTURES.items():
            request = {"url": f"{address}/pictures/{name.partition(' ')[0]}", "fullPage": True, **VIEWPORT, **options}
            async with session.post(f"{running.url}/v1/web/screenshot", json=request) as answer:
                found = await answer.json()
            if "data" not in found:
                print(f"{name}: {found}")
                continue
            data = found["data"]
            print(f"{name}: {data['width']} x {data['height']} {data.get('warning') or ''}")
            (out / f"{name.replace(' ', '-')}.png").write_bytes(base64.b64decode(data["image"]))
            cells.append(
                f'<figure><img src="data:image/png;base64,{data["image"]}"><figcaption>{name}</figcaption></figure>'
            )
    style = (
        "body{display:flex;flex-wrap:wrap}figure{margin:6px}img{max-width:170px;max-height:420px;border:1px solid #888}"
    )
    await page.set_content(f"<!doctype html><style>{style}</style>{''.join(cells)}")
    await page.screenshot(path=out / "screenshots.png", full_page=True)


async def run(running: Service, address: str, out: Path) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(Environment.read()))
        page = await browser.new_page(viewport={"width": WIDTH, "height": 900}, device_scale_factor=1)
        await logos(running, address.rpartition(":")[2], page, out)
        await screenshots(running, address, page, out)
        await browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("sheet"), help="folder of the PNGs")
    parser.add_argument("--logos", type=Path, help="folder of SVGs named NAME--RRGGBB[--wordmark].svg")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    given = [str(arguments.logos)] if arguments.logos else []
    with site("benchmarks.sites.sheet_site", *given) as address, service() as running:
        asyncio.run(run(running, address, arguments.out))


if __name__ == "__main__":
    main()
