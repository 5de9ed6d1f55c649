"""Reads PDFs: characters and lines from PDFium, the layout of each page, Markdown.

`extraction.page` calls `reader.read`. The other files are steps of it, in the order of the imports there.
"""
