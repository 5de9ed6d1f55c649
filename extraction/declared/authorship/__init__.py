"""Who wrote a page and when: by its markup, and by the lines around its headline.

Imported by `declared` and `answers`.
"""
