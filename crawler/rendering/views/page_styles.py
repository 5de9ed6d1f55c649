"""Observes the styles of a settled page, in the light and in the dark colour scheme."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crawler.failures import RenderFailed
from crawler.rendering.chromium import Refused
from crawler.rendering.render_request import SettledPage
from extraction.content.advertising import BANNER_NAMES

COLLECT = (Path(__file__).parent / "styles.js").read_text()
WIDTH, HEIGHT = 1440, 900
# The script stops after the first number of seconds; the browser's own work on the page may take longer.
COLLECT_SECONDS, ANSWER_SECONDS = 4.0, 12.0
# Time for the page's scripts to follow the colour scheme.
SWITCH_SECONDS = 0.15


@dataclass(frozen=True)
class Styles:
    """The values of the script. `dark` is None if the page could not be read in the dark scheme."""

    light: Mapping[str, Any]
    dark: Mapping[str, Any] | None


async def observe(settled: SettledPage) -> Styles:
    """The styles of a page: the `take` of a view.

    Raises:
        RenderFailed: the page cannot be read in time.
        Refused: the page navigated meanwhile.
    """
    await _prefer(settled, "light")
    light = await _collect(settled)
    if light is None:
        settled.page.post("Runtime.terminateExecution")  # The page's script does not end.
        light = await _collect(settled)
    if light is None:
        raise RenderFailed("The styles of the page could not be read in time.")
    return Styles(light, await _dark(settled))


async def _dark(settled: SettledPage) -> Mapping[str, Any] | None:
    """The page in the dark scheme."""
    with contextlib.suppress(Refused):
        await _prefer(settled, "dark")
        await asyncio.sleep(SWITCH_SECONDS)
        return await _collect(settled)
    return None


async def _prefer(settled: SettledPage, scheme: str) -> None:
    await settled.page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])


async def _collect(settled: SettledPage) -> Mapping[str, Any] | None:
    """The value of the script. None if it does not end in time."""
    seconds = max(1.0, min(ANSWER_SECONDS, settled.seconds_left + COLLECT_SECONDS))
    arguments = json.dumps([BANNER_NAMES, 1000 * min(COLLECT_SECONDS, seconds / 2)])
    found = await settled.evaluate(f"{COLLECT}({arguments})", seconds)
    return found if isinstance(found, dict) else None
