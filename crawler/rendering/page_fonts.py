"""The fonts that the browser draws pages with: the machine's own, and the packages of Noto fonts for all scripts."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from xml.sax.saxutils import escape

import manimgx_fonts
import manimgx_fonts_cjk

# The scripts that a machine often lacks, with a character of each.
SCRIPTS = {"Japanese": "\u3042", "Chinese": "\u6c49", "Korean": "\ud55c", "Hindi": "\u0905", "emoji": "\U0001f600"}
_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
{folders}
<cachedir>{cache}</cachedir>
</fontconfig>
"""


def folders() -> list[Path]:
    """The folders of the font packages."""
    return [Path(package.__path__[0]) for package in (manimgx_fonts, manimgx_fonts_cjk)]


def configuration(cache: Path) -> str:
    """The text of a fontconfig file: the machine's configuration with these folders. `cache` must be writable."""
    listed = "".join(f"<dir>{escape(str(folder))}</dir>" for folder in folders())
    return _CONFIGURATION.format(folders=listed, cache=escape(str(cache)))


def unreadable() -> list[Path]:
    """The font files that the browser cannot read: root starts it as another user. Pages then show rectangles for their letters."""
    files = [path for folder in folders() for path in folder.glob("*.[ot]t[fc]")]
    if os.geteuid() != 0:
        return [path for path in files if not os.access(path, os.R_OK)]
    return [path for path in files if not _is_open(path)]


def _is_open(path: Path) -> bool:
    """Whether every user can read a file."""
    can_enter = all(folder.stat().st_mode & stat.S_IXOTH for folder in path.parents)
    return can_enter and bool(path.stat().st_mode & stat.S_IROTH)
