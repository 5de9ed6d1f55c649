"""Opens a captured page: decodes its bytes, parses HTML, reads PDF and plain text, edits the parsed tree.

The lowest package of `extraction`: imported by all others. Imports only `contract`.
"""
