"""Which text of a page no person sees: by attributes, styles, style sheets, names of classes, and invisible characters.

The readers of `extraction` may import it. `elements` is the entry point for trees, `characters` for texts.
To add a case: a line in the table of `tests/extraction/document/hidden/test_elements.py`, then the rule. What cannot be recognised
is listed in `docs/security.md`.
"""
