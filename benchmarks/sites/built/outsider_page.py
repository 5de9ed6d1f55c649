"""What the sites of `outsider` share: whole documents, names of companies, photographs and colour notations."""

from __future__ import annotations

import colorsys
import io
import random

from PIL import Image, ImageFilter

from benchmarks.sites.brand_sites import BrandSite
from extraction.logo import color


def company(site: BrandSite, name: str, host: str) -> None:
    """Give the site its own name and host."""
    site.name, site.origin = name, f"https://{host}"


def document(
    site: BrandSite, body: str, *, title: str, css: str = "", head: str = "", lang: str = "en", root: str = "",
    attributes: str = "",
) -> str:  # fmt: skip
    """A document with one linked style sheet. `root` and `attributes` are those of `html` and `body`."""
    site.put("/assets/app.css", css, "text/css")
    return (
        f'<!DOCTYPE html><html lang="{lang}"{root}><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>'
        f'<link rel="stylesheet" href="/assets/app.css">{head}</head><body{attributes}>{body}</body></html>'
    )


def photo(site: BrandSite, path: str, seed: int = 1, size: tuple[int, int] = (480, 270)) -> str:
    """Put a photograph; its path."""
    chance = random.Random(seed)
    noise = Image.frombytes("RGB", (16, 9), chance.randbytes(16 * 9 * 3))
    output = io.BytesIO()
    noise.resize(size, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(3)).save(output, "JPEG", quality=70)
    return site.put(path, output.getvalue(), "image/jpeg")


def numbers(paint: str, between: str = ",") -> str:
    """The colour as three numbers: `228,0,43`."""
    return between.join(str(part) for part in color.rgb_of(paint))


def hsl(paint: str) -> str:
    """The colour as `345 100% 45%`."""
    hue, light, full = colorsys.rgb_to_hls(*(part / 255 for part in color.rgb_of(paint)))
    return f"{hue * 360:.1f} {full * 100:.1f}% {light * 100:.1f}%"


def footer(site: BrandSite, text: str = "All rights reserved.", year: int = 2026) -> str:
    """A footer with profiles and a copyright line."""
    handle = site.origin.removeprefix("https://").partition(".")[0]
    site.socials = {
        "instagram": f"https://www.instagram.com/{handle}",
        "linkedin": f"https://www.linkedin.com/company/{handle}",
    }
    links = "".join(f'<a href="{url}" target="_blank" rel="noopener">{kind}</a>' for kind, url in site.socials.items())
    return f'<footer><div class="social">{links}</div><p>© {year} {site.name}. {text}</p></footer>'
