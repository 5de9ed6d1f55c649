"""What PDFium finds on a page: words with positions and styles, drawn lines and bullets, links; words joined to lines.

Imported by all of `extraction.document.pdf`. Imports nothing from it.
"""
