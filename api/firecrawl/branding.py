"""The format `branding`: the brand and the styleguide of the page's host, in Firecrawl's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.firecrawl.call import Call
from api.firecrawl.failures import Refused
from contract.operations import BRAND, STYLEGUIDE

_BUTTONS = {"buttonPrimary": "primary", "buttonSecondary": "secondary"}


async def look_up(call: Call, url: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The profile, and the result of the brand lookup with the credits of both lookups.

    Without a styleguide, the profile has only what the brand says.
    """
    brand = (await call.run(BRAND, {"domain": url}))["data"]
    style: dict[str, Any] = {}
    try:
        style = (await call.run(STYLEGUIDE, {"domain": url}))["data"]
    except Refused as refused:
        call.warn(f"branding has no styles: {refused.error}")
    used = brand["usage"]["creditsUsed"] + (style["usage"]["creditsUsed"] if style else 0)
    return profile(brand, style), {**brand, "usage": {"creditsUsed": used}}


def profile(brand: Mapping[str, Any], style: Mapping[str, Any]) -> dict[str, Any]:
    """A brand and a styleguide as one profile. `style` may be empty."""
    logo = brand["primaryLogo"]
    logo_url = (logo["sourceUrl"] or logo["url"]) if logo else None
    icon = next((each for each in brand["logos"] if each["type"] == "icon"), None)
    images = {"logo": logo_url, "favicon": icon and (icon["sourceUrl"] or icon["url"])}
    found = {
        "brandName": brand["name"],
        "colorScheme": style.get("colorScheme"),
        "logo": logo_url,
        "colors": _colors(brand, style),
        "fonts": [{"family": font["family"], "role": font["role"]} for font in _fonts(brand, style)],
        "images": {name: value for name, value in images.items() if value},
    }
    found |= _styles(style) if style else {}
    return {name: value for name, value in found.items() if value}


def _colors(brand: Mapping[str, Any], style: Mapping[str, Any]) -> dict[str, str]:
    """The colours by role. Clients accept strings only."""
    colors = {each["role"]: each["hex"] for each in reversed(brand["colors"])}
    if brand["primaryColor"]:
        colors["primary"] = brand["primaryColor"]
    roles = style.get("colors") or {}
    for name, role in (("background", "background"), ("textPrimary", "text"), ("textSecondary", "mutedText")):
        if roles.get(role):
            colors[name] = roles[role]["hex"]
    if roles.get("accent"):
        colors.setdefault("accent", roles["accent"]["hex"])
    return colors


def _fonts(brand: Mapping[str, Any], style: Mapping[str, Any]) -> list[dict[str, Any]]:
    seen = (style.get("typography") or {}).get("fonts")
    fonts: list[dict[str, Any]] = seen or brand["fonts"]
    return fonts


def _styles(style: Mapping[str, Any]) -> dict[str, Any]:
    """What only the styleguide has."""
    levels = {name: style["typography"][name] for name in ("h1", "h2", "h3", "body") if style["typography"][name]}
    typography = {
        "fontFamilies": {
            **({"primary": levels["body"]["fontFamily"]} if "body" in levels else {}),
            **({"heading": levels["h1"]["fontFamily"]} if "h1" in levels else {}),
        },
        "fontSizes": {name: f"{level['fontSize']:g}px" for name, level in levels.items()},
        "fontWeights": {name: level["fontWeight"] for name, level in levels.items()},
        "lineHeights": {name: level["lineHeight"] for name, level in levels.items() if level["lineHeight"]},
    }
    radius = style["radius"]["button"]
    spacing = {"baseUnit": style["spacing"]["base"], "borderRadius": None if radius is None else f"{radius:g}px"}
    buttons = {name: style["buttons"][kind] for name, kind in _BUTTONS.items() if style["buttons"][kind]}
    return {
        "typography": {name: value for name, value in typography.items() if value},
        "spacing": {name: value for name, value in spacing.items() if value is not None},
        "components": {name: _button(each) for name, each in buttons.items()},
    }


def _button(given: Mapping[str, Any]) -> dict[str, Any]:
    """A button: its colours as strings, its radius in pixels."""
    button = {"background": given["background"], "textColor": given["color"], "borderColor": given["borderColor"]}
    return {name: value for name, value in button.items() if value} | {"borderRadius": f"{given['radius']:g}px"}
