"""Right answers of the brand reading on made-up company sites with known brands.

    python -m benchmarks.companies.brand [--logos FOLDER] [--unseen | --styled | --built | --later | --outsider
        | --stranger] [--show]

Prints the share of sites with the right primary logo, theme, type, primary colour, name and socials, and the milliseconds per
site. Sites are read in memory. Without `--logos` the marks are synthetic; `brand_marks` describes the folder. `--unseen` reads
the set that was designed after the rules were fixed, `--styled` the set of CSS conventions, `--built` the replicas of page
builders, shops and frameworks, `--later` those that were made after the rules, `--outsider` those of an author who had not
read the rules, `--stranger` a second set of such an author. `--show` lists the wrong answers.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from PIL import Image, ImageChops, ImageStat

from benchmarks.sites import brand_marks, brand_templates, built_brand_sites, styled_brand_sites, unseen_brand_sites
from benchmarks.sites.brand_sites import BrandSite
from contract.capture import PageCapture
from contract.results.brands.brand import ResolvedBrand
from extraction.brand import home_page, resolve, side_files
from extraction.brand.side_files import FetchedFiles
from extraction.logo import color, palette, pixels, raster, vector
from extraction.logo.color import Rgb
from extraction.logo.palette import Swatch
from extraction.logo.sniff import format_of

SITES = 80
# The choice of marks. The set of CSS conventions has other companies.
FIRST_SEED, STYLED_SEED = 7, 31
# Two colours are the same up to this CIEDE2000 difference.
SAME_COLOR = 10.0
SAME_PICTURE = 12.0
KINDS = ("logo", "theme", "type", "color", "name", "socials", "fonts", "own", "domain")
_EDGE = 48


def answer(site: BrandSite) -> ResolvedBrand:
    """The brand of a site, read in memory as the spider reads it."""
    kind, body = site.files["/"]
    capture = PageCapture(
        url=f"https://{site.asked}/" if site.asked else f"{site.origin}/", final_url=f"{site.origin}/", status=200,
        headers=(("content-type", kind),), body=body,
        captured_at=datetime.now(UTC),
    )  # fmt: skip
    named = side_files.read(capture)
    files = FetchedFiles(
        manifest=_file(site, named.manifest),
        stylesheets=tuple(found for url in named.stylesheets if (found := _file(site, url))),
    )
    home = home_page.read(capture, files)
    urls = [candidate.url for candidate in home.candidates if candidate.url]
    images = {url: found for url in urls if (found := _file(site, url))}
    return resolve.resolve(home, images, site.asked or site.origin, site.asked or urlsplit(site.origin).netloc)


def _file(site: BrandSite, url: str | None) -> bytes | None:
    if url is None:
        return None
    path = url.removeprefix(site.origin)
    found = site.files.get(path) or site.files.get(path.partition("?")[0])
    return found[1] if found else None


def judge(site: BrandSite, found: ResolvedBrand) -> dict[str, bool]:
    """Which answers are right."""
    brand = found.brand
    match = _matching(site, found)
    right_socials = {social.type: social.url.rstrip("/") for social in brand.socials}
    return {
        "logo": match is not None or not (site.logos or found.files),
        "theme": not site.logos
        or (
            match is not None
            and brand.primary_logo is not None
            and brand.primary_logo.theme == (match[2] or brand.primary_logo.theme)
        ),
        "type": not site.logos
        or (match is not None and brand.primary_logo is not None and brand.primary_logo.type == match[1]),
        "color": not site.color
        or (brand.primary_color is not None and difference(brand.primary_color, site.color) <= SAME_COLOR),
        "name": site.parked or brand.name == site.name,
        "socials": right_socials == {kind: url.rstrip("/") for kind, url in site.socials.items()},
        "fonts": not site.fonts or _families(found) == set(site.fonts),
        "own": not _shows_another(site, found),
        "domain": (brand.parked, brand.redirected_to) == (site.parked, site.redirected),
    }


def _families(found: ResolvedBrand) -> set[str]:
    return {font.family for font in found.brand.fonts if font.role in ("heading", "body")}


def _shows_another(site: BrandSite, found: ResolvedBrand) -> bool:
    """Whether any logo of the record is another company's."""
    pictures = [_picture(file.body) for file in found.files] if site.foreign else []
    return any(_is_same(_picture(body), picture) for body in site.foreign for picture in pictures)


def _matching(site: BrandSite, found: ResolvedBrand) -> tuple[bytes, str, str | None] | None:
    """The right answer that the primary logo is."""
    if not found.files:
        return None
    picture = _picture(found.files[0].body)
    return next((right for right in site.logos if _is_same(_picture(right[0]), picture)), None)


@lru_cache(maxsize=1_000)
def _picture(body: bytes) -> Image.Image:
    kind = format_of(body)
    assert kind is not None
    image = vector.measured(body) if kind == "svg" else raster.decode(body, kind)[0]
    return pixels.trimmed(image) or image


def _is_same(one: Image.Image, other: Image.Image) -> bool:
    if abs(math.log((one.width / one.height) / (other.width / other.height))) > 0.15:
        return False
    grey = [Image.new("RGBA", (_EDGE, _EDGE), "#7a7a7a") for _ in range(2)]
    for ground, image in zip(grey, (one, other), strict=True):
        ground.alpha_composite(image.resize((_EDGE, _EDGE)))
    return max(ImageStat.Stat(ImageChops.difference(*(ground.convert("RGB") for ground in grey))).mean) < SAME_PICTURE


def difference(one: str, other: str) -> float:
    """The CIEDE2000 difference of two colours."""
    (light1, a1, b1), (light2, a2, b2) = _lab(color.rgb_of(one)), _lab(color.rgb_of(other))
    mean_chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))
    chroma1, chroma2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    hue1, hue2 = (math.degrees(math.atan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    hue_part = 2 * math.sqrt(chroma1 * chroma2) * math.sin(math.radians(turn / 2))
    mean_light, mean_hue, chroma = (light1 + light2) / 2, (hue1 + turn / 2) % 360, (chroma1 + chroma2) / 2
    tone = (
        1 - 0.17 * math.cos(math.radians(mean_hue - 30)) + 0.24 * math.cos(math.radians(2 * mean_hue))
        + 0.32 * math.cos(math.radians(3 * mean_hue + 6)) - 0.20 * math.cos(math.radians(4 * mean_hue - 63))
    )  # fmt: skip
    weight_light = 1 + 0.015 * (mean_light - 50) ** 2 / math.sqrt(20 + (mean_light - 50) ** 2)
    weight_chroma, weight_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * tone
    rotation = (
        -2
        * math.sqrt(chroma**7 / (chroma**7 + 25**7))
        * math.sin(math.radians(60 * math.exp(-(((mean_hue - 275) / 25) ** 2))))
    )
    parts = ((light2 - light1) / weight_light, (chroma2 - chroma1) / weight_chroma, hue_part / weight_hue)
    return math.sqrt(sum(part**2 for part in parts) + rotation * parts[1] * parts[2])


def _lab(rgb: Rgb) -> tuple[float, float, float]:
    red, green, blue = ((c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def states_color(site: BrandSite) -> bool:
    """Whether the company's colour can be known: a file states it, or a right logo shows it."""
    if not site.color:
        return False
    readable = (body for kind, body in site.files.values() if kind.startswith(("text/", "application/")))
    if any(site.color.encode() in body for body in readable):
        return True
    return any(difference(swatch.hex, site.color) <= SAME_COLOR for swatch in _swatches(site))


def is_black_of_colored_mark(site: BrandSite) -> bool:
    """Whether the published colour is a grey although the logo has hues: that of the mark's version in one colour."""
    is_grey = not color.is_chromatic(color.rgb_of(site.color))
    return is_grey and any(color.is_chromatic(swatch.rgb) for swatch in _swatches(site))


def _swatches(site: BrandSite) -> list[Swatch]:
    return [swatch for body, _, _ in site.logos for swatch in palette.read(_picture(body))]


def report(sites: Iterable[BrandSite], *, show: bool) -> dict[str, float]:
    """Print the table; the share of right answers by kind."""
    right: Counter[str] = Counter()
    times: list[float] = []
    knowable, hued = 0, 0
    for site in sites:
        started = time.perf_counter()
        found = answer(site)
        times.append(1000 * (time.perf_counter() - started))
        verdicts = judge(site, found)
        if states_color(site):
            knowable += 1
            right["known"] += verdicts["color"]
            if not is_black_of_colored_mark(site):
                hued += 1
                right["hued"] += verdicts["color"]
        right.update(kind for kind, is_right in verdicts.items() if is_right)
        wrong = [kind for kind, is_right in verdicts.items() if not is_right]
        if wrong and show:
            brand = found.brand
            logo = f"{brand.primary_logo.source} {brand.primary_logo.source_url}" if brand.primary_logo else "none"
            read = f"{brand.name}, {brand.primary_color}, {sorted(_families(found))}"
            print(f"{site.key} ({site.name}, {site.color}): {', '.join(wrong)}: {logo}, {read}")
    shares = {kind: right[kind] / len(times) for kind in KINDS}
    print(f"sites: {len(times)}; " + ", ".join(f"{kind} {share:.1%}" for kind, share in shares.items()))
    print(f"color on the {knowable} sites that state it or show it in a logo: {right['known'] / max(1, knowable):.1%}")
    print(f"the same without greys published for coloured logos: {right['hued'] / max(1, hued):.1%} of {hued}")
    print(f"milliseconds per site: median {median(times):.0f}, most {max(times):.0f}")
    return shares


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--logos", type=Path, help="folder of SVGs named NAME--RRGGBB[--wordmark].svg")
    arguments.add_argument(
        "--unseen", action="store_true", help="the sites that were designed after the rules were fixed"
    )
    arguments.add_argument("--styled", action="store_true", help="the sites that show their colour by CSS conventions")
    arguments.add_argument("--built", action="store_true", help="the replicas of page builders, shops and frameworks")
    arguments.add_argument("--later", action="store_true", help="the replicas that were made after the rules")
    arguments.add_argument(
        "--outsider", action="store_true", help="the replicas of somebody who had not read the rules"
    )
    arguments.add_argument(
        "--stranger", action="store_true", help="a second set by somebody who had not read the rules"
    )
    arguments.add_argument("--show", action="store_true", help="list the wrong answers")
    chosen = arguments.parse_args()
    report(_sites(chosen), show=chosen.show)


def _sites(chosen: argparse.Namespace) -> list[BrandSite]:
    count, seed = SITES + 40, STYLED_SEED if chosen.styled else FIRST_SEED
    sets = brand_marks.of_folder(chosen.logos, count, seed) if chosen.logos else brand_marks.synthetic(count, seed)
    own, others = sets[:-40], sets[-40:]
    if chosen.stranger:
        return built_brand_sites.build_stranger(own, others)
    if chosen.outsider:
        return built_brand_sites.build_outsider(own, others)
    if chosen.later:
        return built_brand_sites.build_later(own, others)
    if chosen.built:
        return built_brand_sites.build(own, others)
    if chosen.styled:
        return styled_brand_sites.build(own, others)
    return unseen_brand_sites.build(own, others) if chosen.unseen else brand_templates.build(own, others, most=SITES)


if __name__ == "__main__":
    main()
