"""Which stored file answers a request for a logo."""

from __future__ import annotations

import pytest

from contract.results.brands.served_logo import ANY_SIZE, ServedLogo, choose_file


def _file(logo_type: str, theme: str, size: int) -> ServedLogo:
    return ServedLogo(
        type=logo_type, theme=theme, size=size, content_type="image/png", body=b"", width=size, height=size, adaptive=False,
        logo_id="l",
    )  # type: ignore[arg-type]  # fmt: skip


FILES = (
    _file("icon", "light", 32), _file("icon", "light", 64), _file("icon", "light", 128), _file("wordmark", "dark", ANY_SIZE),
)  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        (("icon", "light", 33), ("icon", 64)),
        (("icon", "light", 64), ("icon", 64)),
        (("icon", "light", 512), ("icon", 128)),
        (("icon", "light"), ("icon", 128)),
        (("wordmark", "light", 16), ("icon", 32)),
        (("icon", "dark", 256), ("wordmark", ANY_SIZE)),
        (("icon", "auto", 64), None),
    ],
)
def test_smallest_file_that_is_large_enough_is_chosen(
    asked: tuple[str, str, int], chosen: tuple[str, int] | None
) -> None:
    found = choose_file(FILES, *asked)

    assert (found and (found.type, found.size)) == chosen
