"""The files that logo serving delivers. They are built when a brand is resolved, and stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

from contract.results.brands.brand import LOGO_TYPES, LogoType

ServedTheme = Literal["light", "dark", "auto"]
SERVED_THEMES = ("light", "dark", "auto")
# A stored logo is never enlarged: a smaller original is served in its own size.
LADDER = (16, 32, 48, 64, 96, 128, 256, 512)
# The size of a file that has no fixed size.
ANY_SIZE = 0


def ladder_size(size: int) -> int:
    """The size of the ladder that a requested size is rounded up to."""
    return next((step for step in LADDER if step >= size), LADDER[-1])


@dataclass(frozen=True, kw_only=True)
class ServedLogo:
    """One file. `size` is its longer edge in pixels, or `ANY_SIZE` for a vector image.

    `logo_id` is the id of the logo in the brand record that the file was made from. `adaptive` is set when the image
    follows the viewer's colour scheme.
    """

    type: LogoType
    theme: ServedTheme
    size: int
    content_type: str
    body: bytes = field(repr=False)
    width: int
    height: int
    adaptive: bool
    logo_id: str


class _File(Protocol):
    """A file, or its row in the database without the bytes."""

    @property
    def type(self) -> str: ...
    @property
    def theme(self) -> str: ...
    @property
    def size(self) -> int: ...


F = TypeVar("F", bound=_File)


def choose_file(files: Iterable[F], logo_type: str, theme: str, size: int = LADDER[-1]) -> F | None:
    """The smallest file of this theme that is large enough, otherwise the largest; of the other type when this one has none."""
    of_theme = [file for file in files if file.theme == theme]
    for file_type in (logo_type, *LOGO_TYPES):
        found = [file for file in of_theme if file.type == file_type]
        if found:
            fitting = [file for file in found if file.size >= size or file.size == ANY_SIZE]
            return min(fitting or [max(found, key=lambda file: file.size)], key=lambda file: file.size)
    return None


def logo_url(base: str, domain: str, logo_type: str, theme: str) -> str:
    """The URL that serves a logo, without a token."""
    return f"{base}/logo/{domain}?type={logo_type}&theme={theme}"
