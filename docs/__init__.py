"""The guides, as Markdown. The service shows them at `/docs/guide` (`api/guide/`), and an installed wheel contains them.

No code lives here. `make docs` writes the marked parts of the pages. `docs/README.md` is the index: it lists every page.
"""
