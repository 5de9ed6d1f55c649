"""`make docs`: writes the generated parts of README.md and of the pages in `docs/`."""

from __future__ import annotations

from orbweaver.documentation.regions import Pages
from orbweaver.documentation.writers import WRITERS


def main() -> None:
    """Write the files that have changed."""
    for path, text in Pages.read(WRITERS).changed():
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
