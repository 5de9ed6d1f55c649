"""The regions of a page in reading order: columns, tables with and without ruled cells.

Imported by the files of `extraction.document.pdf`. Imports only `page` from there.
"""
