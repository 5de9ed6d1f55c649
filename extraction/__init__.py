"""Reads one captured page into Markdown, HTML, links, metadata, structured data and quality.

Pure code: no network, clock or database. Equal input gives equal output. Runs in a process pool.
Imported by every higher layer. Imports only `contract`.
"""
